// Names as they stand in a text, and how they are found.
#include "direct/planner.hpp"
#include "direct/word.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

bool stands_as_it_is(std::string_view name) {
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; });
}

name name_of(std::string_view bare, std::string_view before, std::string_view after) {
  name made;
  const std::size_t length = before.size() + bare.size() + after.size();
  if (length > name::block || !stands_as_it_is(bare)) return made;
  char* to = made.text.data();
  for (const std::string_view part : {before, bare, after}) to = std::copy(part.begin(), part.end(), to);
  made.length = static_cast<std::uint8_t>(length);
  made.mask = 0xffff'ffffU >> (name::block - length);
  made.want = made.mask;
  return made;
}

/// The first eight characters behind the opening quote.
std::uint64_t beginning_of(const name& literal) {
  return load_word(literal.text.data() + 1);
}

}  // namespace

std::vector<name>& planner::add_names(const std::vector<std::string_view>& names, std::string_view before,
                                      std::string_view after, name_list& to) {
  std::vector<name>& made = to_.names.emplace_back();
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    name& one = made.emplace_back(name_of(names[i], before, after));
    one.number = i;
    one.bit = static_cast<std::uint8_t>(names.size() > most_bits ? wide_bit : i);
  }
  made.emplace_back().number = static_cast<std::uint32_t>(names.size());
  to.first = made.data();
  to.bare = to_.bare_names.emplace_back(names).data();
  to.count = static_cast<std::uint32_t>(names.size());
  if (!hash(to)) to.slots = nullptr;
  return made;
}

std::vector<name>& planner::add_members(const std::vector<std::string_view>& names, name_list& to) {
  std::vector<name>& made = add_names(names, ",\"", "\":", to);
  for (name& one : made) one.child = refused_;
  return made;
}

/// Open addressing, at most a quarter full. False if there are too many, or too many that look alike; few
/// always find a place.
bool planner::hash(name_list& list) {
  constexpr std::size_t most_probes = most_bits;
  if (list.count >= plan::empty_slot) return false;
  const std::size_t wanted = std::bit_ceil(std::max<std::size_t>(8, list.count * std::size_t{4}));
  list.mask = static_cast<std::uint32_t>(wanted - 1);
  std::vector<std::uint16_t>& slots = to_.name_slots.emplace_back(wanted, plan::empty_slot);
  for (std::uint32_t i = 0; i < list.count; ++i) {
    std::string padded(list.bare[i]);
    padded.append(sizeof(std::uint64_t), '\0');
    std::uint64_t at = hash_name(padded.data(), list.bare[i].size()) & list.mask;
    for (std::size_t probes = 0; slots[at] != plan::empty_slot; ++probes) {
      if (probes == most_probes) return false;
      at = (at + 1) & list.mask;
    }
    slots[at] = static_cast<std::uint16_t>(i);
  }
  list.slots = slots.data();
  return true;
}

/// Precondition: at most most_bits names.
literal_part planner::add_literals(const std::vector<std::string_view>& names) {
  literal_part list;
  name_list& all = to_.name_lists.emplace_back();
  add_names(names, "\"", "\"", all);
  list.names = &all;
  list.first = all.first;
  hash_prefix(list, names.size());
  return list;
}

/// Most lists are told apart by their first few characters, as many as the shortest has with its closing
/// quote: then one multiplication finds the only name that it can be, before anybody knows where the string
/// ends. Empty slots lead to the name that never matches.
void planner::hash_prefix(literal_part& list, std::size_t count) {
  std::size_t shortest = 8;
  for (const name* one = list.first; one != list.first + count; ++one) {
    if (one->length > 0) shortest = std::min<std::size_t>(shortest, one->length - std::size_t{1});
  }
  list.prefix = ~std::uint64_t{0} >> (64 - 8 * shortest);
  const std::size_t least = std::max<std::size_t>(8, 4 * count);
  const std::size_t size = std::bit_ceil(std::max(least, count * count / 4));
  list.shift = static_cast<std::uint8_t>(64 - std::countr_zero(size));
  std::vector<std::uint8_t>& slots = to_.slots.emplace_back();
  const auto try_once = [&] {
    slots.assign(size, static_cast<std::uint8_t>(count));
    for (const name* one = list.first; one != list.first + count; ++one) {
      if (one->length == 0) continue;  // always spelt otherwise
      std::uint8_t& slot = slots[((beginning_of(*one) & list.prefix) * list.multiplier) >> list.shift];
      if (slot != count) return false;
      slot = static_cast<std::uint8_t>(one->number);
    }
    return true;
  };
  constexpr int most_tries = 64;
  std::uint64_t seed = 0x9e3779b97f4a7c15U;
  bool found = false;
  for (int i = 0; i < most_tries && !found; ++i) {
    list.multiplier = seed | 1;
    found = try_once();
    seed = seed * 6364136223846793005U + 1442695040888963407U;
  }
  if (!found) slots.assign(size, static_cast<std::uint8_t>(count));
  list.slots = slots.data();
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
