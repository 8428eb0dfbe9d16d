#include "bare.hpp"

#include "coerce.hpp"
#include "drop.hpp"
#include "lines.hpp"
#include "mends.hpp"
#include "readings.hpp"
#include "scan.hpp"
#include "wanted.hpp"

#include <string>
#include <utility>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::size_t longest_word = 256;

/// The fence around all that is left, as the cleaner sees it; else the range itself.
struct content {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<edit> dropped = {};
};

content inside_fence(std::string_view text, std::size_t begin, std::size_t end) {
  content out{begin, end, {}};
  if (auto kept = markdown_fence()(text, begin, end)) {
    out.begin = static_cast<std::size_t>(kept->begin);
    out.end = static_cast<std::size_t>(kept->end);
    out.dropped = std::move(kept->dropped);
  }
  // What JSON knows of white space needs no entry; the rest does.
  if (auto kept = outer_space()(text, out.begin, out.end))
    for (auto& e : kept->dropped) out.dropped.push_back(std::move(e));
  out.begin = skip_space(text, out.begin, out.end);
  out.end = trim_space(text, out.begin, out.end);
  return out;
}

std::optional<answer> brackets_alone(std::string_view text, const content& all, const read_options& options) {
  auto read = mend_range(text, all.begin, all.end, {options.limits, mismatch::missing}, options.shape);
  if (!read || !blank(text, read->end, all.end)) return std::nullopt;
  return answer{std::move(read->document), std::move(read->edits), std::move(read->loose),
                std::move(read->unclosed)};
}

/// `{\"a\": \"b\"}`: the text of a string without its quotation marks.
std::optional<answer> escaped_document(std::string_view text, const content& all,
                                       const read_options& options) {
  const auto next = skip_space(text, all.begin + 1, all.end);
  const auto inside = text.substr(all.begin, all.end - all.begin);
  if (next + 1 >= all.end || (text.substr(next, 2) != "\\\"" && text.substr(next, 2) != "\\n"))
    return std::nullopt;
  // A mark without a backslash would be one of the document's own.
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == '\\')
      ++i;
    else if (inside[i] == '"')
      return std::nullopt;
  }
  const auto unescaped = json::read("\"" + std::string(inside) + "\"", options.limits);
  if (!unescaped) return std::nullopt;
  auto document = json::read(unescaped->root.string(), options.limits);
  if (!document) return std::nullopt;
  place_all(document->root, {all.begin, all.end});
  answer out{std::move(*document), {}};
  out.edits.push_back({edit_kind::replaced, all.begin, all.end, "escaped_document",
                       excerpt(unescaped->root.string(), 60), "A document that was escaped once too often."});
  return out;
}

/// A text in other quotation marks, a literal or a number in another form, and nothing else: read as the one
/// item of a list.
std::optional<answer> scalar_alone(std::string_view text, const content& all, const read_options& options) {
  std::string list = "[";
  list.append(text, all.begin, all.end - all.begin);
  list += ']';
  auto read = mend(list, 0, list.size(), {options.limits, mismatch::missing});
  if (!read || read->end != list.size() || read->document.root.size() != 1) return std::nullopt;
  auto& only = read->document.root.items().front();
  if (only.is_array() || only.is_object()) return std::nullopt;
  const auto by = all.begin;
  const auto moved = [by](std::uint64_t at) { return at - 1 + by; };
  answer out;
  for (auto& e : read->edits) {
    if (e.rule == mends::bare_text.name || e.rule == mends::missing_quote.name || e.begin == 0)
      return std::nullopt;
    e.begin = moved(e.begin);
    e.end = moved(e.end);
    out.edits.push_back(std::move(e));
  }
  for (const auto at : read->loose) out.loose.push_back(moved(at));
  const auto span = only.source();
  out.document.root = std::move(only);
  out.document.root.set_source({moved(span.begin), moved(span.end)});
  return out;
}

/// `SPAM`, where the schema lists it.
std::optional<answer> listed_word(std::string_view text, const content& all, const read_options& options) {
  const auto word = text.substr(all.begin, all.end - all.begin);
  if (options.shape == nullptr || options.level != reading_level::coerce || word.size() > longest_word ||
      word.find('\n') != nowhere || !wanted_at(options.shape->document(), "/type").listed)
    return std::nullopt;
  value as_text{word};
  as_text.set_source({all.begin, all.end});
  answer out;
  if (!options.shape->accepts(as_text)) {
    auto moved = coerce(*options.shape, as_text, text);
    if (!moved) return std::nullopt;
    out.document.root = std::move(moved->root);
    out.edits = std::move(moved->edits);
    return out;
  }
  out.document.root = std::move(as_text);
  out.edits.push_back(made(mends::bare_text, all.begin, all.end, word));
  return out;
}

}  // namespace

std::optional<answer> read_escaped(std::string_view text, std::size_t begin, std::size_t end,
                                   const read_options& options) {
  auto all = inside_fence(text, begin, end);
  if (all.begin == all.end || (text[all.begin] != '{' && text[all.begin] != '[')) return std::nullopt;
  auto found = escaped_document(text, all, options);
  if (found)
    for (auto& e : all.dropped) found->edits.push_back(std::move(e));
  return found;
}

std::optional<answer> read_opened(std::string_view text, std::size_t begin, std::size_t end,
                                  const read_options& options) {
  if (options.shape == nullptr) return std::nullopt;
  auto all = inside_fence(text, begin, end);
  if (all.end - all.begin < 2) return std::nullopt;
  const char last = text[all.end - 1];
  const char first = text[all.begin];
  if (first == '[' || (last != '}' && last != ']') || (first == '{' && last == '}')) return std::nullopt;
  mend_options how{options.limits, mismatch::missing};
  how.opened = last == '}' ? '{' : '[';
  auto read = mend(text, all.begin, all.end, how);
  if (!read || read->end != all.end || read->mismatched || !read->loose.empty() || !read->unclosed.empty() ||
      !read->document.duplicates.empty())
    return std::nullopt;
  const auto& root = read->document.root;
  // `{…}]` has a bracket too many as well as one too few.
  if (first == '{' && root.size() < 2) return std::nullopt;
  if (!options.shape->accepts(root) &&
      (options.level != reading_level::coerce || !coerce(*options.shape, root, text)))
    return std::nullopt;
  answer found{std::move(read->document), std::move(read->edits)};
  for (auto& e : all.dropped) found.edits.push_back(std::move(e));
  return found;
}

std::optional<answer> read_bare(std::string_view text, std::size_t begin, std::size_t end,
                                const read_options& options) {
  auto all = inside_fence(text, begin, end);
  if (all.begin == all.end) return std::nullopt;
  std::optional<answer> found;
  const char first = text[all.begin];
  if (first == '{' || first == '[') {
    found = brackets_alone(text, all, options);
  } else {
    found = read_lines(text, all.begin, all.end, options);
  }
  if (!found) found = listed_word(text, all, options);
  if (!found) found = scalar_alone(text, all, options);
  if (found)
    for (auto& e : all.dropped) found->edits.push_back(std::move(e));
  return found;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
