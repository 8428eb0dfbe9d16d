// One pass over a text says what reading it into a value and walking that says: on the cases of the walker,
// on the official suite, and on texts that were changed at random, with every driver that this machine has.
#include "direct/direct.hpp"

#include "direct/planner.hpp"
#include "mutate.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <tenon/padded.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

namespace direct = tenon::schema::direct;
using tenon::schema::program;

class checked {
 public:
  explicit checked(program p) : program_(std::move(p)) {
    direct::planner(program_.nodes(), plan_).run(nullptr);
  }

  const program& code() const { return program_; }

  bool by_value(std::string_view text) const {
    const auto instance = tenon::json::read_unique(text);
    return instance && program_.accepts(*instance);
  }

  /// The number of drivers that were sure.
  std::size_t expect_same(std::string_view text) const {
    const bool wanted = by_value(text);
    const tenon::json::padded_text padded(text);
    std::size_t sure = 0;
    for (const direct::driver& one : direct::drivers()) {
      const direct::answer said = direct::run(one, plan_, padded, {}, nullptr);
      if (said == direct::answer::unsure) continue;
      ++sure;
      EXPECT_EQ(said == direct::answer::fits, wanted) << one.name << ": " << text;
    }
    return sure;
  }

 private:
  program program_;
  direct::plan plan_;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

std::vector<tenon::value> lines_of(const std::string& name) {
  std::vector<tenon::value> lines;
  std::ifstream in(std::string(TENON_TEST_FILES) + "/" + name);
  std::string line;
  while (std::getline(in, line)) {
    auto read = tenon::json::read_unique(line);
    EXPECT_TRUE(read) << line;
    if (read) lines.push_back(*std::move(read));
  }
  EXPECT_FALSE(lines.empty()) << name;
  return lines;
}

checked compiled(const tenon::value& schema, const tenon::schema::compile_options& options = {}) {
  auto made = program::compile(schema, options);
  EXPECT_TRUE(made) << (made ? "" : tenon::explain(made.error()));
  return checked(*std::move(made));
}
checked compiled_text(std::string_view schema) {
  return compiled(*tenon::json::read_unique(schema));
}

const std::size_t all_drivers = direct::drivers().size();

TEST(Direct, every_case_of_the_walker_has_the_same_verdict) {
  for (const tenon::value& c : lines_of("program_cases.jsonl")) {
    const checked code = compiled(*c.find("schema"));
    SCOPED_TRACE(c.find("name")->string());
    for (const auto style : {tenon::json::style::compact, tenon::json::style::pretty}) {
      EXPECT_EQ(code.expect_same(tenon::json::write(*c.find("instance"), style)), all_drivers);
    }
  }
}

TEST(Direct, every_text_of_its_own_cases_has_the_same_verdict) {
  for (const tenon::value& c : lines_of("direct_cases.jsonl")) {
    const checked code = compiled(*c.find("schema"));
    SCOPED_TRACE(c.find("name")->string());
    EXPECT_TRUE(code.by_value(c.find("texts")->items()[0].string()));
    for (const tenon::value& text : c.find("texts")->items()) {
      EXPECT_EQ(code.expect_same(text.string()), all_drivers);
      EXPECT_EQ(code.code().accepts_text(text.string()), code.by_value(text.string())) << text.string();
    }
  }
}

TEST(Direct, patterns_of_every_shape_have_the_same_verdict) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; texts[i].size() < 5; ++i) {
    for (const char c : {'a', 'b', '-', '1'}) texts.push_back(texts[i] + c);
  }
  const std::string many(62, 'a');
  for (const std::string_view other : {"é", "aé", "\\u0061", "a\\u00e9"}) texts.emplace_back(other);
  for (const std::size_t size : {32, 33, 34, 40, 62}) {
    texts.push_back(many.substr(0, size));
    texts.push_back(many.substr(0, size) + "1");
  }
  for (const std::string_view pattern : {"^$",
                                         "^a$",
                                         "^ab-1$",
                                         "^[ab]{3}$",
                                         "^a{2}b{2}$",
                                         "^a+$",
                                         "^a*$",
                                         "^a?b$",
                                         "^a*b*$",
                                         "^a{2,3}$",
                                         "^ab+$",
                                         "^a[ab1]*b$",
                                         "^[a-b]-[ab1-]{1,2}1$",
                                         "^[ab1-]{2}a[ab]{0,1}$",
                                         "^(ab)+$",
                                         "^(?:a|b)$",
                                         "^(ab){2}$",
                                         "^a{0}b$",
                                         "^[^a]$",
                                         "^a",
                                         "b$",
                                         "a",
                                         "^.$",
                                         "^[a-z1-]{1,40}$",
                                         "^é$",
                                         "^[aé]+$",
                                         "^a{0,1}b{0,1}$",
                                         "^[ab]{33}$",
                                         "^a{33}$",
                                         "^a{40,70}1$"}) {
    tenon::value schema = tenon::value::object({{"pattern", tenon::value(pattern)}});
    const checked code = compiled(schema);
    SCOPED_TRACE(pattern);
    for (const std::string& text : texts) EXPECT_EQ(code.expect_same('"' + text + '"'), all_drivers);
  }
}

