// Strict RFC 8259, resumable at every byte.
//
// One machine reads a whole text and any chunking of it: the events, their offsets and the error are
// the same. Duplicate member names are legal here (section 4 of the RFC leaves them to the receiver);
// `read` reports them, and `ask` and `validate` make them failures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

/// Each limit has the name that appears as `code` in the problem when it is exceeded.
struct read_limits {
  std::size_t max_bytes = std::size_t{64} << 20;
  std::size_t max_depth = 1000;
};

/// Receives what a reader sees. Text views live only during the call; offsets are bytes from the
/// start of the whole text, `begin` inclusive, `end` exclusive. Returning false stops the reader with
/// the error code "stopped"; so does an exception, as kind invalid_argument (std::bad_alloc passes
/// through and leaves the reader stopped). A handler must not call the reader that calls it.
class handler {
 public:
  virtual ~handler() = default;
  virtual bool on_null(source_span where) = 0;
  virtual bool on_boolean(bool b, source_span where) = 0;
  /// The literal, as written.
  virtual bool on_number(std::string_view literal, source_span where) = 0;
  /// Decoded, whole, valid UTF-8; `where` includes the quotes.
  virtual bool on_string(std::string_view text, source_span where) = 0;
  virtual bool on_name(std::string_view text, source_span where) = 0;
  virtual bool on_begin_array(std::uint64_t at) = 0;
  virtual bool on_end_array(source_span where) = 0;
  virtual bool on_begin_object(std::uint64_t at) = 0;
  virtual bool on_end_object(source_span where) = 0;
};

/// A handler that hears of tokens before they are whole, to judge a text byte by byte. Everything that
/// `handler` says holds for these too; the event of the whole token follows as ever.
class token_handler : public handler {
 public:
  /// The first byte of a string, number, true, false or null.
  virtual bool on_begin_scalar(char first, std::uint64_t at) = 0;
  virtual bool on_begin_name(std::uint64_t at) = 0;
  /// More of the string or name, decoded, or of the number. A piece may end within a code point. Its bytes
  /// stand at `at` and behind, one by one; those of an escape all stand at the escape's last byte (of a
  /// surrogate pair, the pair's) and come alone.
  virtual bool on_text(std::string_view piece, std::uint64_t at, bool escaped) = 0;
  /// An escape as far as its byte at `at`: the code point will not lie outside of [first, last].
  virtual bool on_escape(std::uint32_t first, std::uint32_t last, std::uint64_t at) = 0;
  /// Another item or member must follow.
  virtual bool on_comma(std::uint64_t at) = 0;
};

/// Feed bytes, then finish. After the first error every call fails with the same one. No allocation
/// in the steady state once its buffers have grown to the largest split token. One thread at a time. A
/// reader that was moved from can only be assigned to or destroyed.
class reader {
 public:
  explicit reader(handler& to, read_limits limits = {});
  explicit reader(token_handler& to, read_limits limits = {});
  ~reader();
  reader(reader&&) noexcept;
  reader& operator=(reader&&) noexcept;

  /// False on error; `error()` then says what and where.
  bool feed(std::string_view chunk);
  /// End of text: false if it ended in the middle (code "unexpected_end") or was empty ("empty").
  bool finish();
  /// True once one whole value has been read (white space may follow; a top-level number is complete
  /// only at finish()).
  bool complete() const noexcept;
  /// Bytes consumed so far; after an error, its offset.
  std::uint64_t position() const noexcept;
  /// kind not_json; `code` one of: empty, unexpected_byte, unexpected_end, invalid_utf8,
  /// invalid_escape, lone_surrogate, control_character, invalid_number, trailing_bytes, max_depth,
  /// max_bytes, stopped; `offset` is that of the first byte that cannot be. Without an error: empty.
  const problem& error() const noexcept;
  /// Ready for another text, buffers kept.
  void reset();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

struct document {
  value root;
  /// One problem (kind duplicate_key, code "duplicate_key", place = pointer of the object's member,
  /// offset of the later name) per repeated name, in the order of the text. Only the first max_duplicates
  /// are listed, fewer if their pointers together would be longer than twice the text plus 64 KiB.
  problems duplicates;

  static constexpr std::size_t max_duplicates = 100;
};

/// Reads a whole text into a value with source spans.
result<document> read(std::string_view text, const read_limits& limits = {});

/// As `read`, and a repeated name is an error.
result<value> read_unique(std::string_view text, const read_limits& limits = {});

/// Line and column (both from 1, column in code points) of a byte offset, for messages to people.
struct text_position {
  std::size_t line = 1;
  std::size_t column = 1;
};
text_position locate(std::string_view text, std::uint64_t offset) noexcept;

}  // namespace json
}  // namespace v0
}  // namespace tenon
