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
    within(0);
  }
  if (error_) return *std::move(error_);
  note_twins();
  if (to_.nullable) note_lone_nulls(out.root);
  if (is_never(out.root)) {
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = "schema";
    p.expected = "a schema that some value fits";
    p.found = "one that nothing fits";
    p.message =
        "nothing fits the schema, so there is nothing to ask for; the linter says which rules exclude each "
        "other";
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

bool builder::fail(std::string_view limit, std::size_t most, std::string_view noun, index n) {
  if (error_) return false;
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = limit;
  p.place = place_of(d_, n);
  p.expected = "at most " + std::to_string(most) + " " + std::string(noun);
  p.found = "more";
  p.message = "for " + std::string(to_.provider) + " the schema comes to more than " + std::to_string(most) +
              " " + std::string(noun) + " (" + std::string(limit) +
              "); split it or make it flatter, or ask without the provider's constraint";
  error_ = std::move(p);
  return false;
}

/// Whether what is made so far is within the limits.
bool builder::within(index n) {
  if (forms_.size() > max_lowered_forms)
    return fail("max_lowered_forms", max_lowered_forms, "places that differ", n);
  if (steps_ > max_lowered_steps)
    return fail("max_lowered_steps", max_lowered_steps, "steps from one subschema to the next", n);
  return !error_;
}

conjunction builder::gathered(const place& at) const {
  conjunction all = conjoin(d_, at);
  steps_ += all.nodes.size() + all.choices.size() + all.left_open.size() + at.made.size() + at.open.size();
  return all;
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
  const conjunction all = gathered(at);
  place same = canonical(d_, at, all);
  use to;
  for (const index n : all.nodes) {
    if (std::binary_search(same.nodes.begin(), same.nodes.end(), n) || owns(d_, n, at.made)) continue;
    if (to.description.empty()) to.description = text_of(keyword_of(n, "description"));
    if (to.title.empty()) to.title = text_of(keyword_of(n, "title"));
  }
  const index first = at.nodes.empty() ? 0 : at.nodes.front();
  if (c.depth > max_lowered_depth) fail("max_lowered_depth", max_lowered_depth, "levels", first);
  within(first);
  auto known = known_.find({same, c.level});
  while (known != known_.end() && forms_[known->second].kind == form::what::pending && !to_.recursion) {
    if (++c.level > unrolled_) {
      form cut = whatever();
      note(cut, first, "$ref",
           std::string(to_.provider) +
               (to_.anything ? " takes no such recursion: what lies deeper may be anything"
                             : " knows no recursion: what lies deeper is JSON text in a string"));
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
  const conjunction bare = gathered(same);
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
      const conjunction inside = gathered({branch, {}, {}});
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
  for (const choice_point& open : all.choices) note_open(f, open, all.types);  // of the root
  return f;
}

void builder::note_judging(form& to, const std::vector<index>& nodes) {
  for (const index n : nodes) {
    for (const std::string_view keyword : sentences::judging) {
      const value* said = keyword_of(n, keyword);
      if (said != nullptr) leave_out(to, n, keyword, sentences::raw(keyword, *said));
    }
  }
}

/// What stands beside a list of values is decided when the list is made. Where the list is not written as it
/// is, or could not be decided, that is left out with it.
void builder::note_beside_list(form& to, const conjunction& all) {
  note_judging(to, all.nodes);
  for (const choice_point& open : all.choices) note_open(to, open, 0);
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
