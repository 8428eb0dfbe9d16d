// A JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12, compiled once, used from any number of threads.
//
// Loading finds what references name: inside the document, in the documents that the caller gives, or
// among the metaschemas of the five drafts; nothing is ever fetched. Compiling turns the schema into a
// flat array of small nodes that refer to each other by index. Each resource (a document, or a schema with
// an $id) is read by the draft that its own $schema names. Every assertion of the draft is held; unknown
// names pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tenon/padded.hpp>
#include <tenon/reader.hpp>
#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

enum class draft : std::uint8_t { d4, d6, d7, d2019, d2020 };  // 4, 6, 7, 2019-09, 2020-12

/// Each limit has the name that appears as `code` when it is exceeded (kind unsupported_schema).
struct compile_limits {
  std::size_t max_schema_nodes = 100'000;
  std::size_t max_schema_depth = 500;
  /// Bytes of the JSON Pointers of all subschemas, anchors and targets of references together: what a long
  /// name above many subschemas costs.
  std::size_t max_place_bytes = std::size_t{64} * 1024 * 1024;
  std::size_t max_pattern_states = 10'000;
  /// Bytes that all patterns of the schema may hold together.
  std::size_t max_pattern_memory = std::size_t{64} * 1024 * 1024;
};

class registry;

struct compile_options {
  compile_limits limits = {};
  /// false: `format` is an annotation, as the drafts have it by default, unless a metaschema asks for the
  /// vocabulary that asserts it.
  bool assert_formats = true;
  /// true: contentEncoding "base64" and contentMediaType "application/json" are asserted in draft 7, which
  /// leaves it to the implementation. In later drafts they are annotations.
  bool assert_content = false;
  /// true: a schema that its metaschema does not admit is refused; see check_schema.
  bool check_metaschema = false;
  /// How the document is read if it has no $schema. Other documents without one are read as this one.
  draft default_draft = draft::d2020;
  /// Where the document came from (RFC 3986, section 5.1.3): what a relative $id or reference is resolved
  /// against. May be empty.
  std::string base_uri = {};
  /// Documents that references may name. Must live until compile returns; the program keeps what it needs.
  const registry* documents = nullptr;
  /// Asked for a document that is neither in `documents` nor a metaschema, by its URI without fragment.
  /// What it throws, but for std::bad_alloc, becomes an invalid_argument.
  std::function<std::optional<value>(std::string_view uri)> resolver = {};
};

struct validate_options {
  /// Validation stops after so many errors.
  std::size_t max_errors = 100;
  /// Deepest instance, in nested arrays and objects; deeper is one error with the code "max_depth".
  /// At most 1000 is granted.
  std::size_t max_depth = 1000;
  /// Work where schema and instance multiply (anyOf inside of anyOf, many patterns for many names …):
  /// evaluations of a schema node per value of the instance, on average. More is one error with the code
  /// "max_cursors". Work in loops and on long texts counts too, in units that take about as long; a long
  /// text counts as several values. granted_evaluations are free, so small instances never meet it.
  std::size_t max_cursors = 256;
};
inline constexpr std::uint64_t granted_evaluations = 1'000'000;

/// Schema nodes between the root and a part of the instance, which only a dynamic reference that goes in
/// circles makes many. More is one error with the code "max_schema_levels".
inline constexpr std::size_t max_schema_levels = 4000;

/// Immutable; cheap to copy (a shared pointer inside); safe from many threads.
class program {
 public:
  /// Errors: unsupported_schema with `place` = JSON Pointer into the schema and `code` = the keyword;
  /// invalid_argument where the schema is no schema (a bound that is no number, a reference without
  /// a target …). In another document, `place` is its URI with the pointer as fragment.
  static result<program> compile(value schema, const compile_options& options = {});
  /// Reads, then compiles. A syntax error or a duplicate name in the schema text is invalid_argument with
  /// an offset; a text beyond json::read_limits is unsupported_schema.
  static result<program> compile_text(std::string_view schema_text, const compile_options& options = {});

  /// Fast: no message is made, nothing is allocated after warm-up.
  bool accepts(const value& instance) const;
  /// Every violation, each with place, rule (schema pointer through $ref), code = keyword, expected,
  /// found, nearest, offset if the instance has source spans. Empty means valid. kind schema_invalid.
  problems validate(const value& instance, const validate_options& options = {}) const;

  /// The same for an instance that is still text, in one pass: true if json::read_unique reads it and
  /// accepts() accepts what was read. (Where accepts() gives up at max_cursors, one pass may still tell.)
  /// Nothing is allocated after warm-up where the schema can be decided as the text goes by
  /// (docs/design/program.md says which can). A text without padding is copied first.
  bool accepts_text(std::string_view text) const;
  bool accepts_text(json::padded_view text) const;
  /// Why it is not accepted: the error of reading, else all repeated names, else as validate(). Empty means
  /// valid. Fast where it is empty; else the text is read into a value.
  problems validate_text(std::string_view text, const validate_options& options = {},
                         const json::read_limits& limits = {}) const;
  problems validate_text(json::padded_view text, const validate_options& options = {},
                         const json::read_limits& limits = {}) const;

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

/// What the metaschema finds wrong in a schema: kind invalid_argument, `place` in the schema, `rule` in the
/// metaschema. A resource inside of the schema is judged by the metaschema that it names itself. Empty also
/// where $schema names no metaschema that is known: compiling says so.
problems check_schema(const value& schema, const compile_options& options = {});

}  // namespace schema
}  // namespace v0
}  // namespace tenon
