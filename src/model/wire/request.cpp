// The parts of a request that families share: address, headers, the lowered schema.
#include "adapter.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

problem wrong(std::string place, std::string expected, std::string message) {
  return {.kind = failure_kind::invalid_argument,
          .code = "provider",
          .place = std::move(place),
          .expected = std::move(expected),
          .message = std::move(message)};
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view plain = "-._~";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    const bool letter = lower_case(c) >= 'a' && lower_case(c) <= 'z';
    if (letter || is_digit(c) || plain.find(c) != std::string_view::npos) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += digits[byte >> 4U];
    result += digits[byte & 0xFU];
  }
  return result;
}

void fill_in(std::string& path, std::string_view name, std::string_view with) {
  if (const auto at = path.find(name); at != std::string::npos)
    path.replace(at, name.size(), percent_encoded(with));
}

/// "v1", "v1beta", "v3".
bool is_version(std::string_view segment) noexcept {
  return segment.size() >= 2 && segment[0] == 'v' && is_digit(segment[1]);
}

std::string_view first_segment(std::string_view path) noexcept {
  return path.substr(1, path.find_first_of("/?", 1) - 1);
}

/// Joins them where they overlap: a base URL may already end in the path or in the beginning of it, and a
/// version at its end takes the place of the version in the path.
std::string joined(std::string_view base, std::string_view path) {
  while (base.ends_with('/')) base.remove_suffix(1);
  const auto slash = std::min(base.find('/', base.find("://") + 3), base.size());
  const auto given = base.substr(slash);
  for (auto length = std::min(path.find('?'), path.size()); length > 0; --length) {
    const bool whole_segments = length == path.size() || path[length] == '/' || path[length] == '?';
    if (whole_segments && given.ends_with(path.substr(0, length))) {
      path.remove_prefix(length);
      return std::string(base) + std::string(path);
    }
  }
  const auto last = given.substr(std::min(given.rfind('/'), given.size()));
  const auto first = first_segment(path);
  if (is_version(last.substr(std::min<std::size_t>(1, last.size()))) && is_version(first)) {
    path.remove_prefix(1 + first.size());
  }
  return std::string(base) + std::string(path);
}

std::optional<problem> check_base(std::string_view base) {
  if (base.empty())
    return wrong("base_url", "https://…", "this service has no fixed address: a base URL is needed");
  const auto scheme = base.find("://");
  const auto name = base.substr(0, std::min(scheme, base.size()));
  if (scheme == std::string_view::npos || !(same_letters(name, "http") || same_letters(name, "https"))) {
    return wrong("base_url", "https://… or http://…", "the base URL is no address of the web");
  }
  const bool odd = std::any_of(base.begin(), base.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F || c == '?' || c == '#';
  });
  if (odd)
    return wrong("base_url", "an address without query", "the base URL holds a space, a query or a fragment");
  const auto authority = base.substr(scheme + 3, base.find('/', scheme + 3) - scheme - 3);
  if (authority.find('@') != std::string_view::npos) {
    return wrong("base_url", "an address without a password",
                 "a secret does not belong into an address; use a header");
  }
  return std::nullopt;
}

bool fits_header(std::string_view text) noexcept {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
}

/// RFC 9110 section 5.6.2: a token.
bool is_header_name(std::string_view text) noexcept {
  static constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'z') ||
           marks.find(c) != std::string_view::npos;
  });
}

void put(std::vector<header>& headers, header h) {
  const auto same = std::find_if(headers.begin(), headers.end(),
                                 [&](const header& old) { return same_letters(old.name, h.name); });
  if (same == headers.end()) {
    headers.push_back(std::move(h));
  } else {
    *same = std::move(h);
  }
}

void put_key(std::vector<header>& headers, key_style style, const std::string& key) {
  if (key.empty()) return;
  switch (style) {
    case key_style::none:
      return;
    case key_style::bearer:
      return put(headers, {"authorization", "Bearer " + key, true});
    case key_style::x_api_key:
      return put(headers, {"x-api-key", key, true});
    case key_style::api_key:
      return put(headers, {"api-key", key, true});
    case key_style::x_goog_api_key:
      return put(headers, {"x-goog-api-key", key, true});
  }
}

void put_notes(std::vector<std::string>& notes, const schema::lowered& form) {
  for (const auto& n : form.notes) {
    notes.push_back((n.place.empty() ? "/" : n.place) + " " + n.keyword + ": " + n.reason);
  }
}

/// What is written by it fits the user's own shape, so there is nothing to turn back.
result<carried_schema> carry_grammar(const model_request& what, std::vector<std::string>& notes) {
  auto made = schema::lower(*what.shape, schema::dialect::gbnf, {.source = what.source});
  if (!made) return std::move(made).error();
  put_notes(notes, *made);
  return carried_schema{.text = std::move(made->text), .given = nullptr};
}

}  // namespace

result<http_request> address(const provider& p, std::string_view method, std::string_view path) {
  if (p.how == nullptr) return wrong("provider", "a row of profiles()", "the provider is not named");
  const std::string_view base = p.base_url.empty() ? p.how->base_url : std::string_view(p.base_url);
  if (auto bad = check_base(base)) return *std::move(bad);
  if (p.model.empty()) return wrong("model", "a name", "no model is named");

  std::string below(path.empty() ? p.how->path : path);
  fill_in(below, "{model}", p.model);
  fill_in(below, "{method}", method);
  fill_in(below, "{version}", p.api_version.empty() ? p.how->api_version : std::string_view(p.api_version));
  http_request request{.url = joined(base, below), .headers = {}, .body = {}};

  put(request.headers, {"content-type", "application/json"});
  put_key(request.headers, p.how->key, p.key);
  if (!p.organization.empty()) put(request.headers, {"OpenAI-Organization", p.organization});
  if (!p.project.empty()) put(request.headers, {"OpenAI-Project", p.project});
  for (const auto& h : p.headers) put(request.headers, h);
  for (const auto& h : request.headers) {
    if (is_header_name(h.name) && fits_header(h.value)) continue;
    // Neither the value nor a name that may hold one is shown.
    return wrong("headers", "a name and a value on one line",
                 "a header or the key holds a character that none may");
  }
  return request;
}

result<carried_schema> carry_schema(const model_request& what, schema::dialect to,
                                    std::vector<std::string>& notes) {
  if (!what.shape) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "no_schema",
                   .place = "mode",
                   .expected = "a schema",
                   .message = "the mode " + std::string(to_string(what.mode)) + " needs a schema"};
  }
  if (to == schema::dialect::gbnf) return carry_grammar(what, notes);
  auto made = schema::lower_shape(*what.shape, to);
  if (!made) return std::move(made).error();
  const auto& form = (*made)->form;
  put_notes(notes, form);
  carried_schema carried{.text = form.text, .given = *made};
  if (form.back.identity() && form.notes.empty() && form.text == what.shape->compact())
    carried.given = nullptr;
  return carried;
}

std::string system_text(const model_request& what) {
  std::string text;
  for (const auto& m : what.messages) {
    if (m.who != role::system) continue;
    if (!text.empty()) text += "\n\n";
    text += m.text;
  }
  return utf8::sanitized(text);
}

value temperature_value(double t) {
  return std::isfinite(t) ? value(t) : value(0);
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
