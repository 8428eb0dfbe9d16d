#include "direct/session.hpp"

#include "nodes/hash.hpp"
#include "nodes/scalars.hpp"
#include "nodes/seen.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <span>
#include <string>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

frame* frames_of(buffers& memory) {
  constexpr std::size_t most = 1000;  // as deep as a reader goes
  if (!memory.frames) memory.frames = std::make_unique_for_overwrite<frame[]>(most + 1);
  return memory.frames.get();
}

bool store_integer(store how, std::string_view literal, void* to) {
  const auto natural = [&](std::uint8_t width) {
    const auto n = decimal::to_uint64(literal);
    return n && store_unsigned(*n, width, to);
  };
  const auto whole = [&](std::uint8_t width) {
    const auto n = decimal::to_int64(literal);
    return n && store_signed(*n, width, to);
  };
  switch (how) {
    case store::i8:
      return whole(1);
    case store::i16:
      return whole(2);
    case store::i32:
      return whole(4);
    case store::i64:
      return whole(8);
    case store::u8:
      return natural(1);
    case store::u16:
      return natural(2);
    case store::u32:
      return natural(4);
    case store::u64:
      return natural(8);
    default:
      return true;
  }
}

bool store_real(store how, std::string_view literal, void* to) {
  const auto n = decimal::to_double(literal);
  if (!n) return false;
  if (how == store::f64) {
    schema::store(to, *n);
    return true;
  }
  const auto single = static_cast<float>(*n);
  schema::store(to, single);
  return std::isfinite(single);
}

bool store_number(store how, std::string_view literal, void* to) {
  return how == store::f32 || how == store::f64 ? store_real(how, literal, to)
                                                : store_integer(how, literal, to);
}

}  // namespace

session::session(const plan& p, std::string_view whole, buffers& used, const session_limits& allowed)
    : code(p),
      text(whole),
      memory(used),
      limits(allowed),
      frames(frames_of(used)),
      last(frames + allowed.max_depth),
      again_left_(4 * whole.size() + (std::size_t{64} << 10U)),
      work_left_(granted_evaluations + allowed.validation.max_cursors * (whole.size() / 8 + 1)) {
  memory.texts.clear();
  memory.words.clear();
}

char* session::room() {
  if (top != nullptr) return top;
  const std::size_t wanted = text.size() + padding;
  if (memory.arena_size < wanted) {
    memory.arena_size = 0;
    memory.arena.reset(new char[wanted]);
    memory.arena_size = wanted;
  }
  return top = memory.arena.get();
}

bool session::look_again(std::size_t bytes) noexcept {
  if (bytes > again_left_) return doubt();
  again_left_ -= bytes;
  return true;
}

bool session::charge(std::uint64_t work) noexcept {
  if (work > work_left_) return doubt();
  work_left_ -= work;
  return true;
}

// ---- leaves ------------------------------------------------------------------------------------------

bool session::fits(std::uint32_t demand, std::string_view decoded) const {
  return schema::fits(*code.source, code.demands[demand], json::kind::string, decoded);
}

bool session::number(const instruction& n, std::string_view literal, void* to) {
  const std::uint32_t demand = n.kind == op::integer ? n.integer.demand : n.number.demand;
  if (!schema::fits(*code.source, code.demands[demand], json::kind::number, literal)) return false;
  return n.how == store::nothing || store_number(n.how, literal, to) || doubt();
}

// ---- objects -----------------------------------------------------------------------------------------

void session::open_object(frame& f) {
  const object_rest& rest = rest_of(f);
  f.base = static_cast<std::uint32_t>(memory.texts.size());
  f.mark = top;
  if (rest.map != nullptr) rest.map->reset(f.to);
  if (!rest.wide) return;
  f.seen = memory.words.size();
  memory.words.resize(memory.words.size() + f.n->object.names.count / 64 + 1, 0);
}

const instruction* session::other_member(frame& f, std::string_view name, char*& to) {
  const object_rest& rest = rest_of(f);
  if (rest.known && !rest.rare) return rest.other;
  keep(name);
  memory.texts.push_back(name);
  if (rest.map != nullptr) {
    to = static_cast<char*>(rest.map->insert(f.to, std::string(name)));
    if (to == nullptr) {  // there twice, at least for the map
      doubt();
      return nullptr;
    }
  }
  if (!charge_text(name.size())) return nullptr;
  if (!rest.rare) return rest.other;
  if (rest.name_demand != none && !fits(rest.name_demand, name)) return nullptr;
  return rest.patterns.empty() ? rest.other : member_by_patterns(rest, name);
}

