#include "lower/gbnf.hpp"

#include "load/keyword.hpp"
#include "lower/conjunction.hpp"
#include "lower/satisfies.hpp"
#include "lower/sentences.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include <tenon/pointer.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

struct fixed_rule {
  std::string_view name;
  std::string_view text;
  std::string_view needs;  // other fixed rules
};

// \u is left out but for control characters: everything else can stand as itself, and half a surrogate
// pair is no text.
constexpr std::array<fixed_rule, 10> fixed_rules = {{
    {"sp", R"(" "?)", ""},
    {"char", R"g([^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u00" [01] [0-9a-fA-F]))g", ""},
    {"string", R"("\"" char* "\"")", "char"},
    {"boolean", R"("true" | "false")", ""},
    {"integer", R"("-"? ("0" | [1-9] [0-9]{0,17}))", ""},
    {"number", R"g("-"? ("0" | [1-9] [0-9]{0,17}) ("." [0-9]{1,15})? ([eE] [+\x2D]? [0-9]{1,3})?)g", ""},
    {"value", R"(object | array | string | number | boolean | "null")", "object array string number boolean"},
    {"object", R"g("{" (member ("," sp member)* | sp) "}")g", "member sp"},
    {"member", R"(string ":" sp value)", "string sp value"},
    {"array", R"g("[" (value ("," sp value)* | sp) "]")g", "value sp"},
}};

/// In the order of step::what.
constexpr std::array<std::string_view, 10> step_keywords = {"$ref",
                                                            "allOf",
                                                            "anyOf",
                                                            "oneOf",
                                                            "not",
                                                            "if",
                                                            "const",
                                                            "$dynamicRef",
                                                            "unevaluatedItems",
                                                            "unevaluatedProperties"};

std::string_view keyword_of(const step& s) {
  return s.recursive ? "$recursiveRef" : step_keywords[static_cast<std::size_t>(s.kind)];
}

/// Whether the step alone can say what a value looks like. A reference that the dynamic scope decides means
/// something else on every way that leads to it.
bool has_shape(const step& s) {
  switch (s.kind) {
    case step::what::negation:
    case step::what::condition:
    case step::what::unevaluated_items:
    case step::what::unevaluated_properties:
      return false;
    case step::what::dynamic_ref:
      return s.c == 0;
    default:
      return true;
  }
}

}  // namespace

writer::writer(const program::data& d, const lower_options& options) : d_(d), options_(options) {
  used_["root"] = 1;
  for (const fixed_rule& r : fixed_rules) used_[std::string(r.name)] = 1;
}

lowered writer::run() {
  const std::string root = rule_for(0, condition::unknown);
  while (!todo_.empty()) {
    const pending next = std::move(todo_.back());
    todo_.pop_back();
    std::string text = body(next.n, next.when);
    rules_.emplace_back(next.name, std::move(text));
  }
  lowered out;
  out.text = "root ::= " + root + "\n";
  for (const auto& [name, text] : rules_) out.text.append(name).append(" ::= ").append(text).append("\n");
  out.notes = std::move(notes_);
  out.unique_lists = unique_lists(d_);
  return out;
}

void writer::note(index n, std::string_view keyword, std::string reason) {
  std::string pointer = d_.places[n].pointer;
  json::append_token(pointer, keyword);
  std::string place = place_of(d_, d_.places[n].resource, pointer);
  if (!noted_.insert(place + "\n" + reason).second) return;
  notes_.push_back({std::move(place), std::string(keyword), std::move(reason)});
}

std::string writer::unique_name(std::string name) {
  const int times = used_[name]++;
  if (times == 0) return name;
  return unique_name(name + "-" + std::to_string(times + 1));
}

