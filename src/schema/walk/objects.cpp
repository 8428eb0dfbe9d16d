// Members of objects.
#include "nodes/seen.hpp"
#include "walk/report.hpp"
#include "walk/walk.hpp"

#include <span>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

/// A member that nothing admits. `names`: those that may have been meant.
template <mode M>
bool walker<M>::unwanted(const json::member& m, std::string_view keyword, const name_table* names) {
  ++failures_;
  if constexpr (M == mode::located) {
    const std::size_t place = trail_->place.size();
    json::append_token(trail_->place, m.name);
    const std::string name = "\"" + excerpt(m.name, 60) + "\"";
    write(m.value, {keyword, "no field " + name, "field " + name + " is not allowed",
                    names == nullptr ? "" : nearest_name(*names, m.name)});
    if (m.name_source.begin != m.name_source.end) trail_->found.back().offset = m.name_source.begin;
    trail_->place.resize(place);
    return trail_->found.size() < trail_->max_errors;
  }
  return M == mode::count;
}

template <mode M>
bool walker<M>::additional(const object_rule& rule, const json::member& m) {
  const bool closed = (run_.data.nodes[rule.additional].flags & flags::never) != 0;
  if (closed) return unwanted(m, "additionalProperties", &rule.names);
  return descend(rule.additional, m.value, {.keyword = "additionalProperties", .member = &m.name});
}

/// Precondition: evaluated_ is there, because the node asks.
template <mode M>
bool walker<M>::unevaluated_properties(index n, const value& v, const name_table* names) {
  if (!v.is_object()) return true;
  if (!run_.charge_loop(v.size())) return false;
  const bool closed = (run_.data.nodes[n].flags & flags::never) != 0;
  value found = value::array();
  const value* around = nullptr;
  if constexpr (M == mode::noted) around = std::exchange(trail_->around, &v);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (evaluated_->has(i)) continue;
    const json::member& m = v.members()[i];
    const bool go_on = closed ? unwanted(m, "unevaluatedProperties", names)
                              : descend(n, m.value, {.keyword = "unevaluatedProperties", .member = &m.name});
    if (!go_on) return false;
    if constexpr (M == mode::noted) found.push_back(m.name);
  }
  evaluated_->mark_all();
  if constexpr (M == mode::noted) {
    trail_->around = around;
    return note_keyword(v, "unevaluatedProperties", std::move(found));
  }
  return true;
}

template <mode M>
bool walker<M>::member_name(index n, const json::member& m) {
  const node& s = run_.data.nodes[n];
  const bool text_only = (s.types & types::string) != 0 && s.literals == none && s.step_count == 0;
  if (M != mode::located && text_only) {  // no value has to be made
    return s.string == none || strings(run_.data.string_rules[s.string], m.value, m.name);
  }
  const value name(m.name);
  if (M == mode::noted) return holds(n, name);  // a name is no part of the instance that could be noted
  return apply(n, name, {.keyword = "propertyNames", .member = &m.name});
}

template <mode M>
template <class Seen>
bool walker<M>::member(const object_rule& rule, const json::member& m, std::size_t position, index& hint,
                       Seen& seen) {
  bool known = false;
  const index at = rule.names.find(m.name, hint);
  if (at != none) {
    seen.mark(at);
    const name_entry& entry = rule.names.entries()[at];
    known = entry.child != none;
    if (known &&
        !descend(entry.child, m.value, {.keyword = "properties", .name = &entry.name, .member = &m.name})) {
      return false;
    }
  }
  if (!run_.charge(std::uint64_t{2} * rule.pattern_count)) return false;
  for (index i = 0; i < rule.pattern_count; ++i) {
    const pattern_property& p = run_.data.pattern_properties[rule.patterns + i];
    if (!run_.matches(p.pattern, m.name)) {
      if (run_.hit != run::limit::unmet) return stopped("patternProperties", m.value);
      continue;
    }
    known = true;
    const edge e{
        .keyword = "patternProperties", .name = &run_.data.pattern_texts[p.pattern], .member = &m.name};
    if (!descend(p.child, m.value, e)) return false;
  }
  if (!known && rule.additional != none && !additional(rule, m)) return false;
  if (evaluated_ != nullptr && (known || rule.additional != none)) evaluated_->mark(position);
  return rule.property_names == none || member_name(rule.property_names, m);
}

