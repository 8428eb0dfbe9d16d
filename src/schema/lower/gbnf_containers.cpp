// Arrays and objects.
#include "lower/conjunction.hpp"
#include "lower/gbnf.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

/// `way`, or what comes if it is left out.
std::string optional_way(const std::string& way, const std::string& otherwise) {
  std::string out = "(" + way;
  if (!otherwise.empty()) out.append(" | ").append(otherwise);
  return out.append(otherwise.empty() ? ")?" : ")");
}

}  // namespace

/// Nothing between the brackets but the space that may stand there.
std::string writer::empty_of(std::string_view brackets) {
  return literal(brackets.substr(0, 1)) + " " + fixed("sp") + " " + literal(brackets.substr(1));
}

std::string writer::of_array(index n, condition when) {
  const node& s = d_.nodes[n];
  if (s.array == none) return fixed("array");
  const array_rule& rule = d_.array_rules[s.array];
  if (rule.unique) note(n, "uniqueItems", "is checked afterwards only");
  if (rule.contains != none) note(n, "contains", "is checked afterwards only");
  const std::string comma = literal(",") + " " + fixed("sp") + " ";
  const bool open = rule.items == none || (d_.nodes[rule.items].flags & flags::never) == 0;
  const std::uint64_t prefix = rule.prefix_count;
  std::uint64_t max = rule.max_items;
  if (!open) max = std::min(max, prefix);
  if (rule.min_items > max) note(n, "minItems", "is more than there may be");
  const std::uint64_t min = std::min(repetition_floor(n, "minItems", rule.min_items), max);
  if (max == 0) return empty_of("[]");
  std::string tail;  // what follows the prefix
  if (open && max > prefix) {
    const std::string item = rule.items == none ? fixed("value") : rule_for(rule.items, when);
    const std::optional<std::uint64_t> limit = repetition_limit(n, "maxItems", max);
    if (prefix == 0) {
      tail = item;
      if (!limit || *limit > 1) {
        const std::uint64_t low = min == 0 ? 0 : min - 1;
        tail += " ";
        tail += shared(item + "-next", comma + item);
        tail += repetition(low, limit ? std::optional(*limit - 1) : std::nullopt);
      }
      return literal("[") + " " + (min == 0 ? optional_way(tail, fixed("sp")) : tail) + " " + literal("]");
    }
    tail = " " + shared(item + "-next", comma + item) +
           repetition(min > prefix ? min - prefix : 0, limit ? std::optional(*limit - prefix) : std::nullopt);
  }
  // Each item of the prefix stands in front of what follows it, which may be left out with it.
  const auto written = static_cast<std::size_t>(std::min(prefix, max));
  std::vector<std::string> items(written);
  for (std::size_t i = written; i-- > 0;) items[i] = rule_for(d_.lists[rule.prefix + i], when);
  std::string text = literal("[");
  for (std::size_t i = 0; i < written; ++i) {
    text.append(i < min ? " " : " (").append(i > 0 ? comma : "").append(items[i]);
  }
  text += tail;
  for (std::uint64_t i = std::max<std::uint64_t>(min, 1); i < written; ++i) text += ")?";
  if (min == 0) text += " | " + fixed("sp") + ")";
  return text + " " + literal("]");
}

void writer::note_object(index n, const object_rule& rule) {
  std::uint64_t required = 0;
  for (const name_entry& e : rule.names.entries()) required += e.required ? 1U : 0U;
  if (rule.min_properties > required) note(n, "minProperties", "is checked afterwards only");
  if (rule.max_properties < rule.names.size()) note(n, "maxProperties", "is checked afterwards only");
  if (rule.pattern_count > 0) note(n, "patternProperties", "only declared members are written");
  if (rule.dependent_count > 0) note(n, "dependentRequired", "is checked afterwards only");
  if (rule.property_names != none) note(n, "propertyNames", "only declared members are written");
  const bool closed = rule.additional != none && (d_.nodes[rule.additional].flags & flags::never) != 0;
  if (!closed && !closes(n)) note(n, "additionalProperties", "only declared members are written");
}

/// What is said of one object, in all places that hold for it.
struct writer::said_object {
  std::vector<index> certain;  // nodes with a rule for objects, by references and allOf
  std::vector<index> open;     // the same in alternatives
  std::vector<said_member> members;
};

