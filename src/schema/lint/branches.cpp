// Alternatives that are never taken, and tests whose outcome is known.
#include "lint/remarks.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::size_t type_count = 7;

std::uint8_t bit(std::size_t type) {
  return static_cast<std::uint8_t>(1U << type);
}

std::string alternative(std::uint32_t b) {
  return "alternative " + std::to_string(b);
}

/// Empty if something that fits the branch can also fit the rest of the node; else why not.
std::optional<std::string> refusal(const facts& node, const facts& branch) {
  facts both = branch;
  meet(both, node);
  if (both.possible == 0)
    return "it admits " + types_words(branch.possible) + ", and here only " + types_words(node.possible) +
           " is admitted";
  if (both.length.empty()) both.possible &= static_cast<std::uint8_t>(~types::string);
  if (both.items.empty()) both.possible &= static_cast<std::uint8_t>(~types::array);
  if (both.members.empty()) both.possible &= static_cast<std::uint8_t>(~types::object);
  if (both.number.empty()) both.possible &= static_cast<std::uint8_t>(~types::number);
  if (both.possible != 0) return std::nullopt;
  return "no value is within its bounds and those that hold here";
}

class union_rules {
 public:
  union_rules(remarks& to, index n, const union_rule& u)
      : to_(to), k_(to.k), n_(n), u_(u), keyword_(u.exclusive ? "oneOf" : "anyOf") {}

  /// `asked`: it matters which branches fit, not only whether one does.
  void run(bool asked) {
    std::vector<bool> dropped(u_.count, false);
    find_twins(dropped);
    for (std::uint32_t b = 0; b < u_.count; ++b) {
      if (!dropped[b]) dropped[b] = find_dead(b);
    }
    if (!u_.exclusive && !asked) find_covered(dropped);
  }

 private:
  index branch(std::uint32_t b) const { return k_.d.lists[u_.branches + b]; }

  void find_twins(std::vector<bool>& dropped) {
    const std::vector<bool> twin = twins(k_, u_);
    std::unordered_map<std::uint64_t, std::uint32_t> first;
    for (std::uint32_t b = 0; b < u_.count; ++b) {
      if (!twin[b]) continue;
      const auto [at, fresh] = first.try_emplace(k_.documents.hash(*k_.d.places[branch(b)].schema), b);
      dropped[b] = u_.exclusive || !fresh;
      if (fresh) continue;
      to_.on(branch(b), remark_level::warning, "repeated_branch",
             "demands the same as " + alternative(at->second) + " of " + std::string(keyword_) +
                 (u_.exclusive ? ", so that neither admits anything" : ""));
    }
  }

  bool find_dead(std::uint32_t b) {
    const auto unreachable = [&](const std::string& why) {
      to_.on(branch(b), remark_level::warning, "unreachable_branch",
             alternative(b) + " of " + std::string(keyword_) + " is never taken: " + why);
      return true;
    };
    if (k_.forbids(branch(b))) return unreachable("it is written so that it admits nothing");
    if (k_.alive(branch(b)) == 0) {
      std::string why = "nothing fits it";
      for (const conflict& c : k_.conflicts(branch(b))) why += "; " + c.message;
      return unreachable(why);
    }
    if (k_.alive(n_) == 0) return false;
    if (const auto why = refusal(k_.of(n_), k_.of(branch(b)))) return unreachable(*why);
    return false;
  }

  /// From the last to the first, so that of two that cover each other the first stays.
  void find_covered(const std::vector<bool>& dropped) {
    std::array<std::uint32_t, type_count> covering{};
    const auto count = [&](std::uint32_t b, bool add) {
      for (std::size_t t = 0; t < type_count; ++t) {
        if ((k_.of(branch(b)).certain & bit(t)) != 0) covering[t] += add ? 1U : ~0U;
      }
    };
    for (std::uint32_t b = 0; b < u_.count; ++b) {
      if (!dropped[b]) count(b, true);
    }
    for (std::uint32_t b = u_.count; b-- > 0;) {
      if (dropped[b]) continue;
      bool covered = true;
      for (std::size_t t = 0; t < type_count && covered; ++t) {
        if ((k_.alive(branch(b)) & bit(t)) == 0) continue;
        covered = covering[t] > ((k_.of(branch(b)).certain & bit(t)) != 0 ? 1U : 0U);
      }
      if (!covered) continue;
      count(b, false);
      to_.on(branch(b), remark_level::note, "covered_branch",
             "whatever fits " + alternative(b) + " of anyOf fits another one anyway");
    }
  }

  remarks& to_;
  const knowledge& k_;
  index n_;
  const union_rule& u_;
  std::string_view keyword_;
};

void remark_on_condition(remarks& to, index n, const step& s) {
  const knowledge& k = to.k;
  const std::uint8_t here = k.d.nodes[n].reach;  // whatever the condition does to it
  const auto remark = [&](index branch, const char* keyword, const std::string& why) {
    if (branch != none) to.at(n, keyword, remark_level::warning, "unreachable_branch", why);
  };
  if ((k.alive(s.a) & here) == 0) remark(s.b, "then", "then never holds: nothing that can be here fits if");
  if ((here & ~k.of(s.a).certain) == 0) remark(s.c, "else", "else never holds: whatever can be here fits if");
  for (const auto& [branch, keyword] : {std::pair(s.b, "then"), std::pair(s.c, "else")}) {
    if (branch == none || k.alive(branch) != 0 || k.forbids(branch)) continue;
    std::string why = std::string(keyword) + " admits nothing";
    for (const conflict& c : k.conflicts(branch)) why += "; " + c.message;
    remark(branch, keyword, why);
  }
}

}  // namespace

void remark_on_branches(remarks& to) {
  const knowledge& k = to.k;
  const bool asked = std::any_of(k.d.nodes.begin(), k.d.nodes.end(),
                                 [](const node& n) { return (n.flags & flags::asks) != 0; });
  for (index n = 0; n < k.d.nodes.size(); ++n) {
    if (!to.wanted(n)) continue;
    for_each_union(k.d, n, [&](const union_rule& u) { union_rules(to, n, u).run(asked); });
    if (k.alive(n) == 0) continue;
    if (const step* s = find_step(k.d, n, step::what::condition)) remark_on_condition(to, n, *s);
    const step* negation = find_step(k.d, n, step::what::negation);
    if (negation != nullptr && (k.alive(negation->a) & k.d.nodes[n].reach) == 0)
      to.at(n, "not", remark_level::warning, "no_effect", "not forbids nothing that could be here");
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
