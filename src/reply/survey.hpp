// Everything in a reply that has brackets: values, and what could be the rest of one.
#pragma once

#include "scan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/problem.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// Named limit: the code of the damage when a reply holds more values and fragments than this.
inline constexpr std::size_t max_candidates = 1000;

/// Named limit: a mend that fails may have looked at all of the text, so after this many there are no more.
/// What is broken then stays broken, and a reply that holds it is not read.
inline constexpr std::size_t max_failed_mends = 16;

/// How much a place in the text says that what stands there is the answer.
enum class standing : std::uint8_t {
  inline_text,  // within a line of prose, or within code
  own_lines,    // begins its line and ends its line
  fenced,       // in a fence that is not of another language
};

struct item {
  std::size_t begin = 0;
  std::size_t end = 0;
  standing where = standing::inline_text;
  /// Empty: damaged, and `why` says how.
  std::optional<json::document> document = {};
  problem why = {};
  /// What mending did to it, and what it leaves open.
  std::vector<edit> edits = {};
  std::vector<std::uint64_t> loose = {};
  std::vector<std::uint64_t> unclosed = {};
  /// Of one that was cut off: what was whole.
  std::optional<value> committed = {};
  /// Behind closing brackets too many; else `end`.
  std::size_t tail = 0;
};

struct survey_options {
  json::read_limits limits = {};
  bool mending = false;
  bool complete = false;
  const schema::program* shape = nullptr;
};

/// One walk over the top level of [begin, end). Linear in its length.
class survey {
 public:
  survey(std::string_view text, std::size_t begin, std::size_t end, const survey_options& how);

  /// In the order of the text; reasoning is not among them.
  std::vector<item>& items() noexcept { return items_; }
  /// Reasoning and fences, each in the form of a ledger entry.
  std::vector<edit>& marks() noexcept { return marks_; }

 private:
  struct open_fence {
    found_mark run;
    std::size_t content;
    std::size_t first_item;
    bool code;  // of a language that is not JSON
    bool reasoning;
    std::size_t first_mark;
  };

  /// Each of these returns where to go on.
  std::size_t take(found_mark found);
  std::size_t reasoning(found_mark opening);
  std::size_t fence(found_mark run);

  void close_fence(std::size_t content_end);
  void forget_up_to(std::size_t end);
  std::size_t block(found_mark found);
  void mend_block(item& one);
  void extra_closer(found_mark found);
  void keep(item one);

  bool on_own_lines(std::size_t begin, std::size_t end) const noexcept;
  bool fragment(std::size_t begin, std::size_t end) const noexcept;
  bool one_too_many(const item& before, char bracket) const;
  bool labelled(std::size_t begin) const noexcept;
  bool plain_values(std::size_t begin, std::size_t end) const;
  bool harmless(std::size_t begin, std::size_t end) const noexcept;

  std::string_view text_;
  std::size_t begin_;
  std::size_t end_;
  const survey_options& how_;
  std::vector<item> items_;
  std::vector<edit> marks_;
  std::optional<open_fence> fence_;
  std::size_t failed_mends_ = 0;
};

/// Reads a range as strict JSON; spans and offsets are those of the whole text.
result<json::document> read_range(std::string_view text, std::size_t begin, std::size_t end,
                                  const json::read_limits& limits);

/// Every node of a value stands here: one that was read out of a text within the reply.
void place_all(value& root, json::source_span where);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
