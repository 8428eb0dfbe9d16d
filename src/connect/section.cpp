#include "section.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <utility>

#include <tenon/nearest.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

constexpr std::chrono::hours longest_time{24};

std::string joined(std::span<const std::string_view> words) {
  std::string all;
  for (const auto word : words) all += (all.empty() ? "" : ", ") + std::string(word);
  return all;
}

/// What people call a key.
bool means_a_key(std::string_view name) {
  static constexpr std::array<std::string_view, 12> names{
      "key",    "api_key",  "apikey",       "api-key",    "token",         "api_token",
      "secret", "password", "access_token", "secret_key", "authorization", "bearer"};
  std::string lower(name);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::find(names.begin(), names.end(), lower) != names.end();
}

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const begin = std::to_address(text.begin());
  const char* const end = std::to_address(text.end());
  const auto [stopped, error] = std::from_chars(begin, end, number, std::chars_format::fixed);
  if (error != std::errc() || stopped != end || text.empty() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<duration> time_in(std::string_view text) {
  struct unit {
    std::string_view name;
    double nanoseconds;
  };
  // "ms" before "s", which it ends in.
  static constexpr std::array<unit, 4> units{{{"ms", 1e6}, {"s", 1e9}, {"m", 60e9}, {"h", 3600e9}}};
  for (const auto& [name, nanoseconds] : units) {
    if (!text.ends_with(name)) continue;
    const auto number = number_in(text.substr(0, text.size() - name.size()));
    if (!number || *number < 0) return std::nullopt;
    const double length = *number * nanoseconds;
    if (length > std::chrono::duration<double, std::nano>(longest_time).count()) return std::nullopt;
    return duration(static_cast<duration::rep>(std::llround(length)));
  }
  return std::nullopt;
}

}  // namespace

void settings_file::refuse(std::size_t line, problem why) {
  why.kind = failure_kind::invalid_argument;
  why.place = place_in(name_, line);
  errors_.push_back(std::move(why));
}

std::string quoted_name(std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? excerpt(name) : "\"" + excerpt(name) + "\"";
}

spot spot::below(std::string_view name, const toml_node& node) const {
  return {*file_, node, (path_.empty() ? std::string() : path_ + ".") + quoted_name(name)};
}

void spot::refuse(std::string code, std::string_view what, std::string expected, std::string found,
                  std::string nearest) const {
  file_->refuse(node_->line, {.code = std::move(code),
                              .expected = std::move(expected),
                              .found = std::move(found),
                              .nearest = std::move(nearest),
                              .message = path_ + " " + std::string(what)});
}

void spot::refuse_type(std::string_view wanted) const {
  refuse("wrong_type", "is of the wrong kind", std::string(wanted), std::string(name_of(node_->what)));
}

std::optional<std::string> spot::text() const {
  if (node_->what == toml_node::type::text) return node_->text;
  refuse_type("a string");
  return std::nullopt;
}

std::optional<std::string> spot::word(std::span<const std::string_view> of) const {
  auto read = text();
  if (!read || std::find(of.begin(), of.end(), *read) != of.end()) return read;
  refuse("wrong_value", "is none of the words that it may be", joined(of), excerpt(*read),
         std::string(nearest(*read, of)));
  return std::nullopt;
}

std::optional<bool> spot::flag() const {
  if (node_->what == toml_node::type::boolean) return node_->flag;
  refuse_type("true or false");
  return std::nullopt;
}

std::optional<std::uint64_t> spot::whole(whole_range within) const {
  if (node_->what != toml_node::type::whole) {
    refuse_type("a whole number");
    return std::nullopt;
  }
  if (node_->whole >= 0) {
    const auto number = static_cast<std::uint64_t>(node_->whole);
    if (number >= within.least && number <= within.most) return number;
  }
  refuse("wrong_value", "is out of its range",
         std::to_string(within.least) + " to " + std::to_string(within.most), std::to_string(node_->whole));
  return std::nullopt;
}

std::optional<std::string> spot::decimal() const {
  if (node_->what == toml_node::type::text) return node_->text;
  if (node_->what == toml_node::type::whole) return std::to_string(node_->whole);
  if (node_->what != toml_node::type::real) {
    refuse_type("an amount, such as \"0.05\"");
    return std::nullopt;
  }
  // The shortest that reads back as the same number is what was written, up to 15 digits.
  std::array<char, 400> buffer{};
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), node_->real, std::chars_format::fixed);
  if (error == std::errc() && std::isfinite(node_->real)) return std::string(buffer.data(), end);
  refuse("wrong_value", "is no amount", "an amount, such as \"0.05\"");
  return std::nullopt;
}

std::optional<money> spot::amount() const {
  const auto read = decimal();
  if (!read) return std::nullopt;
  if (const auto made = money_from(*read)) return *made;
  refuse("wrong_value", "is no amount", "digits and a point, such as \"0.05\"", excerpt(*read));
  return std::nullopt;
}

std::optional<duration> spot::time() const {
  static constexpr auto wanted = R"(a time with its unit, such as "500ms", "30s", "2m" or "1h", up to "24h")";
  if (node_->what != toml_node::type::text) {
    refuse_type(wanted);
    return std::nullopt;
  }
  if (const auto read = time_in(node_->text)) return read;
  refuse("wrong_value", "is no time", wanted, excerpt(node_->text));
  return std::nullopt;
}

std::optional<std::vector<std::string>> spot::texts() const {
  if (node_->what != toml_node::type::list) {
    refuse_type("a list of strings");
    return std::nullopt;
  }
  std::vector<std::string> all;
  for (const auto& item : node_->items) {
    const spot one(*file_, item, path_ + "[" + std::to_string(all.size()) + "]");
    auto read = one.text();
    if (!read) return std::nullopt;
    all.push_back(std::move(*read));
  }
  return all;
}

bool spot::is_table() const {
  if (node_->what == toml_node::type::table) return true;
  refuse_type("a table");
  return false;
}

bool spot::is(std::string_view text) const noexcept {
  return node_->what == toml_node::type::text && node_->text == text;
}

void refuse_name(const spot& at, std::string_view name, std::span<const std::string_view> known) {
  if (means_a_key(name)) {
    return at.refuse(
        "key_in_file",
        "must not stand here: a key belongs into the environment variable of its provider (key_variable "
        "names another), or into a file of its own that key_file names",
        "key_variable or key_file");
  }
  at.refuse("unknown_name", "is not a name that is known here", joined(known), {},
            std::string(nearest(name, known)));
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
