// From a text into a C++ object in one pass: read, validated against the type's own schema, bound.
//
// What comes out is what json::read, program::validate and bind, one after the other, would make of the text:
// the same object, or the same errors. But there is no value in between, and an object that is used again
// keeps its memory, so that a program which reads many texts into one record allocates nothing once its
// strings and lists have grown. The trap: after an error the object is half filled; it can be read into
// again.
#pragma once

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include <tenon/bind.hpp>
#include <tenon/descriptor.hpp>
#include <tenon/padded.hpp>
#include <tenon/problem.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

namespace schema {

/// A program joined with a described type. Immutable; cheap to copy; safe from many threads.
class text_plan {
 public:
  /// The schema need not be the type's own; what it admits and the type cannot hold is an error of binding.
  text_plan(program code, const descriptor& type);

  /// Fills the object of the described type at `target`. Errors, of which there are none if it was filled: of
  /// reading (not_json); else all repeated names (duplicate_key); else of validating (schema_invalid); else
  /// of binding (bind_failed). A member that may be absent and is keeps what it was. A text without padding
  /// is copied first.
  problems read(std::string_view text, void* target, const json::read_limits& limits = {}) const;
  problems read(json::padded_view text, void* target, const json::read_limits& limits = {}) const;

 private:
  struct state;
  std::shared_ptr<const state> state_;
};

}  // namespace schema

/// The way from texts to T, made once. Safe from many threads. An error only where T's own rules do not
/// compile.
template <class T>
const result<schema::text_plan>& text_plan_of() {
  static const result<schema::text_plan> made = []() -> result<schema::text_plan> {
    const result<schema::program>& code = program_of<T>();
    if (!code) return code.error();
    return schema::text_plan(*code, descriptor_of<T>());
  }();
  return made;
}

/// Reads the text into the record; empty, or all that is wrong, as schema::text_plan::read says. `Text` is a
/// std::string_view or what becomes one, or a json::padded_view or json::padded_text.
template <class T, class Text>
problems read_into(T& record, const Text& text, const json::read_limits& limits = {}) {
  const result<schema::text_plan>& plan = text_plan_of<T>();
  if (!plan) return {plan.error()};
  return plan->read(text, &record, limits);
}

/// The same into a new T.
template <class T, class Text>
result<T, problems> bind_text(const Text& text, const json::read_limits& limits = {}) {
  static_assert(std::is_default_constructible_v<T>);
  result<T, problems> made(T{});
  problems errors = read_into(*made, text, limits);
  if (!errors.empty()) made = std::move(errors);
  return made;
}

}  // namespace v0
}  // namespace tenon
