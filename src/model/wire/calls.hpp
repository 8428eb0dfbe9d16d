// Tool calls as models and gateways disguise them.
#pragma once

#include <string_view>
#include <vector>

#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// Is this text one whole JSON object or list, of at most 64 KB? What is longer is taken to go on.
bool is_whole(std::string_view arguments);

/// Names without the prefix "functions."; a call of the pseudo tool "parallel" (recorded: its arguments are
/// {"tool_uses":[{"recipient_name":…,"parameters":{…}}]}) becomes the calls that it stands for.
std::vector<tool_call> unwrap_calls(std::vector<tool_call> calls);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
