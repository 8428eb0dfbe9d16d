#include "purse.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

constexpr std::uint64_t frame_tokens = 16;  // of a message: role, separators

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) noexcept {
  const auto room = std::numeric_limits<std::uint64_t>::max() - a;
  return a + std::min(b, room);
}

problem exhausted(std::string_view member, std::string limit, std::string wanted) {
  return {.kind = failure_kind::budget_exhausted,
          .code = std::string(member),
          .place = "policy." + std::string(member),
          .expected = "at most " + std::move(limit),
          .found = std::move(wanted),
          .message = "the next attempt could pass the limit " + std::string(member)};
}

/// The dearest that an input token can be.
money dearest_input(const price& each) noexcept {
  return std::max(
      {each.input, each.cached_input.value_or(each.input), each.cache_write.value_or(each.input)});
}

}  // namespace

std::uint64_t reservation::tokens() const noexcept {
  return sum_of(input_tokens, output_tokens);
}

money reservation::cost() const noexcept {
  if (!each) return {};
  const price most{.input = dearest_input(*each), .output = each->output};
  return cost_of({.input_tokens = input_tokens, .output_tokens = output_tokens}, most);
}

std::optional<std::uint64_t> purse::tokens_left() const noexcept {
  if (!rules_.max_tokens) return std::nullopt;
  return *rules_.max_tokens - std::min(tokens_, *rules_.max_tokens);
}

std::optional<price> purse::price_for(const std::optional<price>& known) const {
  if (known) return known;
  if (rules_.max_cost && rules_.without_price == without_price::assume) return rules_.assumed_price;
  return std::nullopt;
}

std::optional<problem> purse::refuse(const reservation& wanted) const {
  if (rules_.max_tokens && sum_of(tokens_, wanted.tokens()) > *rules_.max_tokens) {
    return exhausted("max_tokens", std::to_string(*rules_.max_tokens) + " tokens",
                     std::to_string(tokens_) + " spent, up to " + std::to_string(wanted.tokens()) + " more");
  }
  if (!rules_.max_cost) return std::nullopt;
  if (!wanted.each && rules_.without_price == without_price::refuse) {
    problem p = exhausted("max_cost", to_string(*rules_.max_cost), "a model without a price");
    p.message = "there is a limit on the cost, and the price of this model is not known";
    return p;
  }
  if (cost_ + wanted.cost() > *rules_.max_cost) {
    return exhausted("max_cost", to_string(*rules_.max_cost),
                     to_string(cost_) + " spent, up to " + to_string(wanted.cost()) + " more");
  }
  return std::nullopt;
}

purse::receipt purse::book(const reservation& reserved, const usage& spent, bool charged) {
  usage took = spent;
  if (charged) {
    if (!took.input_tokens) took.input_tokens = reserved.input_tokens;
    if (!took.output_tokens) took.output_tokens = reserved.output_tokens;
  }
  receipt r;
  r.tokens = sum_of(took.input_tokens.value_or(0), took.output_tokens.value_or(0));
  tokens_ = sum_of(tokens_, r.tokens);
  if (reserved.each) {
    r.cost = cost_of(took, *reserved.each);
    cost_ += *r.cost;
  }
  return r;
}

std::uint64_t most_input_tokens(const model_request& what, std::size_t schema_bytes) noexcept {
  std::uint64_t sum = schema_bytes + frame_tokens;
  for (const message& m : what.messages) sum = sum_of(sum, m.text.size() + frame_tokens);
  return sum;
}

bool is_charged(const model_failure& failed) noexcept {
  if (failed.usage && failed.usage->known()) return true;
  if (!failed.partial_text.empty()) return true;
  switch (failed.why.kind) {
    case failure_kind::timed_out:
      return failed.why.code != "connect";
    case failure_kind::provider_error:
    case failure_kind::protocol_error:
    case failure_kind::incomplete_stream:
    case failure_kind::cancelled:
      return true;
    default:
      return false;
  }
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
