// Strings, numbers, and values that are listed.
#include "formats/format.hpp"
#include "lower/builder.hpp"
#include "lower/sentences.hpp"
#include "walk/numbers.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <tenon/decimal.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// True or false, but not both.
bool holds_one_boolean(const std::vector<value>& values) {
  const auto holds = [&](bool which) {
    return std::find(values.begin(), values.end(), value(which)) != values.end();
  };
  return holds(true) != holds(false);
}

/// A pattern that every engine reads alike: no look-around, back-reference, word border or property.
bool is_simple(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      if ((next >= '1' && next <= '9') || next == 'b' || next == 'B' || next == 'k' || next == 'p' ||
          next == 'P' || next == 'c')
        return false;
    } else if (text[i] == '(' && i + 1 < text.size() && text[i + 1] == '?') {
      if (i + 2 >= text.size() || text[i + 2] != ':') return false;
    }
  }
  return true;
}

/// From ^ to $, and no alternative that escapes from between them.
bool is_anchored(std::string_view text) {
  if (text.size() < 2 || text.front() != '^' || text.back() != '$' || text[text.size() - 2] == '\\')
    return false;
  std::size_t depth = 0;
  bool in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if (c == '|' && depth == 0) {
      return false;
    }
  }
  return true;
}

/// The whole number next to a bound, above or below; empty where it would not fit.
std::optional<std::string> next_whole(std::string_view literal, bool above) {
  const auto n = decimal::to_int64(literal);
  constexpr std::int64_t far = std::int64_t{1} << 53;
  if (!n || *n >= far || *n <= -far) return std::nullopt;
  return std::to_string(above ? *n + 1 : *n - 1);
}

bool is_open(number_check::what kind) {
  return kind == number_check::what::exclusive_minimum || kind == number_check::what::exclusive_maximum;
}

bool is_lower(number_check::what kind) {
  return kind == number_check::what::minimum || kind == number_check::what::exclusive_minimum;
}

}  // namespace

form builder::scalar(const conjunction& all, std::uint8_t types, const place& at) {
  form f;
  f.kind = form::what::scalar;
  f.types = types;
  f.nodes = at.nodes;
  if ((types & types::string) != 0) string_words(f, all);
  if ((types & types::number) != 0) number_words(f, all, (types & types::fraction) == 0);
  return f;
}

void builder::string_words(form& to, const conjunction& all) {
  index written_pattern = none;
  bool has_format = false;
  for (const index n : all.nodes) {
    if (d_.nodes[n].string == none) continue;
    const string_rule& rule = d_.string_rules[d_.nodes[n].string];
    if (rule.content != content::free) leave_out(to, n, "contentMediaType", {});
    if (rule.pattern == none || rule.pattern == written_pattern) continue;
    const std::string_view text = d_.pattern_texts[rule.pattern];
    const bool written = has(words::pattern) && written_pattern == none && is_simple(text) &&
                         (to_.patterns == patterns::simple || is_anchored(text));
    if (written)
      to.words.emplace_back("pattern", text);
    else
      leave_out(to, n, "pattern",
                "Matches the regular expression " + excerpt(text, sentences::longest) + " .");
    if (written) written_pattern = rule.pattern;
  }
  const bool has_pattern = written_pattern != none;
  for (const index n : all.nodes) {
    const value* given = keyword_of(n, "format");
    if (given == nullptr || !given->is_string()) continue;
    const index rule = d_.nodes[n].string;
    const format f = rule == none ? format::loose : d_.string_rules[rule].format;
    const auto known = std::find(to_.formats.begin(), to_.formats.end(), given->string());
    const bool written = has(words::format) && !has_format && f != format::loose &&
                         known != to_.formats.end() && !(to_.pattern_or_format && has_pattern);
    if (written)
      to.words.emplace_back("format", *given);
    else if (f != format::loose)
      leave_out(to, n, "format", sentences::raw("Format", *given));
    else
      to.said.push_back(sentences::raw("Format", *given));
    has_format = has_format || written;
  }
  const bool lengths = !to_.lengths_alone || (!has_pattern && !has_format);
  count_words(to, lengths && has(words::min_length), lengths && has(words::max_length), all);
}

/// minLength and maxLength; each node that has one is noted where none is written.
void builder::count_words(form& to, bool writes_min, bool writes_max, const conjunction& all) {
  std::uint64_t min = 0;
  std::uint64_t max = unbounded;
  const auto rule_of = [&](index n) {
    return d_.nodes[n].string == none ? string_rule{} : d_.string_rules[d_.nodes[n].string];
  };
  for (const index n : all.nodes) {
    min = std::max(min, rule_of(n).min_length);
    max = std::min(max, rule_of(n).max_length);
  }
  if (writes_min && min > 0) to.words.emplace_back("minLength", min);
  if (writes_max && max != unbounded) to.words.emplace_back("maxLength", max);
  for (const index n : all.nodes) {
    const string_rule rule = rule_of(n);
    if (!writes_min && rule.min_length > 0)
      leave_out(to, n, "minLength", sentences::counted("minLength", min));
    if (!writes_max && rule.max_length != unbounded)
      leave_out(to, n, "maxLength", sentences::counted("maxLength", max));
  }
}

