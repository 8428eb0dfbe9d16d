// A typed value that is shown while it arrives, and the final one, which only the whole reply gives.
#include "page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <type_traits>

#include <tenon/collected.hpp>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::with;
using testing::ElementsAre;
using testing::HasSubstr;

step piecewise(std::string text, std::size_t bytes = 7) {
  return step::reply(std::move(text)).used(20, 9).in_pieces(bytes);
}

TEST(ClientStream, the_value_is_shown_while_it_arrives_and_is_the_one_that_ask_gives) {
  bench b({piecewise(good)}, with(policies::once()));
  std::vector<std::string> titles;
  std::size_t topics = 0;
  const auto page = b.client.stream<Page>(about(), [&](const partial<Page>& now) {
    titles.emplace_back(now[&Page::title].text());
    topics = now[&Page::topics].done_count();
  });
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(page->title, "Structured Output");
  EXPECT_EQ(topics, 2U);
  EXPECT_EQ(titles.size(), (good.size() + 6) / 7);
  EXPECT_EQ(titles[1], "Stru");
  EXPECT_EQ(titles.back(), "Structured Output");
  EXPECT_EQ(page.report().usage.output_tokens, 9U);
}

TEST(ClientStream, the_stream_itself_can_be_seen_with_its_state_and_its_problem) {
  bench b({piecewise(R"({"title":"A","component":7,"topics":[]})", 5)}, with(policies::once()));
  std::vector<reply::stream_state> states;
  problem why;
  const auto page = b.client.stream<Page>(about(), [&](const tenon::stream<Page>& in) {
    states.push_back(in.state());
    why = in.why();
  });
  EXPECT_EQ(states.front(), reply::stream_state::open);
  EXPECT_EQ(states.back(), reply::stream_state::doomed);
  EXPECT_EQ(why.place, "/component");
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::schema_invalid);
}

TEST(ClientStream, by_a_schema_known_at_run_time_a_value_is_shown) {
  bench b({piecewise(R"({"n":12})", 6)}, with(policies::once()));
  const auto shape =
      schema::program::compile_text(R"({"properties":{"n":{"type":"integer"}},"required":["n"]})");
  std::vector<node_state> states;
  const auto got =
      b.client.stream(*shape, about(), [&](const reply::stream& in) { states.push_back(in.state_of("/n")); });
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->find("n")->to_int64(), 12);
  EXPECT_THAT(states, ElementsAre(node_state::pending, node_state::done));
}

TEST(ClientStream, S2_50_a_typed_stream_with_corrections_is_refused_at_call_time) {
  for (const auto& p : {policies::incidentops(), policies::opsagent(), policies::local()}) {
    bench b({good}, with(p));
    const auto page = b.client.stream<Page>(about(), [](const partial<Page>&) { FAIL(); });
    ASSERT_FALSE(page) << p.name;
    EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
    EXPECT_EQ(page.failure().errors.at(0).code, "stream_with_corrections");
    EXPECT_EQ(page.failure().errors.at(0).place, "policy.max_corrections");
    EXPECT_EQ(b.model->calls(), 0U);
  }
}

TEST(ClientStream, S4_09_the_policy_of_the_request_decides_whether_validation_may_repeat_the_call) {
  bench b({good}, with(policies::once()));
  auto r = about();
  r.policy = policies::once();
  r.policy->max_attempts = 2;
  r.policy->max_semantic_corrections = 1;
  const auto page = b.client.stream<Page>(r, [](const partial<Page>&) {});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().errors.at(0).place, "policy.max_semantic_corrections");
  EXPECT_EQ(b.model->calls(), 0U);
}

TEST(ClientStream, X_19_the_spring_preset_has_no_typed_streams_at_all) {
  for (const unsigned repeats : {0U, 3U}) {
    bench b({good}, with(policies::spring(repeats)));
    const auto page = b.client.stream<Page>(about(), [](const partial<Page>&) {});
    ASSERT_FALSE(page);
    EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
    EXPECT_EQ(page.failure().errors.at(0).code, "no_typed_streams");
    EXPECT_EQ(b.model->calls(), 0U);
  }
}

TEST(ClientStream, S1_49_what_is_shown_of_a_reply_never_is_the_value) {
  static_assert(!std::is_convertible_v<partial<Page>, Page> && !std::is_constructible_v<Page, partial<Page>>);
  // All was shown as done, and yet there is no value: the reply goes on.
  bench b({piecewise(good + " and more")}, with(policies::once()));
  bool all_done = false;
  const auto page =
      b.client.stream<Page>(about(), [&](const partial<Page>& now) { all_done = all_done || now.done(); });
  EXPECT_TRUE(all_done);
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::not_json);
}

