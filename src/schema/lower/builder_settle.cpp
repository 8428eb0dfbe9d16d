// What turns out to fit nothing.
//
// While a form is being made the schema may lead back to it, and whoever is asked then cannot know yet that
// nothing will fit it. So once all forms are made, those that fit nothing are taken out of the others, which
// may leave nothing of these in their turn.
#include "lower/builder.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Alternatives of which none but null is left.
bool builder::only_null(number n) const {
  const form& f = forms_[n];
  return f.kind == form::what::choice && !f.prefix.empty() &&
         std::all_of(f.prefix.begin(), f.prefix.end(), [&](const use& u) { return u.form == null_; });
}

void builder::settle() {
  std::vector<std::vector<number>> above(forms_.size());
  std::vector<number> waiting;
  for (number n = 0; n < forms_.size(); ++n) {
    for_each_use(forms_[n], [&](const use& u) { above[u.form].push_back(n); });
    if (forms_[n].kind == form::what::never) waiting.push_back(n);
  }
  while (!waiting.empty()) {
    const number gone = waiting.back();
    waiting.pop_back();
    for (const number n : above[gone]) {
      if (forms_[n].kind == form::what::never) continue;
      form f = std::move(forms_[n]);
      const bool nothing_left = lose(f, gone);
      forms_[n] = std::move(f);
      if (nothing_left) forms_[n].kind = form::what::never;
      if (nothing_left || only_null(n)) waiting.push_back(n);
    }
  }
}

/// Takes what fits nothing, or nothing but the null that means absence, out of the form. Whether nothing fits
/// the form any more.
bool builder::lose(form& f, number gone) {
  switch (f.kind) {
    case form::what::choice:
      if (forms_[gone].kind != form::what::never) return false;
      std::erase_if(f.prefix, [&](const use& u) { return u.form == gone; });
      return f.prefix.empty();
    case form::what::record:
    case form::what::tuple:
      return lose_member(f, gone) || lose_item(f, gone);
    case form::what::list:
    case form::what::pairs:
      return lose_item(f, gone);
    default:
      return false;
  }
}

bool builder::lose_member(form& f, number gone) {
  const bool nothing = forms_[gone].kind == form::what::never;
  for (std::size_t i = 0; i < f.members.size();) {
    const form_member& m = f.members[i];
    if (m.what.form != gone || (!nothing && !m.gone)) {
      ++i;
      continue;
    }
    if (!m.optional) return true;
    const std::vector<index>& nodes = forms_[gone].nodes;
    if (f.kind == form::what::record && !f.closed && !to_.closed && !nodes.empty())
      note_let_in(f, nodes.front());
    // What follows a place that nothing fits cannot be there either.
    const auto at = f.members.begin() + static_cast<std::ptrdiff_t>(i);
    if (f.kind == form::what::record) {
      f.members.erase(at);
    } else {
      f.members.erase(at, f.members.end());
      f.item = {};
      f.rest.clear();
    }
  }
  return f.kind == form::what::tuple && f.members.empty() && f.least > 0;
}

/// A list that nothing can stand in is empty.
bool builder::lose_item(form& f, number gone) {
  if (forms_[gone].kind != form::what::never) return false;
  const auto place =
      std::find_if(f.prefix.begin(), f.prefix.end(), [&](const use& u) { return u.form == gone; });
  const bool here = f.item && f.item.form == gone;
  if (place == f.prefix.end() && !here) return false;
  const auto counted = [&](std::string_view keyword) {
    return std::find_if(f.words.begin(), f.words.end(), [&](const auto& w) { return w.first == keyword; });
  };
  if (f.kind == form::what::record) {
    f.item = {};
    f.closed = true;
    return false;
  }
  f.prefix.erase(place, f.prefix.end());
  const std::size_t most = f.prefix.size();
  const auto least = counted("minItems");
  if (least != f.words.end() && least->second.to_uint64().value_or(0) > most) return true;
  f.item = most > 0 ? use{} : keep(whatever());
  if (!has(words::max_items)) {
    for (const index n : f.nodes) {
      if (keyword_of(n, "items") != nullptr)
        note(f, n, "items", "nothing fits an item, and none is kept out");
    }
    if (!f.item) f.item = keep(whatever());
    return false;
  }
  std::erase_if(f.words, [](const auto& w) { return w.first == "maxItems"; });
  f.words.emplace_back("maxItems", most);
  return false;
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
