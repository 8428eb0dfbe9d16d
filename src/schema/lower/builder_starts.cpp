// Alternatives that begin alike.
//
// OpenAI refuses objects in an anyOf whose first members are the same: a decoder that has written the first
// name must know which one it is in. So a member that tells them apart is moved to the front; where there is
// none, the objects become one that admits what any of them does, and tuples (objects too, "0" first) lists.
//
// The trap: the members of such an object are alternatives again, which may have to be joined in their turn,
// and lead back to where they came from. So the same objects are joined once only.
#include "lower/builder.hpp"
#include "lower/sharing.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

using positions = std::vector<std::size_t>;

const form_member* find(const form& record, std::string_view name) {
  const auto at = std::find_if(record.members.begin(), record.members.end(),
                               [&](const form_member& m) { return m.name == name; });
  return at == record.members.end() ? nullptr : &*at;
}

bool begins(const form& f) {
  return (f.kind == form::what::record || f.kind == form::what::tuple) && !f.members.empty();
}

}  // namespace

/// Groups, of two at least, that a decoder could not tell apart by their first member.
std::vector<positions> builder::begin_alike(const std::vector<use>& ways) const {
  std::map<std::string_view, positions> by_name;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const form& f = forms_[ways[i].form];
    if (begins(f)) by_name[f.members.front().name].push_back(i);
  }
  std::vector<positions> out;
  for (const auto& [name, all] : by_name) {
    sharing values(all.size());
    for (std::size_t k = 0; k < all.size(); ++k)
      values.add(k, forms_[forms_[ways[all[k]].form].members.front().what.form]);
    for (positions& alike : values.groups()) {
      if (alike.size() < 2) continue;
      for (std::size_t& one : alike) one = all[one];
      out.push_back(std::move(alike));
    }
  }
  return out;
}

/// Whether some of them became one.
bool builder::part(std::vector<use>& ways, const positions& alike, bool may_move) {
  if (may_move && (move_tag(ways, alike) || move_names(ways, alike))) return false;
  const bool tuples = std::any_of(alike.begin(), alike.end(), [&](std::size_t i) {
    return forms_[ways[i].form].kind == form::what::tuple;
  });
  if (!tuples) {
    merge(ways, alike);
    return true;
  }
  for (const std::size_t i : alike) as_list(ways[i]);
  return false;
}

void builder::tell_apart(form& to) {
  std::vector<use>& ways = to.prefix;
  lay_open(to);
  constexpr std::size_t most_moves = 4;  // one may undo another
  bool joined = false;
  for (std::size_t round = 0;; ++round) {
    const std::vector<positions> groups = begin_alike(ways);
    steps_ += ways.size();
    if (groups.empty() || !within(0)) break;
    for (const positions& alike : groups) joined = part(ways, alike, round < most_moves) || joined;
    std::erase_if(ways, [](const use& way) { return !way; });
  }
  for (const index n : to.nodes) {
    for (const std::string_view word : {"anyOf", "oneOf", "if"}) {
      if (joined && keyword_of(n, word) != nullptr)
        note(to, n, word,
             "objects that begin with the same member are written as one; which of them it is, "
             "is checked afterwards");
    }
  }
  if (ways.size() != 1 || !ways.front().description.empty()) return;
  form whole = forms_[ways.front().form];
  whole.bases = bases_of(ways.front().form);
  whole.nodes = to.nodes;
  if (!to.description.empty()) whole.description = to.description;
  if (!to.title.empty()) whole.title = to.title;
  whole.said.insert(whole.said.begin(), to.said.begin(), to.said.end());
  whole.notes.insert(whole.notes.end(), to.notes.begin(), to.notes.end());
  to = std::move(whole);
}

/// Objects may begin like those of an alternative that is alternatives itself: then all are in one row.
void builder::lay_open(form& to) {
  std::vector<use>& ways = to.prefix;
  const auto objects = std::count_if(ways.begin(), ways.end(), [&](const use& u) {
    const form& f = forms_[u.form];
    return f.kind == form::what::choice || begins(f);
  });
  if (objects < 2) return;
  std::vector<use> all;
  std::vector<use> waiting(ways.rbegin(), ways.rend());
  std::set<number> seen;
  while (!waiting.empty()) {
    const use one = std::move(waiting.back());
    waiting.pop_back();
    if (!seen.insert(one.form).second) continue;
    const form& f = forms_[one.form];
    if (f.kind != form::what::choice) {
      all.push_back(one);
      continue;
    }
    to.notes.insert(to.notes.end(), f.notes.begin(), f.notes.end());
    to.said.insert(to.said.end(), f.said.begin(), f.said.end());
    for (auto inner = f.prefix.rbegin(); inner != f.prefix.rend(); ++inner) {
      waiting.push_back(*inner);
      std::string& text = waiting.back().description;
      if (text.empty()) text = one.description.empty() ? f.description : one.description;
    }
  }
  ways = std::move(all);
}

