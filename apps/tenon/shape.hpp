// --schema and --type: from what the user wrote to a compiled schema, and the prompt that goes with it.
#pragma once

#include "command.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>

namespace tenon::cli {

struct shape {
  schema::program code;
  /// Name of the type, or empty for a schema.
  std::string type;
};

/// A file, JSON text, or the one-line form, told apart by looking: an existing file wins.
result<schema::program, fault> load_schema(std::string_view what);
result<shape, fault> load_type(std::string_view name);
/// Exactly one of --schema and --type.
result<shape, fault> load_shape(const arguments& args);
/// Names of the types that --type knows.
std::vector<std::string> type_names();

inline constexpr option schema_option{
    "--schema", takes::text, "SCHEMA",
    "the shape: a JSON Schema file, JSON Schema text, or one line such as 'name, age int, tags [str]'"};
inline constexpr option type_option{"--type", takes::word, "TYPE", "the shape: a type that tenon knows",
                                    type_names};

}  // namespace tenon::cli
