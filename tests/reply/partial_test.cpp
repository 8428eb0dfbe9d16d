// A C++ value while its text arrives: what each kind of member shows, and what it never is.
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <tenon/partial.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::node_state;
using tenon::partial;
using tenon::reply::stream_state;

enum class Severity { SEV1, SEV2, SEV3 };

struct Card {
  tenon::constant<"card"> kind;
  std::string last4;
};
struct Cash {
  tenon::constant<"cash"> kind;
  std::int64_t cents = 0;
};

struct Symptom {
  std::string text;
  std::int8_t weight = 0;
};

struct Report {
  std::string summary;
  Severity severity = Severity::SEV1;
  std::optional<std::string> service;
  std::vector<Symptom> symptoms;
  std::map<std::string, double> load;
  std::array<bool, 2> seen{};
  std::variant<Card, Cash> paid;
  tenon::value extra;
};

constexpr auto describe(tenon::type<Report>) {
  using namespace tenon;
  return record("", field<&Report::summary>("", {.name = "what"}));
}

// S1-49, X-19: typed partials are a type of their own; nothing turns one into the final type.
template <class T>
constexpr bool never_becomes() {
  return !std::is_convertible_v<partial<T>, T> && !std::is_constructible_v<T, partial<T>> &&
         !std::is_assignable_v<T&, partial<T>> && !std::is_convertible_v<tenon::stream<T>, T>;
}
static_assert(never_becomes<Report>() && never_becomes<Symptom>() && never_becomes<std::string>() &&
              never_becomes<std::int8_t>() && never_becomes<Severity>() &&
              never_becomes<std::optional<std::string>>() && never_becomes<std::vector<Symptom>>() &&
              never_becomes<std::variant<Card, Cash>>());

TEST(Partial, nothing_is_there_before_the_answer_begins) {
  tenon::stream<Report> in;
  in.feed("```json\n");
  const partial<Report> now = in.now();
  EXPECT_TRUE(now.pending());
  EXPECT_EQ(now[&Report::summary].text(), "");
  EXPECT_EQ(now[&Report::severity].value(), std::nullopt);
  EXPECT_FALSE(now[&Report::service].is_null());
  EXPECT_EQ(now[&Report::service]->text(), "");
  EXPECT_EQ(now[&Report::symptoms].size(), 0U);
  EXPECT_EQ(now[&Report::symptoms].element(0).has_value(), false);
  EXPECT_EQ(now[&Report::load].size(), 0U);
  EXPECT_EQ(now[&Report::paid].index(), std::nullopt);
  EXPECT_EQ(now[&Report::extra].json(), nullptr);
}

TEST(Partial, text_grows_by_the_name_on_the_wire) {
  tenon::stream<Report> in;
  in.feed(R"({"what":"Check)");
  EXPECT_EQ(in.now()[&Report::summary].text(), "Check");
  EXPECT_TRUE(in.now()[&Report::summary].open());
  EXPECT_EQ(in.now()[&Report::summary].value(), std::nullopt);
  in.feed("out\xC3");
  EXPECT_EQ(in.now()[&Report::summary].text(), "Checkout");
  in.feed("\xA4\"");
  EXPECT_EQ(in.now()[&Report::summary].value(), "Checkout\xC3\xA4");
  EXPECT_EQ(in.now()[&Report::summary].state(), node_state::done);
}

TEST(Partial, an_enumerator_is_there_once_it_is_whole) {
  tenon::stream<Report> in;
  in.feed(R"({"what":"","severity":"SEV)");
  EXPECT_TRUE(in.now()[&Report::severity].pending());
  in.feed("2\"");
  EXPECT_EQ(in.now()[&Report::severity].value(), Severity::SEV2);
}

TEST(Partial, an_optional_is_null_or_what_it_holds) {
  tenon::stream<Report> in;
  in.feed(R"({"what":"","severity":"SEV1","service":"check)");
  EXPECT_EQ(in.now()[&Report::service]->text(), "check");
  EXPECT_FALSE(in.now()[&Report::service].is_null());
  in.reset();
  in.feed(R"({"what":"","severity":"SEV1","service":nul)");
  EXPECT_TRUE(in.now()[&Report::service].pending());
  in.feed("l");
  EXPECT_TRUE(in.now()[&Report::service].is_null());
  EXPECT_TRUE((*in.now()[&Report::service]).pending());
}

constexpr const char* begin = R"({"what":"","severity":"SEV1","service":null,"symptoms":)";

TEST(Partial, elements_of_a_list_are_given_one_by_one_as_they_are_done) {
  tenon::stream<Report> in;
  in.feed(begin);
  in.feed(R"([{"text":"slow","weight":3},{"text":"er)");
  const auto list = in.now()[&Report::symptoms];
  EXPECT_EQ(list.size(), 2U);
  EXPECT_EQ(list.done_count(), 1U);
  ASSERT_TRUE(list.element(0));
  EXPECT_EQ(list.element(0)->text, "slow");
  EXPECT_EQ(list.element(0)->weight, 3);
  EXPECT_FALSE(list.element(1));
  EXPECT_EQ(list[1][&Symptom::text].text(), "er");
  EXPECT_TRUE(list[1][&Symptom::weight].pending());
  EXPECT_TRUE(list[2].pending());
  in.feed(R"(rors","weight":-1}])");
  EXPECT_EQ(in.now()[&Report::symptoms].done_count(), 2U);
  EXPECT_TRUE(in.now()[&Report::symptoms].done());
  EXPECT_EQ(in.now()[&Report::symptoms].element(1)->weight, -1);
}

