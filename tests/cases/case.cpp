#include "case.hpp"

#include <fstream>

#include <tenon/reader.hpp>

namespace cases {

using tenon::value;

std::string_view to_string(mode m) noexcept {
  return m == mode::strict ? "strict" : "lenient";
}

std::string test_case::text(std::string_view name) const {
  const value* found = fields.find(name);
  return found != nullptr && found->is_string() ? std::string(found->string()) : std::string();
}

std::string test_case::op() const {
  if (input().is_string()) return "text";
  const value* op = input().find("op");
  if (op != nullptr && op->is_string()) return std::string(op->string());
  return {};
}

const value& test_case::input() const {
  return *fields.find("input");
}

const value* test_case::schema() const {
  const value* own = input().find("schema");
  if (own == nullptr) own = fields.find("schema");
  return own == nullptr || own->is_null() ? nullptr : own;
}

const value& test_case::expected(mode m) const {
  const value& both = *fields.find("expected");
  const value* kind = both.find("kind");
  if (kind == nullptr || !(*kind == value("policy"))) return both;
  const value* half = fields.find(m == mode::strict ? "expected_strict" : "expected_lenient");
  return half != nullptr ? *half : both;
}

tenon::result<std::vector<test_case>> load(const std::string& path) {
  const auto wrong = [&](std::size_t line, std::string message) {
    return tenon::problem{
        .code = "cases", .place = path + ":" + std::to_string(line), .message = std::move(message)};
  };
  std::ifstream file(path, std::ios::binary);
  if (!file) return wrong(0, "the file cannot be read");
  std::vector<test_case> all;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty()) continue;
    auto read = tenon::json::read_unique(line);
    if (!read) return wrong(number, explain(read.error()));
    for (const std::string_view name : {"id", "class", "input", "expected"}) {
      if (read->find(name) == nullptr) return wrong(number, "the case has no member " + std::string(name));
    }
    all.push_back({*std::move(read)});
  }
  return all;
}

}  // namespace cases
