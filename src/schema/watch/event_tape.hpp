// What a reader said, kept so that it can be said again: to make a value of a part of a text that has gone
// by.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

class event_tape {
 public:
  std::uint64_t size() const noexcept { return events_.size(); }
  void clear() noexcept { events_.clear(); }

  /// One of n t f [ ] { }.
  void mark(char what) { events_.push_back(what); }
  /// A number ('0'), a string ('"') or the name of a member (':'), with its text. Precondition: the text is
  /// shorter than 4 GiB.
  void mark(char what, std::string_view text) {
    const auto size = static_cast<std::uint32_t>(text.size());
    char head[1 + sizeof size];
    head[0] = what;
    std::memcpy(head + 1, &size, sizeof size);
    events_.append(head, sizeof head);
    events_.append(text);
  }

  /// The value whose events stand in [begin, end). Precondition: they are those of one value.
  value replay(std::uint64_t begin, std::uint64_t end) const;
  /// The same of any number of values, as an array.
  value replay_items(std::uint64_t begin, std::uint64_t end) const;

 private:
  std::string events_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
