// What each provider says on the wire: pure functions between our vocabulary and bytes.
//
//   encode(provider, request) → HTTP request        decode(provider, request, HTTP reply) → reply or failure
//                                                   stream_reader: the same, event by event
//
// No socket, no clock, no environment: `connect` joins these with an HTTP client, and a test with recorded
// bytes. A profile is one row of a table (src/model/wire/profiles.cpp); a service that speaks a known
// language in its own accent is a row, not code. Facts and where they come from: docs/providers.md.
//
// What is unknown is kept: an enum value of tomorrow survives as text, a missing field is empty, never 0.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// The language that is spoken; one adapter each.
enum class family : std::uint8_t { openai_chat, openai_responses, anthropic, gemini, ollama };

/// How a stream is cut into events.
enum class framing : std::uint8_t { server_sent_events, json_lines };

/// How the key is shown.
enum class key_style : std::uint8_t { none, bearer, x_api_key, api_key, x_goog_api_key };

/// How a family's language differs at one service: one row of the table. What only one family has is empty
/// in the rows of the others.
struct profile {
  std::string_view name;  // what stands before the colon: "openai:gpt-…"
  family speaks = family::openai_chat;
  std::string_view base_url = {};  // empty: the user must say
  std::string_view path = {};      // below base_url; {model}, {method} and {version} are filled in
  key_style key = key_style::bearer;
  std::string_view key_variable = {};                // environment variable of the key; empty: none is needed
  schema::dialect native = schema::dialect::openai;  // of the schema as a constraint
  schema::dialect tool = schema::dialect::openai;    // of a tool's arguments
  std::string_view cap_field = "max_tokens";         // name of the output cap
  std::string_view seed_field = "seed";              // empty: there is none
  std::string_view api_version = {};                 // where the user says none

  // OpenAI Chat Completions only.
  std::string_view tool_path = {};       // in tool mode, in place of path; empty: the same
  std::string_view stream_options = {};  // JSON; empty: usage comes unasked
  std::string_view extra = {};           // members of every body, as JSON object; empty: none
  bool strict_tools = false;             // `strict` is said of a tool
  bool named_choice = false;             // the tool is forced by its name; else by "required"
  bool one_call = false;                 // parallel_tool_calls is known

  /// What holds for a model that the table of models does not know.
  capabilities offers = {};
};

/// All rows, in the order of docs/providers.md.
std::span<const profile> profiles() noexcept;
/// Null pointer if there is none of this name.
const profile* find_profile(std::string_view name) noexcept;
/// What a model can do at a service: per model, not per service, where the table knows it. Limits are
/// 0 where they are not known. A user's own settings go over it.
capabilities find_capabilities(const profile& at, std::string_view model);

struct header {
  std::string name;
  std::string value;
  bool secret = false;  // never shown: not in a log, an error, a preview
};

/// A service, a model there, and what the user set. The key is a secret: nothing here prints it.
struct provider {
  const profile* how = nullptr;
  std::string model = {};
  std::string base_url = {};  // empty: the profile's
  std::string key = {};
  std::vector<header> headers = {};  // added to every request
  std::string api_version = {};      // Azure's dated paths, Anthropic's version header; empty: the default
  std::string organization = {};     // OpenAI
  std::string project = {};          // OpenAI
  std::string schema_field = {};     // Gemini: responseJsonSchema (default), responseSchema, responseFormat;
                                     // llama.cpp: grammar (default), response_format
  capabilities can = {};
};

/// A POST. `url` carries no secret.
struct http_request {
  std::string url;
  std::vector<header> headers;
  std::string body;
};

struct encoded {
  http_request request;
  /// What the request could not say: a parameter that the provider does not take, a rule of the schema that
  /// it will not enforce.
  std::vector<std::string> notes = {};
  /// See model_reply::given.
  std::shared_ptr<const schema::lowered_shape> given = {};
};

/// The bytes for one attempt. In native and tool mode the schema is lowered to the profile's dialect.
/// Errors: unsupported_schema (the dialect cannot say it), invalid_argument (a part of the provider is
/// missing: base URL, model, version).
result<encoded> encode(const provider& p, const model_request& what, bool streamed);

/// A reply of any status, as the client read it.
struct http_reply {
  int status = 0;
  std::vector<header> headers;
  std::string body;
  /// When it came, for waits that are given as a date.
  std::chrono::system_clock::time_point received = {};
};

/// Never fails to make something of it: what is no reply is a failure with its kind, its words, its usage and
/// its request id (docs/providers.md, "What becomes of an error"). `sent` is what encode made.
model_answer decode(const provider& p, const model_request& what, const encoded& sent, const http_reply& got);

/// The wait that the headers ask for: retry-after-ms, else Retry-After in seconds, fractions or as a date of
/// RFC 9110. Zero or below where it has passed; empty where nothing that can be read is said, or where it is
/// a date and `received` is not set. At most a year.
std::optional<duration> asked_wait(std::span<const header> headers,
                                   std::chrono::system_clock::time_point received) noexcept;

/// One reply in pieces. Belongs to one thread; borrows nothing.
class stream_reader {
 public:
  /// Status and headers of the reply whose body is a stream; only for a success that is one (is_stream), or
  /// for a reply of which no more will come than its head: to be failed at once. Its
  /// exchange counts the bytes of the events as received; the client may know better.
  stream_reader(const provider& p, const model_request& what, const encoded& sent, const http_reply& head);
  ~stream_reader();
  stream_reader(stream_reader&&) noexcept;
  stream_reader& operator=(stream_reader&&) noexcept;

  /// The next event (`event` is empty for json_lines and for events without a name). Returns the text of the
  /// answer that it adds: what the model writes as its reply, in tool mode the arguments. Reasoning is kept
  /// and not returned.
  std::string event(std::string_view event, std::string_view data);
  /// A line of the stream that belongs to no event, such as an error in plain JSON, also over several lines,
  /// or a whole body. Returns what event() does.
  std::string stray(std::string_view line);
  /// Nothing more is to be read: the terminator or an error came.
  bool done() const noexcept;
  /// The body has ended. With neither the family's terminator nor a finish reason that is incomplete_stream,
  /// with all that had come. Chat Completions alone is taken at a finish reason without the terminator, which
  /// is noted; elsewhere a reason without it counts for nothing, and Gemini has none.
  model_answer finish() &&;
  /// The transport failed before: what had come (text, usage, id) joins this failure. An error that the
  /// provider had told of comes before it.
  model_answer fail(problem why) &&;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

framing framing_of(family f) noexcept;
/// Is this the head of a stream, or of a body to be read whole (an error, or a server that does not stream)?
bool is_stream(family f, const http_reply& head);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
