// The machine behind `reader`: a loop over the table in reader_table.hpp. It is compiled once for each kind
// of handler, in a source file of its own: only then is all of the loop inlined, and those that want no
// pieces of tokens pay nothing for them.
//
// Between two calls of feed() it stands at any byte of the grammar. A token that lies within one chunk
// is handed on as a view into it; what a chunk's end or an escape cuts is gathered in `text_`, which is
// reused. The trap: `kept` (the part of the token in this chunk that is not in `text_` yet) means
// something only while `keeps_text(at)`.
#pragma once

#include "reader_error.hpp"
#include "reader_escape.hpp"
#include "reader_table.hpp"
#include "skip_plain.hpp"
#include "text_buffer.hpp"

#include <exception>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

using table::action;

struct reader::state {
  explicit state(bool with_tokens) : hears_tokens(with_tokens) {}
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  virtual ~state() = default;
  virtual bool feed(std::string_view chunk) = 0;
  virtual bool finish() = 0;
  virtual bool complete() const noexcept = 0;
  virtual void reset() = 0;

  const bool hears_tokens;
  std::uint64_t position = 0;
  problem error;

  template <class Target>
  class machine;
};

/// `Target` is handler or token_handler.
template <class Target>
class reader::state::machine final : public reader::state {
  static constexpr bool in_pieces = std::is_same_v<Target, token_handler>;

 public:
  machine(Target& to, read_limits limits) : state(in_pieces), to_(&to), limits_(limits) {}

  bool feed(std::string_view chunk) override {
    if (failed_) return false;
    const std::uint64_t room = limits_.max_bytes - position;
    try {
      if (chunk.size() <= room) return run(chunk);
      return run(chunk.substr(0, static_cast<std::size_t>(room))) && too_long();
    } catch (const std::bad_alloc&) {
      out_of_memory();
      throw;
    }
  }

  bool finish() override {
    if (failed_) return false;
    try {
      if (open_.empty() && table::ends_number(at_)) {
        if (!end_number({}, position)) return false;
        at_ = table::state::done;
      }
      return at_ == table::state::done || fail(bad_end(at_, open_.empty(), position));
    } catch (const std::bad_alloc&) {
      out_of_memory();
      throw;
    }
  }

  bool complete() const noexcept override { return !failed_ && at_ == table::state::done; }

  void reset() override {
    at_ = table::state::start;
    after_ = table::state::done;
    failed_ = false;
    position = 0;
    text_.clear();
    open_.clear();
    error = {};
  }

 private:
  // Failing is kept out of the way of the loop: no inlining, so that its strings cost no registers there.

  [[gnu::cold, gnu::noinline]] bool fail(problem why) {
    failed_ = true;
    position = *why.offset;
    error = std::move(why);
    return false;
  }
  [[gnu::cold, gnu::noinline]] bool reject(table::state at, std::uint8_t byte, std::uint64_t offset) {
    return fail(bad_byte(at, open_.empty(), byte, offset));
  }
  [[gnu::cold, gnu::noinline]] bool too_long() {
    return fail(stop(failure_kind::not_json, "max_bytes", "the text is too long",
                     "at most " + std::to_string(limits_.max_bytes) + " bytes", position));
  }
  [[gnu::cold, gnu::noinline]] bool too_deep(std::uint64_t offset) {
    return fail(stop(failure_kind::not_json, "max_depth", "the value is nested too deeply",
                     "at most " + std::to_string(limits_.max_depth) + " open containers", offset));
  }
  [[gnu::cold, gnu::noinline]] bool stopped(failure_kind kind, std::string_view why, std::uint64_t offset) {
    return fail(stop(kind, "stopped", why, "", offset));
  }
  /// In the middle of a chunk: what has been read is lost, so nothing may follow.
  [[gnu::cold, gnu::noinline]] void out_of_memory() noexcept {
    failed_ = true;
    error.code = "stopped";  // short enough to need no memory
    error.offset = position;
  }

