// What doomed a text, as a problem: where in the instance, where in the schema. Cold code.
#include "walk/walk.hpp"
#include "watch/machine.hpp"

#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Of the member at hand in this object.
std::string_view watch_machine::name_in(const frame& f) const noexcept {
  if (f.declared != nullptr) return *f.declared;
  return std::string_view(letters_).substr(f.name_begin, f.name_size);
}

/// Of the value that is at hand.
std::string watch_machine::place() const {
  std::string to;
  for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
    const frame& f = frames_[i];
    if (f.kind == frame::what::array) json::append_index(to, static_cast<std::size_t>(f.count - 1));
    if (f.kind == frame::what::object && f.named) {
      json::append_token(to, name_in(f));
    }
  }
  return to;
}

void watch_machine::append_edge(std::string& to, const trace& t) const {
  const node& from = d_.nodes[cursors_[t.parent].node];
  const auto keyword = [&](std::string_view word) { json::append_token(to, word); };
  const auto numbered = [&](std::string_view word) {
    keyword(word);
    json::append_index(to, t.number);
  };
  switch (t.via) {
    case link::root:
    case link::same:
      return;
    case link::ref: {
      const step& s = d_.steps[t.number];
      const bool dynamic = s.kind == step::what::dynamic_ref;
      return keyword(!dynamic ? "$ref" : s.recursive ? "$recursiveRef" : "$dynamicRef");
    }
    case link::all_of:
      return numbered("allOf");
    case link::any_of:
      return numbered("anyOf");
    case link::one_of:
      return numbered("oneOf");
    case link::negation:
      return keyword("not");
    case link::condition:
      return keyword("if");
    case link::then:
      return keyword("then");
    case link::otherwise:
      return keyword("else");
    case link::additional:
      return keyword("additionalProperties");
    case link::property_name:
      return keyword("propertyNames");
    case link::contained:
      return keyword("contains");
    case link::prefix_item:
      return numbered(d_.array_rules[from.array].legacy ? "items" : "prefixItems");
    case link::item:
      return keyword(d_.array_rules[from.array].legacy ? "additionalItems" : "items");
    case link::property:
      keyword("properties");
      return keyword(d_.object_rules[from.object].names.entries()[t.number].name);
    case link::pattern_property:
      keyword("patternProperties");
      return keyword(d_.pattern_texts[d_.pattern_properties[t.number].pattern]);
    case link::dependent: {
      const dependent& dep = d_.dependents[t.number];
      keyword(dep.keyword);
      return keyword(d_.object_rules[from.object].names.entries()[dep.trigger].name);
    }
  }
}

std::string watch_machine::rule_of(const trace& from) const {
  std::vector<trace> way;
  for (trace t = from; t.parent != none; t = cursors_[t.parent].from) way.push_back(t);
  std::string to;
  for (std::size_t i = way.size(); i-- > 0;) append_edge(to, way[i]);
  return to;
}

/// The walker's own words, for what was judged on the whole.
problem watch_machine::judged_problem(const reason& why) const {
  trail to;
  to.place = place();
  to.rule = rule_of(why.from);
  to.max_errors = 1;
  const validate_options granted;
  run shared(d_, *judged_, granted);
  walker<mode::located> walk(shared, &to);
  static_cast<void>(walk.visit(why.node, *judged_));
  if (!to.found.empty()) return std::move(to.found.front());
  problem p;
  p.kind = failure_kind::schema_invalid;
  p.code = shared.hit == run::limit::cursors ? "max_cursors" : "max_depth";
  p.place = std::move(to.place);
  p.rule = std::move(to.rule);
  p.message = "the value is too deep or has too many alternatives to judge";
  return p;
}

problem watch_machine::describe(const reason& why) const {
  if (why.kind == reason::what::whole) {
    problem p = judged_problem(why);
    p.offset = now_;
    return p;
  }
  words said = words_for(why);
  problem p;
  p.kind =
      why.kind == reason::what::repeated_name ? failure_kind::duplicate_key : failure_kind::schema_invalid;
  p.code = said.code;
  p.place = place();
  if (!said.member.empty()) json::append_token(p.place, said.member);
  if (p.kind == failure_kind::schema_invalid) {
    p.rule = rule_of(why.from);
    json::append_token(p.rule, said.code);
  }
  p.message = "expected " + said.expected + ", got " + said.found;
  p.expected = std::move(said.expected);
  p.found = std::move(said.found);
  p.nearest = std::move(said.nearest);
  p.offset = now_;
  return p;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
