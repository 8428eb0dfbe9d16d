// Types, literals, numbers, strings and arrays.
#include "formats/format.hpp"
#include "load/compiler.hpp"
#include "walk/leaves.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tenon/decimal.hpp>
#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::uint8_t types_from(std::string_view name) {
  if (name == "null") return types::null;
  if (name == "boolean") return types::boolean;
  if (name == "integer") return types::integer;
  if (name == "number") return types::number;
  if (name == "string") return types::string;
  if (name == "array") return types::array;
  if (name == "object") return types::object;
  return 0;
}

template <class T>
index append(std::vector<T>& to, T one) {
  to.push_back(std::move(one));
  return static_cast<index>(to.size() - 1);
}

problem too_much_memory(std::size_t limit) {
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = "max_pattern_memory";
  p.message = "the patterns of the schema need more than " + std::to_string(limit) + " bytes";
  return p;
}

}  // namespace

std::uint8_t possible_types(const program::data& d, const value& v) {
  const std::uint8_t lexical = type_of(v, d.lexical_integers);
  return d.mixed_integers ? static_cast<std::uint8_t>(lexical | type_of(v, true)) : lexical;
}

std::uint8_t type_of(const value& v, bool lexical_integers) {
  switch (v.kind()) {
    case json::kind::null:
      return types::null;
    case json::kind::boolean:
      return types::boolean;
    case json::kind::string:
      return types::string;
    case json::kind::array:
      return types::array;
    case json::kind::object:
      return types::object;
    case json::kind::number:
      break;
  }
  return number_type(v.literal(), lexical_integers);
}

bool compiler::compile_types(const scope& s) {
  const value* type = s.words[word::type];
  if (type == nullptr) return true;
  std::uint8_t all = 0;
  if (type->is_string()) {
    all = types_from(type->string());
  } else if (type->is_array()) {
    for (const value& one : type->items()) {
      const std::uint8_t bits = one.is_string() ? types_from(one.string()) : std::uint8_t{0};
      if (bits == 0) return wrong(s, word::type, "a type name or a list of them");
      all = static_cast<std::uint8_t>(all | bits);
    }
  }
  if (all == 0) return wrong(s, word::type, "a type name or a list of them");
  to_.nodes[s.self].types = all;
  return true;
}

bool compiler::compile_literals(const scope& s) {
  const value* list = s.words[word::enumeration];
  const value* one = s.words[word::constant];
  if (list != nullptr) {
    if (!list->is_array()) return wrong(s, word::enumeration, "an array");
    std::vector<const value*> values;
    values.reserve(list->size());
    for (const value& v : list->items()) values.push_back(&v);
    to_.nodes[s.self].literals =
        append(to_.literal_sets, literal_set(std::move(values), to_string(word::enumeration)));
  }
  if (one != nullptr && list == nullptr) {
    to_.nodes[s.self].literals = append(to_.literal_sets, literal_set({one}, to_string(word::constant)));
  }
  return true;  // const beside enum becomes a step
}

bool compiler::add_number_check(const scope& s, word w, number_check::what kind) {
  const value* bound = s.words[w];
  if (bound == nullptr) return true;
  if (!bound->is_number()) return wrong(s, w, "a number");
  number_check check;
  check.kind = kind;
  check.bound = bound->literal();
  if (const auto small = bound->to_int64()) {
    check.small = true;
    check.integer = *small;
  }
  if (kind == number_check::what::multiple_of && decimal::compare(check.bound, "0") <= 0) {
    return wrong(s, w, "a number above 0");
  }
  node& n = to_.nodes[s.self];
  if (n.number == none) {
    n.number = append(to_.number_checks, check);
  } else {
    to_.number_checks.back().last = false;
    append(to_.number_checks, check);
  }
  return true;
}

