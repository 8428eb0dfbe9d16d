// The embedded model as a tenon::model, on SmolLM2: mechanics only, nothing is claimed about what it says.
#include "embedded.hpp"
#include "folder.hpp"
#include "smollm.hpp"

#include <atomic>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

#include <tenon/fake_clock.hpp>
#include <tenon/reader.hpp>

namespace {

using namespace std::chrono_literals;
using tenon::call_handle;
using tenon::failure_kind;
using tenon::finish_reason;
using tenon::message;
using tenon::model_answer;
using tenon::model_ptr;
using tenon::model_request;
using tenon::output_mode;
using tenon::role;

model_request asking(std::string text, std::uint32_t cap = 12) {
  model_request r;
  r.messages = {{role::system, "You are a helpful assistant."}, {role::user, std::move(text)}};
  r.max_output_tokens = cap;
  return r;
}

/// Collects answers from any thread.
class answers {
 public:
  std::function<void(model_answer)> sink() {
    return [this](model_answer a) {
      const std::lock_guard lock(mutex_);
      all_.push_back(std::move(a));
      arrived_.notify_all();
    };
  }
  /// Waits until so many are there.
  std::vector<model_answer>& wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return all_.size() >= count; });
    return all_;
  }
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return all_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<model_answer> all_;
};

class Embedded : public testing::Test {
 protected:
  void SetUp() override {
    TENON_NEEDS_SMOLLM();
    load(test::few_threads());
  }
  void load(const tenon::local::options& how) {
    auto loaded = tenon::local::open("smollm2-135m", how);
    ASSERT_TRUE(loaded) << explain(loaded.error());
    model_ = *loaded;
  }
  model_ptr model_;
};

TEST_F(Embedded, it_says_who_it_is_and_what_it_can) {
  EXPECT_EQ(model_->name(), "local:smollm2-135m");
  EXPECT_TRUE(model_->can().native_schema);
  EXPECT_TRUE(model_->can().schema_invisible);
  EXPECT_TRUE(model_->can().in_process);
  EXPECT_EQ(model_->can().context_tokens, 1024U);
}

TEST_F(Embedded, the_cap_ends_the_output_with_length_and_every_token_is_counted) {
  std::string deltas;
  std::vector<std::uint64_t> counts;
  auto a = tenon::call(*model_, asking("Tell me a long story about a ship.", 3), {},
                       [&](std::string_view d, std::uint64_t n) {
                         deltas += d;
                         counts.push_back(n);
                       });
  ASSERT_TRUE(a) << explain(a.error().why);
  EXPECT_EQ(a->finish, finish_reason::length);
  EXPECT_EQ(a->finish_text, "max_output_tokens");
  EXPECT_EQ(a->usage.output_tokens, 3U);
  EXPECT_GT(a->usage.input_tokens, 10U);
  EXPECT_EQ(a->usage.cached_input_tokens, 0U);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_TRUE(a->text.starts_with(deltas));
  EXPECT_EQ(a->model, "smollm2-135m");
  EXPECT_TRUE(a->timings.queued && a->timings.first_token && a->timings.total);
  EXPECT_LE(*a->timings.first_token, *a->timings.total);
}

TEST_F(Embedded, a_second_call_pays_only_for_what_it_does_not_share) {
  const std::string shared = "Read this report and answer: the checkout page is down since nine o'clock. ";
  auto first = tenon::call(*model_, asking(shared + "Who is affected?"));
  auto second = tenon::call(*model_, asking(shared + "Since when?"));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->usage.cached_input_tokens, 0U);
  EXPECT_GT(*second->usage.cached_input_tokens, 20U);
  EXPECT_LT(*second->usage.cached_input_tokens, *second->usage.input_tokens);
}

TEST_F(Embedded, the_same_seed_draws_the_same_text) {
  auto request = asking("Tell me a story.", 10);
  request.temperature = 1.0;
  request.seed = 42;
  // The first call fills the slot; the other two start from the same kept prefix.
  ASSERT_TRUE(tenon::call(*model_, request));
  auto a = tenon::call(*model_, request);
  auto b = tenon::call(*model_, request);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->text, b->text);
}

TEST_F(Embedded, S5_41_native_mode_gives_a_valid_value_or_says_that_it_was_cut) {
  auto shape = tenon::schema::program::compile_text(
      R"({"type":"object","additionalProperties":false,"required":["level","count"],)"
      R"("properties":{"level":{"enum":["SEV1","SEV2"]},"count":{"type":"integer","minimum":0,"maximum":99}}})");
  ASSERT_TRUE(shape) << explain(shape.error());
  auto request = asking("How bad is it?", 60);
  request.mode = output_mode::native;
  request.shape = *shape;
  auto a = tenon::call(*model_, request);
  ASSERT_TRUE(a) << explain(a.error().why);
  ASSERT_EQ(a->finish, finish_reason::stop) << a->text;
  auto read = tenon::json::read_unique(a->text);
  ASSERT_TRUE(read) << a->text;
  EXPECT_TRUE(shape->accepts(*read)) << a->text;
}

