#include "load/uri.hpp"

#include <algorithm>
#include <optional>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace uri {

namespace {

/// Appendix B. What is there but empty differs from what is not there.
struct parts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_unreserved(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// The byte that "%xy" at the begin of `text` stands for; empty if it stands for none.
std::optional<char> coded_byte(std::string_view text) {
  if (text.size() < 3 || text.front() != '%') return std::nullopt;
  const int high = hex_digit(text[1]);
  const int low = hex_digit(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

/// Length of the scheme in front of its colon; 0 if there is none.
std::size_t scheme_length(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return 0;
  const auto in_scheme = [](char c) {
    return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
  };
  const auto end = std::find_if_not(text.begin(), text.end(), in_scheme);
  return end != text.end() && *end == ':' ? static_cast<std::size_t>(end - text.begin()) : 0;
}

parts take_apart(std::string_view text) {
  parts p;
  if (const std::size_t at = text.find('#'); at != std::string_view::npos) {
    p.fragment = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (const std::size_t at = text.find('?'); at != std::string_view::npos) {
    p.query = text.substr(at + 1);
    text = text.substr(0, at);
  }
  if (const std::size_t length = scheme_length(text); length > 0) {
    p.scheme = text.substr(0, length);
    text.remove_prefix(length + 1);
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    p.authority = text.substr(0, text.find('/'));
    text.remove_prefix(p.authority->size());
  }
  p.path = text;
  return p;
}

void drop_last_segment(std::string& out) {
  const std::size_t slash = out.rfind('/');
  out.resize(slash == std::string::npos ? 0 : slash);
}

/// Section 5.2.4.
std::string without_dots(std::string_view in) {
  std::string out;
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in.starts_with("/../")) {
      in.remove_prefix(3);
      drop_last_segment(out);
    } else if (in == "/.") {
      in = "/";
    } else if (in == "/..") {
      in = "/";
      drop_last_segment(out);
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const std::string_view segment = in.substr(0, in.find('/', 1));
      out += segment;
      in.remove_prefix(segment.size());
    }
  }
  return out;
}

/// Section 6.2.2.2: letters and digits as themselves, the codes that remain in capitals.
void append_normalised(std::string& out, std::string_view text, bool fold = false) {
  constexpr std::string_view capitals = "0123456789ABCDEF";
  while (!text.empty()) {
    const std::optional<char> byte = coded_byte(text);
    if (!byte) {
      out += fold ? lower(text.front()) : text.front();
      text.remove_prefix(1);
      continue;
    }
    if (is_unreserved(*byte)) {
      out += fold ? lower(*byte) : *byte;
    } else {
      const auto code = static_cast<unsigned char>(*byte);
      out += '%';
      out += capitals[code / 16U];
      out += capitals[code % 16U];
    }
    text.remove_prefix(3);
  }
}

/// Section 5.3. `path` has no dot segments left.
std::string put_together(const parts& p, std::string_view path) {
  std::string out;
  if (p.scheme) {
    append_normalised(out, *p.scheme, true);
    out += ':';
  }
  if (p.authority) {
    out += "//";
    const std::size_t at = p.authority->rfind('@');
    const std::size_t host = at == std::string_view::npos ? 0 : at + 1;
    append_normalised(out, p.authority->substr(0, host));
    append_normalised(out, p.authority->substr(host), true);
  }
  append_normalised(out, path);
  if (p.query) {
    out += '?';
    append_normalised(out, *p.query);
  }
  if (p.fragment) {
    out += '#';
    out += *p.fragment;
  }
  return out;
}

/// Section 5.2.3.
std::string merged(const parts& base, std::string_view path) {
  if (base.authority && base.path.empty()) return "/" + std::string(path);
  const std::size_t slash = base.path.rfind('/');
  return std::string(base.path.substr(0, slash == std::string_view::npos ? 0 : slash + 1)) +
         std::string(path);
}

}  // namespace

std::string resolve(std::string_view base, std::string_view reference) {
  parts r = take_apart(reference);
  const parts b = take_apart(base);
  if (r.scheme) return put_together(r, without_dots(r.path));
  r.scheme = b.scheme;
  if (r.authority) return put_together(r, without_dots(r.path));
  r.authority = b.authority;
  if (r.path.empty()) {
    if (!r.query) r.query = b.query;
    return put_together(r, b.path);
  }
  if (r.path.starts_with('/')) return put_together(r, without_dots(r.path));
  return put_together(r, without_dots(merged(b, r.path)));
}

std::string normalised(std::string_view text) {
  return resolve({}, text);
}

halves split_fragment(std::string_view text) noexcept {
  const std::size_t at = text.find('#');
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool is_absolute(std::string_view text) noexcept {
  return scheme_length(text) > 0;
}

std::string decoded(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::optional<char> byte = coded_byte(text);
    out += byte ? *byte : text.front();
    text.remove_prefix(byte ? 3 : 1);
  }
  return out;
}

std::string as_fragment(std::string_view text) {
  constexpr std::string_view capitals = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (is_unreserved(c) || std::string_view("!$&'()*+,;=:@/?").find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto code = static_cast<unsigned char>(c);
    out += '%';
    out += capitals[code / 16U];
    out += capitals[code % 16U];
  }
  return out;
}

}  // namespace uri
}  // namespace schema
}  // namespace v0
}  // namespace tenon