bool compiler::compile_numbers(const scope& s) {
  using what = number_check::what;
  if (s.rules.draft != draft::d4) {
    return add_number_check(s, word::minimum, what::minimum) &&
           add_number_check(s, word::exclusive_minimum, what::exclusive_minimum) &&
           add_number_check(s, word::maximum, what::maximum) &&
           add_number_check(s, word::exclusive_maximum, what::exclusive_maximum) &&
           add_number_check(s, word::multiple_of, what::multiple_of);
  }
  // Draft 4: exclusiveMinimum is a boolean that changes what minimum means.
  for (const word w : {word::exclusive_minimum, word::exclusive_maximum}) {
    if (s.words.has(w) && !s.words[w]->is_boolean()) return wrong(s, w, "a boolean (draft 4)");
  }
  const auto is_set = [&](word w) { return s.words.has(w) && s.words[w]->boolean(); };
  return add_number_check(s, word::minimum,
                          is_set(word::exclusive_minimum) ? what::exclusive_minimum : what::minimum) &&
         add_number_check(s, word::maximum,
                          is_set(word::exclusive_maximum) ? what::exclusive_maximum : what::maximum) &&
         add_number_check(s, word::multiple_of, what::multiple_of);
}

bool compiler::read_count(const scope& s, word w, std::uint64_t& to) {
  const value* v = s.words[w];
  if (v == nullptr) return true;
  if (!v->is_number() || !decimal::is_integer(v->literal()) || decimal::compare(v->literal(), "0") < 0) {
    return wrong(s, w, "a whole number, 0 or more");
  }
  to = v->to_uint64().value_or(unbounded);  // larger than anything that can be counted
  return true;
}

index compiler::compile_pattern(const scope& s, word w, std::string_view text) {
  const auto known = patterns_.find(text);
  if (known != patterns_.end()) return known->second;
  result<pattern> p = pattern::compile(text, options_.limits.max_pattern_states);
  if (p) pattern_memory_ += p->memory();
  if (!p || pattern_memory_ > options_.limits.max_pattern_memory) {
    problem why = p ? too_much_memory(options_.limits.max_pattern_memory) : std::move(p.error());
    std::string place = s.pointer;
    json::append_token(place, to_string(w));
    if (w == word::pattern_properties) json::append_token(place, text);
    why.place = place_of(to_, s.resource, place);
    if (why.code == "pattern") {
      why.code = to_string(w);
    } else if (why.code.starts_with("max_")) {
      why.message += " (" + why.code + ")";
    }
    error = std::move(why);
    return none;
  }
  const index at = append(to_.patterns, *std::move(p));
  to_.pattern_texts.push_back(text);
  patterns_.emplace(text, at);
  return at;
}

bool compiler::compile_strings(const scope& s) {
  string_rule rule;
  if (!read_count(s, word::min_length, rule.min_length) ||
      !read_count(s, word::max_length, rule.max_length)) {
    return false;
  }
  if (const value* p = s.words[word::pattern]) {
    if (!p->is_string()) return wrong(s, word::pattern, "a string");
    rule.pattern = compile_pattern(s, word::pattern, p->string());
    if (rule.pattern == none) return false;
  }
  if (const value* f = s.words[word::format]) {
    if (!f->is_string()) return wrong(s, word::format, "a string");
    if (options_.assert_formats || s.rules.asserts_format)
      rule.format = format_from(f->string(), s.rules.draft);
    if (rule.format == format::loose) {
      if (loose_formats_.insert(f->string()).second) to_.loose_formats.emplace_back(f->string());
    }
  }
  if (!compile_content(s, rule)) return false;
  const bool says_something = rule.min_length > 0 || rule.max_length != unbounded || rule.pattern != none ||
                              rule.format != format::loose || rule.content != content::free;
  if (says_something) to_.nodes[s.self].string = append(to_.string_rules, rule);
  return true;
}

