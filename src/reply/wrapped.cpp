#include "wrapped.hpp"

#include <algorithm>
#include <array>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Names that say nothing but "here it is".
constexpr std::array<std::string_view, 24> wrapper_names = {
    "answer", "final_answer", "finalAnswer", "result",  "results", "output",    "response", "data",
    "value",  "json",         "object",      "content", "reply",   "return",    "final",    "extraction",
    "item",   "items",        "values",      "list",    "array",   "arguments", "input",    "parameters"};

/// Names of a tool call besides its arguments.
constexpr std::array<std::string_view, 9> call_names = {
    "name", "type", "id", "function", "tool", "tool_name", "recipient_name", "call_id", "index"};
constexpr std::array<std::string_view, 6> argument_names = {"arguments", "parameters", "input",
                                                            "args",      "tool_input", "kwargs"};
/// Names of a schema besides the part that holds values.
constexpr std::array<std::string_view, 8> schema_names = {
    "type", "title", "description", "$schema", "required", "additionalProperties", "$id", "$defs"};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The same but for case and separators: `incidentReport`, `Incident Report`.
bool same_words(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view s, std::size_t at) {
    while (at < s.size() && (s[at] == ' ' || s[at] == '_' || s[at] == '-')) ++at;
    return at;
  };
  std::size_t i = next(a, 0);
  std::size_t j = next(b, 0);
  while (i < a.size() && j < b.size() && lower(a[i]) == lower(b[j])) {
    i = next(a, i + 1);
    j = next(b, j + 1);
  }
  return !a.empty() && i == a.size() && j == b.size();
}

/// The one member that holds the content, if all others have one of the other names.
template <std::size_t N, std::size_t M>
const json::member* content(const value& object, const std::array<std::string_view, N>& holders,
                            const std::array<std::string_view, M>& others) {
  const json::member* held = nullptr;
  for (const auto& m : object.members()) {
    if (among(holders, m.name)) {
      if (held != nullptr) return nullptr;
      held = &m;
    } else if (!among(others, m.name)) {
      return nullptr;
    }
  }
  return held;
}

}  // namespace

const json::member* wrapped_in(const value& object, std::string_view own_name, std::string_view title) {
  if (!object.is_object() || object.size() == 0) return nullptr;
  const auto& first = object.members().front();
  if (object.size() == 1) {
    const bool known = among(wrapper_names, first.name) || first.name == own_name ||
                       same_words(first.name, title) || first.name == "properties" ||
                       (first.name == "function" && first.value.is_object());
    return known ? &first : nullptr;
  }
  if (const auto* held = content(object, argument_names, call_names)) return held;
  if (const auto* held = object.find("function"); held != nullptr && held->is_object())
    return content(object, std::array<std::string_view, 1>{"function"}, call_names);
  const auto* type = object.find("type");
  if (type == nullptr || !type->is_string()) return nullptr;
  if (type->string() == "object")
    return content(object, std::array<std::string_view, 1>{"properties"}, schema_names);
  if (type->string() == "array")
    return content(object, std::array<std::string_view, 1>{"items"}, schema_names);
  return nullptr;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