template <mode M>
template <class Seen>
bool walker<M>::absent_members(const object_rule& rule, const value& v, const Seen& seen) {
  for (index k = 0; k < rule.required_count; ++k) {
    const index i = run_.data.lists[rule.required + k];
    if (seen.has(i)) continue;
    const bool go_on = fail(v, [&]() -> violation {
      const std::string name = "\"" + excerpt(rule.names.entries()[i].name, 60) + "\"";
      return {"required", "field " + name, "required field " + name + " is missing"};
    });
    if (!go_on) return false;
  }
  return true;
}

template <mode M>
template <class Seen>
bool walker<M>::dependents(const object_rule& rule, const value& v, const Seen& seen) {
  const std::vector<name_entry>& entries = rule.names.entries();
  const auto judge = [&](const dependent& d) {
    const std::string_view trigger = entries[d.trigger].name;
    if (d.child != none && !apply(d.child, v, {.keyword = d.keyword, .name = &trigger})) return false;
    for (index k = 0; k < d.name_count; ++k) {
      const index wanted = run_.data.lists[d.names + k];
      if (seen.has(wanted)) continue;
      const bool go_on = fail(v, [&]() -> violation {
        const std::string name = "\"" + excerpt(entries[wanted].name, 60) + "\"";
        return {d.keyword, "field " + name,
                "field " + name + " is missing, which must be there beside \"" + excerpt(trigger, 60) + "\""};
      });
      if (!go_on) return false;
    }
    return true;
  };
  if (rule.dependent_count == 0) return true;
  return seen.for_each([&](index entry) {
    for (index i = entries[entry].dependent; i != none; i = run_.data.dependents[i].next) {
      if (!judge(run_.data.dependents[i])) return false;
    }
    return true;
  });
}

template <mode M>
bool walker<M>::objects(const object_rule& rule, const value& v) {
  if (v.size() < rule.min_properties) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at least " + counted(rule.min_properties, "field");
      return {"minProperties", wanted, "expected " + wanted + ", got " + std::to_string(v.size())};
    });
    if (!go_on) return false;
  }
  if (v.size() > rule.max_properties) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at most " + counted(rule.max_properties, "field");
      return {"maxProperties", wanted, "expected " + wanted + ", got " + std::to_string(v.size())};
    });
    if (!go_on) return false;
  }
  const bool asks_members = rule.names.size() > 0 || rule.pattern_count > 0 || rule.additional != none ||
                            rule.property_names != none;
  if (!asks_members) return true;
  // Names are looked up, and those of the rule that were seen are remembered in bits.
  if (!run_.charge(v.size() / 2) || !run_.charge_text(rule.names.size())) return false;
  const auto all = [&](auto&& seen) {
    index hint = 0;
    const value* around = nullptr;
    if constexpr (M == mode::noted) around = std::exchange(trail_->around, &v);
    const std::span<const json::member> members = v.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!run_.charge_text(members[i].name.size()) || !member(rule, members[i], i, hint, seen)) return false;
    }
    if constexpr (M == mode::noted) trail_->around = around;
    return absent_members(rule, v, seen) && dependents(rule, v, seen);
  };
  return rule.names.size() <= 64 ? all(few_seen()) : all(many_seen(rule.names.size()));
}

// The rest of the walker is instantiated in walk.cpp.
template bool walker<mode::verdict>::objects(const object_rule&, const value&);
template bool walker<mode::verdict>::unwanted(const json::member&, std::string_view, const name_table*);
template bool walker<mode::verdict>::additional(const object_rule&, const json::member&);
template bool walker<mode::verdict>::member_name(index, const json::member&);
template bool walker<mode::verdict>::unevaluated_properties(index, const value&, const name_table*);
template bool walker<mode::count>::objects(const object_rule&, const value&);
template bool walker<mode::count>::unwanted(const json::member&, std::string_view, const name_table*);
template bool walker<mode::count>::additional(const object_rule&, const json::member&);
template bool walker<mode::count>::member_name(index, const json::member&);
template bool walker<mode::count>::unevaluated_properties(index, const value&, const name_table*);
template bool walker<mode::located>::objects(const object_rule&, const value&);
template bool walker<mode::located>::unwanted(const json::member&, std::string_view, const name_table*);
template bool walker<mode::located>::additional(const object_rule&, const json::member&);
template bool walker<mode::located>::member_name(index, const json::member&);
template bool walker<mode::located>::unevaluated_properties(index, const value&, const name_table*);
template bool walker<mode::noted>::objects(const object_rule&, const value&);
template bool walker<mode::noted>::unwanted(const json::member&, std::string_view, const name_table*);
template bool walker<mode::noted>::additional(const object_rule&, const json::member&);
template bool walker<mode::noted>::member_name(index, const json::member&);
template bool walker<mode::noted>::unevaluated_properties(index, const value&, const name_table*);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
