#include "keyword.hpp"

#include "hash.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

struct row {
  word what;
  std::string_view name;
  draft first;  // and up to
  draft last;
};

constexpr draft d4 = draft::d4;
constexpr draft d6 = draft::d6;
constexpr draft d7 = draft::d7;
constexpr draft d2019 = draft::d2019;
constexpr draft d2020 = draft::d2020;

// In the order of `word`. `dependencies` and `definitions` are no longer keywords from 2019-09 on, but the
// drafts ask that they be not used for anything else, so they keep their meaning.
constexpr std::array<row, static_cast<std::size_t>(word::count)> table = {{
    {word::ref, "$ref", d4, d2020},
    {word::id, "$id", d6, d2020},
    {word::type, "type", d4, d2020},
    {word::enumeration, "enum", d4, d2020},
    {word::constant, "const", d6, d2020},
    {word::minimum, "minimum", d4, d2020},
    {word::maximum, "maximum", d4, d2020},
    {word::exclusive_minimum, "exclusiveMinimum", d4, d2020},
    {word::exclusive_maximum, "exclusiveMaximum", d4, d2020},
    {word::multiple_of, "multipleOf", d4, d2020},
    {word::min_length, "minLength", d4, d2020},
    {word::max_length, "maxLength", d4, d2020},
    {word::pattern, "pattern", d4, d2020},
    {word::format, "format", d4, d2020},
    {word::min_items, "minItems", d4, d2020},
    {word::max_items, "maxItems", d4, d2020},
    {word::unique_items, "uniqueItems", d4, d2020},
    {word::items, "items", d4, d2020},
    {word::prefix_items, "prefixItems", d2020, d2020},
    {word::additional_items, "additionalItems", d4, d2019},
    {word::contains, "contains", d6, d2020},
    {word::min_contains, "minContains", d2019, d2020},
    {word::max_contains, "maxContains", d2019, d2020},
    {word::properties, "properties", d4, d2020},
    {word::pattern_properties, "patternProperties", d4, d2020},
    {word::additional_properties, "additionalProperties", d4, d2020},
    {word::property_names, "propertyNames", d6, d2020},
    {word::required, "required", d4, d2020},
    {word::min_properties, "minProperties", d4, d2020},
    {word::max_properties, "maxProperties", d4, d2020},
    {word::dependencies, "dependencies", d4, d2020},
    {word::dependent_required, "dependentRequired", d2019, d2020},
    {word::dependent_schemas, "dependentSchemas", d2019, d2020},
    {word::all_of, "allOf", d4, d2020},
    {word::any_of, "anyOf", d4, d2020},
    {word::one_of, "oneOf", d4, d2020},
    {word::negation, "not", d4, d2020},
    {word::condition, "if", d7, d2020},
    {word::then, "then", d7, d2020},
    {word::otherwise, "else", d7, d2020},
    {word::defs, "$defs", d2019, d2020},
    {word::definitions, "definitions", d4, d2020},
    {word::verbatim, "x-verbatim", d4, d2020},
    {word::unevaluated_items, "unevaluatedItems", d2019, d2020},
    {word::unevaluated_properties, "unevaluatedProperties", d2019, d2020},
    {word::dynamic_ref, "$dynamicRef", d2020, d2020},
    {word::recursive_ref, "$recursiveRef", d2019, d2019},
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

const row* find_row(std::string_view name) noexcept {
  for (std::size_t at = slot_of(name); slots[at] != 255; at = (at + 1) % slot_count) {
    if (table[slots[at]].name == name) return &table[slots[at]];
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(word w) noexcept {
  return table[static_cast<std::size_t>(w)].name;
}

std::optional<draft> draft_from(std::string_view uri) noexcept {
  if (uri.starts_with("http://")) uri.remove_prefix(7);
  if (uri.starts_with("https://")) uri.remove_prefix(8);
  if (uri.ends_with("#")) uri.remove_suffix(1);
  if (uri == "json-schema.org/draft/2020-12/schema") return draft::d2020;
  if (uri == "json-schema.org/draft/2019-09/schema") return draft::d2019;
  if (uri == "json-schema.org/draft-07/schema") return draft::d7;
  if (uri == "json-schema.org/draft-06/schema") return draft::d6;
  if (uri == "json-schema.org/draft-04/schema") return draft::d4;
  return std::nullopt;
}

keywords::keywords(const value& schema, draft d) noexcept {
  for (const json::member& m : schema.members()) {
    if (d == draft::d4 && m.name == "id") found_[static_cast<std::size_t>(word::id)] = &m.value;
    const row* r = find_row(m.name);
    if (r != nullptr && d >= r->first && d <= r->last) found_[static_cast<std::size_t>(r->what)] = &m.value;
  }
  // Until draft 7 a reference stands alone: whatever is beside it says nothing.
  const value* ref = (*this)[word::ref];
  if (ref != nullptr && d <= draft::d7) {
    const value* defs = (*this)[word::definitions];
    found_.fill(nullptr);
    found_[static_cast<std::size_t>(word::ref)] = ref;
    found_[static_cast<std::size_t>(word::definitions)] = defs;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
