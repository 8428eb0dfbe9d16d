// Arrays.
#include "lower/builder.hpp"
#include "lower/sentences.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

form builder::list(const place& at, const conjunction& all, context c) {
  form f;
  f.kind = form::what::list;
  f.nodes = at.nodes;
  std::uint64_t min = 0;
  std::uint64_t max = unbounded;
  std::size_t places = 0;
  std::vector<const array_rule*> rules;
  for (const index n : all.nodes) {
    if (d_.nodes[n].array == none) continue;
    const array_rule& rule = d_.array_rules[d_.nodes[n].array];
    rules.push_back(&rule);
    min = std::max(min, rule.min_items);
    max = std::min(max, rule.max_items);
    places = std::max<std::size_t>(places, rule.prefix_count);
    if (rule.unique) leave_out(f, n, "uniqueItems", "No two items are equal.");
    if (rule.contains == none) continue;
    leave_out(f, n, "contains", sentences::raw("contains", *d_.places[rule.contains].schema));
    for (const std::string_view word : {"minContains", "maxContains"}) {
      if (keyword_of(n, word) != nullptr) leave_out(f, n, word, {});
    }
  }
  const auto item_at = [&](std::size_t i) {
    std::vector<index> nodes;
    for (const array_rule* rule : rules) {
      const index child = i < rule->prefix_count ? d_.lists[rule->prefix + i] : rule->items;
      if (child != none) nodes.push_back(child);
    }
    return use_of(std::move(nodes), c.below());
  };
  std::vector<use> prefix;
  for (std::size_t i = 0; i < places && i < max; ++i) {
    prefix.push_back(item_at(i));
    if (error_) return {};
    if (!is_never(prefix.back())) continue;
    prefix.pop_back();
    max = i;
  }
  use rest = item_at(places);
  if (error_) return {};
  if (is_never(rest)) max = std::min<std::uint64_t>(max, prefix.size());
  if (min > max) {
    f.kind = form::what::never;
    return f;
  }
  list_bounds bounds{min, max};
  bounds.more = !is_never(rest) && max > places;
  return placed(at, all, std::move(f), std::move(prefix), rest, bounds);
}

/// In which form the places go: as what they are, as an object, or as any of them.
form builder::placed(const place& at, const conjunction& all, form f, std::vector<use> prefix, use rest,
                     const list_bounds& bounds) {
  const auto [min, max, more] = bounds;
  const std::size_t places = prefix.size();
  const bool several =
      std::any_of(prefix.begin(), prefix.end(), [&](const use& u) { return u.form != rest.form; });
  const bool as_prefix = to_.prefix_items && (!to_.exact_prefix || (min >= places && max <= places));
  if (several && !to_.prefix_items && places <= max_tuple) {
    form t = tuple(at, std::move(prefix), more ? rest : use{}, min, max);
    t.notes.insert(t.notes.end(), f.notes.begin(), f.notes.end());
    t.said.insert(t.said.end(), f.said.begin(), f.said.end());
    if (t.rest.empty()) return t;
    const bool all_said = has(words::min_items) && has(words::max_items) && min <= places;
    if (!all_said) item_counts(t, all, min, max);
    t.words.clear();
    return t;
  }
  if (several && as_prefix) {
    f.prefix = std::move(prefix);
    if (more) f.item = rest;
  } else if (several) {
    if (more) prefix.push_back(rest);
    for (const index n : all.nodes) note_any_item(f, n);
    f.item = one_of(std::move(prefix));
  } else {
    f.item = is_never(rest) && !prefix.empty() ? prefix.front() : rest;
    if (is_never(f.item)) f.item = keep(whatever());
  }
  if (to_.exact_prefix && !f.prefix.empty()) return f;  // prefixItems say how many
  item_counts(f, all, min, max);
  return f;
}

/// A list of any of the items in place of one where each has its place.
void builder::note_any_item(form& to, index n) const {
  const index rule = d_.nodes[n].array;
  if (rule == none || d_.array_rules[rule].prefix_count == 0) return;
  note(to, n, keyword_of(n, "prefixItems") != nullptr ? "prefixItems" : "items",
       "each item may be any of those listed; which stands where is checked afterwards");
}

/// minItems and maxItems, as far as they can be written.
void builder::item_counts(form& to, const conjunction& all, std::uint64_t min, std::uint64_t max) {
  const bool writes_min = has(words::min_items);
  const bool writes_max = has(words::max_items);
  if (writes_min && min > 0) to.words.emplace_back("minItems", std::min(min, to_.most_min_items));
  if (writes_max && max != unbounded) to.words.emplace_back("maxItems", max);
  for (const index n : all.nodes) {
    if (d_.nodes[n].array == none) continue;
    const array_rule& rule = d_.array_rules[d_.nodes[n].array];
    if (rule.min_items > 0 && (!writes_min || min > to_.most_min_items))
      leave_out(to, n, "minItems", sentences::counted("minItems", min));
    if (max == unbounded || writes_max) continue;
    const std::string sentence = sentences::counted("maxItems", max);
    if (rule.max_items != unbounded) leave_out(to, n, "maxItems", sentence);
    // What follows a list of places is shut out by `items`.
    if (rule.items != none && rule.max_items > max)
      leave_out(to, n,
                rule.legacy && keyword_of(n, "additionalItems") != nullptr ? "additionalItems" : "items",
                sentence);
  }
}

/// A list whose places differ, as an object with a member for each place.
form builder::tuple(const place& at, std::vector<use> prefix, use rest, std::uint64_t min,
                    std::uint64_t max) {
  form f;
  f.kind = form::what::tuple;
  f.nodes = at.nodes;
  f.closed = true;
  const std::size_t places = prefix.size();
  f.least = std::min<std::uint64_t>(min, places);
  for (std::size_t i = 0; i < places; ++i) {
    form_member m{std::to_string(i), std::move(prefix[i]), i < f.least, false, i >= f.least};
    const std::vector<index>& said = forms_[m.what.form].nodes;
    if (!m.required && to_.all_required) make_nullable(m, f, said.empty() ? none : said.front());
    m.required = m.required || to_.all_required;
    f.members.push_back(std::move(m));
  }
  if (!rest) return f;
  form tail;
  tail.kind = form::what::list;
  tail.item = std::move(rest);
  if (min > places && has(words::min_items))
    tail.words.emplace_back("minItems", std::min<std::uint64_t>(min - places, to_.most_min_items));
  if (max != unbounded && has(words::max_items)) tail.words.emplace_back("maxItems", max - places);
  f.rest = "rest";
  f.item = keep(std::move(tail));
  f.item.description = "What follows, as a list.";
  return f;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
