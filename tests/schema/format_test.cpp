// The formats: the official suite's files for them in each draft, cases of the documents themselves beside
// this file, and texts that would take for ever if the time were not linear.
#include "formats/format.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>

namespace {

namespace fs = std::filesystem;
using tenon::schema::draft;
using tenon::schema::format;
using tenon::schema::format_from;
using tenon::schema::matches;

const std::map<std::string, draft> drafts = {{"4", draft::d4},
                                             {"6", draft::d6},
                                             {"7", draft::d7},
                                             {"2019-09", draft::d2019},
                                             {"2020-12", draft::d2020}};

const std::vector<std::string> names = {"date",
                                        "time",
                                        "date-time",
                                        "duration",
                                        "email",
                                        "idn-email",
                                        "hostname",
                                        "idn-hostname",
                                        "ipv4",
                                        "ipv6",
                                        "uri",
                                        "uri-reference",
                                        "iri",
                                        "iri-reference",
                                        "uri-template",
                                        "json-pointer",
                                        "regex",
                                        "uuid",
                                        "relative-json-pointer"};

fs::path suite(const std::string& of_draft) {
  const char* data = std::getenv("TENON_TEST_DATA");
  const fs::path root = data != nullptr ? fs::path(data) : fs::path(TENON_SOURCE_ROOT) / "../shared/data";
  return root / "json-schema-test-suite/tests" / ("draft" + of_draft) / "optional/format";
}

tenon::value contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  auto read = tenon::json::read(out.str());
  if (!read) ADD_FAILURE() << file;
  return read ? std::move(read->root) : tenon::value();
}

/// The number of texts that were judged.
int judge(const fs::path& file, draft d) {
  int judged = 0;
  const tenon::value groups = contents(file);
  for (const tenon::value& group : groups.items()) {
    const format f = format_from(group.find("schema")->find("format")->string(), d);
    for (const tenon::value& test : group.find("tests")->items()) {
      const tenon::value& data = *test.find("data");
      if (!data.is_string()) continue;
      ++judged;
      EXPECT_EQ(matches(f, data.string()), test.find("valid")->boolean())
          << file << ": " << test.find("description")->string() << ": " << data.string();
    }
  }
  return judged;
}

std::string repeated(std::string_view piece, std::size_t size) {
  std::string text;
  while (text.size() < size) text += piece;
  return text;
}

}  // namespace

class FormatsOf : public testing::TestWithParam<std::string> {};

TEST_P(FormatsOf, the_official_suite_is_agreed_with_in_every_case) {
  if (!fs::exists(suite(GetParam()))) GTEST_SKIP() << "skipped: no data";
  int judged = 0;
  for (const auto& entry : fs::directory_iterator(suite(GetParam()))) {
    judged += judge(entry.path(), drafts.at(GetParam()));
  }
  EXPECT_GT(judged, GetParam() == "4" || GetParam() == "6" ? 120 : 400);
}

TEST_P(FormatsOf, every_format_is_known_in_every_draft) {
  for (const std::string& name : names)
    EXPECT_NE(format_from(name, drafts.at(GetParam())), format::loose) << name;
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatsOf, testing::Values("4", "6", "7", "2019-09", "2020-12"),
                         [](const auto& one) { return "draft" + one.param.substr(0, 4); });

TEST(Formats, every_case_of_the_data_file_is_judged_as_its_document_says) {
  std::ifstream file(TENON_TEST_FILES "/format_cases.jsonl");
  ASSERT_TRUE(file);
  std::map<format, std::map<bool, int>> seen;
  for (std::string line; std::getline(file, line);) {
    const auto read = tenon::json::read_unique(line);
    ASSERT_TRUE(read) << line;
    const tenon::value* const d = read->find("draft");
    const draft in = d != nullptr ? drafts.at(std::string(d->string())) : draft::d2020;
    const format f = format_from(read->find("format")->string(), in);
    ASSERT_NE(f, format::loose) << line;
    const bool valid = read->find("valid")->boolean();
    EXPECT_EQ(matches(f, read->find("text")->string()), valid) << line;
    ++seen[f][valid];
  }
  EXPECT_EQ(seen.size(), names.size() + 1);  // hostname is two: see format.hpp
  for (const auto& [f, count] : seen) {
    const auto of = [&count](bool valid) { return count.contains(valid) ? count.at(valid) : 0; };
    EXPECT_GE(of(true) + of(false), 10) << to_string(f);
    EXPECT_GE(of(true), 3) << to_string(f);
    EXPECT_GE(of(false), 3) << to_string(f);
  }
}

TEST(Formats, a_name_and_its_format_are_one) {
  for (const std::string& name : names) {
    EXPECT_EQ(to_string(format_from(name, draft::d2020)), name);
  }
  EXPECT_EQ(format_from("colour", draft::d2020), format::loose);
  EXPECT_EQ(format_from("", draft::d2020), format::loose);
  EXPECT_EQ(to_string(format::loose), "");
  EXPECT_TRUE(matches(format::loose, "anything"));
}

