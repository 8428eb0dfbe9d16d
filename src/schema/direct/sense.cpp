#include "direct/sense.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

// Whoever gives one of these another member is stopped by the compiler here, and decides whether the direct
// driver can do what it says; if not, such a node or rule must be slow.
[[maybe_unused]] void every_member_is_known(const node& n, const step& s, const string_rule& t,
                                            const array_rule& a, const object_rule& o, const union_rule& u,
                                            const dependent& d, const pattern_property& p,
                                            const number_check& c) {
  [[maybe_unused]] const auto& [n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10] = n;
  [[maybe_unused]] const auto& [s0, s1, s2, s3, s4] = s;
  [[maybe_unused]] const auto& [t0, t1, t2, t3, t4] = t;
  [[maybe_unused]] const auto& [a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10] = a;
  [[maybe_unused]] const auto& [o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11] = o;
  [[maybe_unused]] const auto& [u0, u1, u2, u3, u4, u5, u6] = u;
  [[maybe_unused]] const auto& [d0, d1, d2, d3, d4, d5] = d;
  [[maybe_unused]] const auto& [p0, p1] = p;
  [[maybe_unused]] const auto& [c0, c1, c2, c3, c4] = c;
}

constexpr std::uint8_t known_flags =
    flags::never | flags::plain | flags::verbatim | flags::verbatim_when | flags::leads_to_verbatim;

std::uint8_t bits_of(json::kind kind) {
  switch (kind) {
    case json::kind::null:
      return types::null;
    case json::kind::boolean:
      return types::boolean;
    case json::kind::number:
      return types::number;
    case json::kind::string:
      return types::string;
    case json::kind::array:
      return types::array;
    case json::kind::object:
      return types::object;
  }
  return 0;
}

/// A long chain of references and allOf is bounded by the compiler, their product is not.
constexpr std::size_t most_nodes = 64;
/// Trying more of them than this is no faster than the walker.
constexpr std::size_t most_branches = 256;

class gatherer {
 public:
  gatherer(const program::data& d, json::kind kind, const std::vector<const union_rule*>& decided)
      : d_(d), bits_(bits_of(kind)), decided_(decided) {
    out_.leaf.types = bits_;
  }

  sense run(const std::vector<index>& nodes) {
    todo_ = nodes;
    for (std::size_t i = 0; i < todo_.size() && out_.what == sense::verdict::admitted; ++i) {
      if (i == most_nodes) give_up();
      add(d_.nodes[todo_[i]]);
    }
    // A search that may end undecided has a place of its own only where it is the only one.
    const std::vector<index>& strings = out_.leaf.string_rules;
    const bool several = strings.size() > 1 || (!strings.empty() && !out_.leaf.sets.empty());
    if (several && std::ranges::any_of(strings, [&](index rule) { return may_be_undecided(rule); }))
      give_up();
    return std::move(out_);
  }

 private:
  bool may_be_undecided(index rule) const {
    const index pattern = d_.string_rules[rule].pattern;
    return pattern != none && d_.patterns[pattern].runs_on() == pattern::engine::pcre2;
  }

  void add(const node& n) {
    // Where one draft rules all nodes, leaves know what an integer is.
    const std::uint8_t known = d_.mixed_integers ? known_flags : known_flags | flags::lexical;
    if ((n.flags & ~known) != 0 || n.spare != none) return give_up();
    narrow(n.types);
    if (n.literals != none) add_literals(n.literals);
    if (n.number != none) out_.leaf.number_checks.push_back(n.number);
    if (n.string != none) add_once(out_.leaf.string_rules, n.string);
    if ((bits_ & types::array) != 0 && n.array != none) add_once(out_.arrays, &d_.array_rules[n.array]);
    if ((bits_ & types::object) != 0 && n.object != none) add_once(out_.objects, &d_.object_rules[n.object]);
    for (index i = 0; i < n.step_count && out_.what == sense::verdict::admitted; ++i) {
      add(d_.steps[n.steps + i]);
    }
  }

  void add(const step& s) {
    switch (s.kind) {
      case step::what::ref:
        return todo_.push_back(s.a);
      case step::what::all_of:
        for (index k = 0; k < s.b; ++k) todo_.push_back(d_.lists[s.a + k]);
        return;
      case step::what::constant:
        return add_literals(s.a);
      case step::what::any_of:
      case step::what::one_of:
        return add(d_.unions[s.a]);
      case step::what::negation:
        return out_.conditions.push_back({condition::what::negated, {s.a}});
      case step::what::condition:
        if (s.b != none || s.c != none) {
          out_.conditions.push_back({condition::what::either, {s.a, s.b, s.c}});
        }
        return;
      default:
        return give_up();
    }
  }

  /// Arrays and objects are compared with a list as values.
  void add_literals(index set) {
    if ((bits_ & (types::array | types::object)) == 0) return out_.leaf.sets.push_back(set);
    if ((d_.literal_sets[set].types() & bits_) == 0) return narrow(0);
    give_up();
  }

  /// Which branches can be meant by a value of this type? As the walker decides it, by `reach`.
  void add(const union_rule& u) {
    if (std::ranges::find(decided_, &u) != decided_.end()) return;
    if (u.tagged && bits_ == types::object) return add_once(out_.choices, &u);
    if (bits_ == types::number && narrows_number(u)) return;
    condition tried{u.exclusive ? condition::what::one : condition::what::any, {}};
    for (std::uint32_t b = 0; b < u.count; ++b) {
      const index branch = d_.lists[u.branches + b];
      if ((d_.nodes[branch].reach & bits_) != 0) tried.nodes.push_back(branch);
    }
    if (tried.nodes.empty()) return narrow(0);
    if (tried.nodes.size() == 1) return todo_.push_back(tried.nodes.front());
    if (tried.nodes.size() > most_branches) return give_up();
    out_.conditions.push_back(std::move(tried));
  }

  /// Is one branch for integers, one for other numbers, or one for both?
  bool narrows_number(const union_rule& u) {
    const union_rule::choice& whole = u.choice_for(types::integer);
    const union_rule::choice& fraction = u.choice_for(types::fraction);
    if (whole.count > 1 || fraction.count > 1) return false;
    if (whole.count == 1 && fraction.count == 1 && whole.first != fraction.first) return false;
    if (whole.count == 0) narrow(types::fraction);
    if (fraction.count == 0) narrow(types::integer);
    if (out_.what == sense::verdict::admitted) {
      todo_.push_back(d_.lists[u.branches + (whole.count == 1 ? whole.first : fraction.first)]);
    }
    return true;
  }

  void narrow(std::uint8_t types) {
    out_.leaf.types &= types;
    if (out_.leaf.types == 0 && out_.what == sense::verdict::admitted) out_.what = sense::verdict::never;
  }

  void give_up() {
    if (out_.what == sense::verdict::admitted) out_.what = sense::verdict::slow;
  }

  template <class Rule>
  static void add_once(std::vector<Rule>& to, Rule rule) {
    if (std::ranges::find(to, rule) == to.end()) to.push_back(rule);
  }

  const program::data& d_;
  const std::uint8_t bits_;
  const std::vector<const union_rule*>& decided_;
  std::vector<index> todo_;
  sense out_;
};

}  // namespace

sense sense_of(const program::data& d, const std::vector<index>& nodes, json::kind kind,
               const std::vector<const union_rule*>& decided) {
  return gatherer(d, kind, decided).run(nodes);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
