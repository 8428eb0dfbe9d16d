// Instructions for unions with a tag.
#include "direct/planner.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// The node of the branch that has this tag.
index planner::branch_of(const union_rule& u, std::string_view tag) const {
  const auto at = std::ranges::find(u.tags, tag, &tagged_branch::tag);
  return d_.lists[u.branches + at->branch];
}

/// What else applies to the object goes into each branch, so that it is read once.
instruction planner::choice_of(const scope& s, const union_rule& u) {
  const sense rest = sense_of(d_, s.nodes, json::kind::object, decided_with(s, u));
  const bool alone = demands_nothing(rest) && rest.plain();
  if (u.tags.size() > most_bits || (!alone && !may_multiply(u.tags.size()))) return slow(s);
  std::vector<branch>* branches = nullptr;
  const choice_part part = choice_with(u, branches);
  for (std::size_t i = 0; i < branches->size(); ++i) {
    scope child{.nodes = {branch_of(u, part.tags->names->bare[i])}};
    if (!alone) {
      child.nodes.insert(child.nodes.end(), s.nodes.begin(), s.nodes.end());
      child.decided = decided_with(s, u);
    }
    (*branches)[i].child = place(std::move(child));
  }
  return instruction(part);
}

std::vector<const union_rule*> planner::decided_with(const scope& s, const union_rule& u) {
  std::vector<const union_rule*> decided = s.decided;
  decided.insert(std::ranges::lower_bound(decided, &u, std::less<>()), &u);
  return decided;
}

/// All but the instructions of the branches.
choice_part planner::choice_with(const union_rule& u, std::vector<branch>*& branches) {
  std::vector<std::string_view> tags;
  for (const tagged_branch& one : u.tags) {
    if (tags.empty() || tags.back() != one.tag) tags.push_back(one.tag);  // a branch may list one twice
  }
  choice_part part;
  part.tags = &to_.tag_lists.emplace_back(add_literals(tags));
  name_list tag;
  add_members({u.tag}, tag);
  part.tag = tag.first;
  part.bare_tag = u.tag;
  branches = &to_.branches.emplace_back(tags.size(), branch{refused_, 0, false});
  part.branches = branches->data();
  return part;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
