// What a stream shows, piece by piece: stream_cases.jsonl, one object a line.
//
//   name      the sentence the case proves
//   schema    or none
//   level     of reading; clean if there is none
//   pieces    the text as it comes
//   shown     after each piece; null for nothing yet
//   states    after each piece
//   done      after each piece: the pointers that came to be done with it
//   why       [code, offset], at the end of the pieces
//   value     what finish() gives, or
//   error     [kind, code, place] of its first problem
//
// Whatever a case says, it holds for every cut of its text.
#include "streaming.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/reader.hpp>

namespace {

using namespace tenon;
using test::ending;
using test::finish;
using test::look;
using test::sight;
using test::stream;
using test::stream_options;
using test::stream_state;

struct stream_case {
  value fields;
  std::string name() const { return std::string(fields.find("name")->string()); }
  friend void PrintTo(const stream_case& c, std::ostream* to) { *to << c.name(); }
};

std::vector<stream_case> load() {
  std::ifstream file(std::string(TENON_TEST_FILES) + "/stream_cases.jsonl");
  std::vector<stream_case> cases;
  for (std::string line; std::getline(file, line);) {
    auto document = json::read_unique(line);
    EXPECT_TRUE(document) << line;
    if (document) cases.push_back({*std::move(document)});
  }
  return cases;
}

struct setting {
  std::optional<schema::program> shape;
  stream_options options;

  explicit setting(const value& c) {
    if (const value* schema = c.find("schema")) {
      auto code = schema::program::compile(*schema);
      EXPECT_TRUE(code);
      if (code) shape = *std::move(code);
    }
    if (const value* level = c.find("level")) {
      options.reading.level = reading_level_from(level->string()).value_or(reading_level::strict);
    }
  }
  stream open() const { return shape ? stream(*shape, options) : stream(options); }
};

std::vector<std::string> strings(const value& list) {
  std::vector<std::string> all;
  for (const value& one : list.items()) all.emplace_back(one.string());
  return all;
}

void check_piece(const value& c, std::size_t i, const sight& before, const sight& now) {
  if (const value* shown = c.find("shown")) {
    const value& wanted = shown->items()[i];
    const bool nothing = wanted.is_null() && now.shown != "null";
    EXPECT_EQ(now.shown, nothing ? "nothing" : json::write(wanted)) << "after piece " << i + 1;
  }
  if (const value* states = c.find("states")) {
    EXPECT_EQ(to_string(now.state), states->items()[i].string()) << "after piece " << i + 1;
  }
  if (const value* done = c.find("done")) {
    ASSERT_GE(now.done.size(), before.done.size());
    const std::vector<std::string> added(now.done.begin() + static_cast<std::ptrdiff_t>(before.done.size()),
                                         now.done.end());
    EXPECT_EQ(added, strings(done->items()[i])) << "after piece " << i + 1;
  }
}

void check_end(const value& c, const ending& end) {
  if (const value* wanted = c.find("value")) {
    EXPECT_EQ(end.value, json::write(*wanted)) << end;
  }
  if (const value* error = c.find("error")) {
    ASSERT_FALSE(end.errors.empty()) << end;
    const problem& first = end.errors.front();
    EXPECT_EQ((std::vector<std::string>{std::string(to_string(first.kind)), first.code, first.place}),
              strings(*error))
        << end;
  }
}

class Streaming : public testing::TestWithParam<stream_case> {};

TEST_P(Streaming, shows) {
  const value& c = GetParam().fields;
  const setting how(c);
  stream s = how.open();
  std::string text;
  sight before = look(s);
  const std::vector<std::string> pieces = strings(*c.find("pieces"));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    s.feed(pieces[i]);
    text += pieces[i];
    const sight now = look(s);
    check_piece(c, i, before, now);
    before = now;
  }
  if (const value* why = c.find("why")) {
    EXPECT_EQ(s.why().code, why->items()[0].string());
    EXPECT_EQ(s.why().offset, why->items()[1].to_uint64());
  }
  const ending end = finish(s);
  check_end(c, end);
  EXPECT_EQ(end, test::whole(text, how.shape ? &*how.shape : nullptr, how.options.reading));
}