TEST_F(Embedded, a_list_that_begins_to_repeat_itself_is_ended_there) {
  auto shape = tenon::schema::program::compile_text(
      R"({"type":"array","uniqueItems":true,"minItems":2,"maxItems":40,"items":{"type":"string","maxLength":9}})");
  ASSERT_TRUE(shape) << explain(shape.error());
  for (const double temperature : {0.0, 1.0}) {
    auto request = asking("Write: red, blue, red, blue, red, blue, red, blue, red, blue", 300);
    request.mode = output_mode::native;
    request.shape = *shape;
    request.temperature = temperature;
    request.seed = 7;
    std::string deltas;
    auto a = tenon::call(*model_, request, {}, [&](std::string_view d, std::uint64_t) { deltas += d; });
    ASSERT_TRUE(a) << explain(a.error().why);
    ASSERT_EQ(a->finish, finish_reason::stop) << a->text;
    auto read = tenon::json::read_unique(a->text);
    ASSERT_TRUE(read) << a->text;
    EXPECT_TRUE(shape->accepts(*read)) << a->text;
    EXPECT_EQ(deltas, a->text);
    const bool noted = std::any_of(a->notes.begin(), a->notes.end(), [](const std::string& note) {
      return note.find("came again") != std::string::npos;
    });
    EXPECT_TRUE(noted) << a->text;
    EXPECT_GT(*a->usage.output_tokens, 0U);
  }
}

TEST_F(Embedded, output_that_repeats_itself_is_stopped_long_before_the_cap) {
  auto shape = tenon::schema::program::compile_text(
      R"({"type":"array","minItems":30,"maxItems":30,"items":{"const":"the checkout page is down"}})");
  ASSERT_TRUE(shape);
  auto request = asking("List the symptoms.", 400);
  request.mode = output_mode::native;
  request.shape = *shape;
  auto a = tenon::call(*model_, request);
  ASSERT_TRUE(a) << explain(a.error().why);
  EXPECT_EQ(a->finish, finish_reason::runaway);
  EXPECT_FALSE(a->finish_text.empty());
  EXPECT_LT(a->usage.output_tokens, 80U);
}

TEST_F(Embedded, requests_it_cannot_serve_are_refused_with_the_reason) {
  auto tool = asking("x");
  tool.mode = output_mode::tool;
  EXPECT_EQ(tenon::call(*model_, tool).error().why.kind, failure_kind::bad_request);
  auto shapeless = asking("x");
  shapeless.mode = output_mode::native;
  EXPECT_EQ(tenon::call(*model_, shapeless).error().why.kind, failure_kind::invalid_argument);
  auto role = asking("x");
  role.messages.push_back({role::tool, "42"});
  EXPECT_EQ(tenon::call(*model_, role).error().why.kind, failure_kind::bad_request);
}

