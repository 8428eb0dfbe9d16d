// The ledger's invariant, for tests and fuzzers: each byte that is not white space stands in the value or
// in a range that the ledger lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <tenon/reply.hpp>

namespace tenon {

/// The first byte that nobody answers for; empty if all is well.
inline std::optional<std::uint64_t> unaccounted(std::string_view text, const reply::read_value& got) {
  std::uint64_t at = 0;
  const auto step_over = [&](std::uint64_t begin, std::uint64_t end) {
    constexpr std::string_view space = " \t\n\r";
    while (at < begin && space.find(text[at]) != std::string_view::npos) ++at;
    if (at < begin) return false;
    at = end > at ? end : at;
    return true;
  };
  bool root_passed = false;
  const auto root = got.root.source();
  for (const auto& e : got.ledger) {
    if (e.end < e.begin || e.end > text.size()) return e.begin;
    if (!root_passed && e.begin >= root.end) {
      if (!step_over(root.begin, root.end)) return at;
      root_passed = true;
    }
    // Dropped and kept at once would be a lie.
    if (e.begin < root.end && e.end > root.begin) return e.begin;
    if (!step_over(e.begin, e.end)) return at;
  }
  if (!root_passed && !step_over(root.begin, root.end)) return at;
  return step_over(text.size(), text.size()) ? std::nullopt : std::optional(at);
}

}  // namespace tenon
