// The client itself: decorators, validators, checks, observers, and many threads at once.
#include "page.hpp"

#include <atomic>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <stdexcept>
#include <thread>

#include <tenon/report.hpp>
#include <tenon/writer.hpp>

namespace tenon {
namespace {

using pages::about;
using pages::bench;
using pages::good;
using pages::only_title;
using pages::Page;
using pages::repeating;
using pages::with;
using testing::ElementsAre;
using testing::HasSubstr;

/// Writes down that a call passed, and passes it on.
class passing final : public model {
 public:
  passing(model_ptr inner, std::string name, std::vector<std::string>& log)
      : inner_(std::move(inner)), name_(std::move(name)), log_(log) {}
  std::string_view name() const noexcept override { return inner_->name(); }
  const capabilities& can() const noexcept override { return inner_->can(); }
  std::unique_ptr<call_handle> start(model_request request, call_events events) override {
    log_.push_back(name_);
    return inner_->start(std::move(request), std::move(events));
  }

 private:
  model_ptr inner_;
  std::string name_;
  std::vector<std::string>& log_;
};

problem objection(std::string place, std::string message) {
  problem p;
  p.code = "own_rule";
  p.place = std::move(place);
  p.message = std::move(message);
  return p;
}

TEST(Client, S4_08_every_attempt_passes_all_decorators_outermost_first) {
  std::vector<std::string> log;
  auto how = with(policies::spring());
  for (const char* name : {"outer", "inner"}) {
    how.decorators.emplace_back(
        [&log, name](model_ptr inner) { return std::make_shared<passing>(std::move(inner), name, log); });
  }
  bench b({only_title, good}, how);
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_THAT(log, ElementsAre("outer", "inner", "outer", "inner"));
}

TEST(Client, S2_46_order_policy_mapper_and_place_are_options) {
  std::vector<std::string> log;
  client_options how{.policy = policies::spring(1), .format = format_place::system_message};
  how.decorators.emplace_back(
      [&log](model_ptr inner) { return std::make_shared<passing>(std::move(inner), "only", log); });
  bench b({only_title, "[" + good + "]"}, how);
  const auto got = b.client.ask<std::vector<Page>>(about());  // a generic type
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(log.size(), 2U);
}

TEST(Client, S2_44_S4_10_a_registered_validator_replaces_the_automatic_one) {
  int judged = 0;
  auto how = with(policies::spring(5));
  how.validator = [&judged](const value& v) -> problems {
    ++judged;
    return v.find("title") != nullptr && v.find("title")->string() == "B"
               ? problems{}
               : problems{objection("/title", "must be B")};
  };
  const auto titled = [](const char* t) {
    return std::string(R"({"title":")") + t + R"(","component":"c","topics":[],"difficulty":"ADVANCED"})";
  };
  bench b({titled("A"), titled("A"), titled("B")}, how);
  const auto page = b.client.ask<Page>(about());
  ASSERT_TRUE(page) << page.explain();
  EXPECT_EQ(b.model->calls(), 3U);
  EXPECT_EQ(judged, 3) << "one judgement per attempt";
  EXPECT_EQ(page.report().attempts[0].fault, failure_kind::schema_invalid);
  EXPECT_THAT(b.model->asked(1), HasSubstr("must be B"));
}

TEST(Client, S2_44_a_registered_validator_and_the_switch_do_not_multiply) {
  auto how = with(policies::spring());
  how.validator = [](const value&) { return problems{objection("", "never")}; };
  bench b({good}, how, repeating());
  EXPECT_FALSE(b.client.ask<Page>(about()));
  EXPECT_EQ(b.model->calls(), 4U);
}

TEST(Client, what_a_validator_lets_pass_must_still_bind) {
  auto how = with(policies::once());
  how.validator = [](const value&) { return problems{}; };
  bench b({only_title}, how);
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::bind_failed);
}

TEST(Client, checks_see_only_schema_valid_values) {
  int seen = 0;
  auto how = with(policies::spring());
  how.checks.emplace_back([&seen](const value& v) {
    ++seen;
    EXPECT_TRUE(program_of<Page>()->accepts(v));
    return problems{};
  });
  bench b({only_title, good}, how);
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_EQ(seen, 1);
}

TEST(Client, X_04_a_semantic_rejection_is_final_unless_the_policy_corrects_it) {
  const value_check never = [](const value&) {
    return problems{objection("/component", "no such component")};
  };
  auto how = with(policies::opsagent());
  how.checks = {never};
  bench b({good}, how, repeating());
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::semantic_invalid);
  EXPECT_FALSE(page.failure().attempts_exhausted);
  EXPECT_EQ(b.model->calls(), 1U);