TEST_F(Embedded, a_prompt_beyond_the_context_is_refused_before_it_costs_anything) {
  std::string words;
  for (int i = 0; i < 2'000; ++i) words += "word" + std::to_string(i) + " ";
  for (const std::string& text : {words, std::string(10'000'000, 'x')}) {
    auto a = tenon::call(*model_, asking(text));
    ASSERT_FALSE(a);
    EXPECT_EQ(a.error().why.kind, failure_kind::context_too_long);
    EXPECT_FALSE(a.error().why.found.empty());
    EXPECT_FALSE(a.error().usage);
  }
}

TEST_F(Embedded, a_call_cancelled_between_tokens_reports_what_was_spent) {
  std::stop_source stop;
  auto a = tenon::call(*model_, asking("Count to one thousand.", 400), stop.get_token(),
                       [&](std::string_view, std::uint64_t n) {
                         if (n == 3) stop.request_stop();
                       });
  ASSERT_FALSE(a);
  EXPECT_EQ(a.error().why.kind, failure_kind::cancelled);
  ASSERT_TRUE(a.error().usage);
  EXPECT_EQ(a.error().usage->output_tokens, 3U);
  EXPECT_FALSE(a.error().partial_text.empty());
}

TEST_F(Embedded, the_time_limit_of_an_attempt_counts_from_its_start) {
  tenon::fake_clock clock;
  auto how = test::few_threads();
  how.time = &clock;
  load(how);
  auto request = asking("Count to one thousand.", 400);
  request.timeout = 5s;
  auto a = tenon::call(*model_, request, {}, [&](std::string_view, std::uint64_t) { clock.advance(1s); });
  ASSERT_FALSE(a);
  EXPECT_EQ(a.error().why.kind, failure_kind::timed_out);
  EXPECT_EQ(a.error().usage->output_tokens, 5U);
  EXPECT_EQ(a.error().timings.total, 5s);
  EXPECT_FALSE(a.error().partial_text.empty());
  model_.reset();  // before its clock
}

TEST_F(Embedded, time_in_the_queue_is_told_apart_and_not_counted) {
  tenon::fake_clock clock;
  auto how = test::few_threads();
  how.time = &clock;
  load(how);
  answers got;
  std::atomic<bool> queued{false};
  auto first = model_->start(asking("Count.", 3),
                             {.done = got.sink(), .delta = [&](std::string_view, std::uint64_t n) {
                                queued.wait(false);
                                if (n == 1) clock.advance(100s);
                              }});
  auto request = asking("Count.", 2);
  request.timeout = 10s;
  auto second = model_->start(request, {.done = got.sink(), .delta = {}});
  queued = true;
  queued.notify_all();
  auto& all = got.wait_for(2);
  ASSERT_TRUE(all[1]) << explain(all[1].error().why);
  EXPECT_EQ(all[1]->timings.queued, 100s);
  EXPECT_EQ(all[1]->timings.total, 0s);
  model_.reset();
}

TEST_F(Embedded, one_call_more_than_the_queue_holds_is_overloaded_at_once) {
  auto how = test::few_threads();
  how.max_queue = 2;
  load(how);
  answers got;
  std::atomic<bool> running{false};
  std::atomic<bool> go_on{false};
  std::vector<std::unique_ptr<call_handle>> handles;
  handles.push_back(
      model_->start(asking("Count.", 2), {.done = got.sink(), .delta = [&](std::string_view, std::uint64_t) {
                                            running = true;
                                            running.notify_all();
                                            go_on.wait(false);
                                          }}));
  running.wait(false);
  for (int i = 0; i < 2; ++i)
    handles.push_back(model_->start(asking("Count.", 1), {.done = got.sink(), .delta = {}}));
  EXPECT_EQ(got.size(), 0U);
  handles.push_back(model_->start(asking("Count.", 1), {.done = got.sink(), .delta = {}}));
  ASSERT_EQ(got.size(), 1U);
  EXPECT_EQ(got.wait_for(1)[0].error().why.kind, failure_kind::overloaded);
  go_on = true;
  go_on.notify_all();
  got.wait_for(4);
}

TEST_F(Embedded, a_waiting_call_that_is_cancelled_does_not_wait_for_the_running_one) {
  answers waiting;
  answers running;
  std::unique_ptr<call_handle> second;
  std::atomic<bool> queued{false};
  std::atomic<std::uint64_t> tokens{0};
  auto first = model_->start(asking("Count to one thousand.", 400),
                             {.done = running.sink(), .delta = [&](std::string_view, std::uint64_t n) {
                                queued.wait(false);
                                tokens = n;
                              }});
  second = model_->start(asking("x"), {.done = waiting.sink(), .delta = {}});
  second->cancel();
  second->cancel();
  queued = true;
  queued.notify_all();
  auto& all = waiting.wait_for(1);
  EXPECT_EQ(running.size(), 0U);
  EXPECT_EQ(all[0].error().why.kind, failure_kind::cancelled);
  first->cancel();
  EXPECT_EQ(running.wait_for(1)[0].error().why.kind, failure_kind::cancelled);
}

TEST_F(Embedded, every_one_of_many_calls_from_many_threads_is_answered_exactly_once) {
  auto how = test::few_threads();
  how.max_queue = 6;
  load(how);
  constexpr int threads = 6;
  constexpr int calls = 8;
  std::vector<std::atomic<int>> times(threads * calls);
  std::atomic<int> answered{0};
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&, t] {
        for (int c = 0; c < calls; ++c) {
          const int number = t * calls + c;
          auto handle = model_->start(asking("Call " + std::to_string(number), 2),
                                      {.done =
                                           [&, number](model_answer a) {
                                             if (!a) {
                                               EXPECT_TRUE(a.error().why.kind == failure_kind::overloaded ||
                                                           a.error().why.kind == failure_kind::cancelled);
                                             }
                                             ++times[static_cast<std::size_t>(number)];
                                             ++answered;
                                             answered.notify_all();
                                           },
                                       .delta = {}});
          // A storm: some at once, some by destruction, some not at all.
          if (number % 3 == 0) handle->cancel();
          if (number % 3 == 1) {
            for (int seen = answered; seen <= number / 2; seen = answered) answered.wait(seen);
          }
        }
      });
    }
  }
  for (int seen = answered; seen < threads * calls; seen = answered) answered.wait(seen);
  for (const auto& n : times) EXPECT_EQ(n, 1);
}

