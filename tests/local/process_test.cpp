#include "process.hpp"

#include "folder.hpp"

#include <gtest/gtest.h>
#include <stop_token>
#include <thread>

namespace {

using tenon::failure_kind;
using tenon::local::finished_process;
using tenon::local::run_process;

TEST(Process, output_of_both_streams_and_the_status_come_back) {
  auto done = run_process({"sh", "-c", "echo out; echo err >&2; exit 7"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->status, 7);
  EXPECT_EQ(done->output, "out\nerr\n");
}

TEST(Process, words_reach_the_program_as_they_are_no_shell_between) {
  auto done = run_process({"printf", "%s|", "a b", "$(id)", "*", ""});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output, "a b|$(id)|*||");
}

TEST(Process, only_the_end_of_a_long_output_is_kept) {
  auto done = run_process({"sh", "-c", "yes tenon | head -n 100000; echo end"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->output.size(), finished_process::max_output);
  EXPECT_TRUE(done->output.ends_with("tenon\nend\n"));
}

TEST(Process, a_program_that_is_not_there_is_a_problem) {
  auto done = run_process({"tenon-has-no-such-program"});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "no_program");
  EXPECT_EQ(done.error().kind, failure_kind::model_unavailable);
}

TEST(Process, a_killed_program_says_its_signal) {
  auto done = run_process({"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->status, 128 + 9);
}

TEST(Process, a_stop_request_kills_the_program_and_its_children) {
  const test::folder folder;
  std::stop_source stop;
  // The child holds the pipe open: were it not killed, this would wait for it.
  const auto fifo = folder.path() / "ready";
  ASSERT_TRUE(run_process({"mkfifo", fifo.string()}));
  std::jthread stopper([&] {
    std::ifstream(fifo).get();  // until both are running
    stop.request_stop();
  });
  auto done = run_process({"sh", "-c", "sleep 1000 & echo > \"$0\"; wait", fifo.string()}, stop.get_token());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, failure_kind::cancelled);
}

TEST(Process, a_stop_that_was_requested_before_ends_it_too) {
  std::stop_source stop;
  stop.request_stop();
  auto done = run_process({"sleep", "1000"}, stop.get_token());
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, failure_kind::cancelled);
}

}  // namespace
