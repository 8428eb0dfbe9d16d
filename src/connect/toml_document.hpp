// A TOML text as a tree of our own, so that no more than one file knows the library that reads it.
//
// No message made here shows a line of the text: a key that somebody wrote into it must not come out again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

struct toml_node {
  enum class type : std::uint8_t { text, whole, real, boolean, time, list, table };
  type what = type::table;
  std::string text = {};  // of text
  std::int64_t whole = 0;
  double real = 0;
  bool flag = false;
  std::vector<toml_node> items = {};                           // of list
  std::map<std::string, toml_node, std::less<>> members = {};  // of table
  std::size_t line = 0;                                        // from 1; 0 where it is not known
};

/// "a string", "a table" …
std::string_view name_of(toml_node::type t) noexcept;

/// Longest text, in bytes.
inline constexpr std::size_t max_toml = std::size_t{256} << 10;
/// Brackets within each other, and dots of a line: each level is a call of the reader.
inline constexpr std::size_t max_toml_nesting = 32;

/// Errors (invalid_argument, place "file:line"): too_long, too_deep, not_toml. The reader stops at the first
/// thing that is no TOML, so there is one error.
result<toml_node> read_toml(std::string_view text, std::string_view file_name);

/// "file:line", or the file alone for line 0.
std::string place_in(std::string_view file_name, std::size_t line);

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
