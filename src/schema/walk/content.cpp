#include "walk/content.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::optional<std::uint32_t> base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a') + 26U;
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0') + 52U;
  if (c == '+') return 62U;
  if (c == '/') return 63U;
  return std::nullopt;
}

/// RFC 4648, section 4: groups of four, padded, nothing else; bits that stand for nothing are 0.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::string_view group = text.substr(at, 4);
    const bool last = at + 4 == text.size();
    std::size_t digits = 4;
    if (last && group[3] == '=') digits = group[2] == '=' ? 2 : 3;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const std::optional<std::uint32_t> digit = base64_digit(group[i]);
      if (!digit) return std::nullopt;
      bits |= *digit << (18U - 6U * i);
    }
    const std::uint32_t spare = digits == 2 ? 0xffffU : (digits == 3 ? 0xffU : 0U);
    if ((bits & spare) != 0) return std::nullopt;
    for (std::size_t i = 0; i + 1 < digits; ++i) out += static_cast<char>((bits >> (16U - 8U * i)) & 0xffU);
  }
  return out;
}

}  // namespace

std::string_view broken_content(content what, std::string_view text) {
  std::string decoded;
  if (what == content::base64 || what == content::base64_json) {
    std::optional<std::string> bytes = from_base64(text);
    if (!bytes) return "contentEncoding";
    decoded = *std::move(bytes);
    text = decoded;
  }
  if (what == content::json || what == content::base64_json) {
    if (!json::read(text)) return "contentMediaType";
  }
  return {};
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
