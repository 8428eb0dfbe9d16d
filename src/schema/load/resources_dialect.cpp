// From $schema to the keywords that are switched on.
#include "load/resources.hpp"
#include "load/uri.hpp"

#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Sets `rules` and `metaschema` where the schema has a $schema of its own.
bool resources::choose_dialect(const value& schema, index within, const way& to, schema_dialect& rules,
                               std::string& metaschema) {
  const value* named = schema.is_object() ? schema.find("$schema") : nullptr;
  if (named == nullptr) return true;
  const std::string where = place(within, to.pointer, "$schema");
  if (!named->is_string()) {
    return fail(failure_kind::invalid_argument, where, "$schema", "$schema is no string");
  }
  const std::optional<schema_dialect> found = dialect_of(named->string(), where);
  if (!found) return false;
  rules = *found;
  metaschema = uri::normalised(uri::split_fragment(named->string()).base);
  return true;
}

/// `depth` counts metaschemas of metaschemas.
std::optional<schema_dialect> resources::dialect_of(std::string_view uri, std::string_view place,
                                                    std::size_t depth) {
  if (const std::optional<draft> d = draft_from(uri)) return schema_dialect{.draft = *d};
  if (depth >= max_metaschema_depth) {
    fail(failure_kind::unsupported_schema, place, "max_metaschema_depth",
         "more than " + std::to_string(max_metaschema_depth) +
             " metaschemas stand one above the other (max_metaschema_depth)");
    return std::nullopt;
  }
  const std::shared_ptr<const value> metaschema =
      fetch(uri::normalised(uri::split_fragment(uri).base), place, "$schema");
  const value* above =
      metaschema != nullptr && metaschema->is_object() ? metaschema->find("$schema") : nullptr;
  if (above == nullptr || !above->is_string()) {
    fail(failure_kind::unsupported_schema, place, "$schema", "the dialect " + excerpt(uri) + " is not known");
    return std::nullopt;
  }
  const std::optional<schema_dialect> rules = dialect_of(above->string(), place, depth + 1);
  return rules ? switched(*metaschema, *rules, place) : std::nullopt;
}

/// The dialect that a metaschema describes, which itself is written in `rules`.
std::optional<schema_dialect> resources::switched(const value& metaschema, schema_dialect rules,
                                                  std::string_view place) {
  const value* all = metaschema.find("$vocabulary");
  if (all == nullptr || !all->is_object() || rules.draft < draft::d2019)
    return schema_dialect{.draft = rules.draft};
  schema_dialect out{.draft = rules.draft, .vocabularies = vocabularies::core};
  for (const json::member& m : all->members()) {
    const bool required = m.value.is_boolean() && m.value.boolean();
    const std::optional<vocabulary> known = vocabulary_from(m.name, rules.draft, required);
    if (!known && required) {
      fail(failure_kind::unsupported_schema, place, "$vocabulary",
           "the metaschema requires the vocabulary " + excerpt(m.name) + ", which is not known");
      return std::nullopt;
    }
    if (!known) continue;
    out.vocabularies = static_cast<std::uint8_t>(out.vocabularies | known->bits);
    out.asserts_format = out.asserts_format || known->asserts_format;
  }
  return out;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
