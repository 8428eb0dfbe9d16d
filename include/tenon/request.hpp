// What is asked: a value like any other, to be copied and used again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/model.hpp>
#include <tenon/policy.hpp>
#include <tenon/reply.hpp>
#include <tenon/report.hpp>

namespace tenon {
inline namespace v0 {

/// One question and the answer it should have had.
struct example {
  std::string input = {};
  std::string output = {};
};

/// Replaces the program's own validation; see S2-44: one judge, never two. Sees what was read and
/// returns what is wrong with it; each problem is reported as schema_invalid.
using validator = std::function<problems(const value&)>;
/// A rule about meaning. Sees only schema-valid values; each problem is reported as semantic_invalid.
using value_check = std::function<problems(const value&)>;

struct request {
  /// The system message; empty: none but what the format instructions need.
  std::string system = {};
  /// The user message. `{name}` is replaced where `args` declares the name; every other brace is
  /// text. Inserted text is never expanded again.
  std::string prompt = {};
  std::map<std::string, std::string, std::less<>> args = {};
  /// Turns before the prompt, after the system message and the examples.
  std::vector<message> messages = {};
  std::vector<example> examples = {};
  /// Text in which verbatim strings must occur; empty: all args and the prompt together.
  std::string source = {};
  /// Rules about meaning that hold for this request alone, after those of the client.
  std::vector<value_check> checks = {};
  /// Carried into the report.
  std::string prompt_name = {};
  std::string prompt_version = {};

  // Each of these takes the place of the client's setting for this call.
  std::optional<tenon::policy> policy = {};
  std::optional<output_mode> mode = {};
  std::optional<reading_level> reading = {};
  std::optional<double> temperature = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<std::uint32_t> max_output_tokens = {};
  std::stop_token stop = {};
  /// Of a conversation that this call is a part of, on the client's clock: no attempt starts past it, and
  /// none gets more time than is left (S5-32).
  std::optional<instant> deadline = {};
};

/// Hears of every attempt as it ends, and of text as it arrives. `on_attempt` is called on the thread
/// that runs the call, `on_delta` on whichever thread the model answers on, before its attempt ends. An
/// exception ends the call as invalid_argument.
struct observer {
  std::function<void(const attempt&)> on_attempt = {};
  std::function<void(std::string_view delta, std::uint64_t output_tokens)> on_delta = {};
};

}  // namespace v0
}  // namespace tenon
