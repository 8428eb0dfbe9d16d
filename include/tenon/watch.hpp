// A JSON text judged by a schema while it is being written.
//
// After every chunk a watcher says whether the text can still become a valid instance, has become one, or
// never will, and from which byte on. The promises:
//   sound     no beginning of a valid instance is ever doomed, however it is cut into chunks;
//   exact     `complete` is what program::accepts says of the value (a repeated member name being an error,
//             as in json::read_unique), but where accepts() gives up at one of its limits, or watching at
//             max_cursors;
//   early     for most keywords the byte is the first after which nothing can make the text valid;
//             docs/watch.md says for which, and `deferred` lists where a schema leaves that.
// Time is linear in the text times the live cursors; a chunk costs what it is long, not what came before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/problem.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class watch_state : std::uint8_t {
  viable,    // some text that begins like this is valid, as far as could be told
  complete,  // a whole valid instance has been read; only white space may follow
  doomed     // whatever follows, it is not valid
};

/// "viable", "complete", "doomed".
std::string_view to_string(watch_state s) noexcept;

struct watch_options {
  /// Of the text. What exceeds one of them is doomed with the code that json::reader gives it. At most
  /// 4 GiB are granted.
  json::read_limits limits = {};
  /// Schema nodes that are followed side by side at one value of the instance. Where alternatives multiply
  /// beyond this, that value is not watched but judged as a whole when it ends. What judging takes has the
  /// limit that validate_options have by default, here for the values so far; beyond it the text is doomed
  /// with the code "max_cursors".
  std::size_t max_cursors = 256;
};

/// One thread at a time, for one text at a time; `reset` makes it ready for the next and keeps its buffers.
/// In the steady state nothing is allocated but for what `deferred` marks as whole. One that was moved from
/// can only be assigned to or destroyed.
class watcher {
 public:
  explicit watcher(const program& code, const watch_options& options = {});
  ~watcher();
  watcher(watcher&&) noexcept;
  watcher& operator=(watcher&&) noexcept;

  /// Once it is doomed, bytes are ignored.
  watch_state feed(std::string_view chunk);
  /// The text has ended: never viable. What was is doomed, as json::reader's finish() has it, or complete
  /// if it was a number.
  watch_state finish();
  watch_state state() const noexcept;

  /// Why it is doomed; without a code if it is not. `offset` is the first byte that cannot be, the length of
  /// the text where its end cannot be.
  ///   schema_invalid  `code` is the keyword, `rule` where it stands in the schema (through $ref), `place`
  ///                   the value it speaks of; `expected` and `found` as far as they are known at that byte
  ///   duplicate_key   a member name stands twice in its object
  ///   not_json        syntax, or a limit on the text, as json::reader has it
  const problem& why() const noexcept;

  /// For those who read the text with a reader of their own: give this to it, alone or beside another
  /// handler, in place of calling feed() and finish(). `state` and `why` then say the same, but for what the
  /// reader itself refuses. It lives as long as the watcher does where it is now.
  json::token_handler& events() noexcept;
  /// Must the string that has just begun be one of a list (enum, const), on some way that is still open?
  /// False where it may as well be another: in `not`, `if`, `contains`.
  bool listed() const noexcept;

  void reset();

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

/// A keyword of a schema whose violation may show at the end of the value only, or later.
struct deferred_keyword {
  std::string place;  // of the subschema, in the schema document
  std::string_view keyword;
  /// Decided by the whole instance, which is built as a value meanwhile.
  bool whole = false;

  friend bool operator==(const deferred_keyword&, const deferred_keyword&) = default;
};

/// In the order of the schema's nodes. What is not there is decided at the first byte that decides it, as
/// long as keywords do not interact.
std::vector<deferred_keyword> deferred(const program& code);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
