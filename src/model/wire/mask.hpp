// Secrets out of texts that others wrote: services quote the key that they refuse.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace wire {

/// A stretch of a secret at least so long is masked even if the rest is missing: services quote keys with
/// their middle taken out.
inline constexpr std::size_t shortest_trace = 6;
/// Of a longer text only so much is looked at, and the rest is dropped.
inline constexpr std::size_t longest_masked = 16384;

/// `text` with "***" for every stretch of a secret, and for whatever is shaped like a key of a known provider
/// ("sk-…", "Bearer …"). Takes time linear in text times secrets.
std::string mask(std::string_view text, std::span<const std::string> secrets);

}  // namespace wire
}  // namespace v0
}  // namespace tenon
