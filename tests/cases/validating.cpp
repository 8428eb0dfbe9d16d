// Class b: instances against a schema, as `tenon validate` judges them.
#include "asking.hpp"
#include "judge.hpp"
#include "operations.hpp"

#include <optional>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;

/// true, false, "valid" or "invalid".
std::optional<bool> said(const value& verdict) {
  if (verdict.is_boolean()) return verdict.boolean();
  if (verdict == value("valid")) return true;
  if (verdict == value("invalid")) return false;
  return std::nullopt;
}

/// What the problems say, as the failure of reading or of validating.
observed judged(const tenon::problems& errors) {
  observed o;
  o.kind = errors.front().kind;
  o.errors = errors;
  return o;
}

}  // namespace

void run_validate(const test_case& c, verdict& v) {
  const value* list = c.input().find("instances");
  if (list == nullptr) list = c.input().find("texts");
  const value& expected = c.expected(mode::strict);
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(expected, observed::of(shape.error()), {}, v);
  const value* verdicts = expected.find("verdicts");
  if (list == nullptr || (verdicts != nullptr && verdicts->size() != list->size())) {
    v.skipped = "an input of a form that is not known here";
    return;
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const value& one = list->items()[i];
    const std::string text = one.is_string() ? std::string(one.string()) : tenon::json::write(one);
    const auto errors = shape->validate_text(text);
    if (verdicts != nullptr) {
      const auto wanted = said(verdicts->items()[i]);
      if (wanted && *wanted != errors.empty())
        v.object({},
                 "instance " + std::to_string(i) + " is " + (errors.empty() ? "valid" : "invalid") + " here");
    } else if (!errors.empty()) {
      judge(expected, judged(errors), {}, v);
    } else {
      observed valid;
      valid.root = *tenon::json::read_unique(text);
      judge(expected, valid, {}, v);
    }
  }
}

}  // namespace cases
