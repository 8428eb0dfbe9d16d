// The public face of lowering.
#include "lower/builder.hpp"
#include "lower/gbnf.hpp"
#include "lower/lifting.hpp"
#include "lower/render.hpp"

#include <set>
#include <utility>

#include <tenon/lower.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

struct lift::step {
  forms::lift_plan plan;
};

lift::lift() = default;
lift::~lift() = default;
lift::lift(const lift&) noexcept = default;
lift::lift(lift&&) noexcept = default;
lift& lift::operator=(const lift&) noexcept = default;
lift& lift::operator=(lift&&) noexcept = default;

bool lift::identity() const noexcept {
  return root_ == nullptr;
}

result<value> lift::operator()(value from) const {
  if (root_ == nullptr) return from;
  return forms::carry_out(root_->plan, std::move(from));
}

namespace {

/// Times that a schema that leads back to itself is written out where no recursion is taken.
constexpr std::size_t most_unrolled = 2;

std::vector<lowering_note> notes_of(const forms::graph& g) {
  std::vector<lowering_note> all;
  std::set<std::string> seen;
  for (const forms::number n : reachable(g)) {
    for (const lowering_note& note : g.forms[n].notes) {
      if (seen.insert(note.place + "\n" + note.keyword + "\n" + note.reason).second) all.push_back(note);
    }
  }
  return all;
}

problem nothing_to_hold() {
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = "schema";
  p.expected = "a schema that some value does not fit";
  p.found = "one that admits any value";
  p.message =
      "the schema admits any value, so there is nothing to constrain; say what is wanted, or ask without one";
  return p;
}

/// The document as it is, but for what concerns nobody outside.
lowered as_it_is(const program& code) {
  lowered out;
  out.text = code.compact();
  const value& document = code.document();
  const value* dialect = document.is_object() ? document.find("$schema") : nullptr;
  if (dialect != nullptr) {
    const std::string first = "{\"$schema\":" + json::write(*dialect);
    out.text = first + (out.text.size() > 2 ? "," : "") + out.text.substr(1);
  }
  out.notes.push_back({"", "schema", "is sent as a hint; nothing of it is held while the model writes"});
  if (!code.nodes().documents.empty())
    out.notes.push_back({"", "$ref", "leads to a document that is not sent"});
  return out;
}

}  // namespace

/// The lowered form, and the same as plain JSON Schema.
class lowering {
 public:
  struct outcome {
    lowered form;
    value judged;
  };

  static result<outcome> run(const program& code, const forms::dialect_rules& rules) {
    if (rules.recursion) {
      auto g = forms::builder(code.nodes(), rules, 0).run();
      if (!g) return std::move(g.error());
      if (rules.recursion_by_need || !leads_back_by_need(*g)) return written(code, rules, *std::move(g));
    }
    forms::dialect_rules unrolling = rules;
    unrolling.recursion = false;
    for (std::size_t unrolled = most_unrolled;; --unrolled) {
      auto g = forms::builder(code.nodes(), unrolling, unrolled).run();
      auto made = g ? written(code, unrolling, *std::move(g)) : result<outcome>(std::move(g.error()));
      if (made || unrolled == 0) return made;
    }
  }

 private:
  static result<outcome> written(const program& code, const forms::dialect_rules& rules, forms::graph g) {
    shorten_enums(g, rules, code.nodes());
    auto sent = render(g, rules, false);
    if (!sent) return std::move(sent.error());
    if (auto over = over_limit(sent->schema, rules)) return *std::move(over);
    auto judged = rules.nullable ? render(g, rules, true) : sent;
    if (!judged) return std::move(judged.error());
    auto plan = plan_lift(code, g, *judged);
    if (!plan) return std::move(plan.error());
    outcome out;
    out.form.text = json::write(sent->schema);
    out.form.notes = notes_of(g);
    if (*plan != nullptr) out.form.back.root_ = std::make_shared<const lift::step>(lift::step{**plan});
    out.judged = std::move(judged->schema);
    return out;
  }
};

result<lowered> lower(const program& code, dialect to, const lower_options& options) {
  if (to == dialect::json_schema) return as_it_is(code);
  if ((code.nodes().nodes.front().flags & flags::plain) != 0) return nothing_to_hold();
  if (to == dialect::gbnf) return gbnf::writer(code.nodes(), options).run();
  auto made = lowering::run(code, forms::rules_of(to));
  if (!made) return std::move(made.error());
  return std::move(made->form);
}

result<std::shared_ptr<const lowered_shape>> lower_shape(const program& code, dialect to) {
  if (to == dialect::gbnf) {
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = "dialect";
    p.message = "a grammar is no schema, so nothing can be read by it";
    return p;
  }
  if (to == dialect::json_schema)
    return std::make_shared<const lowered_shape>(lowered_shape{as_it_is(code), code});
  if ((code.nodes().nodes.front().flags & flags::plain) != 0) return nothing_to_hold();
  auto made = lowering::run(code, forms::rules_of(to));
  if (!made) return std::move(made.error());
  auto shape = program::compile(std::move(made->judged));
  if (!shape) return std::move(shape.error());
  return std::make_shared<const lowered_shape>(lowered_shape{std::move(made->form), *std::move(shape)});
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
