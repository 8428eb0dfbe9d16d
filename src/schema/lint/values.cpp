// Literals: which of the values that enum and const leave does the rest of the schema admit? Decided by
// validating each, so what is said is exact.
#include "lint/knowledge.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// A set that several alternatives make together is followed up to so many values.
constexpr std::size_t most_joined = 1000;

}  // namespace

const finite_set* knowledge::set_of(std::vector<const value*> values) {
  finite_set set;
  for (const value* v : values) {
    set.cost += documents.cost(*v);
    set.types = static_cast<std::uint8_t>(set.types | (v->is_number() ? types::number : type_of(*v)));
    set.scalars = set.scalars && !v->is_array() && !v->is_object();
  }
  set.values = std::move(values);
  return &sets_.emplace_back(std::move(set));
}

const finite_set* knowledge::join_finite(const union_rule& u) {
  std::size_t count = 0;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const facts& branch = facts_[d.lists[u.branches + b]];
    if (branch.possible == 0) continue;
    if (branch.finite == nullptr) return nullptr;
    count += branch.finite->values.size();
    if (count > most_joined) return nullptr;
  }
  if (!pay(count)) return nullptr;
  std::vector<const value*> all;
  all.reserve(count);
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const facts& branch = facts_[d.lists[u.branches + b]];
    if (branch.possible == 0) continue;
    all.insert(all.end(), branch.finite->values.begin(), branch.finite->values.end());
  }
  return set_of(std::move(all));
}

/// False if it would take too long: then nothing is known.
bool knowledge::filter(index n, const finite_set& from, std::vector<const value*>& kept,
                       std::vector<std::size_t>& refused) {
  if (d.dynamic || from.cost * (from.scalars ? weights_[n] : heaviest_) > budget_) return false;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    const std::optional<bool> fitting = fits(n, *from.values[i]);
    if (fitting && !*fitting)
      refused.push_back(i);
    else
      kept.push_back(from.values[i]);
  }
  return true;
}

void knowledge::check_literals(index n, facts& f) {
  const bool own = d.nodes[n].literals != none;
  if (own) {
    const literal_set& set = d.literal_sets[d.nodes[n].literals];
    f.finite = own_sets_[d.nodes[n].literals];
    if (set.values().empty()) exclude(n, f, f.possible, "enum", "enum lists no value");
    narrow(n, f, set.types(), set.keyword(), std::string(set.keyword()) + " has no value of type ");
  }
  if (f.finite == nullptr || f.possible == 0) return;
  if (!own) f.possible &= f.finite->types;
  if (!narrows(n)) return;
  std::vector<const value*> kept;
  std::vector<std::size_t> refused;
  if (!filter(n, *f.finite, kept, refused) || refused.empty()) return;
  if (kept.empty()) {
    const std::string_view keyword = own ? d.literal_sets[d.nodes[n].literals].keyword() : "";
    const std::string which = keyword == "const" ? "the value of const"
                              : refused.size() == 1
                                  ? "the only value that can be"
                                  : "each of the " + std::to_string(refused.size()) + " values that can be";
    exclude(n, f, f.possible, keyword, which + " is refused by the rest of the schema");
    return;
  }
  f.finite = set_of(std::move(kept));
  f.possible &= f.finite->types;
  if (own) refused_[n] = std::move(refused);
}

/// Does the node demand more than the one schema that its values come from?
bool knowledge::narrows(index n) const {
  const node& one = d.nodes[n];
  std::size_t demands = 0;
  for_each_conjunct(d, n, [&](index, std::string_view, index) { ++demands; });
  for_each_union(d, n, [&](const union_rule& u) { demands += u.exclusive ? 2 : 1; });
  const bool ruled = one.types != types::all || one.number != none || one.string != none ||
                     one.array != none || one.object != none;
  return ruled || demands > 1 || one.step_count > (one.literals == none ? 1 : 0);
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