/// Puts a member first that has other values in each of them.
bool builder::move_tag(std::vector<use>& ways, const positions& alike) {
  const auto tells = [&](const form_member& m) {
    sharing values(alike.size());
    for (std::size_t k = 0; k < alike.size(); ++k) {
      const form& f = forms_[ways[alike[k]].form];
      const form_member* one = f.kind == form::what::record ? find(f, m.name) : nullptr;
      if (one == nullptr || !one->required || one->gone) return false;
      values.add(k, forms_[one->what.form]);
    }
    return values.first_of_several().empty();
  };
  const form& first = forms_[ways[alike.front()].form];
  const auto tag = std::find_if(first.members.begin(), first.members.end(), tells);
  if (tag == first.members.end()) return false;
  const std::string name = tag->name;
  for (const std::size_t way : alike) put_first(ways[way], name);
  return true;
}

/// Gives each of them a first member of its own where it has one, those first that have the fewest to choose
/// from. Whether that changes anything.
bool builder::move_names(std::vector<use>& ways, const positions& alike) {
  std::set<std::string, std::less<>> taken;
  const std::set<std::size_t> moving(alike.begin(), alike.end());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!ways[i] || moving.contains(i)) continue;
    const form& f = forms_[ways[i].form];
    if (begins(f)) taken.insert(f.members.front().name);
  }
  positions order = alike;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t way) { return std::pair(forms_[ways[way].form].members.size(), way); };
    return key(a) < key(b);
  });
  bool moved = false;
  for (const std::size_t way : order) {
    const form& f = forms_[ways[way].form];
    if (f.kind != form::what::record) continue;
    const auto fresh = std::find_if(f.members.begin(), f.members.end(),
                                    [&](const form_member& m) { return taken.find(m.name) == taken.end(); });
    if (fresh == f.members.end()) continue;
    const std::string name = fresh->name;
    taken.insert(name);
    moved = moved || fresh != f.members.begin();
    put_first(ways[way], name);
  }
  return moved;
}

/// A copy of the record, which may stand elsewhere too, with this member in front.
void builder::put_first(use& way, std::string_view name) {
  if (forms_[way.form].members.front().name == name) return;
  const auto [known, fresh] = fronted_.emplace(std::pair(way.form, std::string(name)), no_form);
  if (fresh) {
    form moved = forms_[way.form];
    moved.bases = bases_of(way.form);
    const auto at = std::find_if(moved.members.begin(), moved.members.end(),
                                 [&](const form_member& m) { return m.name == name; });
    std::rotate(moved.members.begin(), at, at + 1);
    known->second = keep(std::move(moved)).form;
  }
  way.form = known->second;
}

/// A tuple as a list of any of its items.
void builder::as_list(use& way) {
  if (forms_[way.form].kind != form::what::tuple) return;
  const auto [known, fresh] = listed_.emplace(way.form, no_form);
  if (fresh) {
    form f = forms_[way.form];
    std::vector<use> items;
    for (const form_member& m : f.members) {
      const form& inner = forms_[m.what.form];
      const bool only_here = m.gone && inner.kind == form::what::choice && inner.prefix.size() == 2;
      items.push_back(only_here ? inner.prefix.front() : m.what);
    }
    const std::size_t places = items.size();
    std::uint64_t min = f.least;
    std::optional<std::uint64_t> max;
    if (f.rest.empty()) max = places;
    if (!f.rest.empty()) {
      const form& tail = forms_[f.item.form];
      items.push_back(tail.item);
      for (const auto& [keyword, count] : tail.words) {
        if (keyword == "minItems") min = places + count.to_uint64().value_or(0);
        if (keyword == "maxItems") max = places + count.to_uint64().value_or(0);
      }
    }
    form list;
    list.kind = form::what::list;
    list.item = one_of(std::move(items));
    if (min > 0 && has(words::min_items))
      list.words.emplace_back("minItems", std::min(min, to_.most_min_items));
    if (max && has(words::max_items)) list.words.emplace_back("maxItems", *max);
    for (const index n : f.nodes) note_any_item(list, n);
    list.nodes = std::move(f.nodes);
    list.title = std::move(f.title);
    list.description = std::move(f.description);
    list.said = std::move(f.said);
    list.name = std::move(f.name);
    list.notes.insert(list.notes.end(), f.notes.begin(), f.notes.end());
    known->second = keep(std::move(list)).form;
  }
  way.form = known->second;
}