/// A rule that is always the same, written once it is needed.
std::string writer::fixed(std::string_view name) {
  std::string given(name);
  if (!shared_.emplace(given, given).second) return given;
  const auto row = std::find_if(fixed_rules.begin(), fixed_rules.end(),
                                [&](const fixed_rule& r) { return r.name == name; });
  rules_.emplace_back(given, row->text);
  for (std::string_view rest = row->needs; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    fixed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return given;
}

/// A rule for this text; the same text has one rule. Short references are not wrapped.
std::string writer::shared(std::string_view hint, std::string text) {
  const std::string key = "= " + text;  // no fixed rule has such a name
  const auto known = shared_.find(key);
  if (known != shared_.end()) return known->second;
  std::string name = unique_name(rule_name(hint));
  shared_.emplace(key, name);
  rules_.emplace_back(name, std::move(text));
  return name;
}

std::string writer::rule_for(index n, condition when) {
  const node& s = d_.nodes[n];
  if ((s.flags & flags::plain) != 0) return fixed("value");
  if ((s.flags & flags::leads_to_verbatim) == 0) when = condition::unknown;
  const auto known = names_.find({n, when});
  if (known != names_.end()) return known->second;
  std::string hint = d_.places[n].pointer;
  hint = hint.substr(hint.rfind('/') == std::string::npos ? 0 : hint.rfind('/') + 1);
  const bool leaf = s.object == none && s.array == none && s.step_count == 0 &&
                    (s.types & (types::object | types::array)) == 0;
  if (leaf) {
    std::string text = body(n, when);
    const bool reference =
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") ==
        std::string::npos;
    return names_[{n, when}] = reference ? text : shared(hint.empty() ? "leaf" : hint, std::move(text));
  }
  std::string name = unique_name(rule_name(hint.empty() ? "document" : hint));
  names_.emplace(std::pair(n, when), name);
  todo_.push_back({n, when, name});
  return name;
}

/// A choice without any way is no grammar.
std::string writer::impossible(index n, std::string_view keyword) {
  note(n, keyword, "nothing is admitted here, so null stands for it");
  return literal("null");
}

std::string writer::body(index n, condition when) {
  const node& s = d_.nodes[n];
  if ((s.flags & flags::never) != 0) {
    return impossible(n, "false");
  }
  if (s.literals != none) {
    return of_literals(n, d_.literal_sets[s.literals], s.types);
  }
  const bool says_shape = s.number != none || s.string != none || s.array != none || s.object != none ||
                          (s.flags & (flags::verbatim | flags::verbatim_when)) != 0;
  if (s.step_count == 0 || says_shape || joins_objects(n)) {
    note_steps(n, 0);
    return of_types(n, when);
  }
  // No more than a type beside the steps: the first step that has a shape says it all.
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d_.steps[s.steps + i];
    if (!has_shape(one)) continue;
    const std::uint8_t beyond = reach_of(one, s.types) & static_cast<std::uint8_t>(~s.types);
    if (beyond != 0 && says_nothing(one)) continue;
    if (beyond != 0) note(n, "type", "is checked afterwards only");
    note_steps(n, i + 1);
    for (index k = 0; k < i; ++k) note_step(n, d_.steps[s.steps + k], "checked afterwards only");
    return of_step(one, n, when);
  }
  note_steps(n, 0);
  return s.types == types::all ? fixed("value") : of_types(n, when);
}

/// The types of which the rule written for a step admits values.
std::uint8_t writer::reach_of(const step& s, std::uint8_t admitted) const {
  switch (s.kind) {
    case step::what::any_of:
    case step::what::one_of: {
      const union_rule& u = d_.unions[s.a];
      std::uint8_t reach = 0;
      for (index k = 0; k < u.count; ++k) {
        const std::uint8_t branch = d_.nodes[d_.lists[u.branches + k]].reach;
        if ((branch & admitted) != 0) reach = static_cast<std::uint8_t>(reach | branch);
      }
      return reach;
    }
    case step::what::constant:
      return 0;  // held against the types
    case step::what::all_of:
      return d_.nodes[d_.lists[s.a]].reach;
    default:
      return d_.nodes[s.a].reach;
  }
}

/// Does it lead to a schema that admits everything?
bool writer::says_nothing(const step& s) const {
  const bool one = s.kind == step::what::ref || s.kind == step::what::dynamic_ref ||
                   (s.kind == step::what::all_of && s.b == 1);
  return one && (d_.nodes[s.kind == step::what::all_of ? d_.lists[s.a] : s.a].flags & flags::plain) != 0;
}

/// Whether unevaluatedProperties: false is held by writing declared members only.
bool writer::closes(index n) const {
  const node& s = d_.nodes[n];
  if (s.object == none || d_.object_rules[s.object].names.size() == 0) return false;
  for (index i = 0; i < s.step_count; ++i) {
    const step& one = d_.steps[s.steps + i];
    const bool closed =
        one.kind == step::what::unevaluated_properties && (d_.nodes[one.a].flags & flags::never) != 0;
    if (closed) return true;
  }
  return false;
}

/// What stands beside the shape that was written.
void writer::note_steps(index n, index from) {
  const node& s = d_.nodes[n];
  for (index i = from; i < s.step_count; ++i) {
    note_step(n, d_.steps[s.steps + i],
              "stands beside other rules for the same value, so it is checked afterwards only");
  }
}

