// What the keywords mean for a scalar that is there as text. The walker, which has values, and the direct
// driver, which has not, both decide here.
#pragma once

#include "nodes/node.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// types::integer or types::fraction. Precondition: decimal::is_literal(literal).
std::uint8_t number_type(std::string_view literal, bool lexical_integers);

/// The number of code points; where the number of bytes decides already, that, which then lies on the same
/// side of both bounds.
std::uint64_t length_in(const string_rule& rule, std::string_view text);

/// Lengths, pattern and format.
bool fits(const program::data& d, const string_rule& rule, std::string_view text);

/// All that several nodes together ask of a scalar.
struct leaf_demand {
  std::uint8_t types = types::all;
  std::vector<index> sets;           // literal_sets
  std::vector<index> string_rules;   // string_rules
  std::vector<index> number_checks;  // number_checks, each the first of its node
};

/// Precondition: `text` is the decoded string, or the literal of a number; empty for the rest.
bool fits(const program::data& d, const leaf_demand& demand, json::kind kind, std::string_view text,
          bool truth = false);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
