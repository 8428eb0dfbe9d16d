// Alternatives that begin alike.
//
// OpenAI refuses objects in an anyOf whose first members are the same: a decoder that has written the first
// name must know which one it is in. So a member that tells them apart is moved to the front; where there is
// none, the objects become one that admits what any of them does.
#include "lower/builder.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// Lists of values of which no two share one.
bool apart(const form& a, const form& b) {
  if (a.literals.empty() || b.literals.empty()) return false;
  return std::none_of(a.literals.begin(), a.literals.end(), [&](const value& v) {
    return std::find(b.literals.begin(), b.literals.end(), v) != b.literals.end();
  });
}

const form_member* find(const form& record, std::string_view name) {
  const auto at = std::find_if(record.members.begin(), record.members.end(),
                               [&](const form_member& m) { return m.name == name; });
  return at == record.members.end() ? nullptr : &*at;
}

}  // namespace

bool builder::begin_alike(const use& a, const use& b) const {
  const form& one = forms_[a.form];
  const form& other = forms_[b.form];
  const auto begins = [](const form& f) {
    return (f.kind == form::what::record || f.kind == form::what::tuple) && !f.members.empty();
  };
  if (!begins(one) || !begins(other)) return false;
  const form_member& first = one.members.front();
  const form_member& second = other.members.front();
  return first.name == second.name && !apart(forms_[first.what.form], forms_[second.what.form]);
}

void builder::tell_apart(form& to) {
  std::vector<use>& ways = to.prefix;
  const auto alike_to = [&](std::size_t i) {
    std::vector<std::size_t> alike{i};
    for (std::size_t k = i + 1; k < ways.size(); ++k) {
      if (begin_alike(ways[i], ways[k])) alike.push_back(k);
    }
    return alike;
  };
  for (std::size_t i = 0; i < ways.size(); ++i) {
    std::vector<std::size_t> alike = alike_to(i);
    if (alike.size() == 1 || move_tag(ways, alike)) continue;
    move_names(ways, alike);
    alike = alike_to(i);
    if (alike.size() > 1) merge(to, alike);
  }
  if (ways.size() > 1) return;
  std::vector<lowering_note> notes = std::move(to.notes);
  const number only = ways.front().form;
  if (!ways.front().description.empty()) return;
  form whole = forms_[only];
  whole.nodes = to.nodes;
  whole.notes.insert(whole.notes.end(), notes.begin(), notes.end());
  to = std::move(whole);
}

/// Puts a member first that has other values in each of them, or a name that no other one begins with.
bool builder::move_tag(std::vector<use>& ways, const std::vector<std::size_t>& alike) {
  const form& first = forms_[ways[alike.front()].form];
  const auto tells = [&](const form_member& m) {
    for (const std::size_t a : alike) {
      const form_member* one = find(forms_[ways[a].form], m.name);
      if (one == nullptr || !one->required || one->gone) return false;
      for (const std::size_t b : alike) {
        if (a == b) continue;
        const form_member* other = find(forms_[ways[b].form], m.name);
        if (other == nullptr || !apart(forms_[one->what.form], forms_[other->what.form])) return false;
      }
    }
    return true;
  };
  const auto tag = std::find_if(first.members.begin(), first.members.end(), tells);
  if (tag != first.members.end()) {
    const std::string name = tag->name;
    for (const std::size_t way : alike) put_first(ways[way], name);
    return true;
  }
  return false;
}

/// Gives each of them a first member of its own where it has one, those first that have the fewest to choose
/// from.
void builder::move_names(std::vector<use>& ways, const std::vector<std::size_t>& alike) {
  std::set<std::string, std::less<>> taken;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const form& f = forms_[ways[i].form];
    const bool moves = std::find(alike.begin(), alike.end(), i) != alike.end();
    if (!moves && !f.members.empty()) taken.insert(f.members.front().name);
  }
  std::vector<std::size_t> order = alike;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::size_t first = forms_[ways[a].form].members.size();
    const std::size_t second = forms_[ways[b].form].members.size();
    return first != second ? first < second : a < b;
  });
  for (const std::size_t way : order) {
    const form& f = forms_[ways[way].form];
    if (f.kind != form::what::record) continue;
    const auto fresh = std::find_if(f.members.begin(), f.members.end(), [&](const form_member& m) {
      return m.name != f.rest && taken.find(m.name) == taken.end();
    });
    if (fresh == f.members.end()) continue;
    const std::string name = fresh->name;
    taken.insert(name);
    put_first(ways[way], name);
  }
}

/// A copy of the record, which may stand elsewhere too, with this member in front.
void builder::put_first(use& way, std::string_view name) {
  form moved = forms_[way.form];
  const auto at = std::find_if(moved.members.begin(), moved.members.end(),
                               [&](const form_member& m) { return m.name == name; });
  if (at == moved.members.begin()) return;
  std::rotate(moved.members.begin(), at, at + 1);
  way.form = keep(std::move(moved)).form;
}

/// One record in place of several.
void builder::merge(form& to, const std::vector<std::size_t>& alike) {
  std::vector<use>& ways = to.prefix;
  form whole;
  whole.kind = form::what::record;
  whole.closed = true;
  whole.loosened = true;
  whole.nodes = to.nodes;
  std::vector<std::string> names;
  for (const std::size_t way : alike) {
    const form& f = forms_[ways[way].form];
    if (f.kind != form::what::record || !f.rest.empty()) return;  // begins alike, and has to be tried
    whole.notes.insert(whole.notes.end(), f.notes.begin(), f.notes.end());
    for (const std::string& said : f.said) {
      if (std::find(whole.said.begin(), whole.said.end(), said) == whole.said.end())
        whole.said.push_back(said);
    }
    whole.closed = whole.closed && f.closed;
    for (const form_member& m : f.members) {
      if (std::find(names.begin(), names.end(), m.name) == names.end()) names.push_back(m.name);
    }
  }
  for (const std::string& name : names) {
    std::vector<use> some;
    form_member joined{name, {}, true, false};
    bool everywhere = true;
    for (const std::size_t way : alike) {
      const form_member* m = find(forms_[ways[way].form], name);
      everywhere = everywhere && m != nullptr;
      if (m == nullptr) continue;
      joined.required = joined.required && m->required;
      joined.gone = joined.gone || m->gone;
      const bool again =
          std::any_of(some.begin(), some.end(), [&](const use& u) { return u.form == m->what.form; });
      if (!again) some.push_back(m->what);
    }
    joined.what = some.size() == 1 ? some.front() : keep(choice_of(std::move(some), {}));
    if (!everywhere && to_.all_required) {
      const bool gone = joined.gone;
      make_nullable(joined, whole, none);
      joined.gone = joined.gone || gone;
    }
    whole.members.push_back(std::move(joined));
  }
  for (const index n : to.nodes) {
    for (const std::string_view word : {"anyOf", "oneOf", "if"}) {
      if (keyword_of(n, word) != nullptr)
        note(whole, n, word,
             "objects that begin with the same member are written as one; which of them it is, "
             "is checked afterwards");
    }
  }
  ways[alike.front()] = keep(std::move(whole));
  for (std::size_t k = alike.size(); k-- > 1;)
    ways.erase(ways.begin() + static_cast<std::ptrdiff_t>(alike[k]));
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