  how.policy->max_semantic_corrections = 1;
  bench c({good}, how, repeating());
  const auto again = c.client.ask<Page>(about());
  ASSERT_FALSE(again);
  EXPECT_TRUE(again.failure().attempts_exhausted);
  EXPECT_EQ(c.model->calls(), 2U);
  EXPECT_THAT(c.model->asked(1), HasSubstr("no such component"));
  EXPECT_EQ(again.report().attempts[1].cause, attempt_cause::semantic_correction);
}

TEST(Client, checks_of_the_client_and_of_the_request_speak_together) {
  auto how = with(policies::once());
  how.checks = {[](const value&) { return problems{objection("/a", "first")}; }};
  bench b({good}, how);
  auto r = about();
  r.checks = {[](const value&) { return problems{objection("/b", "second")}; }};
  const auto page = b.client.ask<Page>(r);
  ASSERT_FALSE(page);
  ASSERT_EQ(page.failure().errors.size(), 2U);
  EXPECT_EQ(page.failure().errors[1].kind, failure_kind::semantic_invalid);
}

TEST(Client, an_observer_hears_of_each_attempt_as_it_ends) {
  std::vector<std::string> heard;
  auto how = with(policies::spring());
  how.observer.on_attempt = [&heard](const attempt& a) {
    heard.push_back(std::to_string(a.number) + (a.fault ? " " + std::string(to_string(*a.fault)) : " value"));
  };
  bench b({only_title, good}, how);
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_THAT(heard, ElementsAre("1 schema_invalid", "2 value"));
}

TEST(Client, text_is_heard_as_it_arrives) {
  std::string heard;
  auto how = with(policies::once());
  how.observer.on_delta = [&heard](std::string_view text, std::uint64_t) { heard += text; };
  bench b({good}, how);
  ASSERT_TRUE(b.client.ask<Page>(about()));
  EXPECT_EQ(heard, good);
}

TEST(Client, an_exception_from_a_function_of_the_caller_ends_as_invalid_argument) {
  const auto fails = [](client_options how, request r = about()) {
    how.policy = policies::spring();
    bench b({good}, std::move(how), repeating());
    const auto page = b.client.ask<Page>(std::move(r));
    return !page && page.failure().kind == failure_kind::invalid_argument && b.model->calls() <= 1;
  };
  const auto boom = [](const auto&...) -> problems { throw std::runtime_error("boom"); };
  EXPECT_TRUE(fails({.validator = boom}));
  EXPECT_TRUE(fails({.checks = {boom}}));
  EXPECT_TRUE(fails({.observer = {.on_attempt = [](const attempt&) { throw 7; }}}));
  EXPECT_TRUE(fails({.observer = {.on_delta = [](std::string_view, std::uint64_t) { throw 7; }}}));
  EXPECT_TRUE(fails({.decorators = {[](const model_ptr&) -> model_ptr { throw 7; }}}));
  EXPECT_TRUE(fails({.decorators = {[](const model_ptr&) { return model_ptr(); }}}));
  auto r = about();
  r.checks = {boom};
  EXPECT_TRUE(fails({}, r));
}

TEST(Client, a_client_without_a_model_fails_every_call) {
  const client empty(nullptr);
  const auto page = empty.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().kind, failure_kind::invalid_argument);
  EXPECT_EQ(page.attempts(), 0U);
  EXPECT_FALSE(empty.preview<Page>(about()));
}

TEST(Client, an_unsound_policy_is_named_and_calls_nothing) {
  policy broken;
  broken.max_attempts = 0;
  bench b({good}, with(broken));
  const auto page = b.client.ask<Page>(about());
  ASSERT_FALSE(page);
  EXPECT_EQ(page.failure().errors.front().place, "policy.max_attempts");
  EXPECT_EQ(b.model->calls(), 0U);
}

TEST(Client, the_default_policy_is_incidentops_and_has_local_times_in_process) {
  bench far({good});
  EXPECT_EQ(far.client.ask<Page>(about()).report().policy, "incidentops");
  bench near({good}, {}, {.can = {.in_process = true}});
  EXPECT_EQ(near.client.ask<Page>(about()).report().policy, "local");
  EXPECT_EQ(near.model->requests()[0].timeout, duration(std::chrono::seconds(180)));
}

