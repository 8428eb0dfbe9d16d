// What stands around an answer in a reply that is still being written.
//
// Both classes look at the text so far, from where they left off, and follow the ready-made cleaners
// (cleaners.cpp) as far as these can be followed on the way: with the text whole they take away the same. The
// invariant: what they say depends on the text alone, not on where it was cut. Each byte is looked at a
// bounded number of times.
#pragma once

#include "scan.hpp"
#include "stream_marks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace reply {

/// How much may stand around an answer for it to be shown.
enum class surroundings : std::uint8_t {
  spaces,  // of JSON around an array or an object
  clean,   // what the level `clean` takes away; an answer may be a scalar
  prose    // the same, but a scalar may be the begin of prose
};

/// In front of it.
class opening {
 public:
  enum class verdict : std::uint8_t { more, answer, other };

  explicit opening(surroundings allowed) : allowed_(allowed) {}

  /// `text`: all so far.
  verdict look(std::string_view text);
  /// Where the answer begins. Precondition: it has.
  std::size_t begin() const noexcept { return at_; }
  /// What came looks like prose. A closing tag may still say that it was reasoning.
  bool in_prose() const noexcept { return where_ == place::prose; }
  /// Something else than spaces of JSON stands in front.
  bool dropped() const noexcept { return dropped_; }
  /// The run that opened the fence around the answer.
  const std::optional<found_mark>& fence() const noexcept { return fence_; }

 private:
  enum class place : std::uint8_t { space, word, tag, remark, reasoning, run, info, aside, prose };

  // Each goes on at at_ and says whether something is decided; `more` with bytes left means: look again.
  verdict space(std::string_view text);
  verdict word(std::string_view text);
  verdict tag(std::string_view text);
  verdict remark(std::string_view text);
  verdict reasoning(std::string_view text);
  verdict run(std::string_view text);
  verdict info(std::string_view text);
  verdict aside(std::string_view text);
  verdict prose(std::string_view text);
  void go_on(std::size_t at) noexcept;
  verdict not_an_answer(std::size_t at);

  surroundings allowed_;
  place where_ = place::space;
  bool dropped_ = false;
  std::size_t at_ = 0;
  std::size_t began_ = 0;        // what is at hand
  std::string_view tag_name_;    // of the reasoning at hand
  std::size_t angle_ = nowhere;  // in reasoning: the last '<' since the last '>'
  found_mark mark_;
  mark_reader marks_;  // in a fence of reasoning, in prose
  std::optional<found_mark> fence_;
};

/// Behind it.
class closing {
 public:
  closing(surroundings allowed, std::optional<found_mark> fence, std::size_t at)
      : allowed_(allowed), fence_(fence), at_(at) {}

  /// False once something stands there that must not: at().
  bool look(std::string_view text);
  /// The text may end here.
  bool settled() const noexcept { return settled_; }
  std::size_t at() const noexcept { return at_; }

 private:
  bool space(std::string_view text);

  surroundings allowed_;
  std::optional<found_mark> fence_;
  std::size_t at_;
  std::size_t began_ = nowhere;  // the closing run
  bool closed_ = false;
  bool settled_ = true;
};

}  // namespace reply
}  // namespace v0
}  // namespace tenon
