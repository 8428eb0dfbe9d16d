#include "calls.hpp"

#include "access.hpp"
#include "collector.hpp"
#include "text.hpp"

#include <iterator>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

constexpr std::string_view prefix = "functions.";
constexpr std::size_t longest_asked = std::size_t{64} * 1024;

std::string_view bare(std::string_view name) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

bool is_parallel(std::string_view name) {
  return name == "parallel" || name == "multi_tool_use.parallel";
}

/// The calls within; none if the arguments do not look like that.
std::vector<tool_call> calls_within(const tool_call& call) {
  std::vector<tool_call> found;
  const auto arguments = json::read(call.arguments);
  if (!arguments) return found;
  for (const auto& use : items_of(arguments->root, "tool_uses")) {
    if (found.size() == collector::max_calls) break;
    const value* parameters = member_of(use, "parameters");
    found.push_back({.id = call.id,
                     .name = std::string(bare(text_of(use, "recipient_name"))),
                     .arguments = parameters == nullptr ? std::string() : json::write(*parameters)});
  }
  return found;
}

}  // namespace

bool is_whole(std::string_view arguments) {
  arguments = trimmed(arguments);
  // It is asked again and again while the arguments grow.
  if (arguments.size() > longest_asked || !(arguments.ends_with('}') || arguments.ends_with(']')))
    return false;
  return json::read(arguments).has_value();
}

std::vector<tool_call> unwrap_calls(std::vector<tool_call> calls) {
  std::vector<tool_call> plain;
  for (auto& call : calls) {
    call.name = bare(call.name);
    auto within = is_parallel(call.name) ? calls_within(call) : std::vector<tool_call>();
    if (within.empty()) {
      plain.push_back(std::move(call));
    } else {
      plain.insert(plain.end(), std::make_move_iterator(within.begin()),
                   std::make_move_iterator(within.end()));
    }
  }
  return plain;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
