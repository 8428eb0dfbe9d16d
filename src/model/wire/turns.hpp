// The turns of a conversation, for families that want them to take turns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

/// What is said, without the system messages: a message that says nothing is left out (Anthropic and Gemini
/// refuse it), and neighbours of one role become one, joined by an empty line. A tool speaks as the user
/// does, because our vocabulary has no id that its call could be paired by. Texts are made valid UTF-8.
std::vector<message> turns_of(std::span<const message> messages);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
