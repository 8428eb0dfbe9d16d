// Equality of JSON values as a look-up: enum, const and uniqueItems.
//
// Invariant: values that are equal by JSON Schema (1 and 1.0, objects in any order) have equal hashes.
// A hash is computed without allocation. Values nested deeper than `max_hash_depth` have no hash, so
// that an instance cannot exhaust the stack.
#pragma once

#include "walk/names.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

inline constexpr std::size_t max_hash_depth = 1000;

/// As ==, but scalars are compared without allocation.
bool equal_values(const value& a, const value& b);

/// Empty if nested deeper than `depth`. `work` grows by the values that were looked at, a long text counting
/// as several.
std::optional<std::uint64_t> hash_value(const value& v, std::size_t depth = max_hash_depth,
                                        std::uint64_t* work = nullptr);

/// The hash of a number spelt like this.
std::uint64_t hash_number(std::string_view literal);

/// One text per class of equal values. Precondition: hash_value(v) has a value.
void canonical_text(std::string& out, const value& v);

class literal_set {
 public:
  /// `values` live in the document. Keyword: "enum" or "const".
  literal_set(std::vector<const value*> values, std::string_view keyword);

  bool contains(const value& v) const;
  /// `work` grows by what it took: nothing worth counting but for arrays, objects and long texts.
  bool contains(const value& v, std::uint64_t& work) const;
  /// Position of this string in values(), or `none`.
  index find_string(std::string_view text) const;
  /// Precondition: decimal::is_literal(literal).
  bool contains_number(std::string_view literal) const;
  const std::vector<const value*>& values() const noexcept { return values_; }
  std::string_view keyword() const noexcept { return keyword_; }
  /// Types that at least one value has.
  std::uint8_t types() const noexcept { return types_; }
  bool only_strings() const noexcept;

 private:
  /// The position of the first value that is `same`, among all if they are few, else among those of this
  /// hash.
  template <class Same>
  index find(std::optional<std::uint64_t> hash, Same same) const;
  index find_sorted(const std::string& canonical) const;
  void sort();

  static constexpr std::size_t few = 4;
  static constexpr std::size_t most_probes = 64;
  std::vector<const value*> values_;
  std::vector<index> slots_;  // empty if few
  /// By canonical text, where hashes collide: somebody has chosen the values so.
  std::map<std::string, index, std::less<>> sorted_;
  std::string_view keyword_;
  std::uint8_t types_ = 0;
  std::uint64_t weight_ = 0;  // without slots: what comparing with all of them may take
};

/// The first pair of equal items, earlier index first.
struct repeated_items {
  std::size_t first;
  std::size_t second;
};
enum class uniqueness : std::uint8_t { unique, repeated, too_deep };
struct uniqueness_verdict {
  uniqueness what = uniqueness::unique;
  repeated_items where{};
};
/// n log n, and linear in the size of the items, whatever the hashes do. `work` as for hash_value.
uniqueness_verdict find_repeated(std::span<const value> items, std::size_t depth = max_hash_depth,
                                 std::uint64_t* work = nullptr);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