void writer::note_step(index n, const step& s, std::string reason) {
  if (s.kind == step::what::unevaluated_properties && closes(n)) return;
  if (s.kind == step::what::condition && s.b == none && s.c == none) return;  // asserts nothing
  if (has_shape(s) && says_nothing(s)) return;
  note(n, keyword_of(s), std::move(reason));
}

std::string writer::of_step(const step& s, index n, condition when) {
  switch (s.kind) {
    case step::what::ref:
    case step::what::dynamic_ref:
      return rule_for(s.a, when);
    case step::what::all_of:
      if (s.b > 1)
        note(n, "allOf", "only the first schema shapes the output; the others are checked afterwards");
      return rule_for(d_.lists[s.a], when);
    case step::what::any_of:
    case step::what::one_of:
      return of_union(d_.unions[s.a], n, when);
    case step::what::constant:
      return of_literals(n, d_.literal_sets[s.a], d_.nodes[n].types);
    case step::what::negation:
    case step::what::condition:
    case step::what::unevaluated_items:
    case step::what::unevaluated_properties:
      break;
  }
  return fixed("value");
}

std::string writer::of_union(const union_rule& u, index n, condition when) {
  std::unordered_set<std::string> ways;
  std::string out;
  std::uint8_t seen = 0;
  bool overlap = false;
  for (index k = 0; k < u.count; ++k) {
    const index branch = d_.lists[u.branches + k];
    const std::uint8_t reach = d_.nodes[branch].reach & d_.nodes[n].types;
    if (reach == 0) continue;
    const std::uint8_t shared_types = seen & reach;
    overlap = overlap || (u.tagged ? (shared_types & ~types::object) != 0 : shared_types != 0);
    seen = static_cast<std::uint8_t>(seen | reach);
    const auto [way, fresh] = ways.insert(rule_for(branch, when));
    if (fresh) out.append(out.empty() ? "" : " | ").append(*way);
  }
  if (u.exclusive && overlap) note(n, "oneOf", "that no second alternative fits is checked afterwards");
  return out.empty() ? impossible(n, u.exclusive ? "oneOf" : "anyOf") : out;
}

/// Where a list of values could not be held against what stands beside it.
void writer::note_beside_list(index n) {
  const value& schema = *d_.places[n].schema;
  for (const std::string_view keyword : sentences::judging) {
    if (schema.is_object() && schema.find(keyword) != nullptr) note(n, keyword, "is checked afterwards only");
  }
  note_steps(n, 0);
}

/// Of the values those that all else in the place admits. What a dynamic reference means depends on the way
/// here, so with one the others are kept as well.
std::string writer::of_literals(index n, const literal_set& set, std::uint8_t admitted) {
  const bool lexical = (d_.nodes[n].flags & flags::lexical) != 0;
  std::vector<std::string> texts;
  for (const value* v : set.values()) {
    if ((type_of(*v, lexical) & admitted) == 0) continue;
    if (d_.dynamic || forms::satisfies(d_, {n}, *v)) texts.push_back(json::write(*v));
  }
  if (d_.dynamic) note_beside_list(n);
  if ((d_.nodes[n].flags & (flags::verbatim | flags::verbatim_when)) != 0)
    note(n, "x-verbatim", "is checked afterwards only");
  if (!texts.empty()) return choice(std::move(texts));
  return impossible(n, set.keyword());
}

std::string writer::of_types(index n, condition when) {
  std::vector<std::string> ways;
  const std::uint8_t admitted = forms::conjoin(d_, {{n}, {}, {}}).types;
  for (const std::uint8_t type :
       {types::object, types::array, types::string, types::number, types::boolean, types::null}) {
    if ((admitted & type) == 0) continue;
    std::string way = of_type(n, static_cast<std::uint8_t>(admitted & type), when);
    if (!way.empty()) ways.push_back(std::move(way));
  }
  std::string out;
  for (const std::string& way : ways) out += (out.empty() ? "" : " | ") + way;
  return out.empty() ? impossible(n, "type") : out;
}

std::string writer::of_type(index n, std::uint8_t type, condition when) {
  switch (type) {
    case types::object:
      return of_object(n);
    case types::array:
      return of_array(n, when);
    case types::string:
      return of_string(n, when);
    case types::integer:
      return of_integer(n);
    case types::fraction:
    case types::number:
      return of_number(n);
    case types::boolean:
      return fixed("boolean");
    default:
      return literal("null");
  }
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