/// Members that only a sibling names are written too: an object without those that it requires could not be
/// valid. Those of alternatives may be absent.
writer::said_object writer::all_said(index n) const {
  said_object all;
  std::unordered_set<index> seen;
  std::vector<forms::conjunction> waiting{forms::conjoin(d_, {{n}, {}, {}})};
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const bool certain = i == 0;
    const forms::conjunction here = waiting[i];
    for (const index one : here.nodes) {
      if (d_.nodes[one].object == none || !seen.insert(one).second) continue;
      (certain ? all.certain : all.open).push_back(one);
    }
    for (const forms::choice_point& point : here.choices) {
      if (!seen.insert(static_cast<index>(d_.nodes.size()) + point.id).second) continue;
      for (const std::vector<index>& branch : point.branches)
        waiting.push_back(forms::conjoin(d_, {branch, {}, {}}));
    }
  }
  std::unordered_map<std::string_view, std::size_t> known;
  const auto add = [&](index one, bool certain) {
    for (const name_entry& e : d_.object_rules[d_.nodes[one].object].names.entries()) {
      if (e.child == none && !e.required) continue;
      const auto [at, fresh] = known.emplace(e.name, all.members.size());
      if (fresh) all.members.push_back({e.name});
      said_member& m = all.members[at->second];
      m.required = m.required || (certain && e.required);
      if (e.child == none) continue;
      const bool never = (d_.nodes[e.child].flags & flags::never) != 0;
      m.never = m.never || (certain && never);
      if (never || m.certain) continue;
      m.children.push_back(e.child);
      m.certain = certain;
    }
  };
  for (const index one : all.certain) add(one, true);
  for (const index one : all.open) add(one, false);
  for (const index one : all.certain) {
    const object_rule& rule = d_.object_rules[d_.nodes[one].object];
    if (rule.additional == none || rule.pattern_count > 0) continue;
    if ((d_.nodes[rule.additional].flags & flags::never) == 0) continue;
    for (said_member& m : all.members) {
      index hint = 0;
      const index at = rule.names.find(m.name, hint);
      m.never = m.never || at == none || rule.names.entries()[at].child == none;
    }
  }
  return all;
}

/// Is more said of an object than any one step says?
bool writer::joins_objects(index n) const {
  const node& s = d_.nodes[n];
  std::size_t steps = 0;
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d_.steps[s.steps + i];
    steps += one.kind == step::what::all_of ? one.b : 1U;
  }
  if (steps < 2) return false;
  const said_object all = all_said(n);
  return !all.certain.empty() && all.certain.size() + all.open.size() > 1;
}

std::string writer::of_object(index n) {
  const said_object all = all_said(n);
  // The grammar writes null there.
  const bool closed = closes(n);
  const bool impossible = std::any_of(all.members.begin(), all.members.end(), [closed](const said_member& m) {
    return m.required && (m.never || (closed && m.children.empty()));
  });
  if (impossible) note(n, "required", "no object can have every member that must be there");
  const index own = d_.nodes[n].object;
  if (all.certain.empty() && all.members.empty()) return fixed("object");
  if (all.members.empty())
    return of_map(all.certain.front(), d_.object_rules[d_.nodes[all.certain.front()].object]);
  if (own != none)
    note_object(n, d_.object_rules[own]);
  else
    note(n, "additionalProperties", "only declared members are written");
  const std::string_view deciding = options_.source.empty() ? std::string_view() : condition_in(n);
  if (deciding.empty()) return members_of(all.members, "", condition::unknown);
  // The deciding member may come before or after the string: each alternative knows its value.
  return members_of(all.members, deciding, condition::holds) + " | " +
         members_of(all.members, deciding, condition::fails);
}

std::string writer::key_of(index n, const object_rule& rule) {
  if (rule.property_names == none) return fixed("string");
  const node& name = d_.nodes[rule.property_names];
  const bool simple = name.step_count == 0 && (name.types & types::string) != 0;
  if (simple && name.literals != none)
    return shared("key", of_literals(rule.property_names, d_.literal_sets[name.literals], types::string));
  if (simple && name.string != none) {
    return shared("key", text_of_rule(rule.property_names, d_.string_rules[name.string]));
  }
  note(n, "propertyNames", "is checked afterwards only");
  return fixed("string");
}

