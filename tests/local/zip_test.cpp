#include "zip.hpp"

#include "folder.hpp"
#include "sha256.hpp"
#include "zip_builder.hpp"

#include <gtest/gtest.h>
#include <string>

namespace {

using tenon::local::failure;
using tenon::local::zip_archive;

/// Long, and neither random nor constant.
std::string text(std::size_t size) {
  std::string s;
  for (std::size_t i = 0; s.size() < size; ++i) s += std::to_string(i * i) + (i % 7 == 0 ? "\n" : " ");
  s.resize(size);
  return s;
}

/// What a member holds, or the code of the problem.
std::string unpacked(const zip_archive& archive, std::size_t index) {
  std::string out;
  const auto bad =
      archive.extract(archive.entries()[index], [&](std::span<const std::byte> bytes) -> failure {
        out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return std::nullopt;
      });
  return bad ? "problem: " + bad->code : out;
}

std::string opening_code(const std::filesystem::path& file) {
  auto archive = zip_archive::open(file);
  return archive ? "opened" : archive.error().code;
}

TEST(Zip, stored_and_deflated_members_come_back_as_they_were) {
  const test::folder folder;
  const std::string large = text(3'000'000);
  const auto file = folder.write(
      "a.whl", test::zip({{"a/one.txt", "hello", false}, {"a/two.bin", large, true}, {"e", ""}}));
  auto archive = zip_archive::open(file);
  ASSERT_TRUE(archive);
  ASSERT_EQ(archive->entries().size(), 3U);
  EXPECT_EQ(archive->entries()[1].name, "a/two.bin");
  EXPECT_EQ(unpacked(*archive, 0), "hello");
  EXPECT_EQ(unpacked(*archive, 1), large);
  EXPECT_EQ(unpacked(*archive, 2), "");
}

TEST(Zip, sizes_and_offsets_of_zip64_are_read) {
  const test::folder folder;
  const auto file =
      folder.write("a.whl", test::zip({{"one", text(50'000)}, {"two", "2", false}}, {.zip64 = true}));
  auto archive = zip_archive::open(file);
  ASSERT_TRUE(archive);
  ASSERT_EQ(archive->entries().size(), 2U);
  EXPECT_EQ(unpacked(*archive, 0), text(50'000));
  EXPECT_EQ(unpacked(*archive, 1), "2");
}

TEST(Zip, a_comment_at_the_end_does_not_hide_the_directory) {
  const test::folder folder;
  const auto file =
      folder.write("a.zip", test::zip({{"one", "1"}}, {.comment = "PK\5\6 is the mark of the end"}));
  EXPECT_EQ(opening_code(file), "opened");
}

TEST(Zip, what_is_no_zip_file_is_said_to_be_none) {
  const test::folder folder;
  EXPECT_EQ(opening_code(folder.write("empty", "")), "not_a_zip");
  EXPECT_EQ(opening_code(folder.write("short", "PK")), "not_a_zip");
  EXPECT_EQ(opening_code(folder.write("text", text(100'000))), "not_a_zip");
  EXPECT_EQ(opening_code(folder.path() / "missing"), "no_such_file");
  EXPECT_EQ(opening_code(folder.path()), "not_a_file");
}

TEST(Zip, a_file_cut_anywhere_is_an_error_and_never_a_shorter_member) {
  const test::folder folder;
  const std::string whole = test::zip({{"one", text(2'000)}, {"two", "stored", false}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(opening_code(folder.write("cut", whole.substr(0, size))), "opened") << size;
  }
}

TEST(Zip, a_flipped_byte_never_gives_other_bytes) {
  const test::folder folder;
  const std::string good = test::zip({{"one", text(600)}, {"two", "stored", false}});
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x41);
    auto archive = zip_archive::open(folder.write("flipped", bad));
    if (!archive) continue;
    for (std::size_t m = 0; m < archive->entries().size(); ++m) {
      const std::string got = unpacked(*archive, m);
      EXPECT_TRUE(got.starts_with("problem") || got == text(600) || got == "stored" || got.empty()) << i;
    }
  }
}

TEST(Zip, a_wrong_checksum_or_a_wrong_size_is_damage) {
  const test::folder folder;
  for (const bool deflated : {true, false}) {
    auto crc =
        zip_archive::open(folder.write("crc", test::zip({{"one", text(900), deflated}}, {.crc_error = 1})));
    ASSERT_TRUE(crc);
    EXPECT_EQ(unpacked(*crc, 0), "problem: damaged");
  }
  // A member that unpacks to more than it declares is stopped there.
  auto more =
      zip_archive::open(folder.write("more", test::zip({{"one", text(900'000)}}, {.size_error = -800'000})));
  ASSERT_TRUE(more);
  EXPECT_EQ(unpacked(*more, 0), "problem: damaged");
  auto less = zip_archive::open(folder.write("less", test::zip({{"one", text(900)}}, {.size_error = 5})));
  ASSERT_TRUE(less);
  EXPECT_EQ(unpacked(*less, 0), "problem: damaged");
}

TEST(Zip, what_the_sink_says_ends_the_extraction) {
  const test::folder folder;
  auto archive = zip_archive::open(folder.write("a", test::zip({{"one", text(5'000'000)}})));
  ASSERT_TRUE(archive);
  int calls = 0;
  const auto bad = archive->extract(archive->entries()[0], [&](std::span<const std::byte>) -> failure {
    ++calls;
    return tenon::local::stopped("the test");
  });
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, tenon::failure_kind::cancelled);
  EXPECT_EQ(calls, 1);
}

// FIPS 180-4 and the examples published with it.
TEST(Sha256, the_sums_of_the_standard_examples_come_out) {
  const test::folder folder;
  const auto sum = [&](const std::string& bytes) {
    auto file = tenon::local::file::open(folder.write("f", bytes));
    return file ? tenon::local::sha256_of(*file).value_or("problem") : "problem";
  };
  EXPECT_EQ(sum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sum(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sum(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
