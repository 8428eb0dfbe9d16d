// The frame: one schema object after the other.
#include "load/compiler.hpp"

#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

bool compiler::run() {
  if (!names_.open_main()) return false;
  if (compile_at(to_.document, "", 0, 0) == none || !compile_queue()) return false;
  settle_dynamic();
  if (!find_cycles()) return false;
  mark_dialects();
  narrow_reach();
  tag_unions();
  sort_branches();
  mark_verbatim();
  mark_entrances();
  return true;
}

bool compiler::compile_queue() {
  while (!queue_.empty()) {
    const index next = queue_.front();
    queue_.pop_front();
    const cold place = to_.places[next];  // a copy: the array grows meanwhile
    if (!fill(next, *place.schema, place.pointer, 0)) return false;
  }
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

bool compiler::exceeded(std::string_view place, std::string_view limit, std::string message) {
  return fail(failure_kind::unsupported_schema, place, limit, message + " (" + std::string(limit) + ")");
}

bool compiler::wrong(const scope& s, word w, std::string_view expected) {
  if (error) return false;
  std::string place = s.pointer;
  json::append_token(place, to_string(w));
  fail(failure_kind::invalid_argument, place_of(to_, s.resource, place), to_string(w),
       std::string(to_string(w)) + " must be " + std::string(expected));
  error->expected = expected;
  return false;
}

index compiler::add_node(const value& schema, const std::string& pointer, index resource) {
  if (to_.nodes.size() >= options_.limits.max_schema_nodes) {
    exceeded(place_of(to_, resource, pointer), "max_schema_nodes",
             "the schema has more than " + std::to_string(options_.limits.max_schema_nodes) + " subschemas");
    return none;
  }
  if (!names_.charge_place(pointer, resource)) return none;
  const auto self = static_cast<index>(to_.nodes.size());
  to_.nodes.emplace_back();
  to_.places.push_back({pointer, &schema, resource});
  known_.emplace(&schema, self);
  return enter_resource(resource) ? self : none;
}

/// Where a draft allows `false` that has no boolean schemas.
index compiler::never(const scope& s, word w, const value& schema) {
  std::string pointer = s.pointer;
  json::append_token(pointer, to_string(w));
  const index self = add_node(schema, pointer, s.resource);
  if (self == none) return none;
  to_.nodes[self].types = 0;
  to_.nodes[self].flags = flags::never;
  return self;
}

index compiler::compile_at(const value& schema, const std::string& pointer, index within, std::size_t depth) {
  // A reference may have been here first: then it waits in the queue, or is done.
  const auto already = known_.find(&schema);
  if (already != known_.end()) return already->second;
  const index resource = names_.resource_at(schema, pointer, within);
  if (resource == none) return none;
  const index self = add_node(schema, pointer, resource);
  return self != none && fill(self, schema, pointer, depth) ? self : none;
}

bool compiler::fill(index self, const value& schema, const std::string& pointer, std::size_t depth) {
  const index resource = to_.places[self].resource;
  const schema_dialect rules = to_.resources[resource].rules;
  const auto place = [&] { return place_of(to_, resource, pointer); };
  if (depth >= options_.limits.max_schema_depth) {
    return exceeded(place(), "max_schema_depth",
                    "the schema is nested deeper than " + std::to_string(options_.limits.max_schema_depth));
  }
  if (schema.is_boolean() && rules.draft != draft::d4) {
    node& n = to_.nodes[self];
    n.types = schema.boolean() ? types::all : 0;
    n.flags = schema.boolean() ? flags::plain : flags::never;
    return true;
  }
  if (!schema.is_object()) {
    return fail(failure_kind::invalid_argument, place(), "schema",
                "a schema must be an object or a boolean, this is " + std::string(to_string(schema.kind())));
  }
  const keywords words(schema, rules);
  const scope s{schema, pointer, words, rules, resource, self, depth};
  return compile_types(s) && compile_literals(s) && compile_numbers(s) && compile_strings(s) &&
         compile_arrays(s) && compile_objects(s) && compile_steps(s) && compile_verbatim(s) &&
         compile_definitions(s);
}

index compiler::child(const scope& s, word w, const value& schema) {
  std::string pointer = s.pointer;
  json::append_token(pointer, to_string(w));
  return compile_at(schema, pointer, s.resource, s.depth + 1);
}

index compiler::child(const scope& s, word w, std::string_view token, const value& schema) {
  std::string pointer = s.pointer;
  json::append_token(pointer, to_string(w));
  json::append_token(pointer, token);
  return compile_at(schema, pointer, s.resource, s.depth + 1);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