TEST(Formats, a_name_that_is_no_format_is_an_annotation) {
  const auto code = tenon::schema::program::compile_text(
      R"({"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"format":"colour"},"b":{"format":"date"}}})");
  ASSERT_TRUE(code) << code.error().message;
  ASSERT_EQ(code->loose_formats().size(), 1U);
  EXPECT_EQ(code->loose_formats()[0], "colour");
  EXPECT_TRUE(code->accepts(*tenon::json::read_unique(R"({"a":"no colour","b":"2026-11-30"})")));
  EXPECT_FALSE(code->accepts(*tenon::json::read_unique(R"({"b":"no date"})")));
}

TEST(Formats, a_text_that_is_not_UTF_8_is_of_no_format) {
  for (const std::string bad : {"\xff", "a\x80", "\xc3", "\xed\xa0\x80"}) {
    for (const std::string& name : names) {
      for (const std::string before : {"", "/", "0/", "a:", "a@", "\"", "{"}) {
        EXPECT_FALSE(matches(format_from(name, draft::d2020), before + bad)) << name;
        EXPECT_FALSE(matches(format_from(name, draft::d2020), before + bad + "\"@a.b")) << name;
      }
    }
  }
}

namespace {

/// A text of a mebibyte is `start` and then `piece` again and again.
struct long_text {
  std::string_view names;  // of formats, with spaces between them
  std::string_view start;
  std::vector<std::string_view> pieces;
};

// Each piece makes another loop run: digits, labels, groups, escapes, expressions, quotes, brackets.
const std::vector<long_text> long_texts = {
    {"date ipv4 ipv6 uuid", "", {"0", "1.", "1:", "::", "-", "f"}},
    {"ipv6", "::", {"1:", "1.2.3.4:"}},
    {"time", "00:00:00.", {"0"}},
    {"date-time", "2024-01-01T00:00:00.", {"0"}},
    {"duration", "P", {"0", "1Y", "1Y2M3D", "1W"}},
    {"duration", "PT", {"0", "1H", "1H2M3S"}},
    {"email idn-email", "", {"a", "a.", "@", "é", "a@"}},
    {"email idn-email", "\"", {"a", "\\\"", "\"", "é"}},
    {"email idn-email", "a@", {"a", "a.", "-", "é.", "xn--a."}},
    {"email idn-email", "a@[", {"1.", "1:", "]"}},
    {"hostname idn-hostname", "", {"a", "a.", ".", "-", "1.", "xn--a.", "xn--bcher-kva.", "ab--c."}},
    {"idn-hostname", "", {"é", "é.", "\u3002", "a\u3002", "\u05d0", "\u05d0.", "\u0301", "\u30fb"}},
    {"uri uri-reference iri iri-reference", "", {"a", "a+", ":", "/", "?", "#", "[", "%41", "%", "é", "@"}},
    {"uri uri-reference iri iri-reference", "a:", {"a", "/", "//", "%41", "é", "[", ":@"}},
    {"uri uri-reference iri iri-reference", "a://", {"a", "a:", "@", "a@", "%41", "é", "[", "1."}},
    {"uri uri-reference iri iri-reference", "a://[", {"1:", "::", "a", "[", "v1.", "]"}},
    {"uri uri-reference iri iri-reference", "a://[v1.", {"a", ":"}},
    {"uri uri-reference iri iri-reference", "a://h:", {"1", ":"}},
    {"uri uri-reference iri iri-reference", "?", {"a", "?", "%41", "é", "\ue000"}},
    {"uri uri-reference iri iri-reference", "#", {"a", "#", "%41", "é"}},
    {"uri-template", "", {"a", "{a}", "{", "{a", "{a,b*,c:9}", "%41", "é", "\ue000"}},
    {"uri-template", "{", {"a", "a.", "a,", "%41", "a:1,"}},
    {"json-pointer", "", {"/", "/a", "/~0", "/é"}},
    {"relative-json-pointer", "1", {"0", "/a", "/~1", "#"}},
    {"regex", "", {"a", "(", "[", "[a]", "a|", "\\d", "(?<a>b)"}}};

}  // namespace

// If a loop were quadratic, this would take hours.
TEST(Formats, the_time_is_linear_in_the_text) {
  std::set<std::string> used;
  for (const long_text& one : long_texts) {
    for (const std::string_view piece : one.pieces) {
      const std::string text = std::string(one.start) + repeated(piece, std::size_t{1} << 20);
      std::istringstream of{std::string(one.names)};
      for (std::string name; of >> name;) {
        matches(format_from(name, draft::d2020), text);
        used.insert(name);
      }
    }
  }
  EXPECT_EQ(used.size(), names.size());
}
