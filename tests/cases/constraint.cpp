// Class f: what the constraint of a local model generates. A text that the grammar lets pass is refused all
// the same where the grammar notes what it does not hold and validation does: that is the product's promise,
// and such texts are counted in the notes.
#include "asking.hpp"
#include "gbnf_interpreter.hpp"
#include "judge.hpp"
#include "kinds.hpp"
#include "must.hpp"
#include "operations.hpp"
#include "stopwatch.hpp"

#include <optional>
#include <stdexcept>
#include <sys/resource.h>

#include <tenon/lower.hpp>
#include <tenon/pointer.hpp>

namespace cases {

namespace {

using tenon::value;
using tenon::schema::program;

/// One schema to constrain by, and its name where it is one of several tools.
struct shape {
  value schema;
  std::string tool;
};

/// "schema of depth n: {oneOf:[{object with k: next},{object with j: next}]}, leaf {type:string}"
value nested_choices(std::uint64_t depth) {
  value next = value::object({{"type", "string"}});
  for (; depth > 0; --depth) {
    value branches = value::array();
    for (const std::string_view name : {"k", "j"})
      branches.push_back(value::object({{"type", "object"}, {"properties", value::object({{name, next}})}}));
    next = value::object({{"oneOf", std::move(branches)}});
  }
  return next;
}

/// Those of `tools`, of `schemas`, of a family that is described, or the one of the case.
std::optional<std::vector<shape>> shapes_of(const test_case& c) {
  std::vector<shape> all;
  if (const value* tools = c.input().find("tools"))
    for (const auto& tool : tools->members()) all.push_back({tool.value, tool.name});
  if (const value* list = c.input().find("schemas"))
    for (const value& one : list->items()) all.push_back({one, {}});
  if (const value* family = c.input().find("generate")) {
    const value* depths = c.input().find("depths");
    if (depths == nullptr || family->string().find("{oneOf:[{object with k: next},{object with j: next}]}") ==
                                 std::string_view::npos)
      return std::nullopt;
    for (const value& depth : depths->items())
      all.push_back({nested_choices(depth.to_uint64().value_or(0)), {}});
  }
  if (all.empty() && c.schema() != nullptr) all.push_back({*c.schema(), {}});
  return all.empty() ? std::nullopt : std::optional(std::move(all));
}

struct constraint {
  program code;
  tenon::schema::lowered grammar;
  test::gbnf interpreter;
};

struct evidence {
  bool all_compile = true;
  bool within_time = true;
  bool same_in_any_order = true;
  long peak_kib = 0;
};

const std::vector<phrase<evidence>>& phrases() {
  static const std::vector<phrase<evidence>> all = {
      {"compiles", [](const evidence& e, const numbers&) { return e.all_compile; }},
      {"no crash", [](const evidence&, const numbers&) { return true; }},  // else nobody would be asking
      {"each depth compiles, or fails with unsupported_schema (too complex), within # s",
       [](const evidence& e, const numbers&) { return e.within_time; }},
      {"memory stays under # MB",
       [](const evidence& e, const numbers& n) { return e.peak_kib < static_cast<long>(n[0]) * 1024; }},
      {"the same for any order of $defs",
       [](const evidence& e, const numbers&) { return e.same_in_any_order; }},
  };
  return all;
}

tenon::result<constraint> constrain(const value& schema) {
  auto code = program::compile(schema);
  if (!code) return code.error();
  auto grammar = tenon::schema::lower(*code, tenon::schema::dialect::gbnf);
  if (!grammar) return grammar.error();
  try {
    test::gbnf interpreter(grammar->text);
    return constraint{*std::move(code), *std::move(grammar), std::move(interpreter)};
  } catch (const std::exception& e) {
    return tenon::problem{.code = "broken_grammar", .message = e.what()};
  }
}

void judge_texts(const value& expected, const constraint& made, std::string_view label, verdict& v) {
  if (const value* yes = expected.find("accept_texts")) {
    for (const value& text : yes->items())
      if (!made.interpreter.generates(text.string()))
        v.object(label, "does not generate " + tenon::excerpt(text.string()));
  }
  const value* no = expected.find("reject_texts");
  if (no == nullptr) return;
  std::size_t noted = 0;
  for (const value& text : no->items()) {
    if (!made.interpreter.generates(text.string())) continue;
    if (!made.grammar.notes.empty() && !made.code.accepts_text(text.string()))
      ++noted;
    else
      v.object(label, "lets pass " + tenon::excerpt(text.string()));
  }
  if (noted > 0)
    v.notes.insert(std::to_string(noted) + " texts are refused by validation, as the grammar's notes say");
}

/// The members at a place in the opposite order.
value reversed(value schema, std::string_view pointer) {
  const value* found = tenon::json::resolve(schema, pointer);
  if (found == nullptr || !found->is_object()) return schema;
  auto& members = const_cast<value*>(found)->members();  // of our own copy
  std::reverse(members.begin(), members.end());
  return schema;
}

/// True if the texts are judged the same whatever the order of the members at `permute`.
bool same_in_any_order(const value& expected, const value& schema) {
  const value* where = expected.find("permute");
  if (where == nullptr) return true;
  const auto other = constrain(reversed(schema, where->string()));
  if (!other) return false;
  verdict v;
  judge_texts(expected, *other, {}, v);
  return v.objections.empty();
}

bool is_expected_tool(const value& expected, const shape& one) {
  const value* tool = expected.find("tool");
  return tool == nullptr || *tool == value(one.tool);
}

/// A relaxation that is noted at the very place, with validation behind it, is as good as an error there.
bool is_noted(const value& expected, const constraint& made) {
  const auto& notes = made.grammar.notes;
  const value* path = expected.find("path");
  return path != nullptr &&
         std::any_of(notes.begin(), notes.end(),
                     [&](const tenon::schema::lowering_note& n) { return n.place == path->string(); });
}

void judge_made(const value& expected, const shape& one, const tenon::result<constraint>& made,
                evidence& seen, verdict& v) {
  const bool wants_error = *expected.find("kind") == value("error") && is_expected_tool(expected, one);
  if (!made) {
    seen.all_compile = false;
    const observed got = observed::of(made.error());
    if (wants_error) return judge(expected, got, one.tool, v);
    const value* also = expected.find("accept_also_errors");
    if (also != nullptr && std::any_of(also->items().begin(), also->items().end(), [&](const value& kind) {
          return is_kind({.kind = got.kind}, kind.string());
        }))
      return;
    return v.object(one.tool, "gives " + describe(got));
  }
  if (wants_error) {
    if (is_noted(expected, *made))
      v.notes.emplace("a noted relaxation in place of an error");
    else
      v.object(one.tool, "compiles without a word");
    return;
  }
  judge_texts(expected, *made, one.tool, v);
  seen.same_in_any_order = seen.same_in_any_order && same_in_any_order(expected, one.schema);
}

}  // namespace

void run_constraint(const test_case& c, verdict& v) {
  const auto shapes = shapes_of(c);
  if (!shapes) {
    v.skipped = "an input of a form that is not known here";
    return;
  }
  const value& expected = c.expected(mode::strict);
  const value* most = c.input().find("max_ms");
  evidence seen;
  for (const shape& one : *shapes) {
    const stopwatch time;
    const auto made = constrain(one.schema);
    const double took = time.ms();
    if (most != nullptr && took > most->to_double().value_or(0)) {
      seen.within_time = false;
      v.object(one.tool, "takes " + std::to_string(static_cast<long>(took)) + " ms");
    }
    judge_made(expected, one, made, seen, v);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  seen.peak_kib = usage.ru_maxrss;
  hold<evidence>(expected, phrases(), seen, {}, v);
}

}  // namespace cases
