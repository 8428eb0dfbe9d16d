// --schema and --type: from what the user wrote to a compiled schema, and the prompt that goes with it.
#pragma once

#include "documents.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>

namespace tenon::cli {

struct shape {
  schema::program code;
  /// Name of the type, or empty for a schema.
  std::string type = {};
  /// The text of the schema and the name it goes by, for what is said about it; empty for a type.
  input source = {};
};

/// A file, JSON text, or the one-line form, told apart by looking: an existing file wins.
result<shape, fault> load_schema(std::string_view what, const schema_reading& how = {});
result<shape, fault> load_type(std::string_view name);
/// Exactly one of --schema and --type.
result<shape, fault> load_shape(const arguments& args);
/// Exactly one of the operand SCHEMA and --type; `command` is who asks.
result<shape, fault> load_operand(const arguments& args, std::string_view command);
/// Says in which text a problem lies: "file:line:column: …" for a syntax error, "file: pointer: …" for what
/// is wrong with the schema itself.
fault schema_fault(problem p, const input& from);
/// Names of the types that --type knows.
std::vector<std::string> type_names();

inline constexpr option schema_option{
    "--schema", takes::text, "SCHEMA",
    "the shape: a JSON Schema file, JSON Schema text, or one line such as 'name, age int, tags [str]'"};
inline constexpr option type_option{"--type", takes::word, "TYPE", "the shape: a type that tenon knows",
                                    type_names};

}  // namespace tenon::cli
