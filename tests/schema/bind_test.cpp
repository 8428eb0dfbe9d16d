// From values to objects and back: what is taken, what is refused, and where the blame is put.
#include "described_types.hpp"

#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <string_view>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using namespace described;
using tenon::bind;
using tenon::problem;
using tenon::problems;
using tenon::value;

value read(std::string_view text) {
  auto document = tenon::json::read(text);
  EXPECT_TRUE(document) << text;
  return document ? document->root : value();
}
template <class T>
T bound(std::string_view text) {
  auto made = bind<T>(read(text));
  if (made) return *made;
  for (const problem& p : made.error()) ADD_FAILURE() << text << ": " << explain(p);
  return {};
}
/// The only problem; its kind is always the same.
template <class T>
problem refused(std::string_view text) {
  auto made = bind<T>(read(text));
  EXPECT_FALSE(made) << text;
  if (made || made.error().size() != 1) {
    ADD_FAILURE() << text << ": not one problem";
    return {};
  }
  EXPECT_EQ(made.error()[0].kind, tenon::failure_kind::bind_failed);
  return made.error()[0];
}
template <class T>
void round_trip(std::string_view text) {
  EXPECT_EQ(tenon::json::write(tenon::to_value(bound<T>(text))), text);
}

TEST(Bind, S2_04_nested_records_make_the_round_trip) {
  round_trip<Team>(R"({"owner":{"name":"Ann","active":true},"deputy":{"name":"Ben","active":false}})");
  round_trip<Team>(R"({"owner":{"name":"Ann","active":true},"deputy":null})");
}
TEST(Bind, S2_04_lists_make_the_round_trip) {
  round_trip<Lists>(
      R"({"names":["a"],"matrix":[[1.5],[],[0,-2]],"triple":[1,-32768,32767],"flags":[true,false],"maybe":null})");
}
TEST(Bind, S2_04_enums_make_the_round_trip) {
  round_trip<Enums>(R"({"level":"high","state":"in-progress","signal":"negative"})");
  EXPECT_EQ(bound<Enums>(R"({"level":"low","state":"done","signal":"zero"})").state, State::done);
}
TEST(Bind, S2_04_maps_make_the_round_trip_with_sorted_keys) {
  round_trip<Maps>(
      R"({"counts":{"a":1,"b":255},"people":{"x":{"name":"A","active":true},"y":{"name":"B","active":true}},"anything":{"n":null,"o":{"deep":[1]}}})");
}
TEST(Bind, variants_make_the_round_trip) {
  round_trip<Variants>(
      R"({"payment":{"kind":"wire","iban":"DE00"},"shapes":[{"type":"square","side":2},{"type":"circle","radius":0.5}]})");
  const auto made = bound<Variants>(R"({"payment":{"last4":"1234","kind":"card"},"shapes":[]})");
  EXPECT_EQ(std::get<Card>(made.payment).last4, "1234");
}
TEST(Bind, recursive_records_make_the_round_trip) {
  round_trip<Recursive>(
      R"({"root":{"name":"/","folders":[{"name":"a","folders":[]}]},"expression":{"op":"sum","terms":[{"op":"number","literal":1},{"op":"sum","terms":[]}]}})");
}

TEST(Bind, S2_18_a_list_of_records_and_a_map_to_anything_keep_their_types) {
  const auto list = bound<std::vector<Person>>(R"([{"name":"Ann","active":true}])");
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].name, "Ann");
  const auto map = bound<std::map<std::string, value>>(R"({"a":1,"b":{"c":[]}})");
  EXPECT_EQ(map.at("b"), read(R"({"c":[]})"));
}

// ---- numbers ---------------------------------------------------------------------------------------