TEST(ClientStream, R3_07_a_stream_is_begun_again_only_while_nothing_was_shown) {
  auto p = policies::once();
  p.max_attempts = 3;
  p.max_transport_retries = 1;
  p.max_larger_caps = 1;
  p.max_output_tokens = 100;
  const auto cut = step::fails(failure_kind::incomplete_stream);
  for (const auto& first : {step(cut).partial(R"({"title":"Lost)").in_pieces(4),
                            piecewise(good, 30).finish(finish_reason::length)}) {
    bench b({first, piecewise(good, 30)}, with(p));
    std::string last;
    const auto page =
        b.client.stream<Page>(about(), [&](const partial<Page>& now) { last = now[&Page::title].text(); });
    ASSERT_FALSE(page);
    EXPECT_EQ(b.model->calls(), 1U);
    EXPECT_FALSE(page.failure().attempts_exhausted);
    EXPECT_FALSE(last.empty());
  }
  bench b({cut, piecewise(good, 30)}, with(p));
  EXPECT_TRUE(b.client.stream<Page>(about(), [](const partial<Page>&) {}));
  EXPECT_EQ(b.model->calls(), 2U);
}

TEST(ClientStream, an_exception_of_who_looks_on_ends_the_call) {
  bench b({piecewise(good)}, with(policies::once()));
  const auto page = b.client.stream<Page>(
      about(), [](const partial<Page>&) { throw std::runtime_error("screen is gone"); });
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
  EXPECT_THAT(page.failure().errors.at(0).message, HasSubstr("screen is gone"));
}

/// Counts on until it is cancelled.
class endless final : public model {
 public:
  std::string_view name() const noexcept override { return "endless"; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request, call_events events) override {
    return std::make_unique<run>(std::move(events));
  }

 private:
  class run final : public call_handle {
   public:
    explicit run(call_events events)
        : thread_([to = std::move(events)](const std::stop_token& stop) { write(to, stop); }) {}
    void cancel() noexcept override { thread_.request_stop(); }

   private:
    static void write(const call_events& to, const std::stop_token& stop) {
      to.delta(R"({"title":"A","component":"B","topics":[)", 1);
      for (std::uint64_t i = 1; !stop.stop_requested(); ++i)
        to.delta("\"topic " + std::to_string(i) + "\",", i);
      model_failure ended;
      ended.why.kind = failure_kind::cancelled;
      ended.usage.emplace();
      ended.usage->output_tokens = 500;
      to.done(std::move(ended));
    }

    std::jthread thread_;
  };

  capabilities can_ = {};
};

TEST(ClientStream, a_reply_that_runs_away_is_stopped_and_says_so) {
  client_options how = with(policies::once());
  const client c(std::make_shared<endless>(), how);
  std::size_t most = 0;
  const auto page =
      c.stream<Page>(about(), [&](const partial<Page>& now) { most = now[&Page::topics].done_count(); });
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::not_json);
  EXPECT_EQ(page.failure().errors.at(0).code, "runaway");
  EXPECT_EQ(page.report().usage.output_tokens, 500U);
  EXPECT_GE(most, std::size_t{how.runaway->counted});
}

TEST(ClientStream, a_caller_s_own_stop_is_a_cancelled_call) {
  client_options how = with(policies::once());
  how.runaway = std::nullopt;
  const client c(std::make_shared<endless>(), how);
  std::stop_source stop;
  auto r = about();
  r.stop = stop.get_token();
  const auto page = c.stream<Page>(r, [&](const partial<Page>& now) {
    if (now[&Page::topics].done_count() == 5) stop.request_stop();
  });
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::cancelled);
}

TEST(CollectedText, S2_52_a_streamed_text_is_collected_first_and_then_converted) {
  bench b({piecewise("```json\n" + good + "\n```")});
  collected_text text;
  const auto answer = call(*b.model, {}, {}, text.listener());
  ASSERT_TRUE(answer);
  text.end(*answer);
  const auto page = text.convert<Page>();
  ASSERT_TRUE(page);
  EXPECT_EQ(page->title, "Structured Output");
}

TEST(CollectedText, S2_52_a_part_is_never_converted_however_whole_it_looks) {
  collected_text text;
  text.add(good);
  const auto early = text.convert<Page>();
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().at(0).kind, failure_kind::incomplete_stream);
  EXPECT_EQ(early.error().at(0).code, "not_ended");

  model_reply cut;
  cut.text = good;
  cut.finish = finish_reason::length;
  text.end(cut);
  EXPECT_FALSE(text.convert<Page>());
  EXPECT_EQ(text.convert(converters::map()).error().at(0).code, "not_ended");
}

}  // namespace
}  // namespace tenon
