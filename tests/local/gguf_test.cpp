// The check of a GGUF header, on files made here by the format's description.
#include "check.hpp"
#include "folder.hpp"
#include "zip_builder.hpp"

#include <gtest/gtest.h>

namespace {

using test::little;

std::string text(const std::string& s) {
  return little(s.size(), 8) + s;
}

struct header {
  std::uint32_t version = 3;
  std::uint64_t tensors = 1;
  std::uint64_t pairs = 3;
  std::uint32_t alignment = 64;
  std::uint32_t dimensions = 2;
  std::uint64_t width = 32;
  std::uint32_t type = 2;  // Q4_0: 18 bytes for 32 numbers
  std::uint64_t offset = 0;
  std::uint64_t strings = 3;
};

/// The header of a file with one tensor of 32 × 4 numbers, and its data.
std::string file(const header& h = {}, std::size_t data = 72) {
  constexpr std::uint32_t type_u32 = 4, type_string = 8, type_array = 9;
  std::string s = "GGUF" + little(h.version, 4) + little(h.tensors, 8) + little(h.pairs, 8);
  s += text("general.name") + little(type_string, 4) + text("tiny");
  s += text("general.alignment") + little(type_u32, 4) + little(h.alignment, 4);
  s += text("words") + little(type_array, 4) + little(type_string, 4) + little(h.strings, 8);
  for (const char* word : {"a", "bc", ""}) s += text(word);
  s += text("weight") + little(h.dimensions, 4) + little(h.width, 8) + little(4, 8) + little(h.type, 4) +
       little(h.offset, 8);
  if (h.alignment != 0) s.resize((s.size() + h.alignment - 1) / h.alignment * h.alignment, '\0');
  return s + std::string(data, 'x');
}

class Gguf : public testing::Test {
 protected:
  std::string code(const std::string& bytes) {
    const auto bad = tenon::local::check_gguf(folder_.write("m.gguf", bytes));
    return bad ? bad->code : "good";
  }
  test::folder folder_;
};

TEST_F(Gguf, a_whole_file_of_version_2_or_3_passes) {
  EXPECT_EQ(code(file()), "good");
  EXPECT_EQ(code(file({.version = 2})), "good");
  EXPECT_EQ(code(file({.offset = 64}, 136)), "good");
}

TEST_F(Gguf, a_file_cut_anywhere_is_truncated) {
  const std::string whole = file();
  for (std::size_t size = 4; size < whole.size(); ++size)
    EXPECT_EQ(code(whole.substr(0, size)), "truncated") << size;
}

TEST_F(Gguf, a_truncated_file_says_how_long_it_should_be) {
  const std::string whole = file();
  const auto bad = tenon::local::check_gguf(folder_.write("m.gguf", whole.substr(0, whole.size() - 1)));
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, tenon::failure_kind::model_unavailable);
  EXPECT_EQ(bad->place, (folder_.path() / "m.gguf").string());
  EXPECT_EQ(bad->expected, "at least " + std::to_string(whole.size()) + " bytes");
  EXPECT_EQ(bad->found, std::to_string(whole.size() - 1) + " bytes");
}

TEST_F(Gguf, what_is_no_gguf_file_is_said_to_be_none) {
  EXPECT_EQ(code(""), "not_gguf");
  EXPECT_EQ(code("GG"), "not_gguf");
  EXPECT_EQ(code("PK\3\4 a zip file"), "not_gguf");
  EXPECT_EQ(code(std::string(1000, '\0')), "not_gguf");
}

TEST_F(Gguf, another_version_is_named) {
  EXPECT_EQ(code(file({.version = 1})), "gguf_version");
  EXPECT_EQ(code(file({.version = 0x03000000})), "gguf_version") << "a file of the other byte order";
}

TEST_F(Gguf, absurd_counts_and_sizes_are_refused_at_once) {
  constexpr std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_EQ(code(file({.tensors = huge})), "not_gguf");
  EXPECT_EQ(code(file({.pairs = huge})), "not_gguf");
  EXPECT_EQ(code(file({.alignment = 0})), "not_gguf");
  EXPECT_EQ(code(file({.alignment = 48})), "not_gguf");
  EXPECT_EQ(code(file({.dimensions = 77})), "not_gguf");
  EXPECT_EQ(code(file({.width = huge})), "not_gguf");
  EXPECT_EQ(code(file({.width = 0})), "not_gguf");
  EXPECT_EQ(code(file({.offset = huge})), "not_gguf");
  EXPECT_EQ(code(file({.strings = huge})), "not_gguf");
  EXPECT_EQ(code(file({.strings = 99'999'999})), "truncated");
}

TEST_F(Gguf, any_flipped_byte_of_the_header_ends_in_an_answer) {
  const std::string good = file();
  for (std::size_t i = 0; i + 72 < good.size(); ++i) {
    for (const int mask : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ mask);
      EXPECT_FALSE(code(bad).empty());
    }
  }
}

TEST_F(Gguf, a_folder_and_a_missing_file_are_told_apart) {
  EXPECT_EQ(tenon::local::check_gguf(folder_.path())->code, "not_a_file");
  EXPECT_EQ(tenon::local::check_gguf(folder_.path() / "none.gguf")->code, "no_such_file");
}

}  // namespace
