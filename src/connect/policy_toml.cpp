// [policies.NAME], row by row: every member of tenon::policy under its own name.
#include "section.hpp"

#include <array>
#include <utility>

#include <tenon/policy.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

using std::string_view;

/// policy.cpp allows no more.
constexpr whole_range attempts{0, 1000};
constexpr std::uint64_t most_tokens = 1'000'000'000'000;

template <auto Member>
void put_limit(const spot& at, policy& to) {
  if (at.is("none")) {
    to.*Member = std::nullopt;
  } else if (const auto read = at.time()) {
    to.*Member = *read;
  }
}

void put_price(const spot& at, policy& to) {
  read_price(at, to.assumed_price);
}

void put_cost(const spot& at, policy& to) {
  if (const auto read = at.amount()) to.max_cost = *read;
}

void put_without_price(const spot& at, policy& to) {
  static constexpr std::array<string_view, 3> words{"refuse", "allow", "assume"};
  const auto read = at.word(words);
  if (!read) return;
  to.without_price = *read == "refuse"  ? without_price::refuse
                     : *read == "allow" ? without_price::allow
                                        : without_price::assume;
}

void put_feedback(const spot& at, policy& to) {
  static constexpr std::array<string_view, 2> words{"user_message", "assistant_turn"};
  if (const auto read = at.word(words))
    to.feedback = *read == "user_message" ? feedback_place::user_message : feedback_place::assistant_turn;
}

void skip(const spot&, policy&) {}

constexpr std::array<row<policy>, 21> rows{{
    {"base", skip},  // read before, since it is what the others go over
    {"max_attempts", put_whole<&policy::max_attempts, whole_range{1, 1000}>},
    {"max_corrections", put_whole<&policy::max_corrections, attempts>},
    {"max_semantic_corrections", put_whole<&policy::max_semantic_corrections, attempts>},
    {"max_larger_caps", put_whole<&policy::max_larger_caps, attempts>},
    {"max_transport_retries", put_whole<&policy::max_transport_retries, attempts>},
    {"retries_before_fallback", put_whole<&policy::retries_before_fallback, attempts>},
    {"max_tokens", put_whole<&policy::max_tokens, whole_range{1, most_tokens}>},
    {"max_cost", put_cost},
    {"without_price", put_without_price},
    {"assumed_price", put_price},
    {"attempt_timeout", put_limit<&policy::attempt_timeout>},
    {"total_timeout", put_limit<&policy::total_timeout>},
    {"max_wait", put_time<&policy::max_wait>},
    {"base_backoff", put_time<&policy::base_backoff>},
    {"max_backoff", put_time<&policy::max_backoff>},
    {"max_output_tokens", put_whole<&policy::max_output_tokens, whole_range{0, 10'000'000}>},
    {"larger_cap_factor", put_whole<&policy::larger_cap_factor, whole_range{1, 1000}>},
    {"feedback", put_feedback},
    {"max_feedback", put_whole<&policy::max_feedback, whole_range{256, 65536}>},
    {"typed_streams", put_flag<&policy::typed_streams>},
}};

/// Of a million tokens in the file, of one in the price.
template <auto Member>
void put_per_million(const spot& at, price& to) {
  const auto read = at.decimal();
  if (!read) return;
  if (const auto made = price_per_million(*read)) {
    to.*Member = *made;
  } else {
    at.refuse("wrong_value", "is no price of a million tokens", "digits and a point, such as \"1.25\"",
              excerpt(*read));
  }
}

constexpr std::array<row<price>, 4> price_rows{{
    {"input", put_per_million<&price::input>},
    {"output", put_per_million<&price::output>},
    {"cached_input", put_per_million<&price::cached_input>},
    {"cache_write", put_per_million<&price::cache_write>},
}};

}  // namespace

void read_price(const spot& at, price& to) {
  read_table<price>(at, price_rows, to);
  if (at.node().what != toml_node::type::table) return;
  // One that is left out would count as free.
  for (const char* const name : {"input", "output"})
    if (!at.node().members.contains(name))
      at.refuse("missing", std::string("has no ") + name,
                "the price of a million tokens of input and of output");
}

void read_policy(const spot& at, policy& to) {
  read_table<policy>(at, rows, to);
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
