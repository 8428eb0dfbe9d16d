// Places, and the choices between alternatives.
#include "lower/builder.hpp"

#include "lower/satisfies.hpp"
#include "lower/sentences.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

constexpr std::uint8_t scalars = types::null | types::boolean | types::number | types::string;

bool owns(const program::data& d, index n, const std::vector<index>& choices) {
  return std::any_of(choices.begin(), choices.end(), [&](index id) {
    if (id < d.steps.size()) return id >= d.nodes[n].steps && id < d.nodes[n].steps + d.nodes[n].step_count;
    if (d.nodes[n].object == none) return false;
    const object_rule& rule = d.object_rules[d.nodes[n].object];
    const index dependent = id - static_cast<index>(d.steps.size());
    return dependent >= rule.dependents && dependent < rule.dependents + rule.dependent_count;
  });
}

std::string text_of(const value* v) {
  return v != nullptr && v->is_string() ? std::string(v->string()) : std::string();
}

/// The last word of where it stands, as far as it is a word.
std::string definition_name(const program::data& d, index n) {
  const std::string& pointer = d.places[n].pointer;
  if (pointer.empty()) return "root";
  std::string name = pointer.substr(pointer.rfind('/') + 1);
  for (char& c : name) {
    const bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!letter) c = '_';
  }
  constexpr std::size_t longest = 48;
  return name.substr(0, longest);
}

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

result<graph> builder::run() {
  graph out;
  context c;
  c.root = true;
  out.root = use_of(std::vector<index>{0}, c);
  if (!error_) settle();
  // Only now is every alternative what it will be.
  for (std::size_t i = 0; to_.distinct_starts && !error_ && i < forms_.size(); ++i) {
    if (forms_[i].kind != form::what::choice) continue;
    form f = forms_[i];
    tell_apart(f);
    forms_[i] = std::move(f);
    if (forms_.size() > max_lowered_forms) too_many_forms(0);
  }
  if (error_) return *std::move(error_);
  note_twins();
  if (to_.nullable) note_lone_nulls(out.root);
  if (is_never(out.root)) {
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = "schema";
    p.message = "nothing fits the schema, so there is nothing to ask for";
    return p;
  }
  out.forms = std::move(forms_);
  if (to_.object_root && out.forms[out.root.form].kind != form::what::record) wrap(out);
  return out;
}

/// The root gets a member of its own, with a name that no alternative of it has.
void builder::wrap(graph& to) const {
  const form& root = to.forms[to.root.form];
  const bool list = root.kind == form::what::list;
  for (const std::string_view name : {list ? "items" : "value", "answer", "result", "wrapped"}) {
    const auto has_it = [&](const use& way) {
      const auto& members = to.forms[way.form].members;
      return std::any_of(members.begin(), members.end(),
                         [&](const form_member& m) { return m.name == name; });
    };
    to.wrapper = name;
    if (std::none_of(root.prefix.begin(), root.prefix.end(), has_it)) break;
  }
}

bool builder::fail(std::string_view limit, index n, std::string message) {
  if (error_) return false;
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = limit;
  p.place = place_of(d_, n);
  p.message = std::move(message) + " (" + std::string(limit) + ")";
  error_ = std::move(p);
  return false;
}

bool builder::too_many_forms(index n) {
  return fail("max_lowered_forms", n, "written out for this provider, the schema is too large");
}

void builder::note(form& to, index n, std::string_view keyword, std::string reason) const {
  std::string pointer = d_.places[n].pointer;
  json::append_token(pointer, keyword);
  to.notes.push_back({place_of(d_, d_.places[n].resource, pointer), std::string(keyword), std::move(reason)});
}

const value* builder::keyword_of(index n, std::string_view keyword) const {
  const value& schema = *d_.places[n].schema;
  return schema.is_object() ? schema.find(keyword) : nullptr;
}

void builder::leave_out(form& to, index n, std::string_view keyword, std::string sentence) {
  note(to, n, keyword, std::string(to_.provider) + " does not hold it; it is checked afterwards");
  if (!sentence.empty() && std::find(to.said.begin(), to.said.end(), sentence) == to.said.end())
    to.said.push_back(std::move(sentence));
}

bool builder::admits(const std::vector<index>& nodes, const value& v) const {
  return satisfies(d_, nodes, v);
}

bool builder::is_anything(const use& u) const {
  const form::what kind = forms_[u.form].kind;
  return kind == form::what::anything || kind == form::what::text;
}

bool builder::accepts_null(const use& u) const {
  const form& f = forms_[u.form];
  switch (f.kind) {
    case form::what::pending:
      return admits(f.nodes, value());
    case form::what::anything:
      return true;
    case form::what::scalar:
      return (f.types & types::null) != 0 &&
             (f.literals.empty() ||
              std::find(f.literals.begin(), f.literals.end(), value()) != f.literals.end());
    case form::what::choice:
      return std::any_of(f.prefix.begin(), f.prefix.end(), [&](const use& way) { return accepts_null(way); });
    default:
      return false;
  }
}

