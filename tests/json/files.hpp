// Where the tests' data comes from.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <tenon/reader.hpp>

namespace test {

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The cases of a JSON Lines file beside the tests; an empty list if a line is no JSON.
inline std::vector<tenon::value> cases(const std::string& name) {
  std::ifstream in(std::filesystem::path(TENON_TEST_FILES) / name);
  std::vector<tenon::value> all;
  for (std::string line; std::getline(in, line);) {
    auto one = tenon::json::read_unique(line);
    if (!one) return {};
    all.push_back(*std::move(one));
  }
  return all;
}

/// The folder of shared test data; it may not be there.
inline std::filesystem::path shared_data(const std::string& name) {
  const char* const set = std::getenv("TENON_TEST_DATA");
  return (set != nullptr ? std::filesystem::path(set)
                         : std::filesystem::path(TENON_SOURCE_ROOT) / "../shared/data") /
         name;
}

}  // namespace test
