// Alternatives whose images coincide.
//
// A map is a list of pairs where it has to be, a number the text of it, anything JSON text. So one reply may
// be the image of two values, each by another alternative: then the first counts whose value the schema
// admits. That is noted wherever it can happen.
#include "lower/builder.hpp"
#include "lower/sentences.hpp"
#include "lower/sharing.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// Pairs of forms that are compared, in all; from then on two count as twins.
constexpr std::size_t max_compared = 200'000;

/// Whether some reply fits both of two forms and means another value by each.
class likeness {
 public:
  explicit likeness(const std::vector<form>& forms) : forms_(forms), changing_(changing(forms)) {}

  /// Among alternatives. Records that a member tells apart need not be compared.
  bool among(const std::vector<use>& ways) {
    sharing::positions records;
    sharing::positions others;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const bool record = forms_[ways[i].form].kind == form::what::record;
      (record ? records : others).push_back(i);
    }
    for (const sharing::positions& group : groups(ways, records)) {
      if (any_pair(ways, group)) return true;
    }
    for (const std::size_t i : others) {
      for (std::size_t k = 0; k < ways.size(); ++k) {
        if (k != i && pair(ways[i], ways[k])) return true;
      }
    }
    return false;
  }

 private:
  using numbers = std::vector<number>;

  /// Those that lift changes, or something in them.
  static std::vector<bool> changing(const std::vector<form>& forms) {
    std::vector<numbers> above(forms.size());
    std::vector<bool> out(forms.size(), false);
    numbers waiting;
    for (number n = 0; n < forms.size(); ++n) {
      const form& f = forms[n];
      for_each_use(f, [&](const use& u) { above[u.form].push_back(n); });
      const bool itself =
          f.kind == form::what::text || f.kind == form::what::names || f.kind == form::what::tuple ||
          f.kind == form::what::pairs || f.loosened || !f.rest.empty() ||
          std::any_of(f.members.begin(), f.members.end(), [](const form_member& m) { return m.gone; });
      if (itself) waiting.push_back(n);
    }
    while (!waiting.empty()) {
      const number n = waiting.back();
      waiting.pop_back();
      if (out[n]) continue;
      out[n] = true;
      waiting.insert(waiting.end(), above[n].begin(), above[n].end());
    }
    return out;
  }

  bool pair(const use& a, const use& b) {
    asked_.clear();
    return alike(a.form, b.form);
  }

  bool any_pair(const std::vector<use>& ways, const sharing::positions& group) {
    for (std::size_t a = 0; a < group.size(); ++a) {
      for (std::size_t b = a + 1; b < group.size(); ++b) {
        if (pair(ways[group[a]], ways[group[b]])) return true;
      }
    }
    return false;
  }

  /// Of records, by the first member that all of them list values of.
  std::vector<sharing::positions> groups(const std::vector<use>& ways,
                                         const sharing::positions& records) const {
    if (records.size() < 2) return {};
    for (const form_member& m : forms_[ways[records.front()].form].members) {
      sharing values(records.size());
      bool everywhere = true;
      for (std::size_t k = 0; k < records.size() && everywhere; ++k) {
        const auto& members = forms_[ways[records[k]].form].members;
        const auto at = std::find_if(members.begin(), members.end(),
                                     [&](const form_member& one) { return one.name == m.name; });
        everywhere = at != members.end() && at->required && !forms_[at->what.form].literals.empty();
        if (everywhere) values.add(k, forms_[at->what.form]);
      }
      if (!everywhere) continue;
      std::vector<sharing::positions> all = values.groups();
      for (sharing::positions& group : all) {
        for (std::size_t& one : group) one = records[one];
      }
      return all;
    }
    return {records};
  }

  bool alike(number a, number b) {
    if (a == b || (!changing_[a] && !changing_[b])) return false;
    if ((written(a) & written(b)) == 0 || !asked_.emplace(std::min(a, b), std::max(a, b)).second)
      return false;
    if (++compared_ > max_compared) return true;
    const form& one = forms_[a];
    const form& other = forms_[b];
    if (one.kind == form::what::choice) return any(one.prefix, b);
    if (other.kind == form::what::choice) return any(other.prefix, a);
    if (is_list(one)) return lists(one, other);
    if (is_object(one)) return objects(one, other);
    return texts(one, other);
  }

  bool any(const std::vector<use>& ways, number other) {
    return std::any_of(ways.begin(), ways.end(), [&](const use& way) { return alike(way.form, other); });
  }

  static bool is_list(const form& f) { return f.kind == form::what::list || f.kind == form::what::pairs; }
  static bool is_object(const form& f) { return f.kind == form::what::record || f.kind == form::what::tuple; }

  /// Types that a reply can have here.
  std::uint8_t written(number n) const {
    const form& f = forms_[n];
    switch (f.kind) {
      case form::what::pending:
      case form::what::never:
        return 0;
      case form::what::anything:
      case form::what::choice:  // as far as it is asked for
        return types::all;
      case form::what::text:
      case form::what::names:
        return types::string;
      case form::what::scalar:
        return f.types;
      default:
        return is_list(f) ? types::array : types::object;
    }
  }

  static std::uint64_t least(const form& f) {
    for (const auto& [keyword, count] : f.words) {
      if (keyword == "minItems") return count.to_uint64().value_or(0);
    }
    return 0;
  }

  bool lists(const form& a, const form& b) {
    if (a.kind == b.kind) {
      std::vector<use> some = a.prefix;
      std::vector<use> others = b.prefix;
      if (a.item) some.push_back(a.item);
      if (b.item) others.push_back(b.item);
      return std::any_of(some.begin(), some.end(), [&](const use& u) { return any(others, u.form); });
    }
    if (least(a) == 0 && least(b) == 0) return true;  // [] is an empty map too
    const form& plain = a.kind == form::what::list ? a : b;
    return (plain.item && may_be_pair(plain.item.form, 0)) ||
           std::any_of(plain.prefix.begin(), plain.prefix.end(),
                       [&](const use& u) { return may_be_pair(u.form, 0); });
  }

  bool may_be_pair(number n, std::size_t depth) const {
    constexpr std::size_t deepest = 8;
    const form& f = forms_[n];
    if (f.kind == form::what::anything || depth > deepest) return true;
    if (f.kind == form::what::choice)
      return std::any_of(f.prefix.begin(), f.prefix.end(),
                         [&](const use& u) { return may_be_pair(u.form, depth + 1); });
    if (f.kind != form::what::record) return false;
    return std::all_of(f.members.begin(), f.members.end(), [](const form_member& m) {
      return m.name == "key" || m.name == "value" || !m.required;
    });
  }

  /// Values that are listed on both sides and have none in common, or types.
  bool apart(const use& a, const use& b) const {
    const form& one = forms_[a.form];
    const form& other = forms_[b.form];
    if ((written(a.form) & written(b.form)) == 0) return true;
    if (one.kind != form::what::scalar || other.kind != form::what::scalar) return false;
    if (one.literals.empty() || other.literals.empty()) return false;
    return std::none_of(one.literals.begin(), one.literals.end(), [&](const value& v) {
      return std::find(other.literals.begin(), other.literals.end(), v) != other.literals.end();
    });
  }

  bool objects(const form& a, const form& b) {
    std::map<std::string_view, const form_member*> members;
    for (const form_member& m : a.members) members.emplace(m.name, &m);
    std::vector<std::pair<const form_member*, const form_member*>> shared;
    std::size_t required = 0;
    for (const form_member& m : b.members) {
      const auto at = members.find(m.name);
      if (at == members.end()) {
        if (m.required && !takes_others(a)) return false;
        continue;
      }
      const form_member& own = *at->second;
      required += own.required ? 1U : 0U;
      if (own.required && m.required && apart(own.what, m.what)) return false;
      shared.emplace_back(&own, &m);
    }
    const auto wanted =
        std::count_if(a.members.begin(), a.members.end(), [](const form_member& m) { return m.required; });
    if (required < static_cast<std::size_t>(wanted) && !takes_others(b)) return false;
    if (a.kind != b.kind) return true;
    if (std::any_of(shared.begin(), shared.end(), [&](const auto& both) {
          return both.first->gone != both.second->gone ||
                 alike(both.first->what.form, both.second->what.form);
        }))
      return true;
    return a.item && b.item && alike(a.item.form, b.item.form);
  }

  static bool takes_others(const form& f) {
    return f.kind == form::what::record && !f.closed && f.rest.empty();
  }

  bool texts(const form& a, const form& b) const {
    if (a.kind == form::what::text || b.kind == form::what::text) return a.kind != b.kind;
    if (a.kind != form::what::names && b.kind != form::what::names) return false;
    const form& names = a.kind == form::what::names ? a : b;
    const form& other = a.kind == form::what::names ? b : a;
    for (std::size_t i = 0; i < names.texts.size(); ++i) {
      const value& meant = names.literals[i];
      if (other.kind == form::what::names) {
        const auto same = std::find(other.texts.begin(), other.texts.end(), names.texts[i]);
        if (same != other.texts.end() &&
            other.literals[static_cast<std::size_t>(same - other.texts.begin())] != meant)
          return true;
      } else if (!meant.is_string() &&
                 (other.literals.empty() || std::find(other.literals.begin(), other.literals.end(),
                                                      value(names.texts[i])) != other.literals.end())) {
        return true;
      }
    }
    return false;
  }

  const std::vector<form>& forms_;
  std::vector<bool> changing_;
  std::set<std::pair<number, number>> asked_;
  std::size_t compared_ = 0;
};

}  // namespace