/// How many, in the slow tier more.
std::size_t documents() {
  const char* wanted = std::getenv("TENON_DIRECT_DOCUMENTS");
  return wanted == nullptr ? 2'000 : std::strtoull(wanted, nullptr, 10);
}

TEST(Direct, changed_texts_have_the_same_verdict) {
  const auto cases = lines_of("direct_cases.jsonl");
  std::vector<checked> codes;
  codes.reserve(cases.size());
  for (const tenon::value& c : cases) codes.push_back(compiled(*c.find("schema")));
  std::size_t valid = 0;
  std::size_t sure = 0;
  for (std::size_t seed = 0; seed < documents(); ++seed) {
    test::mutator random(seed);
    const std::size_t which = random.pick(cases.size());
    const auto texts = cases[which].find("texts")->items();
    const std::string text = random.changed(std::string(texts[random.pick(texts.size())].string()));
    SCOPED_TRACE("seed " + std::to_string(seed));
    sure += codes[which].expect_same(text);
    valid += codes[which].by_value(text) ? 1 : 0;
    if (HasFailure()) break;
  }
  std::cout << documents() << " texts, " << valid << " of them valid\n";
  EXPECT_EQ(sure, documents() * all_drivers);
  EXPECT_GT(valid, documents() / 10);
}

// ---- limits and errors -------------------------------------------------------------------------------

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Direct, a_text_as_deep_as_a_reader_goes_fits_and_a_deeper_one_does_not) {
  for (const std::string_view schema :
       {"true", R"({"type":"array","items":{"$ref":"#"}})", R"({"not":{"type":"string"}})"}) {
    const checked code = compiled_text(schema);
    EXPECT_TRUE(code.code().accepts_text(repeated("[", 1000) + repeated("]", 1000)));
    EXPECT_FALSE(code.code().accepts_text(repeated("[", 1001) + repeated("]", 1001)));
    EXPECT_FALSE(code.code().accepts_text(repeated("[", 1'000'000)));
    EXPECT_TRUE(code.code().validate_text("[[]]", {.max_depth = 2}).empty());
  }
  const checked tree = compiled_text(R"({"type":"array","items":{"$ref":"#"}})");
  EXPECT_EQ(tree.code().validate_text("[[[]]]", {.max_depth = 2}).front().code, "max_depth");
}

TEST(Direct, tags_that_come_last_in_each_other_take_time_in_proportion) {
  const checked code = compiled_text(R"({"oneOf":[
    {"type":"object","required":["in","op"],"properties":{"op":{"const":"a"},"in":{"$ref":"#"}}},
    {"type":"object","required":["op"],"properties":{"op":{"const":"b"}}}]})");
  const std::string filler(4'000, 'x');
  const std::string text =
      repeated(R"({"in":)", 900) + R"({"op":"b"})" + repeated(R"(,"x":")" + filler + R"(","op":"a"})", 900);
  EXPECT_TRUE(code.code().accepts_text(text));
}

TEST(Direct, alternatives_within_alternatives_end_in_doubt_before_they_multiply_for_long) {
  const checked code = compiled_text(R"({"anyOf":[
    {"type":"object","properties":{"in":{"$ref":"#"}},"required":["a"]},
    {"type":"object","properties":{"in":{"$ref":"#"}},"required":["b"]}]})");
  const auto nested = [](std::size_t deep) {
    return repeated(R"({"in":)", deep) + "{}" + repeated("}", deep);
  };
  EXPECT_EQ(code.expect_same(nested(3)), all_drivers);
  EXPECT_EQ(code.expect_same(R"({"in":{"in":{"b":1},"a":2},"b":3})"), all_drivers);
  EXPECT_EQ(code.expect_same(nested(300)), 0U);
}

TEST(Direct, what_is_doubtful_within_a_negation_is_doubtful) {
  // A search that may take exponential time, given up.
  const checked code = compiled_text(R"({"not":{"pattern":"^(a|a|b\\1)*(a|b)\\2$"}})");
  EXPECT_EQ(code.expect_same("\"x\""), all_drivers);
  EXPECT_EQ(code.expect_same('"' + repeated("a", 64) + "c\""), 0U);
}