/// Of a value: null may come where it is not admitted.
bool builder::admits_null(const use& u) const {
  const form& f = forms_[u.form];
  if (f.kind == form::what::choice &&
      std::none_of(f.prefix.begin(), f.prefix.end(), [&](const use& way) { return admits_null(way); }))
    return false;
  return d_.dynamic || admits(f.nodes, value());
}

use builder::keep(form made) {
  forms_.push_back(std::move(made));
  return {static_cast<number>(forms_.size() - 1)};
}

use builder::null_form() {
  if (null_ == no_form) {
    form f;
    f.kind = form::what::scalar;
    f.types = types::null;
    null_ = keep(std::move(f)).form;
  }
  return {null_};
}

/// What is said where anything is admitted.
form builder::whatever(bool sentence) const {
  form f;
  f.kind = to_.anything ? form::what::anything : form::what::text;
  if (!to_.anything && sentence) f.said.emplace_back("Any JSON value, written as JSON text.");
  return f;
}

use builder::use_of(std::vector<index> nodes, context c) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return use_of(place{std::move(nodes), {}, {}}, c);
}

use builder::use_of(place at, context c) {
  const conjunction all = conjoin(d_, at);
  place same = canonical(d_, at, all);
  use to;
  for (const index n : all.nodes) {
    if (std::binary_search(same.nodes.begin(), same.nodes.end(), n) || owns(d_, n, at.made)) continue;
    if (to.description.empty()) to.description = text_of(keyword_of(n, "description"));
    if (to.title.empty()) to.title = text_of(keyword_of(n, "title"));
  }
  const index first = at.nodes.empty() ? 0 : at.nodes.front();
  if (c.depth > max_lowered_depth) {
    fail("max_lowered_depth", first, "the schema leads further down than is lowered");
  }
  if (forms_.size() > max_lowered_forms) too_many_forms(first);
  auto known = known_.find({same, c.level});
  while (known != known_.end() && forms_[known->second].kind == form::what::pending && !to_.recursion) {
    if (++c.level > unrolled_) {
      form cut = whatever();
      cut.kind = form::what::text;
      note(cut, first, "$ref",
           std::string(to_.provider) + " knows no recursion: what lies deeper is JSON text in a string");
      to.form = keep(std::move(cut)).form;
      return to;
    }
    known = known_.find({same, c.level});
  }
  if (known != known_.end()) {
    to.form = known->second;
    return to;
  }
  form pending;
  pending.nodes = same.nodes;
  to.form = keep(std::move(pending)).form;
  if (error_) return to;
  known_.emplace(leveled{same, c.level}, to.form);
  const conjunction bare = conjoin(d_, same);
  form f = made(same, bare, c);
  f.nodes = same.nodes;
  f.name = same.nodes.empty() ? std::string() : definition_name(d_, same.nodes.front());
  forms_[to.form] = std::move(f);
  return to;
}

form builder::made(const place& at, const conjunction& all, context c) {
  form f;
  if (all.never) {
    f.kind = form::what::never;
    return f;
  }
  if (!all.literals.empty()) {
    f = literals(at, all);
  } else if (const std::vector<index> selected = select(all, c); !selected.empty()) {
    f = choose(at, all, selected, c);
  } else {
    f = by_types(at, all, c);
    note_rest(f, all);
  }
  describe(f, at, all);
  return f;
}