void builder::note_twins() {
  const std::size_t count = forms_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (forms_[i].kind != form::what::choice || to_.enums != enumerations::strings) continue;
    form f = forms_[i];
    free_numbers(f);
    forms_[i] = std::move(f);
  }
  likeness same(forms_);
  for (std::size_t i = 0; i < count; ++i) {
    if (forms_[i].kind == form::what::choice && same.among(forms_[i].prefix)) note_twins_of(forms_[i]);
  }
}

/// At the keyword that the alternatives come from.
void builder::note_twins_of(form& f) {
  constexpr std::string_view reason =
      "two alternatives look alike here; the first counts whose value the schema admits";
  for (const std::string_view word : {"anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "type"}) {
    for (const index n : f.nodes) {
      if (keyword_of(n, word) != nullptr) return note(f, n, word, std::string(reason));
    }
  }
  for (const use& way : f.prefix) {
    const std::vector<index>& nodes = forms_[way.form].nodes;
    if (nodes.empty()) continue;
    f.notes.push_back({place_of(d_, nodes.front()), "schema", std::string(reason)});
    return;
  }
}

/// Numbers that are listed, and would be written as texts beside any other text, are just numbers.
void builder::free_numbers(form& f) {
  const bool any_text = std::any_of(f.prefix.begin(), f.prefix.end(), [&](const use& u) {
    const form& way = forms_[u.form];
    return way.kind == form::what::scalar && (way.types & types::string) != 0;
  });
  std::vector<use> ways;
  for (use& way : f.prefix) {
    if (!any_text || forms_[way.form].kind != form::what::names) {
      ways.push_back(std::move(way));
      continue;
    }
    const form names = forms_[way.form];
    form numbers;
    numbers.kind = form::what::scalar;
    numbers.nodes = names.nodes;
    form strings = numbers;
    value listed = value::array();
    for (const value& v : names.literals) {
      if (v.is_string()) {
        strings.literals.push_back(v);
        continue;
      }
      numbers.types |= type_of(v);
      listed.push_back(v);
    }
    for (const index n : names.nodes) {
      if (d_.nodes[n].literals == none) continue;
      const std::string_view keyword = d_.literal_sets[d_.nodes[n].literals].keyword();
      leave_out(numbers, n, keyword, sentences::raw("enum", listed));
    }
    note_judging(numbers, names.nodes);
    note_rest(numbers, gathered({names.nodes, {}, {}}));
    strings.types = types::string;
    if (!strings.literals.empty()) ways.push_back(keep(std::move(strings)));
    way.form = keep(std::move(numbers)).form;
    ways.push_back(std::move(way));
  }
  f.prefix = std::move(ways);
}

/// Where null is a flag beside a type, null alone cannot be said.
void builder::note_lone_nulls(const use& root) {
  std::set<number> alone;
  const auto see = [&](const use& u) {
    const form& f = forms_[u.form];
    if ((f.kind == form::what::scalar && f.types == types::null) || only_null(u.form)) alone.insert(u.form);
  };
  see(root);
  for (const form& f : forms_) {
    if (f.kind != form::what::choice) for_each_use(f, see);
  }
  for (const number one : alone) {
    form& f = forms_[one];
    for (const index n : f.nodes) {
      for (const std::string_view word : {"type", "const", "enum"}) {
        if (keyword_of(n, word) != nullptr)
          note(f, n, word,
               "null alone cannot be said, so any string passes as well; it is checked afterwards");
      }
    }
  }
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
