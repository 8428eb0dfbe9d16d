// From the options of a command that asks a model to the parts of the library's call.
#pragma once

#include "files.hpp"
#include "settings.hpp"
#include "shape.hpp"

#include <string>

#include <tenon/client.hpp>

namespace tenon::cli {

/// The request for one text: the prompt that goes with the shape, and what --system, --instructions,
/// --temperature, --seed and --max-tokens say.
result<request, fault> request_from(const arguments& args, const shape& what, const input& text);

/// Mode, policy, reading level and prices, for this model as the first.
result<client_options, fault> client_options_from(const arguments& args, const settings& set,
                                                  const model& first);

/// Who is asked, and how.
struct asked_model {
  model_ptr model;
  client_options how;
};

/// Opens the model (loads its weights) and those of --fallback, with mode, policy, reading level, prices and
/// limits.
result<asked_model, fault> asked_model_from(const arguments& args, const settings& set);
/// The same with a model that has a name and abilities but answers nothing, and without the fallbacks: enough
/// to see what would be sent.
result<asked_model, fault> unasked_model_from(const arguments& args, const settings& set);

/// One model. The program that the tests run has its own.
result<model_ptr, fault> open_named(std::string_view name, const configuration& how);

/// A request as JSON, as `--show-request` prints it.
value to_json(const model_request& r);
/// And what would be sent for it, where `name` is a model of a provider: "http", with method, url, headers
/// (secrets as "***") and body, and what the request cannot say as "notes".
result<value, fault> shown_request(const model_request& r, std::string_view name, const settings& set,
                                   bool streamed);

std::vector<std::string> mode_names();
std::vector<std::string> reading_names();
std::vector<std::string> policy_names();

}  // namespace tenon::cli
