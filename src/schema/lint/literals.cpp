// Values that the schema names and does not admit, or names twice.
#include "walk/literals.hpp"

#include "lint/remarks.hpp"
#include "load/keyword.hpp"
#include "walk/report.hpp"

#include <unordered_map>

#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

/// Of one list; a longer one is told by its number.
constexpr std::size_t most_told = 10;

void remark_on_refused(remarks& to, index n, const value& list) {
  const auto refused = to.k.refused(n);
  for (std::size_t i = 0; i < refused.size() && i < most_told; ++i) {
    const value& v = list.items()[refused[i]];
    std::string message = found_text(v) + " is refused by the rest of the schema";
    if (i + 1 == most_told && refused.size() > most_told)
      message += ", and so are " + std::to_string(refused.size() - most_told) + " more";
    to.at(n, "enum", std::to_string(refused[i]), v, remark_level::warning, "refused_value",
          std::move(message));
  }
}

void remark_on_repeated(remarks& to, index n, const value& list) {
  const document_index& documents = to.k.documents;
  std::unordered_map<std::uint64_t, std::size_t> first;
  std::size_t told = 0;
  for (std::size_t i = 0; i < list.size() && told < most_told; ++i) {
    const value& v = list.items()[i];
    const auto [at, fresh] = first.try_emplace(documents.hash(v), i);
    if (fresh || !equal_values(v, list.items()[at->second])) continue;
    ++told;
    to.at(n, "enum", std::to_string(i), v, remark_level::warning, "repeated_value",
          found_text(v) + " stands in enum twice");
  }
}

}  // namespace

void remark_on_values(remarks& to) {
  knowledge& k = to.k;
  for (index n = 0; n < k.d.nodes.size(); ++n) {
    const value& schema = *k.d.places[n].schema;
    const schema_dialect& rules = k.d.resources[k.d.places[n].resource].rules;
    if (!to.wanted(n) || !schema.is_object()) continue;
    const keywords words(schema, rules);
    if (const value* list = words[word::enumeration]; list != nullptr && list->is_array()) {
      remark_on_refused(to, n, *list);
      remark_on_repeated(to, n, *list);
    }
    if (k.alive(n) == 0) continue;
    if (const value* v = words[word::default_value]; v != nullptr && !k.fits(n, *v).value_or(true))
      to.at(n, "default", remark_level::warning, "refused_value",
            "the default, " + found_text(*v) + ", does not fit the schema that it is the default of");
    const value* examples = words[word::examples];
    for (std::size_t i = 0; examples != nullptr && examples->is_array() && i < examples->size(); ++i) {
      const value& v = examples->items()[i];
      if (!k.fits(n, v).value_or(true))
        to.at(n, "examples", std::to_string(i), v, remark_level::warning, "refused_value",
              "the example, " + found_text(v) + ", does not fit the schema that it is an example of");
    }
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
