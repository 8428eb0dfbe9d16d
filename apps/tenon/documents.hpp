// How a schema is read from the command line: its draft, and the documents that it may refer to.
//
// --with names files and folders. Each document in them is known by its $id, by its file: URI, and by the
// place where it would be if the URI of the main schema stood for its folder; so `{"$ref": "address.json"}`
// finds the file beside the schema, whether or not the schema has an $id. Nothing else is opened.
#pragma once

#include "command.hpp"
#include "files.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/registry.hpp>

namespace tenon::cli {

/// A folder with more files that end in ".json", or with more text in them, is refused.
inline constexpr std::size_t max_documents = 10'000;

struct schema_reading {
  std::optional<schema::draft> draft;
  bool assert_formats = true;
  std::vector<std::string> with;
};

/// Of --draft, --no-format and --with.
schema_reading reading_of(const arguments& args);

/// "4", "6", "7", "2019-09", "2020-12".
std::vector<std::string> draft_names();

/// Compiles the schema that was read from `from`: from the file `path`, or from no file if that is empty.
/// Faults: those of compiling, each with what --with could do about it; a file that is named and cannot be
/// read.
result<schema::program, fault> compile_schema(value document, const input& from, std::string_view path,
                                              const schema_reading& how);

inline constexpr option draft_option{"--draft", takes::word, "DRAFT",
                                     "how a schema without $schema is read (default 2020-12)", draft_names};
inline constexpr option no_format_flag{"--no-format", takes::nothing, {}, "format is an annotation"};
inline constexpr option with_option{
    "--with", takes::file,
    "PATH",   "a schema file, or a folder of them, that the schema refers to; may be repeated",
    nullptr,  {},
    true};

}  // namespace tenon::cli