TEST(Bind, an_integer_is_an_integer_however_it_is_written) {
  EXPECT_EQ(bound<int>("1.0"), 1);
  EXPECT_EQ(bound<int>("12e2"), 1200);
  EXPECT_EQ(bound<int>("-0"), 0);
  EXPECT_EQ(bound<int>("250e-1"), 25);
}
TEST(Bind, a_fraction_is_no_integer) {
  const problem p = refused<int>("42.7");
  EXPECT_EQ(p.code, "wrong_type");
  EXPECT_EQ(p.expected, "integer");
  EXPECT_EQ(p.found, "number 42.7");
}
TEST(Bind, an_integer_at_the_end_of_its_range_fits_and_the_next_one_does_not) {
  EXPECT_EQ(bound<std::int8_t>("-128"), -128);
  EXPECT_EQ(refused<std::int8_t>("-129").code, "overflow");
  EXPECT_EQ(bound<std::uint8_t>("255"), 255);
  EXPECT_EQ(refused<std::uint8_t>("256").code, "overflow");
  EXPECT_EQ(bound<std::int16_t>("32767"), 32767);
  EXPECT_EQ(refused<std::int16_t>("32768").code, "overflow");
  EXPECT_EQ(bound<std::uint16_t>("65535"), 65535);
  EXPECT_EQ(refused<std::uint16_t>("65536").code, "overflow");
  EXPECT_EQ(bound<std::int32_t>("-2147483648"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(refused<std::int32_t>("-2147483649").code, "overflow");
  EXPECT_EQ(bound<std::uint32_t>("4294967295"), 4294967295U);
  EXPECT_EQ(refused<std::uint32_t>("4294967296").code, "overflow");
  EXPECT_EQ(bound<std::int64_t>("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(refused<std::int64_t>("9223372036854775808").code, "overflow");
  EXPECT_EQ(bound<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(refused<std::uint64_t>("18446744073709551616").code, "overflow");
  EXPECT_EQ(refused<std::uint64_t>("-1").code, "overflow");
}
TEST(Bind, an_overflow_says_what_would_fit) {
  const problem p = refused<std::int8_t>("300");
  EXPECT_EQ(p.expected, "integer from -128 to 127");
  EXPECT_EQ(p.found, "integer 300");
  EXPECT_EQ(refused<std::uint64_t>("1e30").expected, "integer from 0 to 18446744073709551615");
  EXPECT_EQ(refused<std::int64_t>("-1e30").expected,
            "integer from -9223372036854775808 to 9223372036854775807");
}
TEST(Bind, a_number_too_large_for_a_double_is_an_overflow) {
  EXPECT_EQ(refused<double>("1e999").code, "overflow");
  EXPECT_EQ(refused<double>("-1e999").code, "overflow");
  EXPECT_EQ(refused<float>("1e39").code, "overflow");
  EXPECT_EQ(bound<double>("1e308"), 1e308);
}
TEST(Bind, a_number_without_an_exact_double_is_rounded_to_the_nearest) {
  EXPECT_EQ(bound<double>("0.1"), 0.1);
  EXPECT_EQ(bound<double>("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(bound<double>("1e-400"), 0.0);
}
TEST(Bind, a_float_is_written_with_as_many_digits_as_it_needs) {
  EXPECT_EQ(tenon::json::write(tenon::to_value(0.1F)), "0.1");
  EXPECT_EQ(bound<float>("0.1"), 0.1F);
}

// ---- errors ----------------------------------------------------------------------------------------

TEST(Bind, S2_16_an_unknown_enumerator_names_the_field_and_the_allowed_ones) {
  const problem p = refused<Triage>(R"({"summary":"","severity":"SEV5","service":null,"symptoms":[]})");
  EXPECT_EQ(p.code, "unknown_enumerator");
  EXPECT_EQ(p.place, "/severity");
  EXPECT_EQ(p.expected, R"(one of "SEV1", "SEV2", "SEV3", "SEV4")");
  EXPECT_EQ(p.found, R"(string "SEV5")");
  EXPECT_EQ(p.offset, 25U);
}
TEST(Bind, the_nearest_enumerator_is_named) {
  EXPECT_EQ(refused<Level>(R"("High")").nearest, "high");
  EXPECT_EQ(refused<State>(R"("in progress")").nearest, "in-progress");
  EXPECT_EQ(refused<Level>(R"("catastrophic")").nearest, "");
}
TEST(Bind, an_enumerator_that_is_not_listed_is_unknown) {
  EXPECT_EQ(refused<State>(R"("internal")").code, "unknown_enumerator");
}
TEST(Bind, a_missing_member_is_named) {
  const problem p = refused<Team>(R"({"owner":{"name":"Ann"},"deputy":null})");
  EXPECT_EQ(p.code, "missing");
  EXPECT_EQ(p.place, "/owner/active");
  EXPECT_EQ(p.expected, R"(member "active")");
}
TEST(Bind, an_optional_member_must_be_there) {
  EXPECT_EQ(refused<Team>(R"({"owner":{"name":"Ann","active":true}})").place, "/deputy");
}
TEST(Bind, an_extra_member_is_named_with_the_one_that_may_be_meant) {
  const problem p = refused<Person>(R"({"name":"Ann","active":true,"Name":"Bob"})");
  EXPECT_EQ(p.code, "extra");
  EXPECT_EQ(p.place, "/Name");
  EXPECT_EQ(p.nearest, "name");
  EXPECT_EQ(p.offset, 28U);
}
TEST(Bind, a_name_twice_is_never_resolved_silently) {
  const problem p = refused<Person>(R"({"name":"Ann","name":"Bob","active":true})");
  EXPECT_EQ(p.code, "duplicate");
  EXPECT_EQ(p.place, "/name");
  EXPECT_EQ(p.offset, 14U);
  const problem in_map = refused<std::map<std::string, int>>(R"({"a":1,"a":1})");
  EXPECT_EQ(in_map.code, "duplicate");
}
TEST(Bind, types_are_strict) {
  EXPECT_EQ(refused<bool>(R"("true")").code, "wrong_type");
  EXPECT_EQ(refused<bool>("1").code, "wrong_type");
  EXPECT_EQ(refused<int>(R"("1")").code, "wrong_type");
  EXPECT_EQ(refused<std::string>("1").code, "wrong_type");
  EXPECT_EQ(refused<std::string>("null").code, "wrong_type");
  EXPECT_EQ(refused<Severity>("1").code, "wrong_type");
  EXPECT_EQ(refused<std::vector<int>>("{}").code, "wrong_type");
  EXPECT_EQ((refused<std::map<std::string, int>>("[]").code), "wrong_type");
  EXPECT_EQ(refused<Person>("[]").code, "wrong_type");
  EXPECT_EQ((refused<std::variant<Card, Wire>>("1").code), "wrong_type");
}
TEST(Bind, a_list_of_another_length_is_no_array) {
  const problem p = refused<std::array<int, 3>>("[1,2]");
  EXPECT_EQ(p.code, "wrong_length");
  EXPECT_EQ(p.expected, "array of 3 items");
}
TEST(Bind, an_unknown_alternative_names_the_discriminator) {
  const problem p = refused<std::variant<Card, Wire>>(R"({"kind":"cards","last4":"1"})");
  EXPECT_EQ(p.code, "unknown_alternative");
  EXPECT_EQ(p.place, "/kind");
  EXPECT_EQ(p.nearest, "card");
  EXPECT_EQ((refused<std::variant<Card, Wire>>(R"({"last4":"1"})").code), "missing");
  EXPECT_EQ(refused<Shape>(R"({"type":"circle","radius":1,"type":"circle"})").code, "duplicate");
}
TEST(Bind, a_constant_is_checked) {
  const problem p = refused<Card>(R"({"kind":"wire","last4":"1"})");
  EXPECT_EQ(p.code, "wrong_constant");
  EXPECT_EQ(p.expected, R"("card")");
}
TEST(Bind, all_errors_are_reported_with_their_places) {
  const auto made = bind<Lists>(read(
      R"({"names":[1,"a",2],"matrix":[[0],["x"]],"triple":[1,2,99999],"flags":[0],"maybe":{},"a/b":1})"));
  ASSERT_FALSE(made);
  std::string places;
  for (const problem& p : made.error()) places += p.place + " ";
  EXPECT_EQ(places, "/names/0 /names/2 /matrix/1/0 /triple/2 /flags/0 /maybe /a~1b ");
}

// ---- limits ----------------------------------------------------------------------------------------

TEST(Bind, errors_are_bounded) {
  value many = value::array();
  for (int i = 0; i < 100'000; ++i) many.push_back("x");
  const auto made = bind<std::vector<int>>(many);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().size(), tenon::schema::max_bind_errors);
}
value nested(std::size_t levels) {
  value out = value::object({{"name", ""}, {"folders", value::array()}});
  for (std::size_t i = 1; i < levels; ++i) {
    value items = value::array();
    items.push_back(std::move(out));
    out = value::object();
    out.set("name", "");
    out.set("folders", std::move(items));
  }
  return out;
}
TEST(Bind, depth_is_bounded) {
  EXPECT_TRUE(bind<Folder>(nested(tenon::schema::max_bind_depth / 2)));  // a folder is two levels
  const auto made = bind<Folder>(nested(100'000));
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().back().code, "max_depth");
}

// ---- what may be absent ------------------------------------------------------------------------------

TEST(Bind, what_may_be_absent_and_is_keeps_its_default) {
  constexpr std::string_view text =
      R"({"code":"AB","price":1,"count":1,"big":1,"stated":true,"renamedText":"x","name":null})";
  EXPECT_EQ(bound<Rules>(text).note, "as it was");
}

}  // namespace
