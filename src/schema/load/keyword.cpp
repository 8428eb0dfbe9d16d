#include "load/keyword.hpp"

#include "nodes/hash.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr draft d4 = draft::d4;
constexpr draft d6 = draft::d6;
constexpr draft d7 = draft::d7;
constexpr draft d2019 = draft::d2019;
constexpr draft d2020 = draft::d2020;
using vocabularies::applicator;
using vocabularies::content;
using vocabularies::core;
using vocabularies::metadata;
using vocabularies::unevaluated;
using vocabularies::validation;
constexpr std::uint8_t format = vocabularies::format;

// In the order of `word`. `dependencies` and `definitions` are no longer keywords from 2019-09 on, but the
// drafts ask that they be not used for anything else, so they keep their meaning.
constexpr std::array<keyword, static_cast<std::size_t>(word::count)> table = {{
    {word::ref, "$ref", d4, d2020, core},
    {word::id, "$id", d6, d2020, core},
    {word::type, "type", d4, d2020, validation},
    {word::enumeration, "enum", d4, d2020, validation},
    {word::constant, "const", d6, d2020, validation},
    {word::minimum, "minimum", d4, d2020, validation},
    {word::maximum, "maximum", d4, d2020, validation},
    {word::exclusive_minimum, "exclusiveMinimum", d4, d2020, validation},
    {word::exclusive_maximum, "exclusiveMaximum", d4, d2020, validation},
    {word::multiple_of, "multipleOf", d4, d2020, validation},
    {word::min_length, "minLength", d4, d2020, validation},
    {word::max_length, "maxLength", d4, d2020, validation},
    {word::pattern, "pattern", d4, d2020, validation},
    {word::format, "format", d4, d2020, format, holds::nothing, annotates::its_value},
    {word::min_items, "minItems", d4, d2020, validation},
    {word::max_items, "maxItems", d4, d2020, validation},
    {word::unique_items, "uniqueItems", d4, d2020, validation},
    {word::items, "items", d4, d2020, applicator, holds::schema_or_list},
    {word::prefix_items, "prefixItems", d2020, d2020, applicator, holds::list},
    {word::additional_items, "additionalItems", d4, d2019, applicator, holds::schema},
    {word::contains, "contains", d6, d2020, applicator, holds::schema},
    {word::min_contains, "minContains", d2019, d2020, validation},
    {word::max_contains, "maxContains", d2019, d2020, validation},
    {word::properties, "properties", d4, d2020, applicator, holds::members},
    {word::pattern_properties, "patternProperties", d4, d2020, applicator, holds::members},
    {word::additional_properties, "additionalProperties", d4, d2020, applicator, holds::schema},
    {word::property_names, "propertyNames", d6, d2020, applicator, holds::schema},
    {word::required, "required", d4, d2020, validation},
    {word::min_properties, "minProperties", d4, d2020, validation},
    {word::max_properties, "maxProperties", d4, d2020, validation},
    {word::dependencies, "dependencies", d4, d2020, applicator, holds::schemas_or_names},
    {word::dependent_required, "dependentRequired", d2019, d2020, validation},
    {word::dependent_schemas, "dependentSchemas", d2019, d2020, applicator, holds::members},
    {word::all_of, "allOf", d4, d2020, applicator, holds::list},
    {word::any_of, "anyOf", d4, d2020, applicator, holds::list},
    {word::one_of, "oneOf", d4, d2020, applicator, holds::list},
    {word::negation, "not", d4, d2020, applicator, holds::schema},
    {word::condition, "if", d7, d2020, applicator, holds::schema},
    {word::then, "then", d7, d2020, applicator, holds::schema},
    {word::otherwise, "else", d7, d2020, applicator, holds::schema},
    {word::defs, "$defs", d2019, d2020, core, holds::members},
    {word::definitions, "definitions", d4, d2020, core, holds::members},
    {word::verbatim, "x-verbatim", d4, d2020, core, holds::nothing, annotates::its_value},
    {word::unevaluated_items, "unevaluatedItems", d2019, d2020, unevaluated, holds::schema},
    {word::unevaluated_properties, "unevaluatedProperties", d2019, d2020, unevaluated, holds::schema},
    {word::dynamic_ref, "$dynamicRef", d2020, d2020, core},
    {word::recursive_ref, "$recursiveRef", d2019, d2019, core},
    {word::anchor, "$anchor", d2019, d2020, core},
    {word::dynamic_anchor, "$dynamicAnchor", d2020, d2020, core},
    {word::recursive_anchor, "$recursiveAnchor", d2019, d2019, core},
    {word::dialect, "$schema", d4, d2020, core},
    {word::vocabulary, "$vocabulary", d2019, d2020, core},
    {word::comment, "$comment", d7, d2020, core},
    {word::content_encoding, "contentEncoding", d7, d2020, content, holds::nothing, annotates::strings},
    {word::content_media_type, "contentMediaType", d7, d2020, content, holds::nothing, annotates::strings},
    {word::content_schema, "contentSchema", d2019, d2020, content, holds::schema, annotates::strings},
    {word::title, "title", d4, d2020, metadata, holds::nothing, annotates::its_value},
    {word::description, "description", d4, d2020, metadata, holds::nothing, annotates::its_value},
    {word::default_value, "default", d4, d2020, metadata, holds::nothing, annotates::its_value},
    {word::deprecated, "deprecated", d2019, d2020, metadata, holds::nothing, annotates::its_value},
    {word::read_only, "readOnly", d7, d2020, metadata, holds::nothing, annotates::its_value},
    {word::write_only, "writeOnly", d7, d2020, metadata, holds::nothing, annotates::its_value},
    {word::examples, "examples", d6, d2020, metadata, holds::nothing, annotates::its_value},
}};

