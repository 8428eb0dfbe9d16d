// What both drivers of the attempt machine share: the parts of a client, and what is done with an answer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <tenon/client.hpp>

namespace tenon {
inline namespace v0 {

struct client::state {
  model_ptr model = {};
  std::vector<model_ptr> fallbacks = {};
  std::vector<asking::hop> hops = {};  // the model and its fallbacks
  /// Why no call can be made.
  std::optional<problem> broken = {};
  client_options options = {};
  environment world = {};

  tenon::model& at(std::size_t hop) const { return hop == 0 ? *model : *fallbacks[hop - 1]; }
};

namespace connecting {

asking::setup setup_for(const client_options& options, const std::vector<asking::hop>& hops,
                        reply::read_options reading);

/// The machine is told, and then the observer; an exception of the observer's ends the call.
asking::action told(asking::machine& m, model_answer answer, const observer& listener,
                    const environment& world);

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
