// The frame: which draft, one schema object after the other, references.
#include "compiler.hpp"

#include <algorithm>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

bool compiler::run() {
  if (!choose_draft()) return false;
  if (compile_at(to_.document, "", 0) == none) return false;
  while (!queue_.empty()) {
    const index next = queue_.front();
    queue_.pop_front();
    const cold place = to_.places[next];  // a copy: the array grows meanwhile
    if (!fill(next, *place.schema, place.pointer, 0)) return false;
  }
  if (!find_cycles()) return false;
  narrow_reach();
  tag_unions();
  mark_verbatim();
  return true;
}

bool compiler::choose_draft() {
  const value* uri = to_.document.find("$schema");
  if (uri == nullptr) return true;
  if (!uri->is_string())
    return fail(failure_kind::invalid_argument, "/$schema", "$schema", "$schema is no string");
  const std::optional<draft> d = draft_from(uri->string());
  if (!d) {
    return fail(failure_kind::unsupported_schema, "/$schema", "$schema",
                "the dialect " + excerpt(uri->string()) + " is not known");
  }
  draft_ = *d;
  to_.lexical_integers = draft_ == draft::d4;
  return true;
}

bool compiler::fail(failure_kind kind, std::string_view place, std::string_view code, std::string message) {
  if (error) return false;
  problem p;
  p.kind = kind;
  p.place = place;
  p.code = code;
  p.message = std::move(message);
  error = std::move(p);
  return false;
}

bool compiler::wrong(const scope& s, word w, std::string_view expected) {
  if (error) return false;
  std::string place = s.pointer;
  json::append_token(place, to_string(w));
  fail(failure_kind::invalid_argument, place, to_string(w),
       std::string(to_string(w)) + " must be " + std::string(expected));
  error->expected = expected;
  return false;
}

index compiler::add_node(const value& schema, const std::string& pointer) {
  if (to_.nodes.size() >= options_.limits.max_schema_nodes) {
    fail(failure_kind::unsupported_schema, pointer, "max_schema_nodes",
         "the schema has more than " + std::to_string(options_.limits.max_schema_nodes) + " subschemas");
    return none;
  }
  const auto self = static_cast<index>(to_.nodes.size());
  to_.nodes.emplace_back();
  to_.places.push_back({pointer, &schema});
  known_.emplace(&schema, self);
  return self;
}

index compiler::compile_at(const value& schema, const std::string& pointer, std::size_t depth) {
  const auto already = known_.find(&schema);
  index self = none;
  if (already != known_.end()) {
    // A reference was here first: then it waits in the queue, or is done.
    return already->second;
  }
  self = add_node(schema, pointer);
  if (self == none || !fill(self, schema, pointer, depth)) return none;
  return self;
}

bool compiler::fill(index self, const value& schema, const std::string& pointer, std::size_t depth) {
  if (depth >= options_.limits.max_schema_depth) {
    return fail(failure_kind::unsupported_schema, pointer, "max_schema_depth",
                "the schema is nested deeper than " + std::to_string(options_.limits.max_schema_depth));
  }
  if (schema.is_boolean() && draft_ != draft::d4) {
    node& n = to_.nodes[self];
    n.types = schema.boolean() ? types::all : 0;
    n.flags = schema.boolean() ? flags::plain : flags::never;
    return true;
  }
  if (!schema.is_object()) {
    return fail(failure_kind::invalid_argument, pointer, "schema",
                "a schema must be an object or a boolean, this is " + std::string(to_string(schema.kind())));
  }
  const keywords words(schema, draft_);
  const scope s{schema, pointer, words, self, depth};
  return refuse_unsupported(s) && compile_types(s) && compile_literals(s) && compile_numbers(s) &&
         compile_strings(s) && compile_arrays(s) && compile_objects(s) && compile_steps(s) &&
         compile_verbatim(s) && compile_definitions(s);
}

bool compiler::refuse_unsupported(const scope& s) {
  for (const word w :
       {word::unevaluated_items, word::unevaluated_properties, word::dynamic_ref, word::recursive_ref}) {
    if (!s.words.has(w)) continue;
    std::string place = s.pointer;
    json::append_token(place, to_string(w));
    return fail(failure_kind::unsupported_schema, place, to_string(w),
                std::string(to_string(w)) + " is not supported yet");
  }
  const value* id = s.words[word::id];
  if (id == nullptr) return true;
  if (!id->is_string()) return wrong(s, word::id, "a string");
  if (s.pointer.empty()) {
    base_ = id->string();
    if (base_.ends_with('#')) base_.remove_suffix(1);
    return true;
  }
  // An embedded resource changes what references below it mean; a bare fragment only names this place.
  if (id->string().starts_with('#') && draft_ <= draft::d7) return true;
  std::string place = s.pointer;
  json::append_token(place, draft_ == draft::d4 ? "id" : "$id");
  return fail(failure_kind::unsupported_schema, place, draft_ == draft::d4 ? "id" : "$id",
              "a resource inside of another ($id below the root) is not supported yet");
}

const value* compiler::target_of(const scope& s, std::string_view reference, std::string& pointer) {
  std::string place = s.pointer;
  json::append_token(place, "$ref");
  std::string_view fragment = reference;
  if (!base_.empty() && fragment.starts_with(base_) &&
      (fragment.size() == base_.size() || fragment[base_.size()] == '#')) {
    fragment.remove_prefix(base_.size());
  }
  if (!fragment.empty() && fragment.front() != '#') {
    fail(failure_kind::unsupported_schema, place, "$ref",
         "the reference " + excerpt(reference) + " leaves the document; nothing is ever fetched");
    return nullptr;
  }
  if (fragment.size() > 1 && fragment[1] != '/') {
    fail(failure_kind::unsupported_schema, place, "$ref",
         "the reference " + excerpt(reference) + " names an anchor, which is not supported yet");
    return nullptr;
  }
  result<std::string> plain = json::pointer_from_fragment(fragment.empty() ? "#" : fragment);
  const value* target = plain ? json::resolve(to_.document, *plain) : nullptr;
  if (target == nullptr) {
    fail(failure_kind::invalid_argument, place, "$ref",
         "the reference " + excerpt(reference) + " has no target");
    return nullptr;
  }
  pointer = *std::move(plain);
  return target;
}

index compiler::resolve(const scope& s, std::string_view reference) {
  std::string pointer;
  const value* target = target_of(s, reference, pointer);
  if (target == nullptr) return none;
  const auto known = known_.find(target);
  if (known != known_.end()) return known->second;
  const index self = add_node(*target, pointer);
  if (self != none) queue_.push_back(self);
  return self;
}

index compiler::child(const scope& s, word w, const value& schema) {
  std::string pointer = s.pointer;
  json::append_token(pointer, to_string(w));
  return compile_at(schema, pointer, s.depth + 1);
}

index compiler::child(const scope& s, word w, std::string_view token, const value& schema) {
  std::string pointer = s.pointer;
  json::append_token(pointer, to_string(w));
  json::append_token(pointer, token);
  return compile_at(schema, pointer, s.depth + 1);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
