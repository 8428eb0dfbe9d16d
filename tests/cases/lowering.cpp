// Class b: a schema lowered for a provider. Of the targets of the cases, only that of a constraint has a
// dialect in the library yet; the others are skipped, each by its name.
#include "asking.hpp"
#include "gbnf_interpreter.hpp"
#include "judge.hpp"
#include "kinds.hpp"
#include "must.hpp"
#include "operations.hpp"

#include <optional>

#include <tenon/lower.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;

std::optional<tenon::schema::dialect> dialect_of(std::string_view target) {
  if (target == "constraint") return tenon::schema::dialect::gbnf;
  return std::nullopt;
}

struct nothing {};

}  // namespace

void run_lower(const test_case& c, verdict& v) {
  const value* target = c.input().find("target");
  const std::string name = target != nullptr ? std::string(target->string()) : "any";
  const auto dialect = dialect_of(name);
  if (!dialect || c.op() == "round_trip") {
    v.skipped = "lowering for " + name;
    return;
  }
  const value& expected = c.expected(mode::strict);
  const auto code = shape_of(c.schema());
  if (!code) return judge(expected, observed::of(code.error()), {}, v);
  const auto lowered = tenon::schema::lower(*code, *dialect);
  if (!lowered) {
    const value* also = expected.find("accept_also_errors");
    if (*expected.find("kind") == value("error"))
      return judge(expected, observed::of(lowered.error()), {}, v);
    if (!among(also, value("unsupported_schema")))
      v.object({}, "gives " + describe(observed::of(lowered.error())));
    return;
  }
  const test::gbnf grammar(lowered->text);
  const auto passes = [&](const value& instance) { return grammar.generates(tenon::json::write(instance)); };
  if (const value* yes = expected.find("accept")) {
    for (const value& one : yes->items())
      if (!passes(one)) v.object({}, "does not generate " + tenon::json::write(one));
  }
  if (const value* no = expected.find("reject")) {
    for (const value& one : no->items())
      if (passes(one)) v.object({}, "lets pass " + tenon::json::write(one));
  }
  hold<nothing>(expected, {}, {}, {}, v);
}

}  // namespace cases