/// Draft 7, validation, section 8: an implementation may assert these. Later drafts make them annotations.
bool compiler::compile_content(const scope& s, string_rule& rule) {
  const value* encoding = s.words[word::content_encoding];
  const value* media = s.words[word::content_media_type];
  if (encoding != nullptr && !encoding->is_string()) return wrong(s, word::content_encoding, "a string");
  if (media != nullptr && !media->is_string()) return wrong(s, word::content_media_type, "a string");
  if (!options_.assert_content || s.rules.draft != draft::d7) return true;
  const bool base64 = encoding != nullptr && encoding->string() == "base64";
  const bool json = media != nullptr && media->string() == "application/json";
  if (base64 && json) {
    rule.content = content::base64_json;
  } else if (base64) {
    rule.content = content::base64;
  } else if (json && encoding == nullptr) {
    rule.content = content::json;
  }
  return true;
}

bool compiler::compile_prefix(const scope& s, word w, array_rule& rule) {
  std::vector<index> children;
  std::size_t i = 0;
  for (const value& one : s.words[w]->items()) {
    const index c = child(s, w, std::to_string(i++), one);
    if (c == none) return false;
    children.push_back(c);
  }
  rule.prefix = static_cast<index>(to_.lists.size());
  rule.prefix_count = static_cast<std::uint32_t>(children.size());
  to_.lists.insert(to_.lists.end(), children.begin(), children.end());
  return true;
}

bool compiler::compile_items(const scope& s, array_rule& rule) {
  const value* items = s.words[word::items];
  word rest = word::items;
  if (const value* prefix = s.words[word::prefix_items]) {
    if (!prefix->is_array()) return wrong(s, word::prefix_items, "an array of schemas");
    if (!compile_prefix(s, word::prefix_items, rule)) return false;
  }
  if (items != nullptr && items->is_array()) {
    if (s.rules.draft == draft::d2020)
      return wrong(s, word::items, "a schema (a list of schemas is prefixItems)");
    rule.legacy = true;
    if (!compile_prefix(s, word::items, rule)) return false;
    rest = word::additional_items;
  }
  const value* after = s.words[rest];
  if (after == nullptr) return true;
  // Draft 4 has no boolean schemas, but allows a boolean here.
  if (s.rules.draft == draft::d4 && after->is_boolean()) {
    if (after->boolean()) return true;
    rule.items = never(s, rest, *after);
    return rule.items != none;
  }
  rule.items = child(s, rest, *after);
  return rule.items != none;
}

bool compiler::compile_arrays(const scope& s) {
  array_rule rule;
  bool limited = s.words.has(word::min_items) || s.words.has(word::max_items);
  if (!read_count(s, word::min_items, rule.min_items) || !read_count(s, word::max_items, rule.max_items)) {
    return false;
  }
  if (const value* unique = s.words[word::unique_items]) {
    if (!unique->is_boolean()) return wrong(s, word::unique_items, "a boolean");
    rule.unique = unique->boolean();
  }
  if (!compile_items(s, rule)) return false;
  if (const value* contains = s.words[word::contains]) {
    if (!read_count(s, word::min_contains, rule.min_contains) ||
        !read_count(s, word::max_contains, rule.max_contains)) {
      return false;
    }
    rule.contains_evaluates = s.rules.draft >= draft::d2020;
    rule.contains = child(s, word::contains, *contains);
    if (rule.contains == none) return false;
  }
  limited = limited || rule.unique || rule.items != none || rule.prefix_count > 0 || rule.contains != none;
  if (limited) to_.nodes[s.self].array = append(to_.array_rules, rule);
  return true;
}

bool compiler::compile_verbatim(const scope& s) {
  const value* mark = s.words[word::verbatim];
  if (mark == nullptr) return true;
  if (mark->is_boolean()) {
    if (mark->boolean()) to_.nodes[s.self].flags |= flags::verbatim;
    return true;
  }
  if (!mark->is_string()) return wrong(s, word::verbatim, "true or the name of a boolean member beside it");
  to_.nodes[s.self].flags |= flags::verbatim_when;
  return true;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
