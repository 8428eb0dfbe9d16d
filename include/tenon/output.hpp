// What validation says in the words of the JSON Schema drafts: annotations, and the output formats of
// drafts 2019-09 (core, section 10) and 2020-12 (core, section 12), which programs in other languages read.
#pragma once

#include <string>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// A keyword says something about a part of the instance.
struct annotation {
  std::string place;     // JSON Pointer of the part ("instanceLocation")
  std::string rule;      // JSON Pointer of the keyword, through references ("keywordLocation")
  std::string location;  // URI of the keyword ("absoluteKeywordLocation")
  std::string keyword;
  value content;
};

/// What a valid instance is told: title, description, default, examples, format …; from 2019-09 on also
/// unknown keywords, and what properties, items and their like have been applied to. A subschema that the
/// instance does not fit says nothing. The problems are those of an instance that is not valid, as
/// program::validate has them, or the limit of validate_options that was met: collecting is more work than
/// judging, so that a valid instance may meet one here.
result<std::vector<annotation>, problems> annotations(const program& code, const value& instance,
                                                      const validate_options& options = {});

/// {"valid": …}
value flag_output(const program& code, const value& instance);

/// One object: valid, keywordLocation, absoluteKeywordLocation and instanceLocation of the whole; then either
/// "errors", a flat list of the same with "error", or "annotations", the same with "annotation" (left out
/// if there are none). Where a limit was met in collecting them, "annotationsMissing" says which, a
/// word of ours. A schema without an $id, compiled without a base URI, is called urn:tenon:schema.
value basic_output(const program& code, const value& instance, const validate_options& options = {});

}  // namespace schema
}  // namespace v0
}  // namespace tenon
