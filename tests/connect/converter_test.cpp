// Converters through the client's door: the ready-made ones and formats of the caller's own.
#include "page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::with;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// A format of somebody's own (S2-25): one "name: number" a line, the part of YAML that they need.
struct yaml_counts {
  using value_type = std::map<std::string, int>;

  std::string format() const { return "Answer in YAML: one `name: number` per line."; }

  result<value_type, problems> convert(std::string_view text) const {
    value_type made;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      const auto number = colon == std::string::npos ? std::nullopt : value_of(line.substr(colon + 2));
      if (!number) {
        problem p;
        p.code = "yaml";
        p.found = excerpt(line);
        p.message = "no `name: number`";
        return problems{p};
      }
      made[line.substr(0, colon)] = *number;
    }
    return made;
  }

 private:
  static std::optional<int> value_of(const std::string& text) {
    const auto read = json::read_unique(text);
    const auto number = read ? read->to_int64() : std::nullopt;
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
  }
};

/// The lenient converter of S2-31: takes the fenced block, else the trimmed text, and leaves format and
/// schema to the typed one.
struct lenient_page {
  using value_type = Page;
  converters::typed<Page> inner = {};

  std::string format() const { return inner.format(); }
  std::optional<value> json_schema() const { return inner.json_schema(); }
  result<Page, problems> convert(std::string_view text) const {
    const auto open = text.find("```json\n");
    if (open == std::string_view::npos) return inner.convert(text);
    const auto body = text.substr(open + 8);
    return inner.convert(body.substr(0, body.find("```")));
  }
};

TEST(Converter, S2_18_a_list_of_a_type_and_a_map_can_be_asked_for) {
  bench b({"[" + good + "," + good + "]", R"({"a":1,"b":[true]})"});
  const auto list = b.client.ask<std::vector<Page>>(about());
  ASSERT_TRUE(list) << list.explain();
  EXPECT_EQ(list->size(), 2U);
  EXPECT_EQ(list->at(1).topics, (std::vector<std::string>{"json", "schema"}));
  const auto map = b.client.ask<std::map<std::string, value>>(about());
  ASSERT_TRUE(map) << map.explain();
  EXPECT_EQ(map->at("a").to_int64(), 1);
}

TEST(Converter, a_bad_element_of_a_list_is_told_by_its_pointer) {
  bench b({"[" + good + "," + only_title + "]", "[" + good + "]"}, with(policies::spring()));
  ASSERT_TRUE(b.client.ask<std::vector<Page>>(about()));
  EXPECT_THAT(b.model->asked(1), HasSubstr("/1"));
}

TEST(Converter, S2_19_a_comma_separated_list_is_asked_for_and_read) {
  bench b({"red, \"salt, pepper\", blue"});
  const auto got = b.client.ask(converters::list{}, about("Three words"));
  ASSERT_TRUE(got) << got.explain();
  EXPECT_THAT(*got, ElementsAre("red", "salt, pepper", "blue"));
  EXPECT_THAT(b.model->asked(0), HasSubstr("comma"));
}

TEST(Converter, S2_20_a_map_is_asked_for_and_read) {
  bench b({R"({"a":1,"b":"x"})"});
  const auto got = b.client.ask(converters::map{}, about());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->at("b").string(), "x");
}

TEST(Converter, S2_21_a_converter_has_a_format_a_conversion_and_an_optional_schema) {
  static_assert(converter<yaml_counts> && !converter_with_schema<yaml_counts>);
  static_assert(converter<converters::list> && converter<converters::map>);
  static_assert(converter_with_schema<converters::typed<Page>>);
  static_assert(converter_with_schema<lenient_page>);
  static_assert(!converter<Page>);
}

TEST(Converter, S2_22_without_a_schema_both_switches_are_no_ops_and_reported) {
  client_options both{.policy = policies::spring(), .mode = output_mode::native};
  bench b({"red, green"}, both, {.can = {.native_schema = true}});
  const auto got = b.client.ask(converters::list{}, about());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(b.model->requests()[0].mode, output_mode::prompt);
  EXPECT_FALSE(b.model->requests()[0].shape);
  EXPECT_THAT(got.report().notes, Contains(HasSubstr("native")));
  EXPECT_THAT(got.report().notes, Contains(HasSubstr("validation")));
}

TEST(Converter, S2_22_what_cannot_be_converted_fails_after_one_call) {
  bench b({"- red\n- green", "red, green"}, with(policies::spring()));
  const auto got = b.client.ask(converters::list{}, about());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().group(), failure_group::invalid_output);
  EXPECT_EQ(b.model->calls(), 1U);
}

TEST(Converter, S2_23_a_converter_works_against_the_model_call_itself) {
  const auto model = scripted({good});
  const converters::typed<Page> how;
  model_request request;
  request.messages = {{role::user, "Describe the page.\n" + how.format()}};
  const auto answer = call(*model, request);
  ASSERT_TRUE(answer);
  const auto page = how.convert(answer->text);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->title, "Structured Output");
}

