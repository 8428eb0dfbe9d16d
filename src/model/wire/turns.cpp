#include "turns.hpp"

#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

std::vector<message> turns_of(std::span<const message> messages) {
  std::vector<message> turns;
  for (const auto& one : messages) {
    if (one.who == role::system || one.text.empty()) continue;
    const auto who = one.who == role::assistant ? role::assistant : role::user;
    auto text = utf8::sanitized(one.text);
    if (turns.empty() || turns.back().who != who) {
      turns.push_back({who, std::move(text)});
    } else {
      turns.back().text += "\n\n";
      turns.back().text += text;
    }
  }
  return turns;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
