#include <algorithm>
#include <limits>
#include <utility>

#include <tenon/price.hpp>

namespace tenon {
inline namespace v0 {

namespace {

constexpr std::uint64_t pico_per_unit = 1'000'000'000'000;
constexpr std::uint64_t most_units = 18'000'000;  // so that an amount always fits
constexpr std::size_t most_digits = 12;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t count, money each) noexcept {
  if (each.pico != 0 && count > most / each.pico) return most;
  return count * each.pico;
}

problem no_amount(std::string_view text) {
  return {.kind = failure_kind::invalid_argument,
          .code = "amount",
          .expected = "an amount such as 0.25, at most 18000000",
          .found = excerpt(text),
          .message = "this is no amount of money"};
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

}  // namespace

money& money::operator+=(money more) noexcept {
  pico = more.pico < most - pico ? pico + more.pico : most;
  return *this;
}

money operator+(money a, money b) noexcept {
  a += b;
  return a;
}

std::string to_string(money m) {
  constexpr std::uint64_t micro = 1'000'000;
  // Rounded up: what was spent is never shown as less.
  const std::uint64_t rounded = m.pico / micro + (m.pico % micro != 0 ? 1 : 0);
  std::string digits = std::to_string(rounded % micro);
  digits.insert(0, 6 - digits.size(), '0');
  while (digits.size() > 2 && digits.back() == '0') digits.pop_back();
  return std::to_string(rounded / micro) + "." + digits;
}

result<money> money_from(std::string_view text) {
  const auto point = text.find('.');
  const auto whole = text.substr(0, point);
  const auto behind = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  const bool written = !whole.empty() && whole.size() <= 8 && behind.size() <= most_digits &&
                       (point == std::string_view::npos || !behind.empty()) &&
                       std::all_of(whole.begin(), whole.end(), is_digit) &&
                       std::all_of(behind.begin(), behind.end(), is_digit);
  if (!written) return no_amount(text);
  std::uint64_t units = 0;
  for (const char c : whole) units = units * 10 + static_cast<std::uint64_t>(c - '0');
  if (units > most_units) return no_amount(text);
  std::uint64_t pico = 0;
  for (std::size_t i = 0; i < most_digits; ++i) {
    pico = pico * 10 + (i < behind.size() ? static_cast<std::uint64_t>(behind[i] - '0') : 0);
  }
  return money{units * pico_per_unit + pico};
}

result<money> price_per_million(std::string_view text) {
  constexpr std::uint64_t million = 1'000'000;
  const auto all = money_from(text);
  if (!all) return all.error();
  return money{all->pico / million + (all->pico % million != 0 ? 1 : 0)};
}

money cost_of(const usage& spent, const price& each) noexcept {
  const auto input = spent.input_tokens.value_or(0);
  const auto cached = std::min(spent.cached_input_tokens.value_or(0), input);
  const auto written = std::min(spent.cache_write_tokens.value_or(0), input - cached);
  money sum{times(input - cached - written, each.input)};
  sum += money{times(cached, each.cached_input.value_or(each.input))};
  sum += money{times(written, each.cache_write.value_or(each.input))};
  sum += money{times(spent.output_tokens.value_or(0), each.output)};
  return sum;
}

void price_table::set(std::string model, price each) {
  if (!model.empty() && model.back() == '*') {
    model.pop_back();
    begins_.insert_or_assign(std::move(model), each);
  } else {
    exact_.insert_or_assign(std::move(model), each);
  }
}

const price* price_table::find(std::string_view model) const {
  if (const auto found = exact_.find(model); found != exact_.end()) return &found->second;
  const price* best = nullptr;
  std::size_t length = 0;
  for (const auto& [begin, each] : begins_) {
    if (model.starts_with(begin) && (best == nullptr || begin.size() >= length)) {
      best = &each;
      length = begin.size();
    }
  }
  return best;
}

}  // namespace v0
}  // namespace tenon
