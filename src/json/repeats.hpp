// Member names that repeat within one object. No choice of names makes any of this quadratic.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <tenon/problem.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

/// True if two members have the same name. `names` is room to work in.
bool has_repeats(std::span<const member> members, std::vector<std::string_view>& names);

/// The problems that `document::duplicates` promises for a text of this size.
problems list_repeats(const value& root, std::size_t text_size);

}  // namespace json
}  // namespace v0
}  // namespace tenon