  /// Hands an event to the user, whose exceptions must not get through.
  template <class Event>
  bool tell(std::uint64_t offset, Event event) {
    try {
      if (event(*to_)) return true;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (...) {
      return stopped(failure_kind::invalid_argument, "the handler threw an exception", offset);
    }
    return stopped(failure_kind::not_json, "the handler stopped the reader", offset);
  }

  bool begin_container(bool object, std::uint64_t offset) {
    if (open_.size() >= limits_.max_depth) return too_deep(offset);
    open_.push_back(offset << 1U | (object ? 1U : 0U));
    after_ = object ? table::state::after_member : table::state::after_item;
    return tell(offset,
                [&](Target& h) { return object ? h.on_begin_object(offset) : h.on_begin_array(offset); });
  }

  bool end_container(bool object, std::uint64_t offset) {
    const source_span where{open_.back() >> 1U, offset + 1};
    open_.pop_back();
    after_ = open_.empty()              ? table::state::done
             : (open_.back() & 1U) != 0 ? table::state::after_member
                                        : table::state::after_item;
    return tell(offset, [&](Target& h) { return object ? h.on_end_object(where) : h.on_end_array(where); });
  }

  // What only a token_handler hears.

  bool tell_piece(std::string_view rest, std::uint64_t end) {
    if constexpr (in_pieces) {
      if (rest.empty()) return true;
      return tell(end, [&](Target& h) { return h.on_text(rest, end - rest.size(), false); });
    }
    return true;
  }
  bool tell_begin(std::uint8_t byte, std::uint64_t at) {
    if constexpr (in_pieces) {
      return tell(at, [&](Target& h) { return h.on_begin_scalar(static_cast<char>(byte), at); });
    }
    return true;
  }
  bool tell_name(std::uint64_t at) {
    if constexpr (in_pieces) return tell(at, [&](Target& h) { return h.on_begin_name(at); });
    return true;
  }
  /// A comma at a place where nothing else happens.
  bool tell_comma(std::uint8_t byte, const char* p, const char* begin) {
    if constexpr (in_pieces) {
      if (byte != ',') return true;
      const std::uint64_t at = position + static_cast<std::uint64_t>(p - begin);
      return tell(at, [&](Target& h) { return h.on_comma(at); });
    }
    return true;
  }
  bool tell_escape(table::state next, std::uint64_t at) {
    if constexpr (in_pieces) {
      const code_points within = possible(next, unit_, high_);
      return tell(at, [&](Target& h) { return h.on_escape(within.first, within.last, at); });
    }
    return true;
  }
  bool tell_escaped(std::string_view encoded, std::uint64_t at) {
    if constexpr (in_pieces) return tell(at, [&](Target& h) { return h.on_text(encoded, at, true); });
    return true;
  }

  /// The text of the token that ends with `rest`.
  std::string_view whole_text(std::string_view rest) {
    if (text_.empty()) return rest;
    text_.append(rest);
    return text_.view();
  }

  bool end_string(std::string_view rest, std::uint64_t offset) {
    if (!tell_piece(rest, offset)) return false;
    const std::string_view text = whole_text(rest);
    const source_span where{token_, offset + 1};
    const bool more =
        tell(offset, [&](Target& h) { return is_name_ ? h.on_name(text, where) : h.on_string(text, where); });
    text_.clear();
    return more;
  }

  bool end_number(std::string_view rest, std::uint64_t offset) {
    if (!tell_piece(rest, offset)) return false;
    const std::string_view text = whole_text(rest);
    const bool more = tell(offset, [&](Target& h) { return h.on_number(text, {token_, offset}); });
    text_.clear();
    return more;
  }

  bool end_word(action what, std::uint64_t offset) {
    const source_span where{token_, offset + 1};
    return tell(offset, [&](Target& h) {
      return what == action::end_null ? h.on_null(where) : h.on_boolean(what == action::end_true, where);
    });
  }

  /// Where the machine stands in a chunk.
  struct cursor {
    const char* begin;
    const char* p;
    const char* kept;  // the token's bytes from here to p are not in text_ yet
    table::state at;

    std::string_view rest() const noexcept { return {kept, static_cast<std::size_t>(p - kept)}; }
  };

  bool run(std::string_view chunk) {
    const char* const begin = chunk.data();
    const char* const end = begin + chunk.size();
    cursor c{begin, begin, begin, at_};
    if (c.at == table::state::string) c.p = skip_plain(c.p, end);
    while (c.p != end) {
      const auto byte = static_cast<std::uint8_t>(*c.p);
      const table::cell next = table::cells[static_cast<std::size_t>(c.at)][byte];
      if (table::action_of(next) == action::none) {
        if (!tell_comma(byte, c.p, begin)) return false;
        c.at = table::next_of(next);
        ++c.p;
        continue;
      }
      if (!act(next, byte, c)) return false;
      if (c.at == table::state::string) c.p = skip_plain(c.p, end);
    }
    if (table::keeps_text(c.at)) {
      if (!tell_piece(c.rest(), position + chunk.size())) return false;
      text_.append(c.rest());
    }
    at_ = c.at;
    position += chunk.size();
    return true;
  }

  /// Does what the table asks for at this byte and consumes it, unless it only ends a number.
  bool act(table::cell next, std::uint8_t byte, cursor& c) {
    const std::uint64_t offset = position + static_cast<std::uint64_t>(c.p - c.begin);
    const action what = table::action_of(next);
    const table::state before = std::exchange(c.at, table::next_of(next));
    switch (what) {
      case action::none:
      case action::reject:
        // What stood before the bad byte is told first: it may be worse.
        return (!table::keeps_text(before) || tell_piece(c.rest(), offset)) && reject(before, byte, offset);
      case action::begin_object:
      case action::begin_array:
        if (!begin_container(what == action::begin_object, offset)) return false;
        break;
      case action::end_object:
      case action::end_array:
        if (!end_container(what == action::end_object, offset)) return false;
        c.at = after_;
        break;
      case action::begin_string:
      case action::begin_name:
        is_name_ = what == action::begin_name;
        if (!(is_name_ ? tell_name(offset) : tell_begin(byte, offset))) return false;
        token_ = offset;
        c.kept = c.p + 1;
        break;
      case action::end_string:
        if (!end_string(c.rest(), offset)) return false;
        c.at = is_name_ ? table::state::colon : after_;
        break;
      case action::begin_number:
        c.kept = c.p;
        [[fallthrough]];
      case action::begin_word:
        if (!tell_begin(byte, offset)) return false;
        token_ = offset;
        break;
      case action::end_number:
        c.at = after_;
        return end_number(c.rest(), offset);
      case action::end_true:
      case action::end_false:
      case action::end_null:
        if (!end_word(what, offset)) return false;
        c.at = after_;
        break;
      case action::end_character:
        break;
      case action::begin_escape:
        if (!tell_piece(c.rest(), offset) || !tell_escape(c.at, offset)) return false;
        text_.append(c.rest());
        unit_ = 0;
        break;
      case action::hex_digit:
        add_digit(byte);
        if (!tell_escape(c.at, offset)) return false;
        break;
      case action::simple_escape:
      case action::hex_end:
      case action::high_end:
      case action::low_end:
        if (!end_escape(what, byte, offset)) return false;
        c.kept = c.p + 1;
        break;
    }
    ++c.p;
    return true;
  }

  void add_digit(std::uint8_t byte) noexcept { unit_ = unit_ << 4U | hex_value(byte); }

  bool end_escape(action what, std::uint8_t byte, std::uint64_t offset) {
    std::uint32_t code = 0;
    if (what == action::simple_escape) {
      code = static_cast<unsigned char>(unescaped(static_cast<char>(byte)));
    } else {
      add_digit(byte);
      if (what == action::high_end) {
        high_ = std::exchange(unit_, 0);
        return tell_escape(table::state::low_backslash, offset);
      }
      code = what == action::hex_end ? unit_ : paired(high_, unit_);
    }
    std::string encoded;  // at most four bytes: no memory needed
    utf8::append(encoded, code);
    if (!tell_escaped(encoded, offset)) return false;
    text_.append(encoded);
    return true;
  }

  Target* to_;
  read_limits limits_;
  table::state at_ = table::state::start;
  table::state after_ = table::state::done;  // where the machine goes when the value at hand ends
  bool is_name_ = false;
  bool failed_ = false;
  std::uint64_t token_ = 0;  // offset where the token at hand began
  std::uint32_t unit_ = 0;   // of a \u escape, as far as read
  std::uint32_t high_ = 0;
  text_buffer text_;
  std::vector<std::uint64_t> open_;  // offset of the bracket times two, plus one for an object
};

}  // namespace json
}  // namespace v0
}  // namespace tenon
