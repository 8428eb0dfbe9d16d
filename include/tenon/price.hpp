// What tokens cost: a table of prices, and the price of a call.
//
// tenon ships no prices of hosted models: they change without notice, and a wrong price is worse than none.
// They come from the configuration or from the caller. What happens to a call whose price is unknown is a
// policy (policy::without_price).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/result.hpp>
#include <tenon/usage.hpp>

namespace tenon {
inline namespace v0 {

/// An amount in 10^-12 of the currency that the prices are given in. Sums stay at the largest amount rather
/// than start again at 0.
struct money {
  std::uint64_t pico = 0;

  friend auto operator<=>(const money&, const money&) = default;
  money& operator+=(money more) noexcept;
};
money operator+(money a, money b) noexcept;
/// Decimal, at least two digits behind the point: "0.00", "0.0123". Rounded up in the sixth digit.
std::string to_string(money m);
/// "1.5", "0.0002", "3": digits and a point, up to 12 digits behind it, at most 18,000,000. Errors:
/// invalid_argument.
result<money> money_from(std::string_view text);

/// For one token each. A price per million tokens is a million times that: price_per_million reads it.
struct price {
  money input = {};
  money output = {};
  /// Empty: as `input`.
  std::optional<money> cached_input = {};
  std::optional<money> cache_write = {};

  friend bool operator==(const price&, const price&) = default;
};

/// The price of one token from that of a million ("1.25"), rounded up to a pico. Errors: as money_from.
result<money> price_per_million(std::string_view text);

/// Cached and written tokens are a part of the input tokens and priced apart. A count that was not reported
/// is 0: whoever must not be surprised books a reservation in its place.
money cost_of(const usage& spent, const price& each) noexcept;

/// Prices by model: "openai:gpt-5" or, with a star at the end, all that begin so: "openai:gpt-5*". The
/// longest name wins, a whole one over a star.
class price_table {
 public:
  void set(std::string model, price each);
  const price* find(std::string_view model) const;
  bool empty() const noexcept { return exact_.empty() && begins_.empty(); }

 private:
  std::map<std::string, price, std::less<>> exact_;
  std::map<std::string, price, std::less<>> begins_;
};

}  // namespace v0
}  // namespace tenon