TEST(Client, verbatim_strings_are_held_against_the_source_of_the_request) {
  const auto shape = schema::program::compile_text(
      R"({"type":"object","properties":{"code":{"type":"string","x-verbatim":true}},"required":["code"]})");
  ASSERT_TRUE(shape);
  bench b({R"({"code":"E999"})", R"({"code":"E171"})"}, with(policies::incidentops()));
  const auto got = b.client.ask(*shape, {.prompt = "{log}", .args = {{"log", "failed with E171 at noon"}}});
  ASSERT_TRUE(got) << got.explain();
  EXPECT_EQ(got->find("code")->string(), "E171");
  EXPECT_EQ(got.report().attempts[0].fault, failure_kind::semantic_invalid);
  EXPECT_THAT(b.model->asked(1), HasSubstr("/code"));
}

TEST(Client, S5_22_invalid_output_gets_one_more_attempt_and_then_fails) {
  bench b({only_title}, with(policies::incidentops()), repeating());
  const auto got = b.client.ask<Page>(about());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.failure().kind, failure_kind::schema_invalid);
  EXPECT_TRUE(got.failure().attempts_exhausted);
  EXPECT_EQ(b.model->calls(), 2U);
}

/// The headers of this library that a header brings along, itself among them.
std::set<std::string> brought_by(const std::string& header) {
  std::set<std::string> all;
  std::vector<std::string> open{header};
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (!all.insert(name).second) continue;
    std::ifstream in(TENON_SOURCE_ROOT "/include/tenon/" + name);
    EXPECT_TRUE(in) << name;
    constexpr std::string_view start = "#include <tenon/";
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(start)) open.push_back(line.substr(start.size(), line.find('>') - start.size()));
    }
  }
  return all;
}

TEST(Client, S5_15_who_asks_for_values_depends_on_no_provider) {
  const auto all = brought_by("tenon.hpp");
  EXPECT_GT(all.size(), 20U);
  EXPECT_TRUE(all.contains("model.hpp"));
  for (const auto* of_a_provider : {"wire.hpp", "http.hpp", "sse.hpp", "local.hpp", "service.hpp"})
    EXPECT_FALSE(all.contains(of_a_provider)) << of_a_provider;
}

TEST(Client, S5_38_a_value_that_passed_is_called_valid_and_never_correct) {
  bench b({good});
  const auto got = b.client.ask<Page>(about());
  ASSERT_TRUE(got);
  const std::string said = json::write(to_json(got.report()));
  for (const auto* claim : {"correct\"", "right", "true value", "accurate", "verified"})
    EXPECT_EQ(said.find(claim), std::string::npos) << claim;
  std::ifstream page(TENON_SOURCE_ROOT "/docs/asking.md");
  const std::string text((std::istreambuf_iterator<char>(page)), {});
  EXPECT_THAT(text, HasSubstr("None of these checks says that the value is correct"));
}

TEST(Client, X_13_64_parallel_calls_each_report_their_own_attempts) {
  // One client for all; the script of a call is chosen by what it asks.
  const auto reply_for = [](const model_request& r) -> model_answer {
    const auto& text = r.messages.back().text;
    const auto wanted = static_cast<unsigned>(text[0] - '0');  // attempts this call needs
    model_reply reply;
    reply.usage.input_tokens = 1;
    reply.usage.output_tokens = 1;
    // A wrong reply holds the number of its attempt; the feedback quotes it back.
    const auto marker = text.find("step");
    const unsigned k = marker == std::string::npos ? 1 : static_cast<unsigned>(text[marker + 4] - '0') + 1;
    reply.text = k >= wanted ? R"({"n":1})" : R"({"n":"step)" + std::to_string(k) + R"("})";
    return reply;
  };
  const auto shape = schema::program::compile_text(
      R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
  ASSERT_TRUE(shape);
  const client shared(scripted({step::answers(reply_for)}, repeating()), with(policies::spring()));
  std::atomic<int> right = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < 64; ++i) {
    threads.emplace_back([&, i] {
      const unsigned wanted = i % 4 + 1;
      const auto got = shared.ask(*shape, about(std::to_string(wanted) + " please"));
      if (got && got.attempts() == wanted && got.report().usage.tokens() == 2 * wanted) ++right;
    });
  }
  threads.clear();
  EXPECT_EQ(right, 64);
}

}  // namespace
}  // namespace tenon
