// Problems as text for people. Everything that came from outside passes through `excerpt`'s escaping, so
// that a line stays a line and no control character reaches a terminal.
#include <array>

#include <tenon/problem.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace {

constexpr std::string_view ellipsis = "\u2026";

bool is_control(std::uint32_t code) noexcept {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

void append_escaped(std::string& out, std::uint32_t code) {
  switch (code) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  constexpr std::string_view hex = "0123456789abcdef";
  out += "\\u00";
  out += hex[(code >> 4U) & 0xFU];
  out += hex[code & 0xFU];
}

void append_printable(std::string& out, std::uint32_t code) {
  if (is_control(code)) {
    append_escaped(out, code);
  } else {
    utf8::append(out, code);
  }
}

}  // namespace

std::string excerpt(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t fits_with_ellipsis = 0;  // longest size that leaves room for the sign of a cut
  while (!text.empty()) {
    const utf8::decoded next = utf8::decode(text);
    append_printable(out, next.code);
    if (out.size() > limit) {
      out.resize(fits_with_ellipsis);
      if (limit >= ellipsis.size()) out += ellipsis;
      return out;
    }
    if (out.size() + ellipsis.size() <= limit) fits_with_ellipsis = out.size();
    text.remove_prefix(next.length);
  }
  return out;
}

std::string explain(const problem& p) {
  // The parts are already bounded or ours; only their control characters must not get through.
  const auto one_line = [](std::string_view text) { return excerpt(text, std::string::npos); };
  std::string out;
  if (!p.place.empty()) out += one_line(p.place) + ": ";
  out += p.message.empty() ? one_line(p.code) : one_line(p.message);
  const auto add = [&out, &one_line](std::string_view label, std::string_view text) {
    if (text.empty()) return;
    out += "; ";
    out += label;
    out += ' ';
    out += one_line(text);
  };
  add("expected", p.expected);
  add("found", p.found);
  add("nearest is", p.nearest);
  if (p.offset) out += "; at byte " + std::to_string(*p.offset);
  return out;
}

}  // namespace v0
}  // namespace tenon
