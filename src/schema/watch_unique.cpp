// Items that must differ, and names that must not repeat.
//
// Items are compared by hashes that are gathered while they are written. Only where two are equal are the
// items read again, from the bytes of the outermost such array, which are kept for this.
#include "watch_machine.hpp"

#include <algorithm>
#include <cassert>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

void watch_machine::start_recording(frame& f) {
  f.recorded = true;
  if (recording_++ > 0) return;
  record_.clear();
  record_begin_ = f.begin;
}

void watch_machine::stop_recording() noexcept {
  --recording_;
}

void watch_machine::end_chunk() {
  if (recording_ > 0) record_to(chunk_begin_ + chunk_.size());
  chunk_begin_ += chunk_.size();
  chunk_ = {};
}

/// Everything up to this offset has been read.
void watch_machine::record_to(std::uint64_t end) {
  const std::uint64_t from = record_begin_ + record_.size();
  if (end <= from) return;
  assert(from >= chunk_begin_);
  record_.append(
      chunk_.substr(static_cast<std::size_t>(from - chunk_begin_), static_cast<std::size_t>(end - from)));
}

result<value> watch_machine::read_again(std::uint64_t begin, std::uint64_t size) {
  record_to(begin + size);
  const auto at = static_cast<std::size_t>(begin - record_begin_);
  auto made = json::read(std::string_view(record_).substr(at, static_cast<std::size_t>(size)));
  if (!made) return made.error();
  return std::move(made->root);
}

bool watch_machine::note_item(std::uint64_t hash, std::uint64_t begin, std::uint64_t end) {
  frame& f = frames_.back();
  const seen_stack::entry one{.hash = hash, .begin = begin, .size = end - begin, .owner = f.seen};
  if (f.crowded) return true;  // all are compared at the end
  const auto same = [&](const seen_stack::entry& other) {
    const auto a = read_again(other.begin, other.size);
    const auto b = read_again(one.begin, one.size);
    return a && b && equal_values(*a, *b);
  };
  switch (seen_.add(one, same)) {
    case seen_stack::outcome::fresh:
      return true;
    case seen_stack::outcome::repeated:
      return fail_unique(f);
    case seen_stack::outcome::crowded:
      f.crowded = true;
      return true;
  }
  return true;
}

bool watch_machine::fail_unique(const frame& f) {
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::items) == 0 || !d_.array_rules[d_.nodes[c.node].array].unique) continue;
    if (!kill(c.branch, because(reason::what::unique_items, c))) return false;
  }
  return true;
}

bool watch_machine::end_crowded_items(const frame& f, std::uint64_t end) {
  const auto all = read_again(f.begin, end - f.begin);
  const bool differ = all && find_repeated(all->items()).what == uniqueness::unique;
  return differ || fail_unique(f);
}

/// A name that no cursor has ticked off. It stands behind the names that are kept.
bool watch_machine::note_name(frame& f, std::uint64_t hash) {
  const seen_stack::entry one{.hash = hash, .begin = f.name_begin, .size = f.name_size, .owner = f.seen};
  const auto same = [&](const seen_stack::entry& other) { return letters_of(other) == letters_of(one); };
  auto found = seen_stack::outcome::crowded;
  if (f.crowded) {
    seen_.collect(one);
  } else {
    found = seen_.add(one, same);
  }
  if (found == seen_stack::outcome::repeated) return doom_repeated(letters_of(one));
  f.crowded = found == seen_stack::outcome::crowded;
  f.kept = f.name_begin + f.name_size;
  return true;
}

std::string_view watch_machine::letters_of(const seen_stack::entry& e) const noexcept {
  return std::string_view(letters_).substr(static_cast<std::size_t>(e.begin),
                                           static_cast<std::size_t>(e.size));
}

bool watch_machine::doom_repeated(std::string_view name) {
  return doom({.kind = reason::what::repeated_name, .text = name});
}

bool watch_machine::end_crowded_names(const frame& f) {
  std::vector<std::string_view> names;
  for (const seen_stack::entry& e : seen_.from(f.seen)) names.push_back(letters_of(e));
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  return twice == names.end() || doom_repeated(*twice);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
