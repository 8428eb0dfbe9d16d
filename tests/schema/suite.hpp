// Where the official suite is, and its files. The data is shared, not part of the repository.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/registry.hpp>

namespace suite {

namespace fs = std::filesystem;

inline fs::path root() {
  const char* data = std::getenv("TENON_TEST_DATA");
  const fs::path all = data != nullptr ? fs::path(data) : fs::path(TENON_SOURCE_ROOT) / "../shared/data";
  return all / "json-schema-test-suite";
}

inline tenon::value document(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  auto read = tenon::json::read_unique(out.str());
  EXPECT_TRUE(read) << file;
  return read ? *std::move(read) : tenon::value();
}

/// The JSON files below a folder, or only those in it, in order.
inline std::vector<fs::path> files(const fs::path& folder, bool below) {
  std::vector<fs::path> all;
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    if (at->is_directory() && !below) at.disable_recursion_pending();
    if (at->is_regular_file() && at->path().extension() == ".json") all.push_back(at->path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// What the suite wants served under http://localhost:1234/.
inline tenon::schema::registry remotes() {
  tenon::schema::registry all;
  for (const fs::path& file : files(root() / "remotes", true)) {
    all.add("http://localhost:1234/" + fs::relative(file, root() / "remotes").generic_string(),
            document(file));
  }
  return all;
}

struct tally {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

/// The row that script/conformance reads.
inline void print(std::string_view part, const tally& t) {
  std::cout << "conformance: " << part << ": " << t.passed << " passed, " << t.failed << " failed, "
            << t.skipped << " skipped\n";
}

}  // namespace suite
