// The snippets of docs/json.md, compiled and run. The last test holds the page to this file: every line of
// a snippet stands here too.
#include "files.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/builder.hpp>
#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

std::string complain(std::string_view text, const tenon::problem& error) {
  std::ostringstream out;
  const auto [line, column] = tenon::json::locate(text, error.offset.value_or(0));
  out << line << ':' << column << ": " << tenon::explain(error) << '\n';
  return out.str();
}

std::string time_of_first_step(std::string_view text) {
  const auto made = tenon::json::read(text);
  if (!made) return complain(text, made.error());

  const tenon::value& root = made->root;
  const tenon::value* first = tenon::json::resolve(root, "/timeline/0/at");
  return first == nullptr ? "" : std::string(first->string());
}

tenon::result<tenon::json::document> read_chunks(const std::vector<std::string_view>& chunks) {
  tenon::json::builder built;
  tenon::json::reader reader(built);
  for (const std::string_view chunk : chunks) {
    if (!reader.feed(chunk)) return reader.error();
  }
  if (!reader.finish()) return reader.error();
  return built.take();
}

TEST(JsonDocs, reading_and_complaining_work_as_shown) {
  EXPECT_EQ(time_of_first_step(R"({"timeline":[{"at":"09:12"}]})"), "09:12");
  EXPECT_EQ(time_of_first_step("{\n  \"a\": tru }"),
            "2:11: this byte cannot stand here; expected true; found ' '; at byte 12\n");
}

TEST(JsonDocs, chunks_become_a_document_as_shown) {
  const auto made = read_chunks({"{\"a\"", ":[1,", "2]}"});
  ASSERT_TRUE(made);
  const tenon::value& root = made->root;
  const std::string compact = tenon::json::write(root);
  const std::string pretty = tenon::json::write(root, tenon::json::style::pretty);
  EXPECT_EQ(compact, R"({"a":[1,2]})");
  EXPECT_EQ(pretty, "{\n  \"a\": [\n    1,\n    2\n  ]\n}");
  EXPECT_EQ(read_chunks({"{\"a\"", ";"}).error().offset, 4U);
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

TEST(JsonDocs, every_line_of_a_snippet_stands_in_this_file) {
  std::set<std::string> here;
  std::istringstream source(test::contents(std::filesystem::path(TENON_TEST_FILES) / "docs_test.cpp"));
  for (std::string line; std::getline(source, line);) here.insert(trimmed(line));
  std::istringstream page(test::contents(std::filesystem::path(TENON_SOURCE_ROOT) / "docs/json.md"));
  bool inside = false;
  std::size_t checked = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = line == "```cpp";
    } else if (inside) {
      EXPECT_TRUE(here.contains(trimmed(line))) << line;
      ++checked;
    }
  }
  EXPECT_GT(checked, 10U);
}

}  // namespace
