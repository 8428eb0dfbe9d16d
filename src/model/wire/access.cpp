#include "access.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

// Up to here a double holds every integer; no count of tokens or requests comes near.
constexpr double largest_count = 9007199254740992.0;

std::optional<double> number_in(std::string_view text) noexcept {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

const value* member_of(const value& of, std::string_view name) noexcept {
  const value* found = of.find(name);
  return found == nullptr || found->is_null() ? nullptr : found;
}

const value* member_of(const value& of, std::initializer_list<std::string_view> path) noexcept {
  const value* at = &of;
  for (const auto name : path) {
    at = member_of(*at, name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::string_view text_of(const value& of, std::string_view name) noexcept {
  return text_of(of, {name});
}

std::string_view text_of(const value& of, std::initializer_list<std::string_view> path) noexcept {
  const value* found = member_of(of, path);
  return found != nullptr && found->is_string() ? found->string() : std::string_view();
}

std::string word_of(const value& of, std::string_view name) {
  const value* found = member_of(of, name);
  if (found == nullptr) return {};
  if (found->is_string()) return std::string(found->string());
  return found->is_number() ? std::string(found->literal()) : std::string();
}

std::span<const value> items_of(const value& of, std::string_view name) noexcept {
  const value* found = member_of(of, name);
  return found != nullptr && found->is_array() ? found->items() : std::span<const value>();
}

bool flag_of(const value& of, std::string_view name) noexcept {
  const value* found = member_of(of, name);
  return found != nullptr && found->is_boolean() && found->boolean();
}

std::optional<std::uint64_t> count_from(std::string_view text) noexcept {
  const auto number = number_in(text);
  if (!number || !std::isfinite(*number) || *number < 0 || *number > largest_count) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

std::optional<std::uint64_t> count_from(const value& v) noexcept {
  if (v.is_number()) return count_from(v.literal());
  return v.is_string() ? count_from(v.string()) : std::nullopt;
}

std::optional<std::uint64_t> count_of(const value& of, std::string_view name) noexcept {
  return count_of(of, {name});
}

std::optional<std::uint64_t> count_of(const value& of,
                                      std::initializer_list<std::string_view> path) noexcept {
  const value* found = member_of(of, path);
  return found == nullptr ? std::nullopt : count_from(*found);
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
