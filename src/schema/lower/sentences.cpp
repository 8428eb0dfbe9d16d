#include "lower/sentences.hpp"

#include <algorithm>
#include <array>

#include <tenon/problem.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace sentences {

namespace {

struct row {
  std::string_view keyword;
  std::string_view before;
  std::string_view one;   // behind the number 1
  std::string_view many;  // behind any other number
};

constexpr std::array<row, 11> rows = {{
    {"minLength", "At least ", " character", " characters"},
    {"maxLength", "At most ", " character", " characters"},
    {"minItems", "At least ", " item", " items"},
    {"maxItems", "At most ", " item", " items"},
    {"minProperties", "At least ", " member", " members"},
    {"maxProperties", "At most ", " member", " members"},
    {"minimum", "At least ", "", ""},
    {"maximum", "At most ", "", ""},
    {"exclusiveMinimum", "More than ", "", ""},
    {"exclusiveMaximum", "Less than ", "", ""},
    {"multipleOf", "A multiple of ", "", ""},
}};

}  // namespace

std::string bounded(std::string_view keyword, std::string_view literal) {
  const auto* const at =
      std::find_if(rows.begin(), rows.end(), [&](const row& r) { return r.keyword == keyword; });
  if (at == rows.end()) return {};
  return std::string(at->before).append(literal).append(literal == "1" ? at->one : at->many).append(".");
}

std::string counted(std::string_view keyword, std::uint64_t n) {
  return bounded(keyword, std::to_string(n));
}

std::string by_default(const value& v) {
  return "Default: " + excerpt(json::write(v), longest) + ".";
}

std::string raw(std::string_view keyword, const value& v) {
  return std::string(keyword) + ": " +
         excerpt(v.is_string() ? std::string(v.string()) : json::write(v), longest) + ".";
}

}  // namespace sentences
}  // namespace schema
}  // namespace v0
}  // namespace tenon
