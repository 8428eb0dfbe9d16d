// One line to a schema document. Recursive descent with a limit on nesting; the offset of an error is
// that of the byte that cannot be.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include <tenon/shorthand.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

struct named_type {
  std::string_view name;
  std::string_view type;
  std::string_view format;
};
constexpr std::array<named_type, 5> named_types = {{{"str", "string", ""},
                                                    {"int", "integer", ""},
                                                    {"num", "number", ""},
                                                    {"bool", "boolean", ""},
                                                    {"date", "string", "date"}}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_byte(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

class line_parser {
 public:
  explicit line_parser(std::string_view line) : line_(line) {}

  result<value> run() {
    std::optional<value> all = members(0);
    skip_blanks();
    if (all && at_ < line_.size()) fail("a comma or the end", "unexpected");
    if (error_) return *std::move(error_);
    value document = value::object({{"$schema", "https://json-schema.org/draft/2020-12/schema"}});
    for (json::member& m : all->members()) document.set(m.name, std::move(m.value));
    return document;
  }

 private:
  void skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  bool ahead(char c) {
    skip_blanks();
    return at_ < line_.size() && line_[at_] == c;
  }
  bool take(char c) {
    if (!ahead(c)) return false;
    ++at_;
    return true;
  }

  std::nullopt_t fail(std::string expected, std::string_view what) {
    if (error_) return std::nullopt;
    problem p;
    p.kind = failure_kind::invalid_argument;
    p.code = "shorthand";
    p.offset = at_;
    p.found = at_ < line_.size() ? "\"" + excerpt(line_.substr(at_), 40) + "\"" : "the end";
    p.message = std::string(what) + " in the one-line schema: expected " + expected + ", got " + p.found;
    p.expected = std::move(expected);
    error_ = std::move(p);
    return std::nullopt;
  }

  std::nullopt_t too_deep() {
    return fail(
        "at most " + std::to_string(max_shorthand_nesting) + " nested brackets (max_shorthand_nesting)",
        "too deep");
  }

  std::string_view word() {
    const std::size_t start = at_;
    if (at_ < line_.size() && is_letter(line_[at_])) {
      while (at_ < line_.size() && is_name_byte(line_[at_])) ++at_;
    }
    return line_.substr(start, at_ - start);
  }

  /// line
  std::optional<value> members(std::size_t depth) {
    if (depth > max_shorthand_nesting) return too_deep();
    value::object_type properties;
    std::unordered_set<std::string_view> names;
    value required = value::array();
    do {
      skip_blanks();
      const std::size_t start = at_;
      const std::string_view name = word();
      if (name.empty()) return fail("a name", "no name");
      if (!names.insert(name).second) {
        at_ = start;
        return fail("a name that is not there yet", "repeated name");
      }
      std::optional<value> schema = member(depth);
      if (!schema) return std::nullopt;
      properties.push_back({std::string(name), *std::move(schema), {}});
      required.push_back(name);
    } while (take(','));
    return value::object({{"type", "object"},
                          {"properties", value::object(std::move(properties))},
                          {"required", std::move(required)},
                          {"additionalProperties", false}});
  }

  /// [ type ] [ "?" ] [ ":" description ]
  std::optional<value> member(std::size_t depth) {
    skip_blanks();
    const bool typed = at_ < line_.size() &&
                       (is_letter(line_[at_]) || line_[at_] == '[' || line_[at_] == '{' || line_[at_] == '(');
    std::optional<value> schema = typed ? type(depth) : value::object({{"type", "string"}});
    if (!schema) return std::nullopt;
    if (take('?')) admit_null(*schema);
    if (take(':')) {
      const std::string_view text = description(depth);
      if (text.empty()) return fail("a description", "nothing after the colon");
      schema->set("description", text);
    }
    return schema;
  }

  /// Up to the comma, or the brace that ends the object around it.
  std::string_view description(std::size_t depth) {
    const std::size_t end = std::min(line_.find_first_of(depth > 0 ? ",}" : ",", at_), line_.size());
    const std::string_view text = trimmed(line_.substr(at_, end - at_));
    at_ = end;
    return text;
  }

  static void admit_null(value& schema) {
    value kinds = value::array();
    kinds.push_back(*schema.find("type"));
    kinds.push_back("null");
    schema.set("type", std::move(kinds));
    if (value* list = schema.find("enum")) list->push_back(nullptr);
  }

  std::optional<value> type(std::size_t depth) {
    if (depth > max_shorthand_nesting) return too_deep();
    if (take('[')) {
      std::optional<value> items = type(depth + 1);
      if (!items) return std::nullopt;
      if (!take(']')) return fail("]", "unclosed list");
      return value::object({{"type", "array"}, {"items", *std::move(items)}});
    }
    if (take('{')) {
      std::optional<value> inner = members(depth + 1);
      if (!inner) return std::nullopt;
      if (!take('}')) return fail("a comma or }", "unclosed object");
      return inner;
    }
    if (take('(')) return choice();
    return named();
  }

  std::optional<value> named() {
    const std::size_t start = at_;
    const std::string_view name = word();
    for (const named_type& t : named_types) {
      if (t.name != name) continue;
      value schema = value::object({{"type", t.type}});
      if (!t.format.empty()) schema.set("format", t.format);
      return schema;
    }
    at_ = start;
    return fail("a type (str, int, num, bool, date, [type], {members} or (a|b))", "unknown type");
  }

  std::optional<value> choice() {
    value words = value::array();
    std::unordered_set<std::string_view> known;
    do {
      const std::size_t end = std::min(line_.find_first_of("|()", at_), line_.size());
      const std::string_view one = trimmed(line_.substr(at_, end - at_));
      if (one.empty()) return fail("a word", "empty choice");
      if (!known.insert(one).second) return fail("a word that is not there yet", "repeated choice");
      words.push_back(one);
      at_ = end;
    } while (take('|'));
    if (!take(')')) return fail("| or )", "unclosed choice");
    return value::object({{"type", "string"}, {"enum", std::move(words)}});
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::optional<problem> error_;
};

}  // namespace

result<value> from_shorthand(std::string_view line) {
  return line_parser(line).run();
}

bool looks_like_shorthand(std::string_view text) noexcept {
  text = trimmed(text);
  std::size_t at = 0;
  if (text.empty() || !is_letter(text.front())) return false;
  while (at < text.size() && is_name_byte(text[at])) ++at;
  const std::string_view rest = trimmed(text.substr(at));
  if (rest.empty()) return true;
  // C:\x and http://x are no descriptions.
  if (rest.front() == ':') return rest.size() > 1 && rest[1] != '/' && rest[1] != '\\';
  if (std::string_view(",?[{(").find(rest.front()) != std::string_view::npos) return true;
  if (!is_blank(text[at]) || !is_letter(rest.front())) return false;
  // `age int` is a member, `my schema.json` a file.
  at = 0;
  while (at < rest.size() && is_name_byte(rest[at])) ++at;
  return at == rest.size() || std::string_view("./\\").find(rest[at]) == std::string_view::npos;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
