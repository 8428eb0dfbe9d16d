// The machine behind mend(): a stack of open containers, the place in the text, and the questions it asks
// about what follows.
#pragma once

#include "mend.hpp"
#include "mends.hpp"
#include "scan.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace reply {

/// A quotation mark of any kind that a text may begin with.
struct quote {
  enum class sort : std::uint8_t { plain, apostrophe, backtick, curly, low, curly_single, angled, triple };
  sort what = sort::plain;
  std::size_t length = 0;  // in bytes; 0: none
  char letter = '"';       // of plain, apostrophe, backtick and triple
};
quote quote_at(std::string_view text, std::size_t at, std::size_t end) noexcept;

/// What lies ahead of a place in broken JSON. Each question looks at a bounded number of bytes that are not
/// white space, and allocates nothing.
class outlook {
 public:
  outlook(std::string_view text, std::size_t end) noexcept : text_(text), end_(end) {}

  /// Past white space of any kind.
  std::size_t past_space(std::size_t at) const noexcept;
  bool at_end(std::size_t at) const noexcept { return at >= end_ || fence(at); }
  /// The closing run of a fence: alone on its line.
  bool fence(std::size_t at) const noexcept;
  bool comment(std::size_t at) const noexcept;
  /// `"name":`, `'name':`, `name:`
  bool name(std::size_t at) const noexcept;
  bool quoted_name(std::size_t at) const noexcept;
  /// `...` or the one character of that look.
  bool ellipsis(std::size_t at) const noexcept;
  /// Something that could be a value or a member of its own: behind a comma in a list, `, name:` in an
  /// object; or that could be none of the text: a comment, or an ellipsis behind a comma.
  bool hides_more(std::size_t from, std::size_t to, bool list) const noexcept;
  /// `"name: …`, `"name”: …`: a name whose closing mark is missing or of another kind.
  bool nearly_name(std::size_t at) const noexcept;
  /// `"name" 1`, `"name" "text",`: on one line.
  bool lacks_colon(std::size_t at) const noexcept;
  /// The text ends within a name.
  bool name_cut_off(std::size_t at) const noexcept;
  /// The text ends within true, false, null or what other languages have for them.
  bool literal_cut_off(std::size_t at) const noexcept;
  /// What a value of JSON or one in quotation marks can begin with.
  bool value(std::size_t at) const noexcept;
  /// A text in quotation marks that ends well: at a comma or a bracket.
  bool whole_text(std::size_t at) const noexcept;
  /// Nothing more of a value on this line: the end, or prose.
  bool settled(std::size_t at) const noexcept;

 private:
  std::string_view text_;
  std::size_t end_;
};

struct frame {
  json::value container;
  std::size_t begin = 0;
  std::size_t comma = nowhere;  // behind which nothing stood yet
  std::string name = {};        // of the member whose value is being read
  json::source_span name_source = {};
  bool doubled = false;  // {{ … }}
};

class mender {
 public:
  mender(std::string_view text, std::size_t begin, std::size_t end, const mend_options& how);
  result<mended, unmended> run();

 private:
  enum class place : std::uint8_t { name, member, item };

  // Structure (mend.cpp). Each returns false where reading must stop: why_ or cut_ says so.
  bool step();
  bool comma();
  bool close(char bracket);
  bool member();
  bool separator(std::size_t name);
  bool put_value();
  bool open(char bracket);
  void open_missing(char bracket);
  void put(json::value v, std::size_t begin, std::size_t end);
  void between();
  void close_unclosed(std::size_t at);
  void end_container(std::size_t at);
  bool trivia();
  bool fail(std::string code, std::size_t at, std::string message);
  bool ambiguous(std::size_t at, std::string first, std::string second);
  /// The text ended; what began at `from` is not whole.
  bool ran_out(std::size_t from = nowhere);
  std::size_t stopped_at() const noexcept;
  bool complete();
  json::value committed();
  void find_repeated(const frame& of);
  bool enclosed_by(json::kind k) const noexcept;

  // Words (mend_words.cpp): numbers, literals, text without quotation marks.
  bool bare_name();
  bool word();
  bool literal(std::string_view word, std::size_t begin);
  bool number(std::string_view word, std::size_t begin);
  bool bare_text(std::size_t begin, std::size_t end);

  /// Where a text ends: [from, content) is its content, and reading goes on at `past`.
  struct extent {
    std::size_t content = 0;
    std::size_t past = 0;
  };
  // Strings: where they end (mend_ends.cpp; mend_lost.cpp where the mark is missing) and what they say
  // (mend_strings.cpp).
  bool text(place where, std::string& into, std::size_t& begin);
  bool find_end(const quote& opening, place where, std::size_t from, extent& to);
  bool plain_end(place where, std::size_t from, extent& to);
  bool apostrophe_end(const quote& opening, place where, std::size_t from, extent& to);
  bool curly_end(const quote& opening, place where, std::size_t from, std::size_t stop, extent& to);
  bool name_end(std::size_t from, std::size_t first, extent& to);
  bool quoted_inside(place where, std::size_t from, std::size_t first, bool lost, const extent& cut,
                     extent& to);
  bool lost_at_end(std::size_t from, extent& to);
  bool lost_before(std::size_t from, std::size_t at, place where, extent& to) const noexcept;
  bool two_ways(std::size_t from, const extent& cut, place where);
  bool begins_value(std::size_t from, std::size_t at) const noexcept;
  bool lines_of_more(std::size_t from, std::size_t to, place where) const noexcept;
  bool swallows(std::size_t from, std::size_t at, std::size_t& looks) const noexcept;
  std::size_t strip_closers(std::size_t from, std::size_t to) const noexcept;
  bool never_ends(place where, std::size_t from, extent& to);
  bool ends_here(std::size_t past, place where) const noexcept;
  bool comma_fits(std::size_t comma, place where) const noexcept;
  bool closes_well(std::size_t at, place where) const noexcept;
  std::size_t next_mark_of(char letter, std::size_t from) const noexcept;

  struct oddities;  // what was met while decoding
  bool decode(std::size_t from, std::size_t to, char mark, std::string& into);
  bool escape(std::size_t& at, std::size_t to, std::string& into, oddities& met);
  bool unicode_escape(std::size_t& at, std::size_t to, std::string& into);
  bool joined(std::string& into);
  void note(const repair& what, std::size_t begin, std::size_t end, std::string_view after = {});

  std::string_view text_;
  std::size_t at_;
  std::size_t end_;
  const mend_options& how_;
  outlook ahead_;
  std::vector<frame> frames_;
  std::vector<edit> edits_;
  std::vector<std::uint64_t> loose_;
  json::value root_;
  problems repeated_;
  std::vector<std::string_view> names_;  // of one object, while they are compared
  std::optional<problem> why_;
  bool cut_ = false;
  bool mismatched_ = false;
  bool bare_names_ = false;  // some were met
  std::vector<std::uint64_t> unclosed_;
};

}  // namespace reply
}  // namespace v0
}  // namespace tenon
