// What is certain about the instances that one node admits.
//
// Each fact is a bound: no instance outside of it fits. A bound may be too wide, never too narrow, so that
// "nothing fits" is true whenever it follows from facts. `meet` is for schemas that hold together, `join`
// for alternatives.
#pragma once

#include "nodes/node.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// How many characters, items or members; and which keyword says so.
struct count_range {
  std::uint64_t least = 0;
  std::uint64_t most = unbounded;
  std::string_view least_by;
  std::string_view most_by;

  bool empty() const noexcept { return least > most; }
  void at_least(std::uint64_t n, std::string_view keyword) noexcept;
  void at_most(std::uint64_t n, std::string_view keyword) noexcept;
};

/// Literals as written; empty: no bound.
struct number_range {
  std::string_view low;
  std::string_view high;
  bool low_open = false;
  bool high_open = false;

  bool empty() const;
  void at_least(std::string_view literal, bool open);
  void at_most(std::string_view literal, bool open);
};

/// The only values there can be.
struct finite_set {
  std::vector<const value*> values;
  std::uint64_t cost = 0;  // of validating each against a schema of weight 1
  std::uint8_t types = 0;  // that at least one has
  bool scalars = true;
};

struct facts {
  std::uint8_t possible = types::all;  // no instance of another type fits
  std::uint8_t certain = 0;            // every instance of these types fits
  number_range number;
  std::string_view multiple;  // one multipleOf, if there are any
  count_range length;
  count_range items;
  count_range members;
  const finite_set* finite = nullptr;
  bool tame = false;  // strings end by themselves: a format of bounded length
};

void meet(facts& a, const facts& b);
/// Precondition: both admit something, as far as is known. Leaves `certain` and `finite` alone.
void join(facts& a, const facts& b);

/// What the node's own keywords say, without references, groups and literals.
facts own_facts(const program::data& d, index n);

/// The numbers that are left, as whole numbers: exact where they are below 2^52, else unbounded.
struct whole_range {
  std::int64_t low;
  std::int64_t high;
};
inline constexpr std::int64_t largest_whole = std::int64_t{1} << 52;
whole_range whole_numbers(const number_range& r);

/// "string or null"; "anything" for all types. A number that is no integer is named where only that is left.
std::string types_words(std::uint8_t bits);
/// "minLength asks for at least 5 characters, maxLength allows at most 3"
std::string conflict_text(const count_range& r, std::string_view noun);
/// "at least 5 and below 3"; empty if there is no bound.
std::string range_text(const number_range& r);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