void builder::number_words(form& to, const conjunction& all, bool integral) {
  std::vector<bound> lows;
  std::vector<bound> highs;
  std::vector<bound> multiples;
  for (const index n : all.nodes) {
    if (d_.nodes[n].number == none) continue;
    for (index i = d_.nodes[n].number;; ++i) {
      const number_check& check = d_.number_checks[i];
      std::vector<bound>& same = check.kind == number_check::what::multiple_of ? multiples
                                 : is_lower(check.kind)                        ? lows
                                                                               : highs;
      same.push_back({check.bound, n, check.kind});
      if (check.last) break;
    }
  }
  const auto tightest = [](const bound& a, const bound& b) {
    const auto order = decimal::compare(a.literal, b.literal);
    if (order == 0) return is_open(b.kind) && !is_open(a.kind);
    return is_lower(a.kind) ? order < 0 : order > 0;
  };
  for (std::vector<bound>* bounds : {&lows, &highs}) {
    if (bounds->empty()) continue;
    const bound most = *std::max_element(bounds->begin(), bounds->end(), tightest);
    if (write_bound(to, most, integral)) continue;
    for (const bound& b : *bounds) leave_out_bound(to, b, most);
  }
  for (const bound& m : multiples) {
    if (has(words::multiple_of) && decimal::equal(m.literal, multiples.front().literal)) {
      if (m.node == multiples.front().node)
        to.words.emplace_back("multipleOf", value::from_literal(std::string(m.literal)));
    } else {
      leave_out(to, m.node, "multipleOf", sentences::bounded("multipleOf", m.literal));
    }
  }
}

/// Whether what is written holds all of it. An open bound may become a closed one that holds a little less.
bool builder::write_bound(form& to, const bound& b, bool integral) {
  const bool lower = is_lower(b.kind);
  const std::string_view closed = lower ? "minimum" : "maximum";
  if (to_.whole_bounds && !integral) return false;
  const auto write = [&](std::string_view keyword, std::string literal) {
    to.words.emplace_back(keyword, value::from_literal(std::move(literal)));
  };
  if (is_open(b.kind) && has(lower ? words::exclusive_minimum : words::exclusive_maximum)) {
    write(schema::keyword_of(b.kind), std::string(b.literal));
    return true;
  }
  if (!has(lower ? words::minimum : words::maximum)) return false;
  const auto next = is_open(b.kind) && integral ? next_whole(b.literal, lower) : std::nullopt;
  write(closed, next ? *next : std::string(b.literal));
  return next || !is_open(b.kind);
}

void builder::leave_out_bound(form& to, const bound& b, const bound& most) {
  // In draft 4 the bound is `minimum`, and exclusiveMinimum a boolean beside it.
  const value* keyword = keyword_of(b.node, schema::keyword_of(b.kind));
  const bool boolean = keyword == nullptr || !keyword->is_number();
  if (boolean) note(to, b.node, is_lower(b.kind) ? "minimum" : "maximum", "is checked afterwards");
  leave_out(to, b.node, schema::keyword_of(b.kind),
            sentences::bounded(schema::keyword_of(most.kind), most.literal));
}

/// The values that all of the place admits: nothing else is left to check then.
form builder::literals(const place& at, const conjunction& all) {
  const literal_set* fewest = *std::min_element(
      all.literals.begin(), all.literals.end(),
      [](const literal_set* a, const literal_set* b) { return a->values().size() < b->values().size(); });
  form notes;
  std::vector<value> plain;
  std::vector<use> ways;
  bool any_container = false;
  for (const value* v : fewest->values()) {
    // What a dynamic reference means depends on the way here.
    if (!d_.dynamic && !admits(at.nodes, *v)) continue;
    const bool container = v->is_array() || v->is_object();
    if (!container || to_.enums == enumerations::anything) {
      plain.push_back(*v);
      continue;
    }
    any_container = true;
    ways.push_back(constant(*v));
  }
  for (const index n : all.nodes) {
    if ((d_.nodes[n].flags & (flags::verbatim | flags::verbatim_when)) != 0)
      note(notes, n, "x-verbatim", "is checked afterwards only");
    if (any_container && d_.nodes[n].literals != none)
      note(notes, n, d_.literal_sets[d_.nodes[n].literals].keyword(),
           "an array or object is written by its shape; that it is the right one is checked afterwards");
  }
  const bool half_boolean = to_.enums < enumerations::scalars && holds_one_boolean(plain);
  if (d_.dynamic || any_container || half_boolean) note_beside_list(notes, all);
  add_scalars(ways, std::move(plain), fewest->keyword() == "const", all);
  form f;
  if (ways.size() == 1) {
    f = forms_[ways.front().form];
  } else {
    for (const use& u : ways) {
      if (u.form != null_) forms_[u.form].nodes = at.nodes;
    }
    f = choice_of(std::move(ways), at);
  }
  f.notes.insert(f.notes.end(), notes.notes.begin(), notes.notes.end());
  f.said.insert(f.said.end(), notes.said.begin(), notes.said.end());
  return f;
}

