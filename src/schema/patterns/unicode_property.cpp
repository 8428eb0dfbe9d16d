// Sets of code points, read off PCRE2: code points are written down one after the other, and PCRE2 is asked
// in turn for the longest run outside and the longest run inside of the property.
#include "patterns/unicode_property.hpp"

#include "patterns/pcre2_handles.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// What stands between the braces of \p{…}. Scripts are named with their kind, because PCRE2 takes a bare
/// script for its extensions.
std::string pcre2_name(const unicode_property& property) {
  switch (property.kind) {
    case unicode_property::what::script:
      return "sc:" + std::string(property.name);
    case unicode_property::what::script_extensions:
      return "scx:" + std::string(property.name);
    case unicode_property::what::general_category:
    case unicode_property::what::binary:
      break;
  }
  return property.name == "LC" ? "L&" : std::string(property.name);
}

/// The part of a set of code points that has a property of PCRE2.
class sieve {
 public:
  explicit sieve(const std::string& members)
      : inside_(compiled("[" + members + "]*+")), outside_(compiled("[^" + members + "]*+")) {}

  bool known() const { return inside_ != nullptr && outside_ != nullptr; }

  char_set of(const char_set& domain) {
    char_set found;
    for (const code_range& r : domain) {
      for (std::uint32_t code = r.first; code <= r.last; ++code) {
        if (code < 0xd800 || code > 0xdfff) utf8::append(text_, code);
        if (text_.size() >= block_size) drain(found);
      }
    }
    drain(found);
    return found;
  }

 private:
  static pcre2::code compiled(const std::string& text) {
    int error = 0;
    return pcre2::compile(text, PCRE2_UTF | PCRE2_ANCHORED, nullptr, error);
  }

  void drain(char_set& to) {
    for (std::size_t at = 0; at < text_.size();) {
      at = end_of_run(outside_, at);
      for (const std::size_t end = end_of_run(inside_, at); at < end;) {
        const utf8::decoded one = utf8::decode(std::string_view(text_).substr(at));
        if (!to.empty() && to.back().last + 1 == one.code) {
          to.back().last = one.code;
        } else {
          to.push_back({one.code, one.code});
        }
        at += one.length;
      }
    }
    text_.clear();
  }

  std::size_t end_of_run(const pcre2::code& code, std::size_t from) const {
    const int rc = pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(text_.data()), text_.size(), from,
                               PCRE2_NO_UTF_CHECK, data_.get(), nullptr);
    if (rc < 0) throw std::bad_alloc();  // it cannot fail to match, so memory is what is missing
    return pcre2_get_ovector_pointer(data_.get())[1];
  }

  static constexpr std::size_t block_size = 1U << 16U;

  std::string text_;
  pcre2::code inside_;
  pcre2::code outside_;
  pcre2::match_data data_{pcre2::or_bad_alloc(pcre2_match_data_create(1, nullptr))};
};

std::shared_ptr<const char_set> derive(const std::string& members, const char_set& domain) {
  sieve s(members);
  return s.known() ? std::make_shared<const char_set>(s.of(domain)) : nullptr;
}

const char_set everything = {{0, last_code}};

/// PCRE2 gives every character of the script Common (or Inherited) these as extensions, the Unicode
/// Character Database only those that have no extensions of their own.
std::shared_ptr<const char_set> without_extensions(const unicode_property& script) {
  std::string others;
  for (const std::string_view other : script_names()) {
    const std::string member = "\\p{scx:" + std::string(other) + "}";
    if (other != "Zyyy" && other != "Zinh" && sieve(member).known()) others += member;
  }
  const auto all = code_points_of({unicode_property::what::script, script.name});
  char_set rest = complement(*derive(others, *all));
  return derive("\\p{sc:" + std::string(script.name) + "}", rest);
}

std::shared_ptr<const char_set> whole_set(const unicode_property& property) {
  const std::string_view name = property.name;
  const bool binary = property.kind == unicode_property::what::binary;
  if (binary && name == "Assigned") return derive("\\P{Cn}", everything);
  // PCRE2 has the characters that have a mirror image here, not all that are mirrored.
  if (binary && name == "Bidi_M") return nullptr;
  if (property.kind == unicode_property::what::script_extensions && (name == "Zyyy" || name == "Zinh")) {
    return without_extensions(property);
  }
  return derive("\\p{" + pcre2_name(property) + "}", everything);
}

}  // namespace

std::shared_ptr<const char_set> code_points_of(const unicode_property& property) {
  struct entry {
    std::once_flag made;
    std::shared_ptr<const char_set> set;
  };
  static std::mutex guard;
  static std::map<std::pair<unicode_property::what, std::string_view>, entry> known;
  entry* at = nullptr;
  {
    const std::lock_guard lock(guard);
    at = &known[{property.kind, property.name}];
  }
  std::call_once(at->made, [&] { at->set = whole_set(property); });
  return at->set;
}

bool is_id_start(std::uint32_t code) {
  if (code < 0x80) return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
  return contains(*code_points_of({unicode_property::what::binary, "IDS"}), code);
}

bool is_id_continue(std::uint32_t code) {
  if (code < 0x80) return is_word_character(code);
  return contains(*code_points_of({unicode_property::what::binary, "IDC"}), code);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
