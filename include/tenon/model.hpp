// The chat vocabulary, and the one interface that everything that answers implements.
//
// A model neither retries nor parses: it turns one request into one reply or one failure. Who waits,
// repeats and judges is `ask`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/clock.hpp>
#include <tenon/lower.hpp>
#include <tenon/program.hpp>
#include <tenon/result.hpp>
#include <tenon/usage.hpp>

namespace tenon {
inline namespace v0 {

namespace schema {
struct lowered_shape;  // tenon/lower.hpp
}

enum class role : std::uint8_t { system, user, assistant, tool };
std::string_view to_string(role r) noexcept;

struct message {
  role who = role::user;
  std::string text = {};
  friend bool operator==(const message&, const message&) = default;
};

/// How the shape is asked for.
enum class output_mode : std::uint8_t {
  automatic,    // native where the capability table says so, else prompt
  native,       // the schema as a constraint of the provider
  tool,         // a forced tool call carries the value
  json_object,  // the provider's JSON mode without a schema
  prompt,       // instructions in the text only
};
std::string_view to_string(output_mode m) noexcept;
std::optional<output_mode> output_mode_from(std::string_view name) noexcept;  // "auto" is automatic

/// What a model can do; one row of the capability table.
struct capabilities {
  bool native_schema = false;
  /// The constraint never reaches the model as text, so the schema stays in the prompt (gbnf).
  bool schema_invisible = false;
  bool json_object = false;
  bool tools = false;
  /// False where the model refuses the parameter.
  bool temperature = true;
  /// Runs in this process: times of policies::local(), format text in the system message so that the
  /// prefix is shared between calls.
  bool in_process = false;
  /// Repeats calls by itself (retrying.hpp).
  bool retries = false;
  /// 0 where unknown.
  std::uint32_t context_tokens = 0;
  std::uint32_t max_output_tokens = 0;
};

struct model_request {
  std::vector<message> messages = {};
  /// Never `automatic` here: the plan has decided.
  output_mode mode = output_mode::prompt;
  /// The shape; set in native and tool mode, may be set in others.
  std::optional<schema::program> shape = {};
  /// Text in which verbatim strings must occur, for models that can use it as a mask.
  std::string source = {};
  /// Empty: the provider's default. 0 for typed calls.
  std::optional<double> temperature = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<std::uint32_t> max_output_tokens = {};
  /// Time for this one attempt, queueing excluded; empty: none.
  std::optional<duration> timeout = {};
};

enum class finish_reason : std::uint8_t {
  stop,            // the model ended its turn
  length,          // the output cap, or the end of the context
  refusal,         // said by the provider's own field
  content_filter,  //
  tool_calls,      //
  runaway,         // stopped early by us: the output repeated itself
  other,           // unknown to us; the text is in finish_text
};
std::string_view to_string(finish_reason f) noexcept;

struct tool_call {
  std::string id = {};
  std::string name = {};
  std::string arguments = {};  // JSON text as the model wrote it
};

struct timings {
  std::optional<duration> queued = {};       // waiting for a slot
  std::optional<duration> first_token = {};  // from start of work
  std::optional<duration> total = {};        // from start of work
};

/// What the provider's rate limits leave, as its headers tell; empty where it does not say.
struct rate_limits {
  std::optional<std::uint64_t> limit_requests = {};
  std::optional<std::uint64_t> limit_tokens = {};
  std::optional<std::uint64_t> remaining_requests = {};
  std::optional<std::uint64_t> remaining_tokens = {};
  std::optional<duration> reset_requests = {};  // from now
  std::optional<duration> reset_tokens = {};
  friend bool operator==(const rate_limits&, const rate_limits&) = default;
};

/// What came with an answer over HTTP, kept for success and failure alike.
struct exchange {
  int status = 0;  // of HTTP; 0 if none arrived
  std::string request_id = {};
  rate_limits limits = {};
  std::uint64_t bytes_sent = 0;      // body of the request
  std::uint64_t bytes_received = 0;  // body of the reply, decoded
};

struct model_reply {
  std::string text = {};
  finish_reason finish = finish_reason::stop;
  /// The provider's own word for it.
  std::string finish_text = {};
  /// The refusal's text where the provider has a field for it.
  std::optional<std::string> refusal = {};
  /// Reasoning where the provider reports it apart from the text.
  std::string reasoning = {};
  std::vector<tool_call> tool_calls = {};
  tenon::usage usage = {};
  std::string id = {};
  /// The model that answered, as it names itself.
  std::string model = {};
  tenon::timings timings = {};
  /// Remarks on what the constraint could not hold (lowering), or what was accepted with a shrug.
  std::vector<std::string> notes = {};
  /// The shape that the provider was given in place of the request's: what it wrote fits that one, and is
  /// turned back before it is validated. Null where they are the same.
  std::shared_ptr<const schema::lowered_shape> given = {};
  std::optional<tenon::exchange> exchange = {};
};

/// A call that brought no reply to read. `why.kind` is one of the groups timed_out, unavailable,
/// rejected, refused (by a filter, before anything was generated), or cancelled.
struct model_failure {
  problem why = {};
  /// A wait the provider asked for.
  std::optional<duration> retry_after = {};
  std::optional<tenon::usage> usage = {};
  /// What had arrived when it failed.
  std::string partial_text = {};
  std::string id = {};
  tenon::timings timings = {};
  /// `why.code` is the provider's own word where it has one.
  std::optional<tenon::exchange> exchange = {};
  /// The provider said, or what came shows, that the same request will (or will not) do if it is sent again.
  std::optional<bool> should_retry = {};
};

using model_answer = result<model_reply, model_failure>;

/// A call under way. Destroying it cancels; that may be done inside `done`, on the model's own thread.
class call_handle {
 public:
  virtual ~call_handle() = default;
  /// Idempotent, from any thread. The handler is still called, once.
  virtual void cancel() noexcept = 0;
};

/// What the caller wants to hear of a call under way.
struct call_events {
  /// Called exactly once, from any thread, also before `start` returns.
  std::function<void(model_answer)> done = {};
  /// Text as it arrives, with the tokens generated so far; may be empty. Called in order, never after
  /// `done`.
  std::function<void(std::string_view delta, std::uint64_t output_tokens)> delta = {};
};

/// Immutable after construction and safe from many threads.
class model {
 public:
  virtual ~model() = default;
  /// "local:qwen2.5-coder-0.5b", "openai:gpt-…".
  virtual std::string_view name() const noexcept = 0;
  virtual const capabilities& can() const noexcept = 0;
  /// Never blocks on the answer, never throws but std::bad_alloc.
  virtual std::unique_ptr<call_handle> start(model_request request, call_events events) = 0;
};

using model_ptr = std::shared_ptr<model>;

/// Starts and waits; not on the thread of an event loop (loop_thread.hpp), where it is invalid_argument in
/// every build. A stop request cancels the call, which then ends as `cancelled`.
model_answer call(model& m, model_request request, std::stop_token stop = {},
                  std::function<void(std::string_view, std::uint64_t)> delta = {});

/// An adapter for a model: logging, metrics, a change of the request. Every attempt passes all
/// decorators of a client, outermost first.
using model_decorator = std::function<model_ptr(model_ptr inner)>;

}  // namespace v0
}  // namespace tenon