TEST(Direct, a_text_without_padding_is_read_like_one_with) {
  const checked code = compiled_text(R"({"type":"array","items":{"type":"integer"}})");
  for (const std::string_view text : {"[1,2,3]", "[1,2,", "", " ", "[1", "7"}) {
    const std::vector<char> exact(text.begin(), text.end());  // nothing behind it
    EXPECT_EQ(code.code().accepts_text(std::string_view(exact.data(), exact.size())), text == "[1,2,3]")
        << text;
    EXPECT_EQ(code.code().accepts_text(tenon::json::padded_text(text)), text == "[1,2,3]") << text;
  }
}

TEST(Direct, the_errors_of_a_text_are_those_of_reading_and_validating_it) {
  const program code =
      compiled_text(R"({"type":"object","properties":{"a":{"type":"integer"}},"required":["b"]})").code();
  const auto first = [&](std::string_view text) { return code.validate_text(text).front(); };
  EXPECT_TRUE(code.validate_text(R"({"a":1,"b":2})").empty());
  EXPECT_EQ(first("{").kind, tenon::failure_kind::not_json);
  EXPECT_EQ(first("{").code, "unexpected_end");
  EXPECT_EQ(first(R"({"b":1,"b":2})").kind, tenon::failure_kind::duplicate_key);
  EXPECT_EQ(first(R"({"b":1,"b":2})").place, "/b");
  const auto all = code.validate_text(R"({"a":"x"})");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].place, "/a");
  EXPECT_EQ(all[0].offset, 5U);
  EXPECT_EQ(all[1].code, "required");
  EXPECT_EQ(code.validate_text(R"({"a":"x"})", {.max_errors = 1}).size(), 1U);
  EXPECT_EQ(code.validate_text(R"({"b":1})", {}, {.max_bytes = 5}).front().code, "max_bytes");
}

TEST(Direct, a_program_that_many_threads_share_checks_their_texts) {
  const auto code = program::compile_text(
      R"({"type":"array","uniqueItems":true,"items":{"type":"string","pattern":"^[a-z]+$"}})");
  ASSERT_TRUE(code);
  std::vector<std::thread> threads;
  std::vector<int> right(4, 0);
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        right[t] +=
            code->accepts_text(R"(["a","b","\u0063"])") && !code->accepts_text(R"(["a","b","\u0061"])") ? 1
                                                                                                        : 0;
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const int n : right) EXPECT_EQ(n, 300);
}

// ---- the official suite ------------------------------------------------------------------------------

std::filesystem::path suite() {
  const char* data = std::getenv("TENON_TEST_DATA");
  const std::filesystem::path root = data != nullptr
                                         ? std::filesystem::path(data)
                                         : std::filesystem::path(TENON_SOURCE_ROOT) / "../shared/data";
  return root / "json-schema-test-suite/tests";
}

std::size_t judge_folder(const std::filesystem::path& folder, std::string_view dialect) {
  std::size_t judged = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const auto groups = tenon::json::read(text_of(entry.path()));
    if (!groups) continue;
    for (const tenon::value& group : groups->root.items()) {
      tenon::value schema = *group.find("schema");
      if (schema.is_object() && schema.find("$schema") == nullptr)
        schema.set("$schema", tenon::value(dialect));
      auto made = program::compile(std::move(schema));
      if (!made) continue;
      const checked code(*std::move(made));
      SCOPED_TRACE(entry.path().string() + ": " + std::string(group.find("description")->string()));
      for (const tenon::value& test : group.find("tests")->items()) {
        EXPECT_EQ(code.expect_same(tenon::json::write(*test.find("data"))), all_drivers);
        ++judged;
      }
    }
  }
  return judged;
}

TEST(Direct, every_case_of_the_official_suite_has_the_same_verdict) {
  if (!std::filesystem::exists(suite())) GTEST_SKIP() << "skipped: no data";
  EXPECT_GT(judge_folder(suite() / "draft2020-12", "https://json-schema.org/draft/2020-12/schema"), 1000U);
  judge_folder(suite() / "draft2019-09", "https://json-schema.org/draft/2019-09/schema");
  judge_folder(suite() / "draft7", "http://json-schema.org/draft-07/schema#");
  judge_folder(suite() / "draft6", "http://json-schema.org/draft-06/schema#");
  judge_folder(suite() / "draft4", "http://json-schema.org/draft-04/schema#");
}

}  // namespace
