// What a call may still spend. An attempt is made only if the most that it can take is there, so that no
// limit is ever passed; what it did not take goes back when it has answered.
#pragma once

#include <cstdint>
#include <optional>

#include <tenon/model.hpp>
#include <tenon/policy.hpp>
#include <tenon/price.hpp>
#include <tenon/problem.hpp>
#include <tenon/usage.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

/// The most that an attempt can take.
struct reservation {
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  /// Empty: no price is known, and none is assumed.
  std::optional<price> each = {};

  std::uint64_t tokens() const noexcept;
  money cost() const noexcept;
};

class purse {
 public:
  explicit purse(const policy& rules) : rules_(rules) {}

  bool has_limits() const noexcept { return rules_.max_tokens || rules_.max_cost; }
  /// Tokens that are left; empty: no limit.
  std::optional<std::uint64_t> tokens_left() const noexcept;
  /// The price that the policy takes for a model without one.
  std::optional<price> price_for(const std::optional<price>& known) const;
  /// Why this attempt may not be made: budget_exhausted with the member of the policy in `place`.
  std::optional<problem> refuse(const reservation& wanted) const;

  /// What an attempt took, a part that it did not report as it was reserved. `charged` is false for a failure
  /// that nobody is charged for.
  struct receipt {
    std::uint64_t tokens = 0;
    std::optional<money> cost = {};
  };
  receipt book(const reservation& reserved, const usage& spent, bool charged);

 private:
  const policy& rules_;
  std::uint64_t tokens_ = 0;
  money cost_ = {};
};

/// No tokenizer makes more tokens than there are bytes, and the frame of a message is short. `schema_bytes`
/// is the size of a schema that goes beside the messages.
std::uint64_t most_input_tokens(const model_request& what, std::size_t schema_bytes) noexcept;

/// Is a failure of this kind charged for by anyone? A connection that was refused, a rate limit and a
/// rejected request are not; a call that was cut off in the middle may be.
bool is_charged(const model_failure& failed) noexcept;

}  // namespace asking
}  // namespace v0
}  // namespace tenon
