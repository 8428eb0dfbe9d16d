// From a JSON value into a C++ object, and back.
//
// Binding is never silently lossy: 42.7 into an int, 300 into an int8_t, 1e999 into a double, a name
// twice, an unknown name are errors with a place. A number without an exact double is rounded to the
// nearest one. The trap: a variable that is bound into and fails is left half filled.
#pragma once

#include <utility>

#include <tenon/describe.hpp>
#include <tenon/descriptor.hpp>
#include <tenon/problem.hpp>
#include <tenon/program.hpp>
#include <tenon/result.hpp>
#include <tenon/tables.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

namespace schema {

/// Binding stops after so many errors.
inline constexpr std::size_t max_bind_errors = 100;
/// Deepest value that is bound; deeper is one error with the code "max_depth". The reader's own limit
/// is the same, so nothing that was read meets it.
inline constexpr std::size_t max_bind_depth = 1000;

/// Fills the object of the described type at `target`; true if all of it was filled. Appends problems
/// of kind bind_failed with place = JSON Pointer, offset if the value has source spans, and code:
///
///   wrong_type          another JSON type, or a number with a fraction where an integer is wanted
///   overflow            a number that the C++ type cannot hold
///   unknown_enumerator  expected lists the names, nearest is the closest
///   unknown_alternative the same for the discriminator of a variant
///   wrong_constant      a constant<> member with another text
///   missing, extra      a member of the record that is not there; one that the record does not have
///   duplicate           a name twice in one object
///   wrong_length        a std::array of another length
///   max_depth           see above
///
/// or the code that a codec gave. A member that may be absent and is keeps what it was.
bool bind(const value& from, const descriptor& type, void* target, problems& errors);

/// The JSON value of the object at `source`: members in declaration order, map keys sorted, an
/// empty optional as null. A double that is not finite becomes null, an enumeration value without a
/// name its number: neither is valid under the schema.
value to_value(const descriptor& type, const void* source);

}  // namespace schema

/// The JSON Schema of T (draft 2020-12), made once. Safe from many threads.
template <class T>
const value& schema_of() {
  static const value made = schema::emit(descriptor_of<T>());
  return made;
}

/// The compiled schema of T, made once. An error only where T's own rules do not compile: a pattern
/// that is no regular expression, an overriding schema that is none.
template <class T>
const result<schema::program>& program_of() {
  static const result<schema::program> made = schema::program::compile(schema_of<T>());
  return made;
}

/// A T made of a value, or everything that is wrong with it. Checks the shape, not the rules of the
/// schema: validate with program_of<T>() first.
template <class T>
result<T, problems> bind(const value& from) {
  static_assert(std::is_default_constructible_v<T>);
  problems errors;
  T target{};
  if (!schema::bind(from, descriptor_of<T>(), &target, errors)) return errors;
  return target;
}

template <class T>
value to_value(const T& source) {
  return schema::to_value(descriptor_of<T>(), &source);
}

}  // namespace v0
}  // namespace tenon
