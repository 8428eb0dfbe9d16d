// The text of a reply while it arrives, and what of its value is certain already.
//
// Feed the pieces as they come; between two of them look at the value. Every node of it is pending (nothing
// to show), open (more may come) or done, and what is done never changes. Strings grow by whole characters;
// numbers, true, false, null and strings that must be one of a list (enum, const) show only when they are
// done; arrays and objects show as soon as they begin. Nothing is parsed twice: a piece costs what it is
// long, not what came before, and any cut into pieces shows the same.
//
// What is shown is strict JSON; of what stands around it, that is taken away at once which
// `reading_level::clean` takes away: reasoning that is closed in front, a fence, a byte order mark, spaces.
// Where a reply begins with anything else, nothing is shown, and the end tells, unless a closing </think>
// that nothing opened says that it was reasoning.
//
// The trap: what is shown is not the answer. Only finish(), which reads and validates the whole, gives that.
// Such a </think> may also come behind what looked like an answer, and then that was reasoning too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reply.hpp>
#include <tenon/result.hpp>
#include <tenon/runaway.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

enum class node_state : std::uint8_t {
  pending,  // nothing of it can be shown yet
  open,     // more may come
  done      // as it will stay
};
/// "pending", "open", "done".
std::string_view to_string(node_state s) noexcept;

namespace reply {

enum class stream_state : std::uint8_t {
  waiting,   // the answer has not begun
  open,      // it has
  complete,  // it is whole and valid; only what does not count may follow
  doomed,    // finish() will fail, whatever follows: why() says from which byte on (but see the trap above)
  undecided  // what came cannot be read on the way: finish() decides
};
/// "waiting", "open", "complete", "doomed", "undecided".
std::string_view to_string(stream_state s) noexcept;

struct stream_options {
  /// As for reply::read, which has the last word. Cleaners of the caller's own cannot be followed on the way:
  /// with them only a reply that is JSON from its first byte on is shown.
  read_options reading = {};
  /// As in schema::watch_options.
  std::size_t max_cursors = 256;
  /// Empty: nobody looks.
  std::optional<runaway_limits> runaway = runaway_limits{};
  /// Texts that the model was given; they must outlive the stream. What a list takes from there does not
  /// count as counting on.
  std::vector<std::string_view> given = {};
};

/// One thread at a time. One that was moved from can only be assigned to or destroyed.
class stream {
 public:
  /// Any JSON.
  explicit stream(const stream_options& options = {});
  /// An instance of this schema, watched from the first byte on (see watch.hpp).
  explicit stream(schema::program shape, const stream_options& options = {});
  ~stream();
  stream(stream&&) noexcept;
  stream& operator=(stream&&) noexcept;

  /// A piece may end anywhere, within a character too. Once it is doomed or undecided, the text is still kept
  /// for finish().
  stream_state feed(std::string_view piece);
  stream_state state() const noexcept;
  /// Why it is doomed, or undecided where that began with an error; without a code otherwise. `offset` is
  /// that of the first byte that cannot be, in the whole text: what stands before it was fine.
  const problem& why() const noexcept;
  /// The text repeats itself or counts on without end (kind not_json; code "runaway_stretch",
  /// "runaway_element", "runaway_count"; `offset` is where that was seen). Null otherwise. A remark: the
  /// stream goes on.
  const problem* runaway() const noexcept;

  /// What is certain of the answer; null before it begins. It stands there until the next feed(), finish() or
  /// reset(). A node that is done has its place in the text as `source`; of an open one that is empty, at the
  /// byte where it began.
  const value* root() const noexcept;
  /// The node at this JSON Pointer; null while it is pending.
  const value* find(std::string_view pointer) const;
  node_state state_of(std::string_view pointer) const;
  /// JSON Pointers of all that is done, in the order in which it ended, so that the list grows at its end
  /// only;
  /// "" is the last. Takes as long as it is.
  std::vector<std::string> done() const;
  /// Brings a copy up to date that was made by this function of this text; an empty value at first. Costs
  /// what has changed since, and one step per level of depth.
  void update(value& shown) const;

  /// The text has ended: the value, or all that is wrong with it. It is what reply::read says of the whole
  /// text, then program::validate of the value. The value goes to the caller: nothing is shown afterwards.
  result<read_value, problems> finish();

  /// All that came; of a text that is longer than limits.max_bytes, one byte more than that.
  std::string_view text() const noexcept;
  /// Ready for another text; buffers are kept.
  void reset();

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

/// Pending for a null pointer; of a node that a stream shows, or of a copy of it.
inline node_state state_of(const value* node) noexcept {
  if (node == nullptr) return node_state::pending;
  return node->source().empty() ? node_state::open : node_state::done;
}

/// Gives out the elements of one list of a stream, each when it is done:
///
///   reply::elements rows(stream, "/rows");
///   while (…) {
///     stream.feed(piece);
///     while (const value* row = rows.next()) use(*row);
///   }
///
/// What it gives was judged by its part of the schema, as far as that can be told before the end
/// (docs/watch.md); the whole may still turn out wrong. Borrows the stream. After stream::reset(), make
/// another.
class elements {
 public:
  elements(const stream& from, std::string pointer) : from_(&from), pointer_(std::move(pointer)) {}

  /// Null: none is done that was not given out before. It stands there until the next feed().
  const value* next();

 private:
  const stream* from_;
  std::string pointer_;
  std::size_t given_ = 0;
};

}  // namespace reply
}  // namespace v0
}  // namespace tenon
