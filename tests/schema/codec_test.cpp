// A type of the user's own through codec<T>: at the root, inside containers, with errors.
#include <charconv>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

/// A day that knows what it is: neither an aggregate nor default-described.
class Day {
 public:
  Day() = default;
  Day(int year, int month) : year_(year), month_(month) {}
  int year() const { return year_; }
  int month() const { return month_; }

 private:
  int year_ = 0;
  int month_ = 0;
};

struct Cents {
  std::int64_t count = 0;
};

struct Thrower {};

struct Bill {
  Day due = {};
  std::optional<Day> paid = {};
  std::vector<Cents> positions = {};
};
constexpr auto describe(tenon::type<Bill>) {
  return tenon::record("", tenon::field<&Bill::due>("Last day to pay", {.max_length = 7}));
}

}  // namespace

template <>
struct tenon::codec<Day> {
  static value schema() { return value::object({{"type", "string"}, {"pattern", "^[0-9]{4}-[0-9]{2}$"}}); }
  static result<Day> from_value(const value& v) {
    if (!v.is_string() || v.string().size() != 7) return problem{.code = "no_day", .expected = "YYYY-MM"};
    const std::string_view text = v.string();
    int year = 0;
    int month = 0;
    std::from_chars(text.data(), text.data() + 4, year);
    std::from_chars(text.data() + 5, text.data() + 7, month);
    return Day(year, month);
  }
  static value to_value(const Day& d) {
    const std::string month = std::to_string(d.month());
    return std::to_string(d.year()) + "-" + (month.size() == 1 ? "0" : "") + month;
  }
};
template <>
struct tenon::codec<Cents> {
  static value schema() {
    return value::object({{"type", "number"}, {"multipleOf", value::from_literal("0.01")}});
  }
  static result<Cents> from_value(const value& v) {
    const auto amount = v.to_double();
    if (!amount) return problem{};
    return Cents{static_cast<std::int64_t>(*amount * 100 + 0.5)};
  }
  static value to_value(const Cents& c) { return static_cast<double>(c.count) / 100; }
};
template <>
struct tenon::codec<Thrower> {
  static value schema() { return value::object(); }
  static result<Thrower> from_value(const value&) { throw std::runtime_error("no luck"); }
  static value to_value(const Thrower&) { return nullptr; }
};

namespace {

using tenon::json::write;

TEST(Codec, its_schema_stands_wherever_the_type_does) {
  EXPECT_EQ(
      write(*tenon::schema_of<Bill>().find("properties")),
      R"({"due":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}$","description":"Last day to pay","maxLength":7},)"
      R"("paid":{"anyOf":[{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}$"},{"type":"null"}]},)"
      R"("positions":{"type":"array","items":{"type":"number","multipleOf":0.01}}})");
  EXPECT_EQ(
      write(tenon::schema_of<Day>()),
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","pattern":"^[0-9]{4}-[0-9]{2}$"})");
}

TEST(Codec, values_go_both_ways) {
  const std::string text = R"({"due":"2026-03","paid":null,"positions":[0.5,12]})";
  const auto bill = tenon::bind<Bill>(*tenon::json::read_unique(text));
  ASSERT_TRUE(bill);
  EXPECT_EQ(bill->due.month(), 3);
  EXPECT_EQ(bill->positions[1].count, 1200);
  EXPECT_EQ(write(tenon::to_value(*bill)), text);
}

TEST(Codec, its_error_gets_the_place_and_keeps_its_code) {
  const auto bill =
      tenon::bind<Bill>(*tenon::json::read_unique(R"({"due":"soon","paid":null,"positions":[0.5,"x"]})"));
  ASSERT_FALSE(bill);
  ASSERT_EQ(bill.error().size(), 2U);
  const tenon::problem& first = bill.error()[0];
  EXPECT_EQ(first.kind, tenon::failure_kind::bind_failed);
  EXPECT_EQ(first.code, "no_day");
  EXPECT_EQ(first.place, "/due");
  EXPECT_EQ(first.expected, "YYYY-MM");
  EXPECT_EQ(first.message, "expected Day, got string \"soon\"");
  EXPECT_EQ(first.offset, 7U);
  EXPECT_EQ(bill.error()[1].code, "codec");
  EXPECT_EQ(bill.error()[1].place, "/positions/1");
}

TEST(Codec, what_it_throws_is_an_invalid_argument) {
  const auto made = tenon::bind<std::vector<Thrower>>(*tenon::json::read_unique("[1]"));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().at(0).kind, tenon::failure_kind::invalid_argument);
  EXPECT_EQ(made.error().at(0).place, "/0");
  EXPECT_EQ(made.error().at(0).message, "the codec of Thrower threw: no luck");
}

}  // namespace