TEST_P(Streaming, the_same_for_every_cut) {
  const value& c = GetParam().fields;
  const setting how(c);
  stream s = how.open();
  std::string text;
  for (const std::string& piece : strings(*c.find("pieces"))) text += piece;
  const std::vector<sight> after = test::byte_by_byte(s, text);
  const ending end = finish(s);
  for (std::size_t first = 0; first <= text.size(); ++first) {
    s.reset();
    s.feed(std::string_view(text).substr(0, first));
    ASSERT_EQ(look(s), after[first]) << "in one piece of " << first;
    s.feed(std::string_view(text).substr(first));
    ASSERT_EQ(look(s), after.back()) << "cut at " << first;
    ASSERT_EQ(finish(s), end) << "cut at " << first;
  }
  for (const std::size_t step : {2U, 3U, 5U, 7U, 16U}) {
    s.reset();
    for (std::size_t at = 0; at < text.size(); at += step) {
      s.feed(std::string_view(text).substr(at, step));
      ASSERT_EQ(look(s), after[std::min(at + step, text.size())]) << "in steps of " << step << " at " << at;
    }
    ASSERT_EQ(finish(s), end) << "in steps of " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Case, Streaming, testing::ValuesIn(load()),
                         [](const auto& one) { return one.param.name(); });

schema::program compiled(std::string_view text) {
  auto code = schema::program::compile_text(text);
  EXPECT_TRUE(code);
  return *std::move(code);
}

TEST(Stream, a_node_is_pending_then_open_then_done) {
  stream s;
  EXPECT_EQ(s.state_of(""), node_state::pending);
  s.feed(R"({"a":{"b":[tr)");
  EXPECT_EQ(s.state_of(""), node_state::open);
  EXPECT_EQ(s.state_of("/a/b"), node_state::open);
  EXPECT_EQ(s.state_of("/a/b/0"), node_state::pending);
  EXPECT_EQ(s.state_of("/c"), node_state::pending);
  s.feed(R"(ue,"x)");
  EXPECT_EQ(s.state_of("/a/b/0"), node_state::done);
  EXPECT_EQ(s.state_of("/a/b/1"), node_state::open);
  s.feed(R"("]})");
  EXPECT_EQ(s.state_of("/a"), node_state::done);
  EXPECT_EQ(s.state_of(""), node_state::open);
  s.feed("}");
  EXPECT_EQ(s.state_of(""), node_state::done);
}

TEST(Stream, a_node_that_is_done_stands_at_its_place_in_the_reply) {
  const std::string text = "```json\n {\"a\": [1, \"x\"]}\n```";
  stream s;
  s.feed(text);
  for (const auto& [pointer, written] :
       {std::pair{"", "{\"a\": [1, \"x\"]}"}, {"/a", "[1, \"x\"]"}, {"/a/0", "1"}, {"/a/1", "\"x\""}}) {
    const value* node = s.find(pointer);
    ASSERT_NE(node, nullptr) << pointer;
    EXPECT_EQ(text.substr(node->source().begin, node->source().end - node->source().begin), written);
  }
  EXPECT_EQ(s.root()->members()[0].name_source, (json::source_span{10, 13}));
}

TEST(Stream, elements_of_a_list_are_given_out_one_by_one_when_they_are_done) {
  stream s(compiled(
      R"({"properties":{"rows":{"items":{"properties":{"id":{"type":"integer"}},"required":["id"]}}}})"));
  reply::elements rows(s, "/rows");
  reply::elements none(s, "/nobody");
  std::vector<std::string> given;
  const auto collect = [&](std::string_view piece) {
    s.feed(piece);
    while (const value* row = rows.next()) given.push_back(json::write(*row));
  };
  collect(R"({"rows":)");
  collect(R"([{"id":1)");
  EXPECT_TRUE(given.empty());
  collect(R"(},{"id":2},{"id")");
  EXPECT_EQ(given, (std::vector<std::string>{R"({"id":1})", R"({"id":2})"}));
  collect(R"(:3}]})");
  EXPECT_EQ(given.back(), R"({"id":3})");
  EXPECT_EQ(given.size(), 3U);
  EXPECT_EQ(none.next(), nullptr);
}

TEST(Stream, an_element_that_breaks_its_schema_is_never_given_out) {
  stream s(compiled(R"({"items":{"properties":{"id":{"type":"integer"}},"required":["id"]}})"));
  reply::elements rows(s, "");
  EXPECT_EQ(s.feed(R"([{"id":1},{"name":"x"},{"id":3}])"), stream_state::doomed);
  ASSERT_NE(rows.next(), nullptr);
  EXPECT_EQ(rows.next(), nullptr);
  EXPECT_EQ(s.why().place, "/1");
  EXPECT_EQ(s.why().code, "required");
}