TEST(Converter, S2_24_a_typed_converter_takes_a_cleaner_and_a_mapper) {
  converters::typed_options<Page> how;
  how.cleaners.emplace();
  how.cleaners->push_back([](std::string_view whole, std::uint64_t begin,
                             std::uint64_t end) -> std::optional<reply::cleaned> {
    if (!whole.substr(begin, end - begin).starts_with(">> ")) return std::nullopt;
    return reply::cleaned{begin + 3, end, {{edit_kind::dropped, begin, begin + 3, "arrow", "", "an arrow"}}};
  });
  how.mapper = [](const value& v) -> result<Page, problems> {
    auto page = bind<Page>(v);
    if (page) page->title = "[" + page->title + "]";
    return page;
  };
  bench b({">> " + good, "```json\n" + good + "\n```"}, with(policies::once()));
  const converters::typed<Page> mine(how);
  const auto page = b.client.ask(mine, about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page->title, "[Structured Output]");
  EXPECT_EQ(page.report().attempts[0].ledger.at(0).rule, "arrow");
  EXPECT_FALSE(b.client.ask(mine, about())) << "the fence is no longer removed";
}

TEST(Converter, S4_15_a_mapper_that_objects_is_corrected) {
  converters::typed_options<Page> how;
  how.mapper = [](const value& v) -> result<Page, problems> {
    if (v.find("title")->string().size() > 3) return bind<Page>(v);
    problem p;
    p.code = "short_title";
    p.place = "/title";
    p.message = "the title says nothing";
    return problems{p};
  };
  bench b({R"({"title":"A","component":"c","topics":[],"difficulty":"ADVANCED"})", good},
          with(policies::spring()));
  const auto page = b.client.ask(converters::typed<Page>(how), about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::bind_failed);
  EXPECT_THAT(b.model->asked(1), HasSubstr("the title says nothing"));
}

TEST(Converter, S2_25_a_format_that_is_no_json_sits_the_switches_out) {
  bench b({"errors: 3\nwarnings: 14"}, with(policies::spring()));
  const auto got = b.client.ask(yaml_counts{}, about());
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->at("warnings"), 14);
  EXPECT_THAT(b.model->asked(0), HasSubstr("YAML"));
  bench bad({"errors: many"});
  const auto failed = bad.client.ask(yaml_counts{}, about());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.failure().kind, failure_kind::bind_failed);
}

TEST(Converter, S2_31_a_lenient_converter_keeps_the_switches_working) {
  const auto wrapped = [](const std::string& json) {
    return "Of course:\n```json\n" + json + "```\nAnything else?";
  };
  client_options both{.policy = policies::spring(), .mode = output_mode::native};
  bench b({wrapped(only_title), wrapped(good)}, both, {.can = {.native_schema = true}});
  const auto page = b.client.ask(lenient_page{}, about());
  ASSERT_TRUE(page) << page.explain();
  const auto asked = b.model->requests();
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].mode, output_mode::native);
  EXPECT_TRUE(asked[0].shape);
  EXPECT_THAT(asked[1].messages.back().text, HasSubstr("component"));
}

TEST(Converter, S4_12_the_schema_that_a_converter_reports_can_be_asked_for) {
  const auto shape = schema::program::compile(*converters::typed<Page>{}.json_schema());
  ASSERT_TRUE(shape);
  bench b({good});
  const auto got = b.client.ask(*shape, about());
  ASSERT_TRUE(got);
  EXPECT_TRUE(bind<Page>(*got));
}

template <class Client>
constexpr bool takes_both =
    requires(const Client& c, const schema::program& p, const request& r) { c.template ask<Page>(p, r); };

TEST(Converter, S2_45_S4_11_a_type_and_a_schema_at_once_do_not_compile) {
  static_assert(!takes_both<client>);
}

struct broken_schema : yaml_counts {
  std::optional<value> json_schema() const { return value::object({{"type", 7}}); }
};
struct throwing : yaml_counts {
  std::string format() const { throw std::runtime_error("no format today"); }
};
struct throwing_later : yaml_counts {
  result<value_type, problems> convert(std::string_view) const {
    throw std::runtime_error("no conversion today");
  }
};

TEST(Converter, a_broken_converter_is_an_invalid_argument_and_never_an_exception) {
  bench b({"a: 1"}, {}, pages::repeating());
  for (const auto& got : {b.client.ask(broken_schema{}, about()), b.client.ask(throwing{}, about()),
                          b.client.ask(throwing_later{}, about())}) {
    ASSERT_FALSE(got);
    EXPECT_EQ(got.failure().kind, failure_kind::invalid_argument) << got.explain();
  }
  EXPECT_EQ(b.model->calls(), 1U);
}

}  // namespace
}  // namespace tenon
