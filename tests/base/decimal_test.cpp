// Numbers are exact at any size. Expectations come from arithmetic: tables of cases beside this file, and
// 128-bit integers for random small rationals.
#include "pick.hpp"

#include <cmath>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/decimal.hpp>

namespace {

namespace decimal = tenon::decimal;
using test::pick;
using test::uniform;
__extension__ using wide = __int128;

std::vector<std::vector<std::string>> rows_of(const std::string& file) {
  std::ifstream in(std::string(TENON_TEST_FILES "/") + file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    rows.emplace_back();
    for (std::string word; words >> word;) rows.back().push_back(word);
  }
  return rows;
}

TEST(Decimal, literals_are_those_of_the_json_grammar) {
  for (const std::string_view good :
       {"0", "-0", "1", "10", "-12.50", "1e5", "1E+5", "1e-05", "0.0", "0e0", "12.5E10"}) {
    EXPECT_TRUE(decimal::is_literal(good)) << good;
  }
  for (const std::string_view bad :
       {"",   "-",  "+1",  "01",  "-01",      "1.",  ".5",  "1e",    "1e+", "1.e5",
        "1 ", " 1", "0x1", "NaN", "Infinity", "1,0", "--1", "1e5.0", "1_0", "00"}) {
    EXPECT_FALSE(decimal::is_literal(bad)) << bad;
  }
}

TEST(Decimal, literals_compare_as_the_numbers_they_spell) {
  const auto rows = rows_of("decimal_order.txt");
  ASSERT_FALSE(rows.empty());
  for (const auto& row : rows) {
    const auto expected = row[1] == "<"   ? std::strong_ordering::less
                          : row[1] == ">" ? std::strong_ordering::greater
                                          : std::strong_ordering::equal;
    EXPECT_EQ(decimal::compare(row[0], row[2]), expected) << row[0] << ' ' << row[1] << ' ' << row[2];
    EXPECT_EQ(decimal::compare(row[2], row[0]), 0 <=> expected) << row[0] << ' ' << row[1] << ' ' << row[2];
    EXPECT_EQ(decimal::canonical(row[0]) == decimal::canonical(row[2]), row[1] == "=")
        << row[0] << ' ' << row[2];
  }
}

TEST(Decimal, divisibility_is_exact_at_any_size) {
  const auto rows = rows_of("decimal_multiple.txt");
  ASSERT_FALSE(rows.empty());
  for (const auto& row : rows) {
    const auto verdict = decimal::is_multiple_of(row[0], row[1]);
    ASSERT_TRUE(verdict) << row[0] << ' ' << row[1];
    EXPECT_EQ(*verdict, row[2] == "yes") << row[0] << ' ' << row[1];
  }
}

TEST(Decimal, divisibility_that_would_take_too_long_is_left_undecided) {
  const std::string long_one = std::string(decimal::max_digits + 1, '7');
  EXPECT_EQ(decimal::is_multiple_of(long_one, "3"), std::nullopt);
  EXPECT_EQ(decimal::is_multiple_of(std::string(20'000, '7'), std::string(10'000, '3')), std::nullopt);
  EXPECT_NE(decimal::is_multiple_of(std::string(decimal::max_digits, '7'), "7"), std::nullopt);
}

TEST(Decimal, nothing_is_decided_about_a_divisor_of_zero_and_the_sign_of_one_does_not_matter) {
  EXPECT_EQ(decimal::is_multiple_of("1", "0"), std::nullopt);
  EXPECT_EQ(decimal::is_multiple_of("0", "-0.0"), std::nullopt);
  EXPECT_EQ(decimal::is_multiple_of("6", "-3"), true);
  EXPECT_EQ(decimal::is_multiple_of("-7", "-3"), false);
}

TEST(Decimal, canonical_has_one_spelling_per_number) {
  EXPECT_EQ(decimal::canonical("-12000"), "-12e3");
  EXPECT_EQ(decimal::canonical("-1.2e4"), "-12e3");
  EXPECT_EQ(decimal::canonical("0.0050"), "5e-3");
  EXPECT_EQ(decimal::canonical("1"), "1e0");
  EXPECT_EQ(decimal::canonical("-0.0e7"), "0");
  EXPECT_EQ(decimal::canonical("1e99999999999999999999"), "1e99999999999999999999");
  EXPECT_EQ(decimal::canonical("0.1e-99999999999999999999"), "1e-100000000000000000000");
}

TEST(Decimal, an_integer_is_what_has_no_fraction_however_it_is_spelled) {
  for (const std::string_view whole :
       {"1", "1.0", "1e2", "12.5e1", "0", "-0.0", "0e-5", "1e99999999999999999999", "10e-1"}) {
    EXPECT_TRUE(decimal::is_integer(whole)) << whole;
  }
  for (const std::string_view broken : {"12e-1", "0.5", "1e-1", "1e-99999999999999999999", "100.25e1"}) {
    EXPECT_FALSE(decimal::is_integer(broken)) << broken;
  }
}

TEST(Decimal, integers_convert_exactly_or_not_at_all) {
  using tenon::decimal::to_int64;
  using tenon::decimal::to_uint64;
  EXPECT_EQ(to_int64("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(to_int64("9223372036854775808"), std::nullopt);
  EXPECT_EQ(to_int64("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(to_int64("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(to_int64("1e18"), 1'000'000'000'000'000'000);
  EXPECT_EQ(to_int64("1e19"), std::nullopt);
  EXPECT_EQ(to_int64("1.50e1"), 15);
  EXPECT_EQ(to_int64("1.5"), std::nullopt);
  EXPECT_EQ(to_int64("-0"), 0);
  EXPECT_EQ(to_int64("1e-99999999999999999999"), std::nullopt);
  EXPECT_EQ(to_int64("1e99999999999999999999"), std::nullopt);
  EXPECT_EQ(to_int64("99999999999999999999999999"), std::nullopt);
  EXPECT_EQ(to_uint64("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(to_uint64("18446744073709551616"), std::nullopt);
  EXPECT_EQ(to_uint64("1844674407370955161.5e1"), UINT64_MAX);
  EXPECT_EQ(to_uint64("-1"), std::nullopt);
  EXPECT_EQ(to_uint64("-0.0"), 0U);
}

TEST(Decimal, doubles_round_to_nearest_even_and_overflow_is_empty) {
  using tenon::decimal::to_double;
  EXPECT_EQ(to_double("0.1"), 0.1);
  EXPECT_EQ(to_double("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(to_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(to_double("1.7976931348623159e308"), std::nullopt);
  EXPECT_EQ(to_double("-1e400"), std::nullopt);
  EXPECT_EQ(to_double("1e99999999999999999999"), std::nullopt);
  EXPECT_EQ(to_double("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(to_double("2.4703282292062328e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(to_double("2.4703282292062327e-324"), 0.0);
  EXPECT_EQ(to_double("1e-400"), 0.0);
  EXPECT_EQ(to_double("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(to_double("0e99999999999999999999"), 0.0);
  ASSERT_TRUE(to_double("-1e-400"));
  EXPECT_TRUE(std::signbit(*to_double("-1e-400")));
  EXPECT_TRUE(std::signbit(*to_double("-0")));
}

TEST(Decimal, the_shortest_literal_is_plain_where_a_person_would_write_it_plain) {
  using tenon::decimal::shortest;
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-0.0), "-0");
  EXPECT_EQ(shortest(1.0), "1");
  EXPECT_EQ(shortest(100000.0), "100000");
  EXPECT_EQ(shortest(-12.5), "-12.5");
  EXPECT_EQ(shortest(1e20), "100000000000000000000");
  EXPECT_EQ(shortest(1e21), "1e+21");
  EXPECT_EQ(shortest(1.5e22), "1.5e+22");
  EXPECT_EQ(shortest(0.000001), "0.000001");
  EXPECT_EQ(shortest(0.0000001), "1e-7");
  EXPECT_EQ(shortest(5e-324), "5e-324");
  EXPECT_EQ(shortest(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
}

RC_GTEST_PROP(Decimal, every_finite_double_survives_its_shortest_literal, (std::uint64_t bits)) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  RC_PRE(std::isfinite(number));
  const std::string text = decimal::shortest(number);
  RC_ASSERT(decimal::is_literal(text));
  const auto back = decimal::to_double(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::memcmp(&*back, &number, sizeof number) == 0);
}

// ---- properties over small rationals, whose arithmetic 128-bit integers can do ----------------------

struct rational {
  std::int64_t digits;  // value = digits x 10^power
  int power;
};

wide ten_to(int power) {
  wide result = 1;
  for (int i = 0; i < power; ++i) result *= 10;
  return result;
}

constexpr int lowest = -9;
wide scaled(const rational& r) {
  return r.digits * ten_to(r.power - lowest);
}

rc::Gen<rational> small_rational() {
  return rc::gen::construct<rational>(uniform<std::int64_t>(-2'000'000, 2'000'000), uniform(lowest, 10));
}

/// One of the many ways to spell it.
std::string spelled(const rational& r, int way) {
  const std::string sign = r.digits < 0 ? "-" : "";
  const std::string digits = std::to_string(r.digits < 0 ? -r.digits : r.digits);
  switch (way % 4) {
    case 0:
      return sign + digits + "e" + std::to_string(r.power);
    case 1:
      return sign + digits + ".000E" + (r.power >= 0 ? "+0" : "") + std::to_string(r.power);
    case 2:
      return sign + digits + "00e" + std::to_string(r.power - 2);
    default:
      return sign + "0.0" + digits + "e" + std::to_string(r.power + 1 + static_cast<int>(digits.size()));
  }
}

RC_GTEST_PROP(Decimal, comparing_agrees_with_the_arithmetic_of_small_rationals, ()) {
  const auto a = *small_rational();
  const auto b = *small_rational();
  const std::string x = spelled(a, pick(0, 4));
  const std::string y = spelled(b, pick(0, 4));
  RC_ASSERT(decimal::is_literal(x));
  RC_ASSERT((decimal::compare(x, y) == (scaled(a) <=> scaled(b))));
  RC_ASSERT(decimal::is_integer(x) == (scaled(a) % ten_to(-lowest) == 0));
}

RC_GTEST_PROP(Decimal, the_spelling_does_not_matter, ()) {
  const auto a = *small_rational();
  const std::string x = spelled(a, pick(0, 4));
  const std::string y = spelled(a, pick(0, 4));
  RC_ASSERT(decimal::equal(x, y));
  RC_ASSERT(decimal::canonical(x) == decimal::canonical(y));
  RC_ASSERT(decimal::equal(x, decimal::canonical(x)));
  RC_ASSERT(decimal::to_int64(x) == decimal::to_int64(y));
  RC_ASSERT(decimal::to_double(x) == decimal::to_double(y));
}

RC_GTEST_PROP(Decimal, divisibility_agrees_with_the_arithmetic_of_small_rationals, ()) {
  const auto a = *small_rational();
  auto b = *small_rational();
  RC_PRE(b.digits != 0);
  b.digits = b.digits < 0 ? -b.digits : b.digits;
  const auto verdict = decimal::is_multiple_of(spelled(a, pick(0, 4)), spelled(b, pick(0, 4)));
  RC_ASSERT(verdict.has_value());
  RC_ASSERT(*verdict == (scaled(a) % scaled(b) == 0));
}

std::string to_text(wide number) {
  std::string text;
  for (; number != 0; number /= 10)
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  return text.empty() ? "0" : text;
}

RC_GTEST_PROP(Decimal, long_divisors_agree_with_128_bit_arithmetic, ()) {
  const auto divisor = pick<std::int64_t>(1'000'000'000'000'000'001, INT64_MAX);
  const wide by = wide{divisor} * pick(1, 100);
  const wide value = pick(0, 2) == 0 ? by * pick<std::int64_t>(1, 1'000'000'000)
                                     : by * 12345 + pick<std::int64_t>(0, INT64_MAX);
  const auto verdict = decimal::is_multiple_of(to_text(value), to_text(by));
  RC_ASSERT(verdict.has_value());
  RC_ASSERT(*verdict == (value % by == 0));
}

// ---- an order, also where nothing else can check the arithmetic -------------------------------------

rc::Gen<std::string> any_literal() {
  const auto digits = rc::gen::container<std::string>(uniform('0', static_cast<char>('9' + 1)));
  return rc::gen::map(rc::gen::tuple(digits, digits, digits, uniform(0, 16)), [](const auto& parts) {
    const auto& [whole, fraction, exponent, form] = parts;
    std::string text = (form & 1) != 0 ? "-" : "";
    const std::size_t first = whole.find_first_not_of('0');
    text += first == std::string::npos ? "0" : whole.substr(first);
    if ((form & 2) != 0 && !fraction.empty()) text += "." + fraction;
    if ((form & 4) != 0 && !exponent.empty())
      text += std::string("e") + ((form & 8) != 0 ? "-" : "+") + exponent;
    return text;
  });
}

RC_GTEST_PROP(Decimal, compare_is_a_total_order_over_all_literals, ()) {
  const std::string a = *any_literal();
  const std::string b = *any_literal();
  const std::string c = *any_literal();
  RC_ASSERT(decimal::is_literal(a));
  RC_ASSERT(decimal::equal(a, a));
  RC_ASSERT((decimal::compare(a, b) == (0 <=> decimal::compare(b, a))));
  if (decimal::compare(a, b) <= 0 && decimal::compare(b, c) <= 0) RC_ASSERT((decimal::compare(a, c) <= 0));
  RC_ASSERT(decimal::equal(a, b) == (decimal::canonical(a) == decimal::canonical(b)));
  RC_ASSERT(decimal::canonical(decimal::canonical(a)) == decimal::canonical(a));
}

}  // namespace
