// What a reply is gathered in, whole bodies and streams alike: adapters say what they find, in any order and
// any number of pieces, and one place decides what became of it.
//
// Pieces of text are joined in the order in which they come; of id, model and names the first that is not
// empty counts; usage is replaced number by number, as streams repeat it with growing counts.
#pragma once

#include "errors.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// A tool call or a piece of one. What is not said stays empty.
struct call_piece {
  std::optional<std::uint64_t> index = {};
  /// Where it stands among the pieces that came with it; counts where neither index nor id is said.
  std::size_t position = 0;
  std::size_t siblings = 1;
  std::string_view id = {};
  std::string_view name = {};
  /// A string is a piece of JSON text that is joined to what came; an object is the arguments, whole; null
  /// pointer and JSON null say nothing.
  const value* arguments = nullptr;
};

class collector {
 public:
  /// Calls beyond this are not kept, and a note says so.
  static constexpr std::size_t max_calls = 64;
  static constexpr std::size_t max_notes = 32;

  explicit collector(output_mode mode) : mode_(mode) {}

  void add_text(std::string_view more);
  void add_reasoning(std::string_view more);
  void add_refusal(std::string_view more);

  /// Joined to the call that it belongs to: that of its index, unless it brings another id; without an
  /// index that of its id, and without either the last one. What cannot be more of that call, or is another
  /// entry of the same delta, begins one of its own.
  void add_call(const call_piece& piece);
  /// The same for a piece of JSON text, and nothing else.
  void add_arguments(std::uint64_t index, std::string_view more);

  void set_id(std::string_view id);
  void set_model(std::string_view model);
  /// Numbers that are said replace those that were.
  void set_usage(const tenon::usage& counts);
  /// Input and output together as the provider counts them, to tell whether output includes reasoning.
  void set_total(std::optional<std::uint64_t> tokens);
  /// How the provider says that it ended; the last word counts, but nothing takes back that a reply was cut
  /// or filtered. An empty word says nothing.
  void set_finish(finish_reason finish, std::string_view word);
  void note(std::string text);

  /// An error that came in the place of the reply, or in the middle of it. The first counts.
  void fail(said_error what);
  /// What came is not what this family speaks. Becomes protocol_error.
  void fail_protocol(std::string code, std::string message);
  /// The provider says of a call that it is none: that there is none left is no sign of a reply in text.
  void disown() noexcept { disowned_ = true; }
  /// The family's terminator.
  void end() noexcept { ended_ = true; }

  bool failed() const noexcept { return error_.has_value() || broken_.has_value(); }
  bool ended() const noexcept { return ended_; }
  bool finished() const noexcept { return finish_.has_value(); }
  const std::string& text() const noexcept { return reply_.text; }
  const std::vector<tool_call>& calls() const noexcept { return reply_.tool_calls; }

  /// What the answer grew by since the last time: text, or in tool mode the arguments of the first call.
  std::string take_delta();

  /// What became of it. A stream must have been ended, by the terminator or by a finish reason.
  model_answer answer(const error_context& about, bool streamed) &&;
  /// The transport failed: what had come joins this failure.
  model_answer failure(problem why, const error_context& about) &&;

 private:
  std::size_t place_of(const call_piece& piece) const;
  std::size_t place_by_index(const call_piece& piece) const;
  std::size_t place_by_position(const call_piece& piece) const;
  const std::string& answer_text() const noexcept;
  bool judged_by_provider();
  void settle_calls();
  void settle_finish();
  void settle_usage();
  model_failure lost(problem why, const error_context& about);

  output_mode mode_;
  model_reply reply_ = {};
  std::vector<std::optional<std::uint64_t>> indexes_;  // beside reply_.tool_calls
  std::optional<finish_reason> finish_;
  std::optional<said_error> error_;
  std::optional<problem> broken_;
  std::optional<std::uint64_t> total_;
  std::size_t taken_ = 0;             // of the answer, by take_delta
  std::vector<std::size_t> touched_;  // places in tool_calls that the entries of one delta went to
  bool ended_ = false;
  bool disowned_ = false;
};

}  // namespace wire
}  // namespace v0
}  // namespace tenon
