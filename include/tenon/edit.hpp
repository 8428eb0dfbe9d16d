// One entry of the ledger: what reading did to the bytes of a reply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {

enum class edit_kind : std::uint8_t {
  dropped,   // bytes that are not represented in the value
  replaced,  // bytes read as something else
  supplied,  // a part of the value without bytes in the reply
};
std::string_view to_string(edit_kind k) noexcept;

struct edit {
  edit_kind kind = edit_kind::dropped;
  /// Byte range in the reply as it came.
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// Name of the rule that fired, see docs/reading.md: "byte_order_mark", "think_block" … Of static storage,
  /// as `reason` is: a reply that is broken throughout has an entry every few bytes.
  std::string_view rule = {};
  /// What stands there in its place; empty for `dropped`.
  std::string after = {};
  /// A sentence.
  std::string_view reason = {};

  friend bool operator==(const edit&, const edit&) = default;
};

}  // namespace v0
}  // namespace tenon