std::string writer::of_map(index n, const object_rule& rule) {
  const bool closed = rule.additional != none && (d_.nodes[rule.additional].flags & flags::never) != 0;
  if (rule.pattern_count > 0) note(n, "patternProperties", "is checked afterwards only");
  const std::uint64_t most = closed && rule.pattern_count == 0 ? 0 : rule.max_properties;
  if (rule.min_properties > most) note(n, "minProperties", "is more than there may be");
  if (most == 0) return empty_of("{}");
  const bool free = rule.additional == none || closed;
  const std::string key = key_of(n, rule);
  const std::string item = free ? fixed("value") : rule_for(rule.additional, condition::unknown);
  const std::string pair = shared("pair", key + " " + literal(":") + " " + fixed("sp") + " " + item);
  const std::string more = shared(pair + "-next", literal(",") + " " + fixed("sp") + " " + pair);
  const std::uint64_t min =
      std::min(repetition_floor(n, "minProperties", rule.min_properties), rule.max_properties);
  const std::optional<std::uint64_t> max = repetition_limit(n, "maxProperties", rule.max_properties);
  if (max && *max == 0) return empty_of("{}");
  note(n, "additionalProperties", "that no name comes twice is checked afterwards");
  std::string inner = pair;
  if (!max || *max > 1) {
    inner += " " + more + repetition(min == 0 ? 0 : min - 1, max ? std::optional(*max - 1) : std::nullopt);
  }
  return literal("{") + " " + (min == 0 ? optional_way(inner, fixed("sp")) : inner) + " " + literal("}");
}

std::string writer::member_text(const said_member& m, std::string_view deciding, condition when) {
  std::string key;
  json::write_string(key, m.name);
  std::string item;
  if (!deciding.empty() && m.name == deciding) {
    item = literal(when == condition::holds ? "true" : "false");
  } else {
    std::vector<std::string> ways;
    for (const index child : m.children) {
      std::string way = rule_for(child, when);
      if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(std::move(way));
    }
    if (ways.empty()) ways.push_back(m.never ? literal("null") : fixed("value"));
    for (const std::string& way : ways) item.append(item.empty() ? "" : " | ").append(way);
    if (ways.size() > 1) item = "(" + item + ")";
  }
  return literal(key + ":") + " " + fixed("sp") + " " + item;
}

/// Members in the order of declaration; those that need not be there are rules of their own: one for the
/// case that nothing has been written yet, one for the case that a comma comes first.
std::string writer::members_of(const std::vector<said_member>& members, std::string_view deciding,
                               condition when) {
  std::vector<const said_member*> entries;
  for (const said_member& m : members) {
    if (m.required || (!m.never && !m.children.empty())) entries.push_back(&m);
  }
  const std::string comma = literal(",") + " " + fixed("sp") + " ";
  // At the end those that all must be there are one text.
  std::size_t open = entries.size();
  while (open > 0 && entries[open - 1]->required) --open;
  std::vector<std::string> last(entries.size() - open);
  for (std::size_t i = last.size(); i-- > 0;) last[i] = member_text(*entries[open + i], deciding, when);
  std::string first;  // before any member
  for (const std::string& text : last) first.append(first.empty() ? "" : " " + comma).append(text);
  std::string rest = first.empty() ? "" : comma + first;  // after at least one
  if (last.empty()) first = fixed("sp");                  // with none the object is empty
  // What is written twice from here on is named.
  const auto name = [&](std::size_t i) {
    const std::string hint = "members-" + std::string(entries[i]->name);
    rest = shared(hint + "-rest", std::move(rest));
    first = shared(hint, std::move(first));
  };
  if (open > 0 && !last.empty()) name(open);
  for (std::size_t i = open; i-- > 0;) {
    std::string with_first = member_text(*entries[i], deciding, when);
    if (!rest.empty()) with_first.append(" ").append(rest);
    std::string with_rest = comma + with_first;
    if (!entries[i]->required) {
      with_first = optional_way(with_first, first);
      with_rest = optional_way(with_rest, rest);
    }
    rest = std::move(with_rest);
    first = std::move(with_first);
    name(i);
  }
  return literal("{") + " " + first + " " + literal("}");
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
