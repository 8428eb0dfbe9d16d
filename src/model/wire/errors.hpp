// What a provider says went wrong, whatever the shape of its body, and which failure that is.
//
// The order of evidence: structured words (code, reason, type), then the number, then, within a 400, the
// known sentences of schema and context errors, and status alone where nothing else speaks. Free text never
// makes a rate limit a matter of money.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// An error as the wire said it.
struct said_error {
  /// Structured words, the most telling first: code, details.error_code, reason, error_type, type, status.
  std::vector<std::string> words = {};
  /// An HTTP status that the body names; 0 if it names none.
  int number = 0;
  std::string message = {};
  std::string param = {};
  /// A wait in the body: RetryInfo, or the words "try again in".
  std::optional<duration> wait = {};
  /// Whether the same request will do if it is sent again, where the provider's words settle it.
  std::optional<bool> should_retry = {};
  /// A quota of the whole day, or one of zero: waiting some seconds does not help (Gemini).
  bool exhausted = false;
  /// What the model wrote, and the provider's own check refused: no error but a reply (Groq).
  std::optional<std::string> failed_generation = {};
};

/// Reads any of the shapes that error bodies have: {"error":{…}}, {"error":"…"}, {"type":"error",…}, the
/// same in a list of one, {"message":…}, {"object":"error",…}, {"detail":…}.
said_error read_error(const value& body);
/// Does a body or an event that should be a reply tell of an error instead? Null pointer if not; else the
/// part to give to read_error.
const value* find_error(const value& body) noexcept;

/// What is known around a reply, for the failure that it may become. Owns what it needs.
struct error_context {
  family speaks = family::openai_chat;
  int status = 0;  // of HTTP; 0 or 200 for an error within a success
  std::vector<std::string> secrets = {};
  tenon::exchange exchange = {};
  std::optional<duration> wait = {};      // from the headers
  std::optional<bool> should_retry = {};  // x-should-retry
  std::vector<std::string> notes = {};    // of encoded
  std::shared_ptr<const schema::lowered_shape> given = {};
  /// Without one, what is said of a schema is not about a constraint that could be left out.
  bool schema_was_sent = true;
};

failure_kind classify(const said_error& error, const error_context& about) noexcept;
/// Kind, code and message, with secrets masked and lengths bounded.
problem describe_error(const said_error& error, const error_context& about);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
