// Every service, in every mode, whole and streamed, with every fault that services are known for: played by a
// server on this machine, asked through the real client. What must come of each is a rule of
// matrix/rules.jsonl; docs/providers/matrix.md is those rules as a table.
#include "matrix/stage.hpp"
#include "matrix/table.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

#include <tenon/client.hpp>
#include <tenon/configuration.hpp>
#include <tenon/connect.hpp>
#include <tenon/fake_clock.hpp>

#if TENON_HTTP
namespace matrix {
namespace {

struct Trip {
  std::string city;
  int days = 0;
};
constexpr auto describe(type<Trip>) {
  return record("A trip", field<&Trip::days>("", {.minimum = 1, .maximum = 30}));
}

policy rules_of_the_call() {
  policy p = policies::incidentops();
  p.name = "matrix";
  p.max_attempts = 3;
  p.max_corrections = 1;
  p.max_larger_caps = 1;
  p.max_transport_retries = 2;
  // Real time counts for nothing here.
  p.attempt_timeout.reset();
  p.total_timeout.reset();
  return p;
}

model_ptr open_at(const service& at, const std::string& url, bool impatient) {
  ::setenv("TENON_TEST_KEY", std::string(canary).c_str(), 1);
  configuration how;
  auto& mine = how.providers["mine"];
  mine.profile = at.name;
  mine.base_url = url;
  mine.key_variable = "TENON_TEST_KEY";
  mine.proxy = "none";
  if (impatient) mine.idle_timeout = std::chrono::milliseconds(5);
  auto made = open_model("mine:" + at.model, how);
  if (!made) throw std::runtime_error(explain(made.error()));
  return *made;
}

/// What was kept of an attempt, in the letters of the rules.
std::string kept_of(const attempt& a, std::string_view code) {
  std::string letters;
  const auto add = [&](char letter, std::string_view is, std::string_view should) {
    if (is.empty()) return;
    letters += letter;
    if (is != should) letters += "(" + std::string(is) + ")";
  };
  if (a.exchange) add('i', a.exchange->request_id, request_id);
  add('r', a.reply_id, "reply-77");
  if (a.usage.input_tokens) add('u', std::to_string(*a.usage.input_tokens), "20");
  if (!a.reply.empty() || (a.refusal && !a.refusal->empty())) letters += 't';
  if (!a.reasoning.empty()) letters += 'g';
  if (!code.empty() && !a.errors.empty()) add('c', a.errors.front().code, code);
  return letters;
}

/// The provider's own word for the error of this cell; empty if it says none.
std::string code_in(const value& fault, const cell& in) {
  const auto how = text_in(fault, "how");
  if (how != "error" && how != "in_band") return {};
  const value* line = book::instance().error(*in.at, text_in(fault, "error", text_in(fault, "fault")));
  if (how == "in_band" && !in.streamed && line->find("whole_code") != nullptr)
    return text_in(*line, "whole_code");
  return text_in(*line, how == "error" && in.mode == output_mode::tool && line->find("tool_code") != nullptr
                            ? "tool_code"
                            : "code");
}

std::string name_of(const cell& c) {
  return c.at->name + " " + std::string(to_string(c.asked)) + (c.streamed ? " stream" : " whole");
}

/// A fault, and its name for whoever reads the log.
struct played {
  value fault;
  friend void PrintTo(const played& p, std::ostream* to) { *to << text_in(p.fault, "fault"); }
};

std::vector<played> all_played() {
  std::vector<played> all;
  for (const auto& fault : book::instance().faults()) all.push_back({fault});
  return all;
}

class Matrix : public testing::TestWithParam<played> {
 protected:
  void play(const value& fault, const cell& in, const model_ptr& by) {
    SCOPED_TRACE(text_in(fault, "fault") + ": " + name_of(in));
    const auto rule = book::instance().expect(fault, in);
    if (!rule.exists()) {
      EXPECT_NE(rule.why, "") << "a cell is empty only for a reason";
      return;
    }
    stage_.set(fault, *in.at);
    fake_clock time;
    std::string heard;
    client_options how{.policy = rules_of_the_call(), .mode = in.asked, .world = time.world()};
    if (in.streamed) how.observer.on_delta = [&heard](std::string_view d, std::uint64_t) { heard += d; };
    const auto got = client(by, how).ask<Trip>({.prompt = "Where to, and for how long?"});

    const auto& attempts = got.report().attempts;
    ASSERT_FALSE(attempts.empty()) << got.explain();
    check_ends(rule, got);
    check_wire(in, attempts);
    EXPECT_EQ(kept_of(attempts.front(), code_in(fault, in)), rule.kept) << got.explain();
    if (attempts.size() > 1) {
      EXPECT_EQ(to_string(attempts[1].cause), rule.then);
      if (rule.wait_ms) {
        EXPECT_EQ(time.sleeps(), std::vector<duration>{std::chrono::milliseconds(*rule.wait_ms)});
      }
    }
    const auto word = text_in(fault, "finish");
    if (!word.empty()) {
      EXPECT_EQ(attempts.front().finish_text, word);
    }
    if (in.streamed && attempts.size() == 1 && got) {
      EXPECT_EQ(heard, attempts.front().reply);
    }
    check_canary(got);
  }

