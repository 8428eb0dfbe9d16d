// A JSON Schema, compiled once, used from any number of threads.
//
// Loading resolves references inside the document; compiling turns the schema into a flat array of
// small nodes that refer to each other by index. An assertion keyword that the engine does not know
// for the declared draft is an error (`unsupported_schema`), never ignored; annotations and unknown
// names pass.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <tenon/reader.hpp>
#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Each limit has the name that appears as `code` when it is exceeded (kind unsupported_schema).
struct compile_limits {
  std::size_t max_schema_nodes = 100'000;
  std::size_t max_schema_depth = 500;
  std::size_t max_pattern_states = 10'000;
  /// Bytes that all patterns of the schema may hold together.
  std::size_t max_pattern_memory = std::size_t{64} * 1024 * 1024;
};

struct compile_options {
  compile_limits limits = {};
  /// false: `format` is an annotation, as the drafts have it by default.
  bool assert_formats = true;
};

struct validate_options {
  /// Validation stops after so many errors.
  std::size_t max_errors = 100;
  /// Deepest instance, in nested arrays and objects; deeper is one error with the code "max_depth".
  /// At most 1000 is granted.
  std::size_t max_depth = 1000;
  /// Live work where alternatives multiply (anyOf inside of anyOf …): schema nodes evaluated per value of
  /// the instance, on average. More is one error with the code "max_cursors". A million evaluations are
  /// always granted, so small instances never meet it.
  std::size_t max_cursors = 256;
};

/// Immutable; cheap to copy (a shared pointer inside); safe from many threads.
class program {
 public:
  /// Errors: unsupported_schema with `place` = JSON Pointer into the schema and `code` = the keyword;
  /// invalid_argument where the schema is no schema (a bound that is no number, a reference without
  /// a target …).
  static result<program> compile(value schema, const compile_options& options = {});
  /// Reads, then compiles. A syntax error or a duplicate name in the schema text is invalid_argument with
  /// an offset.
  static result<program> compile_text(std::string_view schema_text, const compile_options& options = {});

  /// Fast: no message is made, nothing is allocated after warm-up.
  bool accepts(const value& instance) const;
  /// Every violation, each with place, rule (schema pointer through $ref), code = keyword, expected,
  /// found, nearest, offset if the instance has source spans. Empty means valid. kind schema_invalid.
  problems validate(const value& instance, const validate_options& options = {}) const;

  /// The schema document as given, key order kept.
  const value& document() const noexcept;
  /// document() in compact form, without $schema and x-verbatim: what stands in a prompt.
  const std::string& compact() const noexcept;
  /// Formats that the schema names and validation does not assert.
  std::span<const std::string> loose_formats() const noexcept;

  struct data;  // the nodes; private to the module
  const data& nodes() const noexcept { return *data_; }

 private:
  explicit program(std::shared_ptr<const data> d) : data_(std::move(d)) {}
  std::shared_ptr<const data> data_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
