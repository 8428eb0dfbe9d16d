// The lexical half of reading a pattern: characters, numbers, escapes that name one code point, names of
// groups. After the first failure nothing more is read: more() is false, and what is returned means nothing.
#pragma once

#include "patterns/char_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// By which grammar, and with what of it being there in the text.
struct pattern_grammar {
  bool unicode = true;        // false: Annex B
  bool named_groups = false;  // Annex B only: is \k an escape?
  bool quiet = false;         // a failure needs no words
};

class pattern_scanner {
 public:
  pattern_scanner(std::string_view text, pattern_grammar grammar) : text_(text), grammar_(grammar) {}

  bool more() const { return !error_ && at_ < text_.size(); }
  bool unicode() const { return grammar_.unicode; }
  bool named_groups() const { return grammar_.unicode || grammar_.named_groups; }
  std::size_t at() const { return at_; }
  /// Precondition: more().
  char peek() const { return text_[at_]; }
  /// The byte behind; 0 at the end.
  char peek_next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  bool ahead(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  bool take(std::string_view what);
  void skip(std::size_t bytes) { at_ += bytes; }
  void back_to(std::size_t at) { at_ = at; }

  std::uint32_t code_point();
  /// Decimal digits; saturates. None, and nothing taken, if there are none.
  std::optional<std::uint64_t> number();
  /// {n} {n,} {n,m}, m being `no_limit` for none. False, and nothing taken, if it is none of these.
  bool braces(std::uint64_t& min, std::uint64_t& max);
  static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

  /// Behind a backslash: an escape that stands for one code point (CharacterEscape).
  std::uint32_t character_escape(bool in_class);
  /// Behind "\p{": name} or name=value}. False if it is neither.
  bool property(std::string_view& name, std::string_view& value, bool& has_value);
  /// Behind "(?<" or "\k<": up to and with ">", decoded.
  std::string group_name();

  void fail(std::string_view what, failure_kind kind = failure_kind::invalid_argument,
            std::string_view code = "pattern");
  const std::optional<problem>& error() const { return error_; }
  /// By Annex B \p{…} or \u{…} was read as plain letters.
  bool lost_unicode() const { return lost_unicode_; }

 private:
  std::optional<std::uint32_t> hexadecimal(std::size_t count);
  std::uint32_t control_escape(bool in_class);
  std::uint32_t unicode_escape(bool unicode_mode);
  std::uint32_t unicode_in_braces();
  std::uint32_t identity_escape(bool in_class);
  std::uint32_t legacy_octal();
  bool braces_with(std::size_t at, std::string_view allowed) const;

  std::string_view text_;
  pattern_grammar grammar_;
  std::size_t at_ = 0;
  bool lost_unicode_ = false;
  std::optional<problem> error_;
};

/// What must be known of a pattern before it can be read: the groups that a \1 or \k<name> further to the
/// front may mean. Malformed names are left out; the parser meets them.
struct group_census {
  std::uint32_t groups = 0;
  bool named = false;                                        // is anything written (?<name>…)?
  std::vector<std::pair<std::string, std::uint32_t>> names;  // sorted
};
group_census count_groups(std::string_view text);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
