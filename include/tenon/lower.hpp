// From the user's schema to what a provider accepts, with a note on everything that the provider will
// not enforce, and the way back. The lowered form accepts a superset: whatever the user's schema accepts has
// an image that the lowered one accepts, and `lift` turns that image back. Validation stays with us.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// What a provider's constraint can say. Sources: docs/providers.md.
enum class dialect : std::uint8_t {
  gbnf,            // llama.cpp's grammar
  json_schema,     // as it is: a hint that nobody enforces, references inlined nowhere
  openai,          // strict, Chat Completions, Responses and Azure
  anthropic,       // output_config.format
  anthropic_tool,  // input_schema with strict
  gemini,          // responseJsonSchema, responseFormat
  gemini_openapi,  // responseSchema
  mistral,
  groq,
  llamacpp,  // the server's json_schema; Ollama's format
  vllm,      // xgrammar
  deepseek,  // strict tools
};
std::string_view to_string(dialect d) noexcept;
std::optional<dialect> dialect_from(std::string_view name) noexcept;
std::span<const dialect> dialects() noexcept;

/// One rule that the lowered form does not hold, or holds more loosely.
struct lowering_note {
  std::string place;  // JSON Pointer into the user's schema
  std::string keyword;
  std::string reason;  // a sentence
};

struct lower_options {
  /// Text in which `verbatim` strings must occur; where given, the grammar lets them be nothing else.
  std::string_view source;
  /// Item counts above this are relaxed (and noted), as are lengths above a hundred times this: llama.cpp
  /// writes repetitions out. It takes at most 2000.
  std::size_t max_repetition = 2000;
};

/// From what fits the lowered schema to what the user's schema is about: an optional member that had to be
/// there is null and goes, a root that had to be an object is unpacked, a map that had to be a list of pairs
/// becomes one again. Immutable.
class lift {
 public:
  lift();  // changes nothing
  ~lift();
  lift(const lift&) noexcept;
  lift(lift&&) noexcept;
  lift& operator=(const lift&) noexcept;
  lift& operator=(lift&&) noexcept;

  bool identity() const noexcept;
  /// Numbers keep their literals and values their source spans. A value that ignores the lowered shape (the
  /// model answered in the user's shape, or in a third) comes back as it is where it cannot be mistaken;
  /// what is wrong with it is said by validation. Problem: bind_failed where two pairs claim one key.
  result<value> operator()(value from) const;

 private:
  friend class lowering;
  struct step;
  std::shared_ptr<const step> root_;
};

struct lowered {
  std::string text;  // JSON Schema; or GBNF with the start rule "root"
  std::vector<lowering_note> notes;
  lift back = {};
  /// Places of lists whose items must all differ (JSON Pointers into the instance, "*" for any item), as
  /// far as the schema settles them without alternatives: whoever writes token by token can hold these.
  std::vector<std::string> unique_lists;
};

/// Errors: unsupported_schema where nothing but "any JSON" could be said at the root (gbnf), or where the
/// dialect has no form that admits all that the schema admits; the message names place and remedy.
result<lowered> lower(const program& code, dialect to, const lower_options& options = {});

/// A lowered schema together with its own program: what a reply to it is read by, before it is lifted.
struct lowered_shape {
  lowered form;
  program code;
};
result<std::shared_ptr<const lowered_shape>> lower_shape(const program& code, dialect to);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
