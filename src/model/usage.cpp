#include <limits>

#include <tenon/usage.hpp>

namespace tenon {
inline namespace v0 {

namespace {

// Counts come from outside: a sum stays at the largest number rather than start again at 0.
void add(std::uint64_t& sum, const std::optional<std::uint64_t>& one) noexcept {
  const auto room = std::numeric_limits<std::uint64_t>::max() - sum;
  const auto more = one.value_or(0);
  sum += more < room ? more : room;
}

}  // namespace

usage_total& usage_total::operator+=(const usage& one) noexcept {
  add(input_tokens, one.input_tokens);
  add(output_tokens, one.output_tokens);
  add(cached_input_tokens, one.cached_input_tokens);
  add(reasoning_tokens, one.reasoning_tokens);
  add(cache_write_tokens, one.cache_write_tokens);
  if (!one.known()) ++attempts_without_usage;
  return *this;
}

}  // namespace v0
}  // namespace tenon
