#include "walk/report.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr std::size_t short_excerpt = 80;
constexpr std::size_t longest_list = 200;     // bytes of an "expected"
constexpr std::size_t most_compared = 256;    // enumerators tried for the nearest one
constexpr std::size_t longest_compared = 64;  // bytes

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0U : 1U);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      const bool swapped =
          i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

namespace {

/// Keeps the best of the candidates that it is shown.
class nearest {
 public:
  explicit nearest(std::string_view text) : text_(text), best_distance_(text.size() / 3 + 1) {}

  void offer(std::string_view candidate) {
    if (best_distance_ == 0) return;
    if (same_but_for_case(text_, candidate)) {
      best_distance_ = 0;
      best_ = candidate;
      return;
    }
    if (text_.size() > longest_compared || candidate.size() > longest_compared) return;
    if (++compared_ > most_compared) return;
    const std::size_t distance = edit_distance(text_, candidate);
    if (distance < best_distance_) {
      best_distance_ = distance;
      best_ = candidate;
    }
  }
  std::string best() const { return std::string(best_); }

 private:
  std::string_view text_;
  std::string_view best_;
  std::size_t best_distance_;
  std::size_t compared_ = 0;
};

std::string literal_text(const value& v) {
  if (v.is_array() || v.is_object()) return found_text(v);
  if (v.is_string() && v.string().size() > short_excerpt)
    return '"' + excerpt(v.string(), short_excerpt) + '"';
  return json::write(v);
}

}  // namespace

std::string counted(std::uint64_t n, std::string_view noun) {
  return std::to_string(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::string_view type_name(const value& v) {
  if (v.is_number() && type_of(v) == types::integer) return "integer";
  return to_string(v.kind());
}

std::string found_text(const value& v) {
  switch (v.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::boolean:
      return v.boolean() ? "boolean true" : "boolean false";
    case json::kind::number:
      return std::string(type_name(v)) + " " + excerpt(v.literal(), short_excerpt);
    case json::kind::string:
      return "string \"" + excerpt(v.string(), short_excerpt) + "\"";
    case json::kind::array:
      return "array of " + counted(v.size(), "item");
    case json::kind::object:
      return "object with " + counted(v.size(), "member");
  }
  return {};
}

refused_type refused(const value& v, std::uint8_t wanted) {
  if (!v.is_number() || (type_of(v) & wanted) == 0) return {found_text(v), std::string(type_name(v))};
  const std::string number = "number " + excerpt(v.literal(), short_excerpt);
  return {number, number + ", which is no integer in draft 4: it has a fraction or an exponent"};
}

std::string types_text(std::uint8_t bits) {
  std::vector<std::string_view> names;
  if ((bits & types::object) != 0) names.push_back("object");
  if ((bits & types::array) != 0) names.push_back("array");
  if ((bits & types::string) != 0) names.push_back("string");
  if ((bits & types::number) == types::number) {
    names.push_back("number");
  } else if ((bits & types::integer) != 0) {
    names.push_back("integer");
  }
  if ((bits & types::boolean) != 0) names.push_back("boolean");
  if ((bits & types::null) != 0) names.push_back("null");
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text.empty() ? "nothing" : text;
}

std::string wanted_text(const program::data& d, const node& n) {
  std::string text = types_text(n.types);
  if (n.literals != none) text += ", " + literals_text(d.literal_sets[n.literals]);
  return text;
}

std::string literals_text(const literal_set& set) {
  const auto& values = set.values();
  if (values.size() == 1) return literal_text(*values.front());
  std::string text = "one of ";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    if (text.size() > longest_list) {
      text += "… (" + std::to_string(values.size()) + " values)";
      break;
    }
    text += literal_text(*values[i]);
  }
  return text;
}

std::string pattern_text(const program::data& d, index pattern_number) {
  constexpr std::size_t longest = 100;
  return "string matching " + excerpt(d.pattern_texts[pattern_number], longest);
}

std::string nearest_literal(const literal_set& set, const value& v) {
  if (!v.is_string()) return {};
  nearest search(v.string());
  for (const value* one : set.values()) {
    if (one->is_string()) search.offer(one->string());
  }
  return search.best();
}

std::string nearest_name(const name_table& names, std::string_view name) {
  nearest search(name);
  for (const name_entry& e : names.entries()) {
    if (e.child != none) search.offer(e.name);
  }
  return search.best();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
