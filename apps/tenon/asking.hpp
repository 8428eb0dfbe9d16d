// From the options of a command that asks a model to the parts of the library's call.
#pragma once

#include "files.hpp"
#include "shape.hpp"

#include <string>

#include <tenon/client.hpp>

namespace tenon::cli {

/// The request for one text: the prompt that goes with the shape, and what --system, --instructions,
/// --temperature, --seed and --max-tokens say.
result<request, fault> request_from(const arguments& args, const shape& what, const input& text);

/// Mode, policy and reading level.
result<client_options, fault> client_options_from(const arguments& args, bool in_process);

/// What --model says, or "local".
std::string model_name(const arguments& args);

/// Opens a model (loads its weights).
result<model_ptr, fault> model_from(const arguments& args);

/// A model that has a name and abilities but answers nothing: enough to see what would be sent.
result<model_ptr, fault> unasked_model_from(const arguments& args);

/// A request as JSON, as `--show-request` prints it.
value to_json(const model_request& r);

std::vector<std::string> mode_names();
std::vector<std::string> reading_names();
std::vector<std::string> policy_names();

}  // namespace tenon::cli