/// Strings stand for themselves, numbers for their text as far as that is free.
std::vector<std::string> builder::texts_of(const std::vector<value>& literals) {
  std::set<std::string, std::less<>> taken;
  for (const value& v : literals) {
    if (v.is_string()) taken.emplace(v.string());
  }
  std::vector<std::string> texts;
  for (const value& v : literals) {
    std::string text = v.is_string() ? std::string(v.string()) : json::write(v);
    while (!v.is_string() && !taken.insert(text).second) text += " (number)";
    texts.push_back(std::move(text));
  }
  return texts;
}

void builder::add_scalars(std::vector<use>& ways, std::vector<value> values, bool constant,
                          const conjunction& all) {
  const auto is_whole = [](const value& v) { return v.is_number() && decimal::is_integer(v.literal()); };
  const auto type_of_scalar = [&](const value& v) -> std::uint8_t {
    if (is_whole(v)) return types::integer;
    return schema::type_of(v);
  };
  const auto add = [&](std::vector<value> some, form::what kind) {
    if (some.empty()) return;
    form f;
    f.kind = kind;
    f.constant = constant && some.size() == 1 && to_.constants;
    for (const value& v : some) f.types |= type_of_scalar(v);
    if (kind == form::what::names) {
      f.texts = texts_of(some);
      f.types = types::string;
    }
    f.literals = std::move(some);
    ways.push_back(keep(std::move(f)));
  };
  const auto take = [&](auto&& wanted) {
    std::vector<value> some;
    for (value& v : values) {
      if (wanted(v)) some.push_back(v);
    }
    std::erase_if(values, wanted);
    return some;
  };
  const auto strings_of = [](const value& v) { return v.is_string(); };
  if (to_.enums == enumerations::anything || (to_.enums == enumerations::scalars && to_.type_lists)) {
    add(std::move(values), form::what::scalar);
    return;
  }
  const bool any_number =
      std::any_of(values.begin(), values.end(), [](const value& v) { return v.is_number(); });
  if (to_.enums == enumerations::strings && any_number) {
    add(take([](const value& v) { return v.is_string() || v.is_number(); }), form::what::names);
  } else if (to_.type_lists) {
    add(take([](const value& v) { return v.is_string() || v.is_number(); }), form::what::scalar);
  } else {
    add(take(strings_of), form::what::scalar);
    add(take([](const value& v) { return v.is_number(); }), form::what::scalar);
  }
  const std::vector<value> booleans = take([](const value& v) { return v.is_boolean(); });
  if (to_.enums == enumerations::scalars) {
    add(booleans, form::what::scalar);
  } else if (!booleans.empty()) {
    form f;
    f.kind = form::what::scalar;
    f.types = types::boolean;
    const bool one =
        std::all_of(booleans.begin(), booleans.end(), [&](const value& v) { return v == booleans.front(); });
    for (const index n : all.nodes) {
      const literal_set* own =
          d_.nodes[n].literals == none ? nullptr : &d_.literal_sets[d_.nodes[n].literals];
      if (one && own != nullptr)
        leave_out(f, n, own->keyword(), booleans.front().boolean() ? "Always true." : "Always false.");
    }
    ways.push_back(keep(std::move(f)));
  }
  if (!values.empty()) ways.push_back(null_form());
}

/// One array or object, where no enum may list it.
use builder::constant(const value& v) {
  form f;
  if (v.is_object()) {
    f.kind = form::what::record;
    f.closed = true;
    for (const json::member& m : v.members()) {
      f.members.push_back({m.name, constant(m.value), true, false, false});
    }
    return keep(std::move(f));
  }
  if (v.is_array()) {
    std::vector<use> items;
    for (const value& item : v.items()) items.push_back(constant(item));
    if (items.empty()) {
      f.kind = form::what::list;
      f.item = keep(whatever());
      if (has(words::max_items)) f.words.emplace_back("maxItems", 0);
      return keep(std::move(f));
    }
    const std::size_t count = items.size();
    return keep(tuple({}, std::move(items), {}, count, count));
  }
  std::vector<use> ways;
  add_scalars(ways, {v}, true, {});
  return ways.front();
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
