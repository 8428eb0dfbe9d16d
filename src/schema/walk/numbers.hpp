// Bounds and multiples, decided on the literals. Short numbers, which are nearly all, are decided in
// machine words without allocation; the rest by exact decimal arithmetic.
#pragma once

#include "nodes/node.hpp"

#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// `undecided` is set where it would take too much work to tell; then the answer is true.
bool violates(const number_check& check, std::string_view literal, bool& undecided);

std::string_view keyword_of(number_check::what kind);
/// "at least 3" …
std::string expected_of(const number_check& check);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
