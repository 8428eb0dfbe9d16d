// What one run of the direct driver keeps in memory, and the parts of it that are not hot.
//
// Nothing here depends on the width of vectors, so it is compiled once. Every function that can say no
// answers false or a null pointer: then the text does not fit, or, where `unsure` is set, one pass cannot
// tell (a limit, a number that the C++ type cannot hold …) and the slow path decides.
#pragma once

#include "direct/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <tenon/builder.hpp>
#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// Bytes behind a text that can be read; the first of them is zero, which no text can contain.
inline constexpr std::size_t padding = 64;

/// An open array or object.
struct frame {
  const instruction* n;
  const name* expected;  // what most likely comes next; never matches where that is no name
  char* to;
  std::uint64_t seen;   // names or literals, a bit each; wide: where the words begin
  std::uint32_t next;   // number of the item
  std::uint32_t count;  // elements that a list had
  char* data;           // of that list
  const char* begin;    // where the array begins in the text
  const char* item;     // and its item
  char* mark;           // of the arena, where names are kept
  std::uint32_t base;   // in buffers::texts
};

/// Memory that is used again for the next text of the thread.
struct buffers {
  std::unique_ptr<frame[]> frames;
  std::unique_ptr<char[]> arena;
  std::size_t arena_size = 0;
  std::unique_ptr<char[]> copy;
  std::size_t copy_size = 0;
  std::vector<std::string_view> texts;  // names of open objects, items of arrays that must differ
  std::vector<std::uint64_t> words;     // names seen by wide objects
  std::vector<std::uint32_t> table;     // of texts, to find those that are there twice
  std::vector<std::uint32_t> found;     // numbers of the patterns that match one name
  std::vector<index> nodes;             // that apply to its member then
  instruction several;                  // for that member
  json::builder built;
};

struct session_limits {
  std::size_t max_depth = 1000;
  validate_options validation = {};
};

class session {
 public:
  session(const plan& p, std::string_view whole, buffers& used, const session_limits& allowed);

  const plan& code;
  const std::string_view text;
  buffers& memory;
  const session_limits& limits;
  frame* const frames;
  frame* const last;    // of frames: as deep as it may go
  char* top = nullptr;  // of the arena; what is decoded stands there until the next string, unless it is kept
  bool unsure = false;

  bool doubt() noexcept {
    unsure = true;
    return false;
  }

  /// Where a decoded string may be written: as long as the whole text, and `padding` behind it.
  char* room();
  void keep(std::string_view decoded) noexcept {
    if (decoded.data() == top) top += decoded.size();
  }
  /// Bytes that are looked at twice; too many are a doubt.
  bool look_again(std::size_t bytes) noexcept;
  /// Work that schema and text make together, in the units of `run`; so is too much of it.
  bool charge(std::uint64_t work) noexcept;
  /// That of looking at so many bytes.
  bool charge_text(std::size_t bytes) noexcept {
    return bytes < bytes_a_value || charge(bytes / bytes_a_value);
  }

  // Leaves.
  bool fits(std::uint32_t demand, std::string_view decoded) const;
  /// A search that ends undecided is a doubt.
  bool matches(const pattern& p, std::string_view decoded) {
    const search_outcome found = p.search(decoded);
    if (found == search_outcome::undecided) unsure = true;
    return found == search_outcome::found;
  }
  /// A literal of any form and length, checked and stored.
  bool number(const instruction& n, std::string_view literal, void* to);

  // Objects.
  void open_object(frame& f);
  /// The instruction for a member that is not declared; null: none may be there. `to` is its entry in a map.
  const instruction* other_member(frame& f, std::string_view name, char*& to);
  /// In a list that is not hashed.
  static const name* find_name(const frame& f, std::string_view name);
  /// False if it has been seen before.
  bool mark_wide(const frame& f, std::uint32_t number) {
    std::uint64_t& word = memory.words[f.seen + number / 64];
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }
  static const object_rest& rest_of(const frame& f) { return *f.n->object.rest; }
  bool close_object(frame& f);

  // Arrays whose items must differ.
  void open_unique(frame& f) const { f.base = static_cast<std::uint32_t>(memory.texts.size()); }
  void note_item(const char* begin, const char* end) {
    memory.texts.emplace_back(begin, static_cast<std::size_t>(end - begin));
  }
  std::span<std::string_view> items_of(const frame& f) { return std::span(memory.texts).subspan(f.base); }
  /// Are they decoded strings that all differ?
  bool all_differ(std::span<std::string_view> texts);
  static bool all_differ_sorted(std::span<std::string_view> texts);
  /// Of any kind.
  bool all_differ(const frame& f, const char* end, std::size_t depth);
  void close_unique(const frame& f) { memory.texts.resize(f.base); }

  // Trials. One that ends early leaves open what it had opened.
  struct place {
    char* top;
    std::size_t texts;
    std::size_t words;
  };
  place here() const noexcept { return {top, memory.texts.size(), memory.words.size()}; }
  void back_to(const place& before) {
    top = before.top;
    memory.texts.resize(before.texts);
    memory.words.resize(before.words);
  }

  /// The value of this text through the walker, then bound.
  bool slow(const slow_part& part, std::string_view part_text, std::size_t depth, void* to);

 private:
  bool read(std::string_view part_text, std::size_t depth, value& to);
  const instruction* member_by_patterns(const object_rest& rest, std::string_view name);
  bool fits_rare(const frame& f, std::size_t others) const;
  bool seen(const frame& f, std::uint32_t number) const;
  bool all_required(const frame& f) const;

  static constexpr std::size_t bytes_a_value = 64;  // as the walker counts them

  std::size_t again_left_;
  std::uint64_t work_left_;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