constexpr std::size_t slot_count = 256;

constexpr std::uint32_t slot_of(std::string_view name) noexcept {
  auto h = static_cast<std::uint32_t>(name.size());
  for (const char c : name) h = h * 31 + static_cast<unsigned char>(c);
  return (h ^ (h >> 8U)) % slot_count;
}

constexpr std::array<std::uint8_t, slot_count> make_slots() {
  std::array<std::uint8_t, slot_count> slots{};
  for (auto& s : slots) s = 255;
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::size_t at = slot_of(table[i].name);
    while (slots[at] != 255) at = (at + 1) % slot_count;
    slots[at] = static_cast<std::uint8_t>(i);
  }
  return slots;
}
constexpr std::array<std::uint8_t, slot_count> slots = make_slots();

const keyword* find_row(std::string_view name) noexcept {
  for (std::size_t at = slot_of(name); slots[at] != 255; at = (at + 1) % slot_count) {
    if (table[slots[at]].name == name) return &table[slots[at]];
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(word w) noexcept {
  return table[static_cast<std::size_t>(w)].name;
}

const keyword* find_keyword(std::string_view name, const schema_dialect& rules) noexcept {
  if (rules.draft == draft::d4 && name == "id") return &table[static_cast<std::size_t>(word::id)];
  const keyword* k = find_row(name);
  const bool known = k != nullptr && rules.draft >= k->first && rules.draft <= k->last &&
                     (k->vocabulary & rules.vocabularies) != 0;
  return known ? k : nullptr;
}

bool is_lone_reference(const value& schema, const schema_dialect& rules) noexcept {
  return rules.draft <= draft::d7 && schema.find("$ref") != nullptr;
}

keywords::keywords(const value& schema, const schema_dialect& rules) noexcept {
  for (const json::member& m : schema.members()) {
    const keyword* k = find_keyword(m.name, rules);
    if (k != nullptr) found_[static_cast<std::size_t>(k->what)] = &m.value;
  }
  const value* ref = (*this)[word::ref];
  if (ref != nullptr && rules.draft <= draft::d7) {
    const value* defs = (*this)[word::definitions];
    found_.fill(nullptr);
    found_[static_cast<std::size_t>(word::ref)] = ref;
    found_[static_cast<std::size_t>(word::definitions)] = defs;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