TEST(Stream, the_first_byte_that_cannot_be_is_known_at_once_with_its_problem) {
  stream s(compiled(R"({"properties":{"level":{"enum":["LOW","HIGH"]},"n":{"type":"integer"}}})"));
  EXPECT_EQ(s.feed(R"(<think>so</think> {"n":1,"level":"LOX)"), stream_state::doomed);
  EXPECT_EQ(s.why().kind, failure_kind::schema_invalid);
  EXPECT_EQ(s.why().place, "/level");
  EXPECT_EQ(s.why().offset, 36U);
  EXPECT_EQ(json::write(*s.root()), R"({"n":1})");
  // What follows is kept for the end, which says everything.
  s.feed(R"(","n":2.5})");
  EXPECT_EQ(s.state(), stream_state::doomed);
  const auto end = finish(s);
  EXPECT_EQ(end.errors.at(0).kind, failure_kind::duplicate_key);
}

TEST(Stream, a_copy_is_brought_up_to_date_with_what_came_since) {
  const std::string text = R"({"a":[{"b":"hé\u00e4"},[],[[1,{"c":null}]]],"d":"x","e":{"f":{}}} )";
  stream s;
  for (const std::size_t step : {1U, 2U, 3U, 7U}) {
    s.reset();
    value copy;
    for (std::size_t at = 0; at < text.size(); at += step) {
      s.feed(std::string_view(text).substr(at, step));
      s.update(copy);
      ASSERT_EQ(json::write(copy), json::write(*s.root()));
      ASSERT_EQ(copy.source(), s.root()->source());
      s.update(copy);  // once more: nothing is new
      ASSERT_EQ(json::write(copy), json::write(*s.root()));
    }
    EXPECT_EQ(reply::state_of(&copy), node_state::done);
    EXPECT_EQ(copy.find("e")->source(), s.find("/e")->source());
  }
}

TEST(Stream, after_the_end_nothing_is_shown_and_nothing_taken_until_reset) {
  stream s;
  s.feed("[1]");
  ASSERT_TRUE(s.finish());
  EXPECT_EQ(s.root(), nullptr);
  EXPECT_EQ(s.state(), stream_state::complete);
  EXPECT_EQ(s.feed("x"), stream_state::complete);
  s.reset();
  EXPECT_EQ(s.state(), stream_state::waiting);
  EXPECT_EQ(s.feed("[2"), stream_state::open);
  EXPECT_FALSE(s.finish());
  EXPECT_EQ(s.state(), stream_state::doomed);
  EXPECT_EQ(s.why().code, "unexpected_end");
}

TEST(Stream, limits_have_their_names) {
  stream_options options;
  options.reading.limits.max_depth = 2;
  options.reading.limits.max_bytes = 20;
  for (const auto level : {reading_level::strict, reading_level::clean, reading_level::wrapper}) {
    options.reading.level = level;
    stream s(options);
    s.feed("[[[");
    EXPECT_EQ(s.why().code, "max_depth");
    s.reset();
    s.feed(" \"0123456789012345678901234");
    EXPECT_EQ(s.state(), stream_state::doomed) << to_string(level);
    EXPECT_EQ(s.why().code, "max_bytes");
    EXPECT_EQ(s.why().offset, 20U);
    EXPECT_EQ(s.text().size(), 21U);
    EXPECT_EQ(finish(s).errors.at(0).code, "max_bytes");
  }
}

TEST(Stream, with_cleaners_of_one_s_own_only_json_from_the_first_byte_on_is_shown) {
  stream_options options;
  options.reading.cleaners = {reply::markdown_fence()};
  stream s(options);
  EXPECT_EQ(s.feed("```\n{\"a\":1}\n```"), stream_state::undecided);
  EXPECT_EQ(finish(s).value, R"({"a":1})");
  s.reset();
  EXPECT_EQ(s.feed("{\"a\":1} x"), stream_state::undecided);
  EXPECT_EQ(finish(s).errors.at(0).code, "trailing_bytes");
  s.reset();
  EXPECT_EQ(s.feed(" {\"a\":1} "), stream_state::complete);
}

TEST(Stream, a_text_that_runs_away_is_remarked_where_it_is_seen) {
  stream_options options;
  options.runaway = runaway_limits::eager();
  stream s(options);
  std::string text = "[";
  for (int i = 100; i < 111; ++i) text += "\"E" + std::to_string(i) + "\",";
  s.feed(text);
  EXPECT_EQ(s.runaway(), nullptr);
  s.feed("\"E111\",\"E112\",");
  ASSERT_NE(s.runaway(), nullptr);
  EXPECT_EQ(s.runaway()->code, "runaway_count");
  EXPECT_EQ(s.runaway()->kind, failure_kind::not_json);
  EXPECT_EQ(s.runaway()->offset, text.size() + 7);
  EXPECT_EQ(s.state(), stream_state::open) << "a remark, no verdict";
  s.reset();
  EXPECT_EQ(s.runaway(), nullptr);
}

}  // namespace