const instruction* session::member_by_patterns(const object_rest& rest, std::string_view name) {
  const std::size_t count = rest.patterns.size();
  if (!charge(count * (2 + name.size() / bytes_a_value))) return nullptr;
  if (count <= most_combined) {
    std::uint64_t match = 0;
    for (std::size_t i = 0; i < count; ++i) {
      match |= std::uint64_t{rest.patterns[i].match->found_in(name)} << i;
    }
    return rest.pattern_children[match];
  }
  std::vector<std::uint32_t>& found = memory.found;
  found.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (rest.patterns[i].match->found_in(name)) found.push_back(i);
  }
  if (found.empty()) return rest.other;
  if (found.size() == 1) return rest.pattern_children[found.front()];
  memory.nodes = rest.nodes_for(
      [&](std::size_t i) { return std::ranges::binary_search(found, static_cast<std::uint32_t>(i)); });
  memory.several = instruction(slow_part{memory.nodes.data(), memory.nodes.size(), nullptr});
  return &memory.several;
}

const name* session::find_name(const frame& f, std::string_view name) {
  index hint = 0;
  const index number = rest_of(f).table->find(name, hint);
  return number == none ? nullptr : f.n->object.names.first + number;
}

bool session::seen(const frame& f, std::uint32_t number) const {
  const std::uint64_t word = rest_of(f).wide ? memory.words[f.seen + number / 64] : f.seen;
  return ((word >> (number % 64)) & 1U) != 0;
}

bool session::all_required(const frame& f) const {
  if (!rest_of(f).wide) return (f.n->object.required & ~f.seen) == 0;
  return std::ranges::all_of(rest_of(f).required, [&](std::uint32_t i) { return seen(f, i); });
}

bool session::fits_rare(const frame& f, std::size_t others) const {
  const object_rest& rest = rest_of(f);
  const std::size_t count = rest.wide ? f.n->object.names.count / 64 + 1 : 1;
  const std::uint64_t* const words = rest.wide ? &memory.words[f.seen] : &f.seen;
  std::size_t members = others;
  for (std::size_t w = 0; w < count; ++w) members += static_cast<std::size_t>(std::popcount(words[w]));
  if (members < rest.min_members || members > rest.max_members) return false;
  if (rest.dependents.empty()) return true;
  const auto holds = [&](std::uint32_t number) {
    for (std::uint32_t i = rest.first_dependent[number]; i != none; i = rest.dependents[i].next) {
      const object_rest::needs& needs = rest.dependents[i];
      if (!std::ranges::all_of(needs.names, [&](std::uint32_t k) { return seen(f, k); })) return false;
    }
    return true;
  };
  for (std::size_t w = 0; w < count; ++w) {
    if (!each_bit(words[w], static_cast<std::uint32_t>(w * 64), holds)) return false;
  }
  return true;
}

/// Of an object that is open, wide or has rare rules.
bool session::close_object(frame& f) {
  const object_rest& rest = rest_of(f);
  const std::span<std::string_view> others = items_of(f);
  if (rest.wide && !charge(f.n->object.names.count / 64)) return false;
  if (!all_required(f) || (rest.rare && !fits_rare(f, others.size()))) return false;
  if (!rest.known && !all_differ(others)) return false;
  memory.texts.resize(f.base);
  if (rest.wide) memory.words.resize(f.seen);
  top = f.mark;
  return true;
}

// ---- arrays ------------------------------------------------------------------------------------------

/// Hashed where they are many, and sorted should somebody have made hashes collide.
bool session::all_differ(std::span<std::string_view> texts) {
  constexpr std::size_t few = 8;
  if (texts.size() <= few) {
    for (std::size_t i = 1; i < texts.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (texts[i] == texts[k]) return false;
      }
    }
    return true;
  }
  const std::size_t size = std::bit_ceil(4 * texts.size());
  memory.table.assign(size, 0);
  std::size_t probes_left = 8 * texts.size();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::size_t at = hash_text(texts[i]) & (size - 1);
    for (; memory.table[at] != 0; at = (at + 1) & (size - 1)) {
      if (texts[memory.table[at] - 1] == texts[i]) return false;
      if (probes_left-- == 0) return all_differ_sorted(texts);
    }
    memory.table[at] = static_cast<std::uint32_t>(i + 1);
  }
  return true;
}

bool session::all_differ_sorted(std::span<std::string_view> texts) {
  std::ranges::sort(texts, [](std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return std::ranges::adjacent_find(texts) == texts.end();
}

bool session::all_differ(const frame& f, const char* end, std::size_t depth) {
  const std::string_view whole(f.begin, static_cast<std::size_t>(end - f.begin));
  value array;
  if (!look_again(whole.size()) || !read(whole, depth, array)) return false;
  const uniqueness_verdict verdict = find_repeated(array.items(), limits.max_depth - depth);
  if (verdict.what == uniqueness::too_deep) return doubt();
  return verdict.what == uniqueness::unique;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
