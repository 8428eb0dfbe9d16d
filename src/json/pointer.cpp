// JSON Pointer (RFC 6901). `~` is decoded in one pass from left to right, so that "~01" is "~1" and not
// "/" (section 4).
#include <algorithm>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

problem invalid(std::string_view pointer, std::size_t offset, std::string expected) {
  problem p;
  p.kind = failure_kind::invalid_argument;
  p.code = "invalid_pointer";
  p.expected = std::move(expected);
  p.found = excerpt(pointer);
  p.message = "not a JSON Pointer (RFC 6901)";
  p.offset = offset;
  return p;
}

/// Takes "/token" off the front. Precondition: `rest` starts with '/'.
std::string_view next_token(std::string_view& rest) noexcept {
  rest.remove_prefix(1);
  const std::string_view token = rest.substr(0, rest.find('/'));
  rest.remove_prefix(token.size());
  return token;
}

/// Offset of a '~' that escapes nothing; npos if there is none.
std::size_t bad_escape(std::string_view token) noexcept {
  for (std::size_t at = token.find('~'); at != std::string_view::npos; at = token.find('~', at + 1)) {
    if (at + 1 == token.size() || (token[at + 1] != '0' && token[at + 1] != '1')) return at;
  }
  return std::string_view::npos;
}

std::string unescaped(std::string_view token) {
  std::string out;
  out.reserve(token.size());
  for (std::size_t i = 0; i < token.size(); ++i) {
    out += token[i] != '~' ? token[i] : (token[++i] == '0' ? '~' : '/');
  }
  return out;
}

/// The item that a token names; null pointer if it is no index or there is no such item.
const value* item(const value& array, std::string_view token) noexcept {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return nullptr;
  std::size_t index = 0;
  for (const char c : token) {
    if (c < '0' || c > '9') return nullptr;
    index = index * 10 + static_cast<std::size_t>(c - '0');
    if (index >= array.size()) return nullptr;
  }
  return &array.items()[index];
}

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

void append_token(std::string& pointer, std::string_view token) {
  pointer += '/';
  for (const char c : token) {
    switch (c) {
      case '~':
        pointer += "~0";
        break;
      case '/':
        pointer += "~1";
        break;
      default:
        pointer += c;
    }
  }
}

void append_index(std::string& pointer, std::size_t index) {
  pointer += '/';
  pointer += std::to_string(index);
}

result<std::vector<std::string>> split_pointer(std::string_view pointer) {
  std::vector<std::string> tokens;
  std::string_view rest = pointer;
  if (!rest.empty() && rest.front() != '/') return invalid(pointer, 0, "'/' or nothing at all");
  while (!rest.empty()) {
    const std::string_view token = next_token(rest);
    if (const std::size_t bad = bad_escape(token); bad != std::string_view::npos) {
      return invalid(pointer, pointer.size() - rest.size() - token.size() + bad, "~0 or ~1");
    }
    tokens.push_back(unescaped(token));
  }
  return tokens;
}

const value* resolve(const value& root, std::string_view pointer) {
  if (!pointer.empty() && pointer.front() != '/') return nullptr;
  const value* at = &root;
  while (!pointer.empty() && at != nullptr) {
    const std::string_view token = next_token(pointer);
    if (bad_escape(token) != std::string_view::npos) return nullptr;
    if (at->is_array()) {
      at = item(*at, token);
    } else if (token.find('~') == std::string_view::npos) {
      at = at->find(token);
    } else {
      at = at->find(unescaped(token));
    }
  }
  return at;
}

result<std::string> pointer_from_fragment(std::string_view fragment) {
  const std::string_view whole = fragment;
  if (!fragment.empty() && fragment.front() == '#') fragment.remove_prefix(1);
  std::string pointer;
  pointer.reserve(fragment.size());
  for (std::size_t i = 0; i < fragment.size(); ++i) {
    if (fragment[i] != '%') {
      pointer += fragment[i];
      continue;
    }
    const int high = i + 2 < fragment.size() ? hex_digit(fragment[i + 1]) : -1;
    const int low = i + 2 < fragment.size() ? hex_digit(fragment[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return invalid(whole, whole.size() - fragment.size() + i, "two hexadecimal digits after '%'");
    }
    pointer += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (auto tokens = split_pointer(pointer); !tokens) return std::move(tokens).error();
  return pointer;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
