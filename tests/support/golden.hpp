// A value against a file that was written by hand: same members in the same order, white space apart.
#pragma once

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace test {

inline std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

inline std::string pretty(const tenon::value& v) {
  return tenon::json::write(v, tenon::json::style::pretty);
}

/// `path` is relative to the folder of the test program.
inline void expect_golden(const tenon::value& made, const std::string& path) {
  const auto golden = tenon::json::read_unique(file_text(std::string(TENON_TEST_FILES) + "/" + path));
  ASSERT_TRUE(golden) << path << ": " << tenon::explain(golden.error());
  EXPECT_EQ(pretty(made), pretty(*golden)) << path;
}

}  // namespace test
