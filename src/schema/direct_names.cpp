// Names as they stand in a text, and how they are found.
#include "direct_planner.hpp"
#include "direct_word.hpp"

#include <algorithm>
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
  made.data = bare.data();
  made.size = static_cast<std::uint32_t>(bare.size());
  const std::size_t length = before.size() + bare.size() + after.size();
  if (length > name::block || !stands_as_it_is(bare)) return made;
  char* to = made.text.data();
  for (const std::string_view part : {before, bare, after}) to = std::copy(part.begin(), part.end(), to);
  made.length = static_cast<std::uint8_t>(length);
  made.mask = 0xffff'ffffU >> (name::block - length);
  made.want = made.mask;
  return made;
}

}  // namespace

name_list planner::add_members(const std::vector<std::string_view>& names) {
  name_list list{static_cast<std::uint32_t>(to_.names.size()), static_cast<std::uint32_t>(names.size()), 0,
                 0};
  for (const std::string_view one : names) to_.names.push_back(name_of(one, ",\"", "\":"));
  hash(list);
  return list;
}

name_list planner::add_literals(const std::vector<std::string_view>& names) {
  name_list list{static_cast<std::uint32_t>(to_.names.size()), static_cast<std::uint32_t>(names.size()), 0,
                 0};
  for (const std::string_view one : names) to_.names.push_back(name_of(one, "\"", "\""));
  hash(list);
  return list;
}

/// Open addressing, at most a quarter full.
void planner::hash(name_list& list) {
  for (std::uint32_t i = 0; i < list.count; ++i) {
    to_.names[list.first + i].bit = static_cast<std::uint8_t>(i % most_hashed);
  }
  if (list.count > most_hashed) return;
  std::uint32_t slots = 8;
  while (slots < list.count * 4) slots *= 2;
  list.slots = static_cast<std::uint32_t>(to_.slots.size());
  list.mask = slots - 1;
  to_.slots.resize(to_.slots.size() + slots, plan::empty_slot);
  for (std::uint32_t i = 0; i < list.count; ++i) {
    std::string padded(to_.names[list.first + i].bare());
    const std::size_t size = padded.size();
    padded.append(sizeof(std::uint64_t), '\0');
    std::uint64_t at = hash_name(padded.data(), size) & list.mask;
    while (to_.slots[list.slots + at] != plan::empty_slot) at = (at + 1) & list.mask;
    to_.slots[list.slots + at] = static_cast<std::uint8_t>(i);
  }
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
