#include "direct/sense.hpp"

#include <optional>

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

class gatherer {
 public:
  gatherer(const program::data& d, json::kind kind) : d_(d), bits_(bits_of(kind)) { out_.leaf.types = bits_; }

  sense run(const std::vector<index>& nodes) {
    todo_ = nodes;
    for (std::size_t i = 0; i < todo_.size() && out_.what == sense::verdict::admitted; ++i) {
      if (i == most_nodes) return slow();
      add(d_.nodes[todo_[i]]);
    }
    return std::move(out_);
  }

 private:
  sense slow() {
    out_.what = sense::verdict::slow;
    return std::move(out_);
  }

  void add(const node& n) {
    // Where one draft rules all nodes, leaves know what an integer is.
    const std::uint8_t known = d_.mixed_integers ? known_flags : known_flags | flags::lexical;
    if ((n.flags & ~known) != 0 || n.spare != none) return give_up();
    narrow(n.types);
    if (n.literals != none) out_.leaf.sets.push_back(n.literals);
    if (n.number != none) out_.leaf.number_checks.push_back(n.number);
    if (n.string != none) out_.leaf.string_rules.push_back(n.string);
    if ((bits_ & types::array) != 0 && n.array != none) add_once(out_.array, d_.array_rules[n.array]);
    if ((bits_ & types::object) != 0 && n.object != none) add_once(out_.object, d_.object_rules[n.object]);
    for (index i = 0; i < n.step_count && out_.what == sense::verdict::admitted; ++i) {
      add(d_.steps[n.steps + i]);
    }
    // Arrays and objects are compared with a list as values.
    if ((bits_ & (types::array | types::object)) != 0 && !out_.leaf.sets.empty()) give_up();
    if (out_.choice != nullptr && out_.object != nullptr) give_up();
  }

  void add(const step& s) {
    switch (s.kind) {
      case step::what::ref:
        return todo_.push_back(s.a);
      case step::what::all_of:
        for (index k = 0; k < s.b; ++k) todo_.push_back(d_.lists[s.a + k]);
        return;
      case step::what::constant:
        return out_.leaf.sets.push_back(s.a);
      case step::what::any_of:
      case step::what::one_of:
        return add(d_.unions[s.a]);
      default:
        return give_up();
    }
  }

  /// Which branch can be meant by a value of this type? As the walker decides it, by `reach`.
  void add(const union_rule& u) {
    if (u.tagged && bits_ == types::object) return add_once(out_.choice, u);
    if (bits_ != types::number) return follow(only_candidate(u, bits_));
    const std::optional<index> whole = only_candidate(u, types::integer);
    const std::optional<index> fraction = only_candidate(u, types::fraction);
    if (!whole || !fraction) return give_up();
    if (*whole != none && *fraction != none && *whole != *fraction) return give_up();
    if (*whole == none) narrow(types::fraction);
    if (*fraction == none) narrow(types::integer);
    if (out_.what == sense::verdict::admitted) follow(*whole != none ? whole : fraction);
  }

  /// `none` if no branch admits the type, empty if several do.
  std::optional<index> only_candidate(const union_rule& u, std::uint8_t bit) const {
    index found = none;
    for (std::uint32_t b = 0; b < u.count; ++b) {
      const index branch = d_.lists[u.branches + b];
      if ((d_.nodes[branch].reach & bit) == 0) continue;
      if (found != none) return std::nullopt;
      found = branch;
    }
    return found;
  }

  void follow(std::optional<index> branch) {
    if (!branch) return give_up();
    if (*branch == none) return narrow(0);
    todo_.push_back(*branch);
  }

  void narrow(std::uint8_t types) {
    out_.leaf.types &= types;
    if (out_.leaf.types == 0 && out_.what == sense::verdict::admitted) out_.what = sense::verdict::never;
  }

  void give_up() {
    if (out_.what == sense::verdict::admitted) out_.what = sense::verdict::slow;
  }

  template <class Rule>
  void add_once(const Rule*& to, const Rule& rule) {
    if (to != nullptr && to != &rule) give_up();
    to = &rule;
  }

  const program::data& d_;
  const std::uint8_t bits_;
  std::vector<index> todo_;
  sense out_;
};

}  // namespace

sense sense_of(const program::data& d, const std::vector<index>& nodes, json::kind kind) {
  return gatherer(d, kind).run(nodes);
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
