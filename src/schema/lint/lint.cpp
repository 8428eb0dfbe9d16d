// The public face of lint.
#include "lint/knowledge.hpp"
#include "lint/outline.hpp"
#include "lint/remarks.hpp"
#include "walk/walk.hpp"

#include <algorithm>
#include <array>

#include <tenon/lint.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// What the metaschema of the draft finds wrong and compiling lets pass.
void remark_on_metaschema(lint_rules::remarks& to) {
  const program::data& d = to.k.d;
  compile_options options;
  options.default_draft = d.resources.front().rules.draft;
  for (const problem& p : check_schema(d.document, options)) {
    const bool of_values =
        p.code == "uniqueItems" && p.place.ends_with("/enum");  // there is a remark on these
    if (!of_values && !is_limit(p.code))
      to.at(p.place, remark_level::warning, "metaschema",
            "the metaschema of the draft refuses this: " + p.message);
  }
}

std::string_view draft_name(draft d) {
  constexpr std::array<std::string_view, 5> names = {"4", "6", "7", "2019-09", "2020-12"};
  return names[static_cast<std::size_t>(d)];
}

}  // namespace

std::string_view to_string(remark_level l) noexcept {
  constexpr std::array<std::string_view, 3> names = {"note", "warning", "error"};
  return names[static_cast<std::size_t>(l)];
}

bool lint_report::failed() const noexcept {
  return std::any_of(remarks.begin(), remarks.end(),
                     [](const remark& r) { return r.level == remark_level::error; });
}

lint_report lint(const program& code, const lint_options& options) {
  lint_rules::knowledge known(code.nodes(), options);
  lint_rules::remarks found(known);
  remark_on_metaschema(found);
  remark_on_keywords(found);
  remark_on_contradictions(found);
  remark_on_branches(found);
  remark_on_values(found);
  remark_on_members(found);
  remark_on_strings(found);
  remark_on_references(found);
  remark_on_growth(found);
  remark_on_late_keywords(found, code);
  lint_report report;
  report.draft = code.nodes().resources.front().rules.draft;
  report.outline = lint_rules::outline(known, options, report.outline_cut);
  report.remarks = found.take(options.max_remarks, report.left_out);
  return report;
}

value to_json(const lint_report& report) {
  value outline = value::array();
  for (const outline_line& l : report.outline) {
    outline.push_back(value::object({{"depth", l.depth},
                                     {"place", l.place},
                                     {"name", l.name},
                                     {"required", l.required},
                                     {"text", l.text},
                                     {"description", l.description}}));
  }
  value remarks = value::array();
  for (const remark& r : report.remarks) {
    remarks.push_back(value::object({{"level", to_string(r.level)},
                                     {"place", r.place},
                                     {"code", r.code},
                                     {"message", r.message},
                                     {"offset", r.offset ? value(*r.offset) : value()}}));
  }
  return value::object({{"draft", draft_name(report.draft)},
                        {"outline", std::move(outline)},
                        {"outline_cut", report.outline_cut},
                        {"remarks", std::move(remarks)},
                        {"left_out", report.left_out}});
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
