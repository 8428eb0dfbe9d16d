// The words that ask for a format. They are part of what users measure: a changed word changes what
// models answer, so golden files in tests/prompt hold them still.
#include <tenon/prompt.hpp>

namespace tenon {
inline namespace v0 {
namespace prompt {

namespace {

std::string followed_by(std::string_view words, std::string_view schema) {
  std::string text(words);
  text += schema;
  return text;
}

}  // namespace

std::string json_instructions(std::string_view schema) {
  return followed_by(
      "Answer in JSON only, as RFC 8259 defines it: one JSON value, nothing before it and nothing after it.\n"
      "Do not explain anything. Do not put the JSON into a markdown code fence.\n"
      "Use exactly the member names of this JSON Schema; the value must conform to it:\n",
      schema);
}

std::string system_instructions(std::string_view schema) {
  return followed_by("Answer with one JSON value only: no explanation, no code fence. Its JSON Schema:\n",
                     schema);
}

std::string schema_only(std::string_view schema) {
  return followed_by("The answer is JSON of this JSON Schema:\n", schema);
}

std::string json_instructions(const schema::program& shape) {
  return json_instructions(shape.compact());
}
std::string system_instructions(const schema::program& shape) {
  return system_instructions(shape.compact());
}
std::string schema_only(const schema::program& shape) {
  return schema_only(shape.compact());
}

std::string list_instructions() {
  return "Answer with the entries of the list only, on one line, separated by commas.\n"
         "No numbers, no bullets, no explanation, no code fence. Put an entry that has a comma in it into "
         "double quotes.\n"
         "Example: red, green, \"blue, light\"";
}

std::string map_instructions() {
  return "Answer in JSON only, as RFC 8259 defines it: one JSON object, nothing before it and nothing after "
         "it.\n"
         "Do not explain anything. Do not put the JSON into a markdown code fence.";
}

}  // namespace prompt
}  // namespace v0
}  // namespace tenon
