// One place in a few words.
#include "lint/outline.hpp"
#include "walk/report.hpp"

#include <string>
#include <string_view>

#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::size_t longest_list = 60;
constexpr std::size_t longest_literal = 40;

std::string literal_text(const value& v) {
  if (v.is_array() || v.is_object()) return v.size() == 0 ? json::write(v) : found_text(v);
  if (v.is_string()) return "\"" + excerpt(v.string(), longest_literal) + "\"";
  return excerpt(json::write(v), longest_literal);
}

std::string values_text(const std::vector<const value*>& values) {
  if (values.size() == 1) return literal_text(*values.front());
  std::string text;
  for (const value* v : values) {
    if (text.size() > longest_list)
      return "one of " + text + ", … (" + std::to_string(values.size()) + " values)";
    text += (text.empty() ? "" : ", ") + literal_text(*v);
  }
  return "one of " + text;
}

/// Of what the schema says in so many words; what follows from a format or pattern needs no saying.
std::string count_text(const count_range& r, std::string_view least_by, std::string_view most_by,
                       std::string_view noun) {
  const bool least = r.least_by == least_by;
  const bool most = r.most_by == most_by;
  if (least && most && r.least == r.most) return "exactly " + counted(r.least, noun);
  if (least && most) return std::to_string(r.least) + " to " + counted(r.most, noun);
  if (most) return "at most " + counted(r.most, noun);
  return least ? "at least " + counted(r.least, noun) : std::string();
}

/// What facts do not keep.
struct spoken {
  std::string_view format;
  std::string_view pattern;
  bool unique = false;
  bool closed = false;
};

spoken spoken_of(knowledge& k, index n) {
  spoken all;
  for (const index one : k.together(n, false)) {
    const node& rules = k.d.nodes[one];
    const value* const format = k.d.places[one].schema->find("format");
    if (all.format.empty() && format != nullptr && format->is_string()) all.format = format->string();
    if (rules.string != none && k.d.string_rules[rules.string].pattern != none && all.pattern.empty())
      all.pattern = k.d.pattern_texts[k.d.string_rules[rules.string].pattern];
    if (rules.array != none) all.unique = all.unique || k.d.array_rules[rules.array].unique;
    if (rules.object != none) {
      const index rest = k.d.object_rules[rules.object].additional;
      all.closed = all.closed || (rest != none && k.forbids(rest));
    }
    const step* rest = find_step(k.d, one, step::what::unevaluated_properties);
    all.closed = all.closed || (rest != nullptr && k.forbids(rest->a));
  }
  return all;
}

}  // namespace

std::string summary(knowledge& k, index n) {
  const facts& f = k.of(n);
  if (k.forbids(n)) return "nothing";
  if (k.alive(n) == 0) return types_words(k.d.nodes[n].types) + ", but nothing fits";
  if (f.finite != nullptr) return values_text(f.finite->values);
  std::string text = types_words(f.possible);
  const auto add = [&](const std::string& what) {
    if (!what.empty()) text += ", " + what;
  };
  const spoken said = spoken_of(k, n);
  if ((f.possible & types::number) != 0) {
    add(range_text(f.number));
    if (!f.multiple.empty()) add("a multiple of " + excerpt(f.multiple, 20));
  }
  if ((f.possible & types::string) != 0) {
    add(count_text(f.length, "minLength", "maxLength", "character"));
    if (!said.format.empty()) add("format " + excerpt(said.format, 40));
    if (!said.pattern.empty()) add("pattern " + excerpt(said.pattern, 40));
  }
  if ((f.possible & types::array) != 0) {
    add(count_text(f.items, "minItems", "maxItems", "item"));
    if (said.unique) add("all different");
  }
  if ((f.possible & types::object) != 0) {
    add(count_text(f.members, "minProperties", "maxProperties", "member"));
    if (said.closed) add("closed");
  }
  return text;
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
