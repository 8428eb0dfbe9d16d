// The values of the documents of a program: which comes first, which are the same but for annotations, and
// how much there is to each.
#pragma once

#include "nodes/node.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

class document_index {
 public:
  explicit document_index(const program::data& d);

  /// In the order of the text; the documents one after the other, the main one first.
  std::uint32_t ordinal(const value& v) const { return at(v).ordinal; }
  /// Values and text in it, in units that validating it is paid in.
  std::uint64_t cost(const value& v) const { return at(v).cost; }
  /// Equal where same_assertions is true.
  std::uint64_t hash(const value& v) const { return at(v).hash; }

  /// Two values that as schemas demand the same, whatever they are called and said to be. Time in proportion
  /// to the smaller one.
  bool same_assertions(const value& a, const value& b) const;

 private:
  struct entry {
    std::uint64_t hash = 0;
    std::uint64_t cost = 1;
    std::uint32_t ordinal = 0;
    index node = none;
  };
  using pairs = std::vector<std::pair<const value*, const value*>>;

  void add(const value& document);
  /// False if the two objects differ; else their members are left to compare.
  bool pair_members(const value& a, const value& b, pairs& to) const;
  void finish(const value& v);
  const entry& at(const value& v) const { return entries_.at(&v); }
  bool is_annotation(const value& in, std::string_view name) const;

  const program::data& d_;
  std::unordered_map<const value*, entry> entries_;
};

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
