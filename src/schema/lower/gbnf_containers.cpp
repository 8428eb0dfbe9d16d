// Arrays and objects.
#include "lower/gbnf.hpp"

#include <algorithm>

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

std::string writer::of_object(index n) {
  const node& s = d_.nodes[n];
  if (s.object == none) return fixed("object");
  const object_rule& rule = d_.object_rules[s.object];
  if (rule.names.size() == 0) return of_map(n, rule);
  note_object(n, rule);
  const std::string_view deciding = options_.source.empty() ? std::string_view() : condition_in(n);
  if (deciding.empty()) return members_of(rule, "", condition::unknown);
  // The deciding member may come before or after the string: each alternative knows its value.
  return members_of(rule, deciding, condition::holds) + " | " + members_of(rule, deciding, condition::fails);
}

std::string writer::key_of(index n, const object_rule& rule) {
  if (rule.property_names == none) return fixed("string");
  const node& name = d_.nodes[rule.property_names];
  const bool simple = name.step_count == 0 && (name.types & types::string) != 0;
  if (simple && name.literals != none)
    return shared("key", of_literals(d_.literal_sets[name.literals], types::string, false));
  if (simple && name.string != none) {
    return shared("key", text_of_rule(rule.property_names, d_.string_rules[name.string]));
  }
  note(n, "propertyNames", "is checked afterwards only");
  return fixed("string");
}

std::string writer::of_map(index n, const object_rule& rule) {
  const bool closed = rule.additional != none && (d_.nodes[rule.additional].flags & flags::never) != 0;
  if (rule.pattern_count > 0) note(n, "patternProperties", "is checked afterwards only");
  if (closed && rule.pattern_count == 0) return empty_of("{}");
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

std::string writer::member_text(const name_entry& e, std::string_view deciding, condition when) {
  std::string key;
  json::write_string(key, e.name);
  std::string item;
  if (!deciding.empty() && e.name == deciding) {
    item = literal(when == condition::holds ? "true" : "false");
  } else {
    item = e.child == none ? fixed("value") : rule_for(e.child, when);
  }
  return literal(key + ":") + " " + fixed("sp") + " " + item;
}

/// Members in the order of declaration; those that need not be there are rules of their own: one for the
/// case that nothing has been written yet, one for the case that a comma comes first.
std::string writer::members_of(const object_rule& rule, std::string_view deciding, condition when) {
  const auto wanted = [&](const name_entry& e) {
    if (e.child == none) return e.required;
    return e.required || (d_.nodes[e.child].flags & flags::never) == 0;
  };
  std::vector<const name_entry*> entries;
  for (const name_entry& e : rule.names.entries()) {
    if (wanted(e)) entries.push_back(&e);
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
