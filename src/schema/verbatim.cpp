// Finds the strings that a schema marks, and asks whether the source has them.
#include "fold.hpp"
#include "walk.hpp"

#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/verbatim.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// Follows program and instance together. Depth is bounded: the instance has been accepted.
class marked_strings {
 public:
  marked_strings(const program::data& d, const value& instance, std::string_view source)
      : d_(d), source_(source), run_(d, instance, options_) {}

  void visit(index n, const value& v, const value* around);
  problems found;

 private:
  void check(index n, const value& v, const value* around);
  void parts(const node& s, const value& v);
  void members(const object_rule& rule, const value& v);
  void steps(const node& s, const value& v, const value* around);
  bool holds(index n, const value& v) { return walker<mode::verdict>(run_).visit(n, v); }

  void item(index n, const value& v, std::size_t at) {
    const std::size_t size = place_.size();
    json::append_index(place_, at);
    down(n, v, around_array_);
    place_.resize(size);
  }
  void member(index n, const json::member& m, const value& object) {
    const std::size_t size = place_.size();
    json::append_token(place_, m.name);
    down(n, m.value, &object);
    place_.resize(size);
  }
  void down(index n, const value& v, const value* around) {
    constexpr std::size_t deepest = 1000;
    if (++depth_ <= deepest) visit(n, v, around);
    --depth_;
  }

  const program::data& d_;
  verbatim_source source_;
  validate_options options_;
  run run_;
  std::string place_;
  std::size_t depth_ = 0;
  const value* around_array_ = nullptr;
};

void marked_strings::visit(index n, const value& v, const value* around) {
  const node& s = d_.nodes[n];
  if ((s.flags & flags::leads_to_verbatim) == 0) return;
  check(n, v, around);
  const value* outer = std::exchange(around_array_, around);
  parts(s, v);
  around_array_ = outer;
  steps(s, v, around);
}

void marked_strings::check(index n, const value& v, const value* around) {
  const node& s = d_.nodes[n];
  if (!v.is_string() || (s.flags & (flags::verbatim | flags::verbatim_when)) == 0) return;
  if ((s.flags & flags::verbatim_when) != 0) {
    const std::string_view sibling = d_.places[n].schema->find("x-verbatim")->string();
    const value* condition = around == nullptr ? nullptr : around->find(sibling);
    if (condition == nullptr || !condition->is_boolean() || !condition->boolean()) return;
  }
  if (source_.contains(v.string())) return;
  if (!found.empty() && found.back().place == place_) return;  // by another way to the same string
  problem p;
  p.kind = failure_kind::semantic_invalid;
  p.code = "verbatim";
  p.place = place_;
  p.rule = d_.places[n].pointer + "/x-verbatim";
  p.expected = "text that stands in the source";
  p.found = "string \"" + excerpt(v.string(), 80) + "\"";
  p.message = "\"" + excerpt(v.string(), 80) + "\" does not occur in the source text";
  if (!v.source().empty()) p.offset = v.source().begin;
  found.push_back(std::move(p));
}

void marked_strings::parts(const node& s, const value& v) {
  if (v.is_array() && s.array != none) {
    const array_rule& rule = d_.array_rules[s.array];
    for (std::size_t i = 0; i < v.size(); ++i) {
      const index child = i < rule.prefix_count ? d_.lists[rule.prefix + i] : rule.items;
      if (child != none) item(child, v.items()[i], i);
    }
  }
  if (v.is_object() && s.object != none) members(d_.object_rules[s.object], v);
}

void marked_strings::members(const object_rule& rule, const value& v) {
  index hint = 0;
  for (const json::member& m : v.members()) {
    const index at = rule.names.find(m.name, hint);
    bool known = at != none && rule.names.entries()[at].child != none;
    if (known) member(rule.names.entries()[at].child, m, v);
    for (index i = 0; i < rule.pattern_count; ++i) {
      const pattern_property& p = d_.pattern_properties[rule.patterns + i];
      if (!d_.patterns[p.pattern].found_in(m.name)) continue;
      known = true;
      member(p.child, m, v);
    }
    if (!known && rule.additional != none) member(rule.additional, m, v);
  }
}

void marked_strings::steps(const node& s, const value& v, const value* around) {
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d_.steps[s.steps + i];
    switch (one.kind) {
      case step::what::ref:
        visit(one.a, v, around);
        break;
      case step::what::all_of:
        for (index k = 0; k < one.b; ++k) visit(d_.lists[one.a + k], v, around);
        break;
      case step::what::any_of:
      case step::what::one_of: {
        const union_rule& u = d_.unions[one.a];
        for (index k = 0; k < u.count; ++k) {
          const index branch = d_.lists[u.branches + k];
          if ((d_.nodes[branch].flags & flags::leads_to_verbatim) != 0 && holds(branch, v))
            visit(branch, v, around);
        }
        break;
      }
      case step::what::condition: {
        const index chosen = holds(one.a, v) ? one.b : one.c;
        if (chosen != none) visit(chosen, v, around);
        break;
      }
      case step::what::negation:
      case step::what::constant:
        break;
    }
  }
}

}  // namespace

bool occurs_in(std::string_view text, std::string_view source) {
  return verbatim_source(source).contains(text);
}

bool has_verbatim(const program& code) noexcept {
  return (code.nodes().nodes.front().flags & flags::leads_to_verbatim) != 0;
}

problems check_verbatim(const program& code, const value& instance, std::string_view source) {
  if (!has_verbatim(code)) return {};
  marked_strings walk(code.nodes(), instance, source);
  walk.visit(0, instance, nullptr);
  return std::move(walk.found);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