TEST_F(Embedded, closing_the_model_ends_all_calls_and_answers_them) {
  answers got;
  std::vector<std::unique_ptr<call_handle>> handles;
  std::atomic<bool> running{false};
  for (int i = 0; i < 4; ++i) {
    handles.push_back(model_->start(asking("Count to one thousand.", 900),
                                    {.done = got.sink(), .delta = [&](std::string_view, std::uint64_t) {
                                       running = true;
                                       running.notify_all();
                                     }}));
  }
  running.wait(false);
  model_.reset();
  ASSERT_EQ(got.size(), 4U);
  for (auto& a : got.wait_for(4)) EXPECT_EQ(a.error().why.kind, failure_kind::cancelled);
  handles.clear();  // handles may outlive the model
}

TEST_F(Embedded, the_last_pointer_may_be_dropped_by_the_handler) {
  std::atomic<bool> done{false};
  model_ptr* mine = new model_ptr(std::move(model_));
  model_.reset();
  auto handle = (*mine)->start(asking("x", 1), {.done =
                                                    [&](model_answer) {
                                                      delete mine;
                                                      done = true;
                                                      done.notify_all();
                                                    },
                                                .delta = {}});
  done.wait(false);
}

TEST_F(Embedded, callbacks_that_throw_harm_only_their_own_call) {
  answers got;
  auto one = model_->start(asking("x", 5), {.done = got.sink(), .delta = [](std::string_view, std::uint64_t) {
                                              throw std::runtime_error("mine");
                                            }});
  EXPECT_EQ(got.wait_for(1)[0].error().why.kind, failure_kind::invalid_argument);
  auto two = model_->start(asking("x", 1),
                           {.done = [](model_answer) { throw std::runtime_error("mine"); }, .delta = {}});
  EXPECT_TRUE(tenon::call(*model_, asking("x", 1)));
}

class Loading : public testing::Test {
 protected:
  void TearDown() override { ::unsetenv("TENON_MODEL"); }
  static std::string code_of(const tenon::result<model_ptr>& r) { return r ? "loaded" : r.error().code; }
  test::folder folder_;
};

TEST_F(Loading, what_is_no_model_is_told_before_llama_sees_it) {
  EXPECT_EQ(code_of(tenon::local::load(folder_.path() / "none.gguf")), "no_such_file");
  EXPECT_EQ(code_of(tenon::local::load(folder_.path())), "not_a_file");
  EXPECT_EQ(code_of(tenon::local::load(folder_.write("a.gguf", "GIF89a"))), "not_gguf");
}

TEST_F(Loading, a_header_of_a_model_without_a_model_is_refused_by_llama_and_said_so) {
  const std::string zeros(16, '\0');
  auto r = tenon::local::load(folder_.write("empty.gguf", "GGUF" + std::string("\3\0\0\0", 4) + zeros));
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().kind, failure_kind::model_unavailable);
  EXPECT_EQ(r.error().code, "not_loaded");
}

TEST_F(Loading, a_model_cut_short_is_truncated_whether_known_or_not) {
  TENON_NEEDS_SMOLLM();
  std::string head(5'000'000, '\0');
  std::ifstream(tenon::local::model_file(*test::smollm()), std::ios::binary).read(head.data(), 5'000'000);
  const auto file = folder_.write("cut.gguf", head);
  EXPECT_EQ(code_of(tenon::local::load(file)), "truncated");
  auto known = tenon::local::load(file, {}, test::smollm());
  ASSERT_FALSE(known);
  EXPECT_EQ(known.error().code, "truncated");
  EXPECT_EQ(known.error().expected, "98362432 bytes");
  EXPECT_NE(known.error().message.find("tenon models fetch smollm2-135m"), std::string::npos);
}

TEST_F(Loading, the_variable_takes_the_place_of_the_default_only) {
  ::setenv("TENON_MODEL", folder_.write("mine.gguf", "not one").c_str(), 1);
  auto mine = tenon::local::open("default");
  ASSERT_FALSE(mine);
  EXPECT_EQ(mine.error().place, (folder_.path() / "mine.gguf").string());
  EXPECT_EQ(mine.error().code, "not_gguf");
  EXPECT_EQ(code_of(tenon::local::open("gpt-4")), "unknown_model");
}

TEST_F(Loading, a_model_that_is_not_fetched_says_how_to_fetch_it) {
  const char* saved = std::getenv("TENON_CACHE");
  const std::string before = saved == nullptr ? "" : saved;
  ::setenv("TENON_CACHE", folder_.path().c_str(), 1);
  auto r = tenon::local::open("qwen2.5-coder-1.5b");
  if (saved == nullptr) {
    ::unsetenv("TENON_CACHE");
  } else {
    ::setenv("TENON_CACHE", before.c_str(), 1);
  }
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().code, "not_fetched");
  EXPECT_NE(r.error().message.find("tenon models fetch qwen2.5-coder-1.5b"), std::string::npos);
}

}  // namespace