constexpr const char* middle = R"([],"load":)";

TEST(Partial, maps_arrays_variants_and_values_show_what_has_come_of_them) {
  tenon::stream<Report> in;
  in.feed(begin);
  in.feed(middle);
  in.feed(R"({"db":0.5,"web":1)");
  auto load = in.now()[&Report::load];
  EXPECT_EQ(load.size(), 1U);
  EXPECT_EQ(load.name(0), "db");
  EXPECT_EQ(load["db"].value(), 0.5);
  EXPECT_TRUE(load["web"].pending());
  in.feed(R"(},"seen":[true,fal)");
  EXPECT_EQ(in.now()[&Report::load]["web"].value(), 1.0);
  EXPECT_EQ(in.now()[&Report::seen].element(0), true);
  EXPECT_EQ(in.now()[&Report::seen].done_count(), 1U);
  in.feed(R"(se],"paid":{"kind":"ca)");
  EXPECT_EQ(in.now()[&Report::paid].index(), std::nullopt);
  EXPECT_TRUE(in.now()[&Report::paid].as<Card>().pending());
  in.feed(R"(rd","last4":"42)");
  EXPECT_EQ(in.now()[&Report::paid].index(), 0U);
  EXPECT_EQ(in.now()[&Report::paid].as<Card>()[&Card::last4].text(), "42");
  EXPECT_TRUE(in.now()[&Report::paid].as<Cash>().pending());
  in.feed(R"(42"},"extra":[1,)");
  EXPECT_EQ(tenon::json::write(*in.now()[&Report::extra].json()), "[1]");
  EXPECT_TRUE(in.now().open());
  EXPECT_EQ(in.feed("{}]}"), stream_state::complete);
  EXPECT_TRUE(in.now().done());

  const auto whole = in.finish();
  ASSERT_TRUE(whole);
  EXPECT_EQ(std::get<Card>(whole->paid).last4, "4242");
  EXPECT_EQ(whole->seen[0], true);
  EXPECT_TRUE(in.now().pending());
}

TEST(Partial, X_19_a_final_value_exists_only_after_the_whole_is_valid) {
  tenon::stream<Symptom> in;
  EXPECT_EQ(in.feed(R"({"text":"a","weight":12})"), stream_state::complete);
  EXPECT_EQ(in.feed(" {"), stream_state::doomed);
  EXPECT_TRUE(in.now().done());
  const auto end = in.finish();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().at(0).code, "trailing_bytes");
}

TEST(Partial, what_breaks_the_schema_of_the_type_is_known_at_once) {
  tenon::stream<Symptom> in;
  EXPECT_EQ(in.feed(R"({"text":"a","weight":12)"), stream_state::open);
  EXPECT_EQ(in.feed("8}"), stream_state::doomed);
  EXPECT_EQ(in.why().place, "/weight");
  EXPECT_TRUE(in.now()[&Symptom::weight].pending());
  EXPECT_FALSE(in.finish());
}

TEST(Partial, what_was_taken_away_is_in_the_ledger) {
  tenon::stream<Symptom> in;
  in.feed("```json\n{\"text\":\"a\",\"weight\":1}\n```");
  const auto end = in.finish();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->weight, 1);
  ASSERT_EQ(in.ledger().size(), 2U);
  EXPECT_EQ(in.ledger()[0].rule, "markdown_fence");
}

TEST(Partial, a_copy_of_the_json_can_be_looked_at_later) {
  tenon::stream<Symptom> in;
  in.feed(R"({"text":"sl)");
  tenon::value copy;
  in.json().update(copy);
  in.feed(R"(ow","weight":1})");
  const partial<Symptom> kept(&copy);
  EXPECT_EQ(kept[&Symptom::text].text(), "sl");
  EXPECT_TRUE(kept[&Symptom::text].open());
}

struct Tree {
  std::string name;
  std::vector<Tree> below;
};

TEST(Partial, a_type_that_contains_itself_shows_at_every_depth) {
  tenon::stream<Tree> in;
  in.feed(R"({"name":"a","below":[{"name":"b","below":[{"name":"c)");
  EXPECT_EQ(in.now()[&Tree::below][0][&Tree::below][0][&Tree::name].text(), "c");
}

TEST(Partial, a_list_may_be_the_whole_answer) {
  tenon::stream<std::vector<int>> in;
  in.feed("[1,2,3");
  EXPECT_EQ(in.now().done_count(), 2U);
  EXPECT_EQ(in.now().element(1), 2);
  EXPECT_EQ(in.now().element(2), std::nullopt);
  in.feed("]");
  EXPECT_EQ(in.finish().value_or(std::vector<int>{}), (std::vector<int>{1, 2, 3}));
}

}  // namespace
