// Waiting for models that behave well, and for those that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

#include <tenon/model.hpp>
#include <tenon/scripted.hpp>

namespace {

using namespace tenon;
using testing::HasSubstr;

/// A model made of one function.
class odd_model : public model {
 public:
  using body = std::function<std::unique_ptr<call_handle>(call_events)>;
  explicit odd_model(body how) : how_(std::move(how)) {}
  std::string_view name() const noexcept override { return "odd"; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request, call_events events) override {
    return how_(std::move(events));
  }

 private:
  body how_;
  capabilities can_;
};

model_reply saying(std::string text) {
  model_reply reply;
  reply.text = std::move(text);
  return reply;
}

TEST(Call, returns_the_reply_of_a_model_that_answers_before_start_returns) {
  const auto model = scripted({"hello"});
  const auto answer = call(*model, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "hello");
  EXPECT_EQ(answer->finish, finish_reason::stop);
}

TEST(Call, waits_for_a_model_that_answers_on_another_thread) {
  std::jthread worker;
  odd_model model([&](call_events events) -> std::unique_ptr<call_handle> {
    worker = std::jthread([done = std::move(events.done)] { done(saying("later")); });
    return nullptr;
  });
  const auto answer = call(model, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "later");
}

TEST(Call, a_second_done_of_a_bad_model_is_ignored) {
  std::function<void(model_answer)> kept;
  odd_model model([&](call_events events) -> std::unique_ptr<call_handle> {
    events.done(saying("first"));
    events.done(saying("second"));
    kept = std::move(events.done);
    return nullptr;
  });
  const auto answer = call(model, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "first");
  kept(saying("third, after the call has returned"));
}

TEST(Call, text_after_done_is_not_passed_on) {
  odd_model model([](call_events events) -> std::unique_ptr<call_handle> {
    events.delta("he", 1);
    events.delta("llo", 2);
    events.done(saying("hello"));
    events.delta("!", 3);
    return nullptr;
  });
  std::string seen;
  const auto answer = call(model, {}, {}, [&](std::string_view text, std::uint64_t) { seen += text; });
  ASSERT_TRUE(answer);
  EXPECT_EQ(seen, "hello");
}

TEST(Call, a_stop_request_cancels_a_call_under_way) {
  const auto model = scripted({step::hangs()});
  std::stop_source source;
  std::jthread other;
  odd_model outer([&](call_events events) {
    auto handle = model->start({}, std::move(events));
    other = std::jthread([&source] { source.request_stop(); });
    return handle;
  });
  const auto answer = call(outer, {}, source.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::cancelled);
}

TEST(Call, a_stop_requested_before_the_call_means_no_call_at_all) {
  const auto model = scripted({"hello"});
  std::stop_source source;
  source.request_stop();
  const auto answer = call(*model, {}, source.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::cancelled);
  EXPECT_EQ(model->calls(), 0U);
}

TEST(Call, cancelling_twice_and_destroying_the_handle_answer_once) {
  int answers = 0;
  {
    const auto model = scripted({step::hangs()});
    const auto handle = model->start({}, {[&](model_answer) { ++answers; }, {}});
    handle->cancel();
    handle->cancel();
  }
  EXPECT_EQ(answers, 1);
}

TEST(Call, destroying_the_handle_cancels) {
  std::optional<failure_kind> kind;
  const auto model = scripted({step::hangs()});
  model->start({}, {[&](model_answer answer) { kind = answer.error().why.kind; }, {}});
  EXPECT_EQ(kind, failure_kind::cancelled);
}

TEST(Call, an_exception_of_the_delta_handler_becomes_invalid_argument) {
  const auto model = scripted({"hello"});
  const auto answer = call(*model, {}, {}, [](std::string_view, std::uint64_t) {
    throw std::runtime_error("no room on the screen");
  });
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::invalid_argument);
  EXPECT_THAT(answer.error().why.message, HasSubstr("no room on the screen"));
}

TEST(Call, an_exception_of_the_delta_handler_cancels_a_call_that_goes_on) {
  const auto model = scripted({step::hangs()});
  odd_model outer([&](call_events events) {
    events.delta("x", 1);
    return model->start({}, std::move(events));
  });
  const auto answer = call(outer, {}, {}, [](std::string_view, std::uint64_t) { throw 1; });
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::invalid_argument);
}

TEST(Call, an_exception_of_a_model_becomes_invalid_argument) {
  odd_model model([](call_events) -> std::unique_ptr<call_handle> { throw std::logic_error("bad adapter"); });
  const auto answer = call(model, {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().why.kind, failure_kind::invalid_argument);
  EXPECT_EQ(answer.error().why.message, "bad adapter");
}

TEST(Call, bad_alloc_alone_leaves) {
  odd_model model([](call_events) -> std::unique_ptr<call_handle> { throw std::bad_alloc(); });
  EXPECT_THROW((void)call(model, {}), std::bad_alloc);
}

}  // namespace
