// toml11, and nothing else of the library.
//
// The trap: its reader calls itself for every bracket and every dot of a name, and so does the end of what it
// made; `too_deep` looks at the text before it does.
#include "toml_document.hpp"

#include <algorithm>
#include <new>
#include <sstream>
#include <toml.hpp>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

problem bad(std::string_view file, std::size_t line, std::string code, std::string message) {
  return {.kind = failure_kind::invalid_argument,
          .code = std::move(code),
          .place = place_in(file, line),
          .message = std::move(message)};
}

/// Walks over strings and comments and counts what stands outside of them.
class nesting {
 public:
  explicit nesting(std::string_view text) : rest_(text) {}

  /// The line on which it is too deep; 0 if it never is.
  std::size_t too_deep() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '"' || c == '\'') {
        skip_string(c);
      } else if (c == '#') {
        skip(std::min(rest_.find('\n'), rest_.size()));
      } else {
        count(c);
        skip(1);
      }
      if (open_ > max_toml_nesting || dots_ > max_toml_nesting) return line_;
    }
    return 0;
  }

 private:
  void count(char c) {
    if (c == '\n') dots_ = 0;
    if (c == '.') ++dots_;
    if (c == '[' || c == '{') ++open_;
    if ((c == ']' || c == '}') && open_ > 0) --open_;
  }

  void skip(std::size_t length) {
    line_ += static_cast<std::size_t>(
        std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
    rest_.remove_prefix(length);
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    const bool many_lines = rest_.starts_with(three);
    const std::string_view end = many_lines ? std::string_view(three) : std::string_view(three).substr(0, 1);
    for (skip(end.size()); !rest_.empty(); skip(1)) {
      if (quote == '"' && rest_.front() == '\\' && rest_.size() > 1) {
        skip(1);
      } else if (rest_.starts_with(end)) {
        return skip(end.size());
      } else if (!many_lines && rest_.front() == '\n') {
        return;  // no TOML: the reader will say so
      }
    }
  }

  std::string_view rest_;
  std::size_t open_ = 0;
  std::size_t dots_ = 0;
  std::size_t line_ = 1;
};

toml_node node_from(const toml::value& from) {
  using type = toml_node::type;
  toml_node to;
  to.line = from.location().line();
  switch (from.type()) {
    case toml::value_t::string:
      to.what = type::text;
      to.text = from.as_string().str;
      return to;
    case toml::value_t::integer:
      to.what = type::whole;
      to.whole = from.as_integer();
      return to;
    case toml::value_t::floating:
      to.what = type::real;
      to.real = from.as_floating();
      return to;
    case toml::value_t::boolean:
      to.what = type::boolean;
      to.flag = from.as_boolean();
      return to;
    case toml::value_t::array:
      to.what = type::list;
      for (const auto& item : from.as_array()) to.items.push_back(node_from(item));
      return to;
    case toml::value_t::table:
      for (const auto& [name, member] : from.as_table()) to.members.emplace(name, node_from(member));
      return to;
    default:
      to.what = type::time;
      return to;
  }
}

/// The first line of what the library says, without its prefixes; the lines after it quote the text.
std::string reason_in(std::string_view what) {
  what = what.substr(0, what.find('\n'));
  constexpr std::string_view label = "[error] ";
  if (what.starts_with(label)) what.remove_prefix(label.size());
  const auto colon = what.find(':');
  if (const auto last = what.rfind(": "); last != std::string_view::npos && colon != std::string_view::npos)
    what.remove_prefix(last + 2);
  while (what.ends_with('.') || what.ends_with(' ') || what.ends_with(':')) what.remove_suffix(1);
  return excerpt(what);
}

}  // namespace

std::string_view name_of(toml_node::type t) noexcept {
  switch (t) {
    case toml_node::type::text:
      return "a string";
    case toml_node::type::whole:
      return "a whole number";
    case toml_node::type::real:
      return "a number";
    case toml_node::type::boolean:
      return "true or false";
    case toml_node::type::time:
      return "a date or a time";
    case toml_node::type::list:
      return "a list";
    case toml_node::type::table:
      break;
  }
  return "a table";
}

std::string place_in(std::string_view file_name, std::size_t line) {
  return std::string(file_name) + (line == 0 ? std::string() : ":" + std::to_string(line));
}

result<toml_node> read_toml(std::string_view text, std::string_view file_name) {
  if (text.size() > max_toml) {
    return bad(file_name, 0, "too_long",
               "the file is longer than " + std::to_string(max_toml >> 10U) + " KB, more than settings need");
  }
  if (const auto line = nesting(text).too_deep(); line != 0) {
    return bad(file_name, line, "too_deep",
               "more than " + std::to_string(max_toml_nesting) + " brackets or dots within each other");
  }
  try {
    std::istringstream in{std::string(text)};
    return node_from(toml::parse(in, std::string(file_name)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const toml::exception& e) {
    const auto reason = reason_in(e.what());
    return bad(file_name, e.location().line(), "not_toml",
               "this is no TOML" + (reason.empty() ? "" : ": " + reason));
  } catch (const std::exception&) {  // of the streams and numbers that it uses
    return bad(file_name, 0, "not_toml", "this is no TOML");
  }
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
