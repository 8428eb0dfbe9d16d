// What a model is told: texts with parameters, the words that ask for a format, and versioned prompt
// files.
//
// Texts go in literally. The trap of every template language, JSON in a prompt taken for placeholders,
// is closed by one rule: a brace means something only around the name of a declared argument.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace prompt {

using arguments = std::map<std::string, std::string, std::less<>>;

struct expansion {
  std::string text = {};
  /// Declared arguments that the text does not use, in the order of the map.
  std::vector<std::string> unused = {};
};

/// Replaces `{name}` by the argument of that name; every other brace is text, so `{{name}}` is the
/// argument in braces. What was inserted is not looked at again. A name that holds a brace itself is
/// never found. Cannot fail; linear in text and result.
expansion expand(std::string_view text, const arguments& args);

// Format instructions. None begins or ends with white space: an empty line goes between them and what
// stands before. The schema is the compact text, as in program::compact().

/// Stands at the end of the user message: JSON only, by RFC 8259, no explanation, no fence, the schema.
std::string json_instructions(std::string_view schema);
std::string json_instructions(const schema::program& shape);

/// The same in fewer words, for the system message of a small model in this process: it stays the same
/// from call to call, so that its evaluation is shared.
std::string system_instructions(std::string_view schema);
std::string system_instructions(const schema::program& shape);

/// The schema alone, where the provider's constraint holds the model to JSON but never shows it the
/// schema.
std::string schema_only(std::string_view schema);
std::string schema_only(const schema::program& shape);

/// A list of texts, separated by commas.
std::string list_instructions();
/// An object of any members.
std::string map_instructions();

// Prompt files.

/// A user message as it would be sent, and the reply that it should have.
struct worked_example {
  std::string input = {};
  std::string output = {};
  friend bool operator==(const worked_example&, const worked_example&) = default;
};

/// A prompt with a name and a version, so that a report can say which words were used.
struct prompt_file {
  std::string name = {};
  std::string version = {};
  std::string system = {};
  std::string user = {};
  std::vector<worked_example> examples = {};
  friend bool operator==(const prompt_file&, const prompt_file&) = default;
};

/// Reads the text of a prompt file:
///
///   ---
///   name: extract
///   version: 3
///   ---
///   ## system
///   …
///   ## user
///   …
///   ## example
///   …
///   ## answer
///   …
///
/// Name, version and a user part are required; any number of examples may follow, each with its answer.
/// Errors: invalid_argument, place "file:line". `file` is
/// used for messages only.
result<prompt_file> parse_prompt(std::string_view text, std::string_view file = "prompt");

/// The prompts that ship with the library.
std::span<const prompt_file> shipped();
/// Null if none has this name.
const prompt_file* find_prompt(std::string_view name);

}  // namespace prompt
}  // namespace v0
}  // namespace tenon
