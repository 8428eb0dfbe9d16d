// Which choices are written as alternatives, and what they become.
#include "lower/builder.hpp"
#include "lower/sentences.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// Whether no value fits two of the branches: they admit different types, or a member tells them apart.
bool exclusive_by_itself(const program::data& d, const choice_point& c) {
  if (d.unions.empty() || c.id >= d.steps.size()) return false;
  const union_rule& u = d.unions[d.steps[c.id].a];
  std::uint8_t seen = 0;
  for (index k = 0; k < u.count; ++k) {
    const std::uint8_t reach = d.nodes[d.lists[u.branches + k]].reach;
    const std::uint8_t both = seen & reach;
    if ((u.tagged ? both & ~types::object : both) != 0) return false;
    seen |= reach;
  }
  return true;
}

}  // namespace

/// Do the alternatives say more only of members that are there without them?
bool builder::only_refined(const conjunction& all) const {
  std::set<std::string_view> names;
  const auto declared = [&](const conjunction& some, auto&& visit) {
    for (const index n : some.nodes) {
      if (d_.nodes[n].object == none) continue;
      for (const name_entry& e : d_.object_rules[d_.nodes[n].object].names.entries()) {
        if (e.child != none && !visit(e.name)) return false;
      }
    }
    return true;
  };
  declared(all, [&](std::string_view name) {
    names.insert(name);
    return true;
  });
  if (names.empty()) return false;
  for (const choice_point& point : all.choices) {
    for (const std::vector<index>& branch : point.branches) {
      const conjunction inside = gathered({branch, {}, {}});
      const bool known = declared(inside, [&](std::string_view name) { return names.contains(name); });
      if (!known || !inside.choices.empty()) return false;
    }
  }
  return true;
}

/// Which choices are written as alternatives. Each multiplies what the others give, so only one is always
/// written; conditions, which often come in long rows, only where all of them are.
std::vector<index> builder::select(const conjunction& all, context c) const {
  // As a choice the root would have to be wrapped; as it is it stands for itself.
  if (c.root && to_.object_root && only_refined(all)) return {};
  std::vector<index> selected;
  std::size_t product = 1;
  for (const choice_point& point : all.choices) {
    if (point.conditional) continue;
    if (selected.empty() || product * point.branches.size() <= c.ways) {
      selected.push_back(point.id);
      product *= point.branches.size();
    }
  }
  std::size_t conditions = product;
  for (const choice_point& point : all.choices) {
    if (point.conditional && conditions <= c.ways) conditions *= point.branches.size();
  }
  if (conditions > c.ways) return selected;
  for (const choice_point& point : all.choices) {
    if (point.conditional) selected.push_back(point.id);
  }
  return selected;
}

void builder::note_choice(form& to, const choice_point& point) {
  if (point.conditional) {
    const std::string_view keyword = point.keyword;
    note(to, point.node, keyword,
         "is written as alternatives; that the right one was taken is checked afterwards");
  } else if (point.exclusive && !exclusive_by_itself(d_, point)) {
    note(to, point.node, "oneOf",
         "is written as anyOf; that no second alternative fits is checked afterwards");
  }
}

/// Said once, where the choice is left open, and not in each form that it is left open in.
void builder::note_open(form& to, const choice_point& point, std::uint8_t admitted) {
  note(to, point.node, point.keyword,
       "the alternatives are not written, only what they have in common; they are checked afterwards");
  const value* said = keyword_of(point.node, point.keyword);
  if (said != nullptr && !point.conditional) to.said.push_back(sentences::raw(point.keyword, *said));
  const bool closes = to_.maps == maps::pairs || to_.exact_prefix;
  if (!closes || (admitted & types::object) == 0) return;
  for (const std::vector<index>& branch : point.branches) {
    const conjunction inside = gathered({branch, {}, {}});
    if (!inside.never) note_open_record(to, inside, true);
  }
}

form builder::choose(const place& at, const conjunction& all, const std::vector<index>& selected, context c) {
  const choice_point* now = nullptr;
  place under = at;
  for (const choice_point& point : all.choices) {
    const bool chosen = std::find(selected.begin(), selected.end(), point.id) != selected.end();
    if (!chosen) under.open.push_back(point.id);
    if (chosen && now == nullptr) now = &point;
  }
  std::sort(under.open.begin(), under.open.end());
  under.made.push_back(now->id);
  std::sort(under.made.begin(), under.made.end());
  context below{c.level, c.depth + 1, std::max<std::size_t>(c.ways / now->branches.size(), 1), false};
  std::vector<use> ways;
  for (const std::vector<index>& branch : now->branches) {
    place one = under;
    one.nodes.insert(one.nodes.end(), branch.begin(), branch.end());
    std::sort(one.nodes.begin(), one.nodes.end());
    one.nodes.erase(std::unique(one.nodes.begin(), one.nodes.end()), one.nodes.end());
    use way = use_of(std::move(one), below);
    if (error_) return {};
    if (is_never(way)) continue;
    const bool again =
        std::any_of(ways.begin(), ways.end(), [&](const use& u) { return u.form == way.form; });
    if (!again) ways.push_back(std::move(way));
  }
  form f = choice_of(std::move(ways), at);
  note_choice(f, *now);
  for (const choice_point& point : all.choices) {
    if (std::find(selected.begin(), selected.end(), point.id) == selected.end())
      note_open(f, point, all.types);
  }
  return f;
}

/// Alternatives of alternatives are alternatives, and anything among them is all of them.
form builder::choice_of(std::vector<use> ways, const place& at) {
  form f;
  f.nodes = at.nodes;
  if (ways.empty()) {
    f.kind = form::what::never;
    return f;
  }
  if (std::any_of(ways.begin(), ways.end(), [&](const use& u) { return is_anything(u); })) {
    f = whatever();
    for (const use& u : ways)
      f.notes.insert(f.notes.end(), forms_[u.form].notes.begin(), forms_[u.form].notes.end());
    return f;
  }
  f.kind = form::what::choice;
  std::set<number> seen;
  for (use& u : ways) {
    const form& inner = forms_[u.form];
    const bool plain = inner.kind == form::what::choice && u.description.empty() &&
                       inner.description.empty() && inner.said.empty();
    if (!plain) {
      if (seen.insert(u.form).second) f.prefix.push_back(std::move(u));
      continue;
    }
    for (const use& way : inner.prefix) {
      if (seen.insert(way.form).second) f.prefix.push_back(way);
    }
    f.notes.insert(f.notes.end(), inner.notes.begin(), inner.notes.end());
  }
  return f;
}

/// Any of these; not none.
use builder::one_of(std::vector<use> ways) {
  std::vector<use> some;
  std::set<number> seen;
  for (use& u : ways) {
    if (seen.insert(u.form).second) some.push_back(std::move(u));
  }
  return some.size() == 1 ? std::move(some.front()) : keep(choice_of(std::move(some), {}));
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
