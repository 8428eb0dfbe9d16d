// The inside of wire.hpp: what each family brings, and what all share.
//
// A family is a table of three functions. Everything that families have in common happens once, in
// wire.cpp: status and headers, errors of every shape, [DONE], bodies and events that are no JSON, the end
// of a stream. So an adapter sees only JSON objects that tell of no error, and says to the collector what it
// finds there.
#pragma once

#include "access.hpp"
#include "collector.hpp"

#include <memory>
#include <string>
#include <string_view>

#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// Name of the schema, and of the one tool that carries the value in tool mode.
inline constexpr std::string_view answer_name = "answer";
inline constexpr std::string_view answer_description = "Gives the answer.";

/// One stream. Reasoning, text and calls go to the collector as they come.
class stream_adapter {
 public:
  virtual ~stream_adapter() = default;
  /// An event: `data` is a JSON object; `name` may be empty. An error in it has been read already.
  virtual void event(std::string_view name, const value& data, collector& into) = 0;
  /// Nothing more will come. A stream that neither ended nor gave a finish reason becomes incomplete_stream
  /// without any doing here.
  virtual void end(collector& /*into*/) {}
};

struct adapter {
  /// The bytes; see wire::encode. The mode is never `automatic`.
  result<encoded> (*encode)(const provider& p, const model_request& what, bool streamed) = nullptr;
  /// A whole reply of status 2xx: `body` is a JSON object without an error.
  void (*read)(const value& body, collector& into) = nullptr;
  std::unique_ptr<stream_adapter> (*open)() = nullptr;
};

const adapter& openai_chat_adapter() noexcept;
const adapter& openai_responses_adapter() noexcept;
const adapter& anthropic_adapter() noexcept;
const adapter& gemini_adapter() noexcept;
const adapter& ollama_adapter() noexcept;
const adapter& adapter_of(family f) noexcept;

// Parts of encoding.

/// The schema as this request carries it.
struct carried_schema {
  std::string text;                                    // JSON; of the dialect gbnf a grammar
  std::shared_ptr<const schema::lowered_shape> given;  // null where the user's own schema is sent
};
/// Lowers the request's shape, with what will not be enforced added to `notes`. A grammar is made along the
/// request's source. Errors: invalid_argument
/// where native or tool mode comes without a shape; those of lower_shape.
result<carried_schema> carry_schema(const model_request& what, schema::dialect to,
                                    std::vector<std::string>& notes);

/// base URL + path (of the profile, unless another is given) with {model}, {method} and {version} filled in
/// (percent-encoded), the key in its header, content-type, the user's headers last. A base URL may end in a
/// slash or in the version that the path begins with. Errors: invalid_argument (no base URL, no model, a line
/// break in a header).
result<http_request> address(const provider& p, std::string_view method = {}, std::string_view path = {});

/// All system messages joined by an empty line, for families that keep them apart.
std::string system_text(const model_request& what);

/// A JSON number for a temperature: 0, 0.7.
value temperature_value(double t);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