std::vector<number> builder::bases_of(number n) const {
  return forms_[n].bases.empty() ? std::vector<number>{n} : forms_[n].bases;
}

/// One record in place of several: the first of them, the others have no form any more.
void builder::merge(std::vector<use>& ways, const positions& alike) {
  std::vector<number> bases;
  for (const std::size_t way : alike) {
    const std::vector<number> some = bases_of(ways[way].form);
    bases.insert(bases.end(), some.begin(), some.end());
  }
  std::sort(bases.begin(), bases.end());
  bases.erase(std::unique(bases.begin(), bases.end()), bases.end());
  const auto [known, fresh] = merged_.emplace(bases, no_form);
  if (fresh) {
    form whole = joined(ways, alike);
    whole.bases = std::move(bases);
    known->second = keep(std::move(whole)).form;
  }
  ways[alike.front()] = {known->second};
  for (std::size_t k = 1; k < alike.size(); ++k) ways[alike[k]] = {};
}

form builder::joined(const std::vector<use>& ways, const positions& alike) {
  form whole;
  whole.kind = form::what::record;
  whole.closed = true;
  whole.loosened = true;
  std::vector<std::string> names;
  std::map<std::string, std::vector<form_member>, std::less<>> members;
  std::set<std::string, std::less<>> said;
  for (const std::size_t way : alike) {
    const form& f = forms_[ways[way].form];
    whole.notes.insert(whole.notes.end(), f.notes.begin(), f.notes.end());
    for (const std::string& sentence : f.said) {
      if (said.insert(sentence).second) whole.said.push_back(sentence);
    }
    whole.closed = whole.closed && f.closed;
    steps_ += f.members.size();
    for (const form_member& m : f.members) {
      std::vector<form_member>& same = members[m.name];
      if (same.empty()) names.push_back(m.name);
      same.push_back(m);
    }
    if (f.either.empty()) whole.either.push_back(f.nodes);
    for (std::vector<index> nodes : f.either) {
      nodes.insert(nodes.end(), f.nodes.begin(), f.nodes.end());
      whole.either.push_back(std::move(nodes));
    }
  }
  for (const std::string& name : names) {
    std::vector<form_member>& same = members[name];
    const bool everywhere = same.size() == alike.size();
    whole.members.push_back(joined_member(std::move(same), everywhere, whole));
  }
  join_rests(whole, ways, alike);
  return whole;
}

/// `everywhere`: each of the records has one.
form_member builder::joined_member(std::vector<form_member> same, bool everywhere, form& whole) {
  std::vector<use> some;
  form_member joined{same.front().name, {}, true, false, false};
  for (form_member& m : same) {
    joined.required = joined.required && m.required;
    joined.gone = joined.gone || m.gone;
    joined.optional = joined.optional || m.optional;
    some.push_back(std::move(m.what));
  }
  joined.optional = joined.optional || !everywhere;
  joined.what = one_of(std::move(some));
  if (!everywhere && to_.all_required) {
    const bool gone = joined.gone;
    make_nullable(joined, whole, none);
    joined.gone = joined.gone || gone;
  }
  return joined;
}

/// Further members of any of them.
void builder::join_rests(form& whole, const std::vector<use>& ways, const positions& alike) {
  std::vector<use> rests;
  for (const std::size_t way : alike) {
    const form& f = forms_[ways[way].form];
    if (!f.rest.empty()) rests.push_back(f.item);
  }
  if (rests.empty()) return;
  name_rest(whole);
  whole.item = rests.front();
  if (rests.size() == 1) return;
  form all;
  all.kind = form::what::pairs;
  std::vector<use> contents;
  for (const use& rest : rests) {
    const form& f = forms_[rest.form];
    contents.push_back(f.item);
    all.notes.insert(all.notes.end(), f.notes.begin(), f.notes.end());
    all.said.insert(all.said.end(), f.said.begin(), f.said.end());
  }
  all.item = one_of(std::move(contents));
  form key;
  key.kind = form::what::scalar;
  key.types = types::string;
  all.key = keep(std::move(key));
  whole.item.form = keep(std::move(all)).form;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
