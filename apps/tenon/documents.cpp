#include "documents.hpp"

#include "files.hpp"
#include "shape.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <tenon/reader.hpp>

namespace tenon::cli {

namespace {

namespace fs = std::filesystem;
using schema::draft;

constexpr std::array<std::pair<draft, std::string_view>, 5> drafts = {{{draft::d2020, "2020-12"},
                                                                       {draft::d2019, "2019-09"},
                                                                       {draft::d7, "7"},
                                                                       {draft::d6, "6"},
                                                                       {draft::d4, "4"}}};

/// A path as part of a URI (RFC 3986, section 3.3).
std::string encoded(std::string_view path) {
  constexpr std::string_view plain = "/-._~!$&'()*+,;=:@";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || plain.find(c) != std::string_view::npos)
      out += c;
    else
      out += {'%', digits[byte >> 4U], digits[byte & 15U]};
  }
  return out;
}

fs::path whole(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal();
}

std::string file_uri(const fs::path& path) {
  return "file://" + encoded(path.generic_string());
}

/// $id, or id as draft 4 has it; empty if there is none.
std::string_view identifier(const value& document) {
  const value* id = document.find("$id");
  if (id == nullptr) id = document.find("id");
  return id != nullptr && id->is_string() ? id->string() : std::string_view();
}

bool is_absolute(std::string_view uri) {
  const std::size_t end = uri.find_first_of(":/?#");
  return end != std::string_view::npos && end > 0 && uri[end] == ':';
}

/// What --with has given.
class given_documents {
 public:
  std::optional<fault> add(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return add_file(path, true);
    std::vector<std::string> files;
    for (auto at = fs::recursive_directory_iterator(path, error);
         !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
      if (!at->is_regular_file(error) || at->path().extension() != ".json") continue;
      files.push_back(at->path().string());
      if (files.size() > max_documents)
        return file_fault(path, "has more than " + std::to_string(max_documents) + " JSON files");
    }
    if (error) return file_fault(path, error.value());
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
      if (auto bad = add_file(file, false)) return bad;
    }
    return std::nullopt;
  }

  /// Under their names, the surest last, so that it takes the place of another. `main` is the file of the
  /// main schema, or a name in the folder that one would stand in.
  schema::registry registered(const fs::path& main, std::string_view main_id) const {
    schema::registry all;
    const std::string base(is_absolute(main_id) ? main_id.substr(0, main_id.find_last_of('/') + 1) : "");
    for (const auto& [path, document] : read_) {
      if (!base.empty())
        all.add(base + encoded(path.lexically_relative(main.parent_path()).generic_string()), document);
    }
    for (const auto& [path, document] : read_) all.add(file_uri(path), document);
    for (const auto& [path, document] : read_) {
      if (is_absolute(identifier(document))) all.add(identifier(document), document);
    }
    return all;
  }

  /// Why the document at this URI, which there is, could not be read.
  const fault* broken(const std::string& uri) const {
    const auto found = broken_.find(uri);
    return found == broken_.end() ? nullptr : &found->second;
  }

 private:
  /// A file that a folder happens to hold need not be JSON, as long as nothing refers to it.
  std::optional<fault> add_file(const std::string& path, bool named) {
    auto file = read_file(path);
    if (!file) return file.error();
    total_ += file->text.size();
    if (total_ > max_input) return file_fault(path, "is more than the documents of --with may hold together");
    const fs::path at = whole(path);
    auto document = json::read_unique(file->text);
    if (document) {
      read_.emplace_back(at, *std::move(document));
      return std::nullopt;
    }
    document.error().kind = failure_kind::invalid_argument;
    fault why = schema_fault(std::move(document.error()), *file);
    if (named) return why;
    broken_.emplace(file_uri(at), std::move(why));
    return std::nullopt;
  }

  std::vector<std::pair<fs::path, value>> read_;
  std::map<std::string, fault> broken_;
  std::size_t total_ = 0;
};

/// The main schema was read, a reference in it leads nowhere: to a broken file, or to one that --with lacks.
fault explained(problem p, const input& from, const std::vector<std::string>& missing,
                const given_documents& given) {
  for (const std::string& uri : missing) {
    if (const fault* const why = given.broken(uri)) return *why;
  }
  fault f = schema_fault(std::move(p), from);
  if (!missing.empty()) f.message += "\n" + missing.back() + " can be given by --with FILE";
  return f;
}

}  // namespace

std::vector<std::string> draft_names() {
  std::vector<std::string> names;
  names.reserve(std::size(drafts));
  for (const auto& [d, name] : drafts) names.emplace_back(name);
  return names;
}

schema_reading reading_of(const arguments& args) {
  schema_reading how;
  how.assert_formats = !args.has("--no-format");
  how.with = args.all("--with");
  const std::string wanted = args.text("--draft").value_or("");
  for (const auto& [d, name] : drafts) {
    if (name == wanted) how.draft = d;
  }
  return how;
}

result<schema::program, fault> compile_schema(value document, const input& from, std::string_view path,
                                              const schema_reading& how) {
  const fs::path main = whole(path.empty() ? fs::path("schema") : fs::path(path));
  given_documents given;
  for (const std::string& one : how.with) {
    if (auto bad = given.add(one)) return *std::move(bad);
  }
  const schema::registry known = given.registered(main, identifier(document));
  std::vector<std::string> missing;
  schema::compile_options options;
  options.assert_formats = how.assert_formats;
  options.default_draft = how.draft.value_or(draft::d2020);
  // A schema that is no file has no name, until it needs one to find the files beside it.
  if (!path.empty() || !how.with.empty()) options.base_uri = file_uri(main);
  options.documents = &known;
  options.resolver = [&](std::string_view uri) -> std::optional<value> {
    missing.emplace_back(uri);
    return std::nullopt;
  };
  auto code = schema::program::compile(std::move(document), options);
  if (!code) return explained(std::move(code.error()), from, missing, given);
  return *std::move(code);
}

}  // namespace tenon::cli