void builder::describe(form& to, const place& at, const conjunction& all) const {
  for (const index n : all.nodes) {
    if (owns(d_, n, at.made)) continue;
    if (to.description.empty()) to.description = text_of(keyword_of(n, "description"));
    if (to.title.empty()) to.title = text_of(keyword_of(n, "title"));
    const value* given = keyword_of(n, "default");
    if (given == nullptr || given->is_null()) continue;
    const bool plain = to.kind == form::what::scalar && !given->is_array() && !given->is_object();
    if (has(words::default_value) && plain && admits(at.nodes, *given)) {
      if (std::none_of(to.words.begin(), to.words.end(), [](const auto& w) { return w.first == "default"; }))
        to.words.emplace_back("default", *given);
    } else if (to.kind != form::what::choice || at.made.empty()) {
      std::string sentence = sentences::by_default(*given);
      if (std::find(to.said.begin(), to.said.end(), sentence) == to.said.end())
        to.said.push_back(std::move(sentence));
    }
  }
}

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
  declared(all, [&](std::string_view name) { return names.insert(name).second || true; });
  if (names.empty()) return false;
  for (const choice_point& point : all.choices) {
    for (const std::vector<index>& branch : point.branches) {
      const conjunction inside = conjoin(d_, {branch, {}, {}});
      const bool known = declared(inside, [&](std::string_view name) { return names.count(name) > 0; });
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

void builder::note_open(form& to, const choice_point& point) {
  note(to, point.node, point.keyword,
       "the alternatives are not written, only what they have in common; they are checked afterwards");
  const value* said = keyword_of(point.node, point.keyword);
  if (said == nullptr || point.conditional) return;
  to.said.push_back(sentences::raw(point.keyword, *said));
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

std::uint8_t builder::spoken_types(const conjunction& all) const {
  std::uint8_t spoken = 0;
  for (const index n : all.nodes) {
    const node& one = d_.nodes[n];
    if (one.number != none) spoken |= types::number;
    if (one.string != none) spoken |= types::string;
    if (one.array != none) spoken |= types::array;
    if (one.object != none) spoken |= types::object;
  }
  for (const choice_point& open : all.left_open) {
    for (const auto& branch : open.branches) {
      const conjunction inside = conjoin(d_, {branch, {}, {}});
      for (const index n : inside.nodes) {
        if (d_.nodes[n].object != none) spoken |= types::object;
      }
    }
  }
  return spoken;
}

form builder::by_types(const place& at, const conjunction& all, context c) {
  std::uint8_t admitted = all.types;
  form narrowed;
  if (admitted == types::all && all.stated == types::all) {
    const std::uint8_t spoken = spoken_types(all);
    if (spoken == 0) return whatever();
    admitted = spoken;
    for (const index n : all.nodes) {
      const node& one = d_.nodes[n];
      if (one.number == none && one.string == none && one.array == none && one.object == none) continue;
      note(narrowed, n, "type",
           "is not given; only values of the type that the other keywords speak of are asked for");
    }
  }
  std::vector<use> ways;
  const std::uint8_t leaf = admitted & scalars;
  if (leaf != 0 && to_.type_lists) {
    ways.push_back(keep(scalar(all, leaf, at)));
  } else {
    for (const std::uint8_t type : {types::string, types::number, types::boolean, types::null}) {
      const auto one = static_cast<std::uint8_t>(leaf & type);
      if (one != 0) ways.push_back(keep(scalar(all, one, at)));
    }
  }
  if ((admitted & types::array) != 0) ways.push_back(keep(list(at, all, c)));
  if ((admitted & types::object) != 0) ways.push_back(keep(record(at, all, c)));
  if (error_) return {};
  std::erase_if(ways, [&](const use& u) { return is_never(u); });
  form f;
  if (ways.size() == 1) {
    f = std::move(forms_[ways.front().form]);
    forms_[ways.front().form] = {};
  } else {
    for (const use& u : ways) forms_[u.form].nodes = at.nodes;
    f = choice_of(std::move(ways), at);
  }
  f.notes.insert(f.notes.begin(), narrowed.notes.begin(), narrowed.notes.end());
  for (const choice_point& open : all.left_open) note_open(f, open);
  for (const choice_point& open : all.choices) note_open(f, open);  // of the root
  return f;
}

/// Where a list of values could not be held against what stands beside it.
void builder::note_beside_list(form& to, const conjunction& all) {
  for (const index n : all.nodes) {
    for (const std::string_view keyword : sentences::judging) {
      const value* said = keyword_of(n, keyword);
      if (said != nullptr) leave_out(to, n, keyword, sentences::raw(keyword, *said));
    }
  }
  for (const choice_point& open : all.left_open) note_open(to, open);
  for (const choice_point& open : all.choices) note_open(to, open);
  note_rest(to, all);
}

/// What no form says.
void builder::note_rest(form& to, const conjunction& all) {
  for (const index n : all.nodes) {
    const node& one = d_.nodes[n];
    if ((one.flags & (flags::verbatim | flags::verbatim_when)) != 0)
      note(to, n, "x-verbatim", "is checked afterwards only");
    for (index i = 0; i < one.step_count; ++i) {
      const step& s = d_.steps[one.steps + i];
      if (s.kind == step::what::negation) {
        leave_out(to, n, "not", sentences::raw("not", *d_.places[s.a].schema));
      } else if (s.kind == step::what::unevaluated_items && (all.types & types::array) != 0) {
        leave_out(to, n, "unevaluatedItems", {});
      } else if (s.kind == step::what::unevaluated_properties && (all.types & types::object) != 0 &&
                 !(to.kind == form::what::record && to.closed && evaluates(n, to.members))) {
        leave_out(to, n, "unevaluatedProperties", {});
      } else if (s.kind == step::what::dynamic_ref && s.c != 0) {
        note(to, n, s.recursive ? "$recursiveRef" : "$dynamicRef",
             "means something else wherever it is reached from; it is checked afterwards");
      }
    }
  }
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