 private:
  static void check_ends(const expectation& rule, const outcome<Trip>& got) {
    std::vector<std::string> ends;
    for (const auto& a : got.report().attempts) ends.emplace_back(a.fault ? to_string(*a.fault) : "value");
    EXPECT_EQ(ends, rule.ends) << got.explain();
    ASSERT_EQ(got.has_value(), rule.ends.back() == "value") << got.explain();
    if (!got) {
      EXPECT_EQ(to_string(got.failure().kind), rule.ends.back());
    } else {
      EXPECT_EQ(got->city, "Paris");
      EXPECT_EQ(got->days, 3);
    }
  }

  /// S5-20: what was counted on the wire is what the report tells.
  void check_wire(const cell& in, const std::vector<attempt>& attempts) const {
    const auto asked = stage_.heard();
    ASSERT_EQ(asked.size(), attempts.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      EXPECT_TRUE(asked[i].is_post);
      EXPECT_EQ(asked[i].streamed, in.streamed);
      EXPECT_EQ(to_string(asked[i].mode), to_string(attempts[i].mode));
      EXPECT_TRUE(asked[i].has_key);
    }
    EXPECT_EQ(to_string(asked.front().mode), to_string(in.mode));
  }

  static void check_canary(const outcome<Trip>& got) {
    std::string all = got.explain() + json::write(to_json(got.report()));
    if (!got) {
      for (const auto& p : got.failure().errors) all += explain(p) + p.found + p.message;
    }
    EXPECT_EQ(all.find(canary), std::string::npos) << all;
    EXPECT_EQ(all.find(canary.substr(0, 9)), std::string::npos) << all;
  }

  stage stage_;

 public:
  std::string url() const { return stage_.url(); }
};

TEST_P(Matrix, S3_13_S3_20_S5_20_S5_35_S5_40_S5_42_what_comes_of_a_fault_is_what_the_rules_say) {
  const auto& fault = GetParam().fault;
  for (const auto& at : book::instance().services()) {
    const auto by = open_at(at, url(), text_in(fault, "how") == "stall");
    for (const auto& c : cells_of(at)) play(fault, c, by);
  }
}

INSTANTIATE_TEST_SUITE_P(Providers, Matrix, testing::ValuesIn(all_played()), [](const auto& one) {
  std::string name = text_in(one.param.fault, "fault");
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

TEST(MatrixData, every_service_has_its_row_and_no_other) {
  std::vector<std::string> known;
  for (const auto& row : wire::profiles()) known.emplace_back(row.name);
  std::vector<std::string> here;
  for (const auto& at : book::instance().services()) here.push_back(at.name);
  std::size_t shown = 0;
  for (const auto& c : columns()) shown += c.services.size();
  EXPECT_EQ(here, known);
  EXPECT_EQ(shown, known.size());
}

TEST(MatrixData, every_exception_is_of_a_fault_that_there_is_and_has_a_reason) {
  for (const auto& rule : book::instance().rules()) {
    if (rule.find("how") != nullptr || rule.find("note") != nullptr) continue;
    EXPECT_NE(text_in(rule, "why"), "") << json::write(rule);
    const auto name = text_in(rule, "except");
    const auto& all = book::instance().faults();
    EXPECT_TRUE(name.empty() || std::any_of(all.begin(), all.end(),
                                            [&](const value& f) { return text_in(f, "fault") == name; }))
        << name;
  }
}

TEST(MatrixTable, the_page_shows_the_rules) {
  const auto made = table().text();
  const auto page = test::file_text(std::string(TENON_SOURCE_ROOT) + "/docs/providers/matrix.md");
  const bool shown = page.find(made) != std::string::npos;
  const auto file = testing::TempDir() + "tenon_matrix.md";
  if (!shown) std::ofstream(file) << made;
  EXPECT_TRUE(shown) << "docs/providers/matrix.md does not hold the table that the rules make; it is in "
                     << file;
}

}  // namespace
}  // namespace matrix
#endif
