// Looking into JSON that others wrote: a part that is missing, null or of another type reads as "not said",
// and nothing here fails.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// The member of this name; null pointer if there is none, if it is null, or if `of` is no object.
const value* member_of(const value& of, std::string_view name) noexcept;
/// The same through several objects.
const value* member_of(const value& of, std::initializer_list<std::string_view> path) noexcept;

/// The string there; empty if there is none. Lives as long as `of`.
std::string_view text_of(const value& of, std::string_view name) noexcept;
std::string_view text_of(const value& of, std::initializer_list<std::string_view> path) noexcept;

/// A word that may be written as a string or a number ("429", 429); empty if it is neither.
std::string word_of(const value& of, std::string_view name);

/// The items there; none if it is no array.
std::span<const value> items_of(const value& of, std::string_view name) noexcept;

/// True only where `true` stands.
bool flag_of(const value& of, std::string_view name) noexcept;

/// A count as providers write it: 12, 12.0, "12"; a fraction is dropped. Empty if nothing is said, if it is
/// negative, or if it is beyond 2^53.
std::optional<std::uint64_t> count_from(const value& v) noexcept;
std::optional<std::uint64_t> count_from(std::string_view text) noexcept;
std::optional<std::uint64_t> count_of(const value& of, std::string_view name) noexcept;
std::optional<std::uint64_t> count_of(const value& of, std::initializer_list<std::string_view> path) noexcept;

}  // namespace wire
}  // namespace v0
}  // namespace tenon
