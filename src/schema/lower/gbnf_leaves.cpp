// Strings and numbers.
#include "lower/gbnf.hpp"

#include <algorithm>
#include <limits>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

constexpr std::string_view quote = R"("\"")";
constexpr std::uint64_t block_length = 100;
constexpr std::string_view date =
    R"g([0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01]))g";
constexpr std::string_view time =
    R"g(([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{1,9})? )g"
    R"g(("Z" | [+\x2D] ([01] [0-9] | "2" [0-3]) ":" [0-5] [0-9]))g";
constexpr std::string_view uuid =
    R"([0-9a-fA-F]{8} "-" [0-9a-fA-F]{4} "-" [0-9a-fA-F]{4} "-" [0-9a-fA-F]{4} "-" [0-9a-fA-F]{12})";

std::string quoted(std::string_view text) {
  return std::string(quote) + " " + std::string(text) + " " + std::string(quote);
}

}  // namespace

std::optional<std::uint64_t> writer::repetition_limit(index n, std::string_view keyword, std::uint64_t max) {
  if (max == unbounded) return std::nullopt;
  if (max <= options_.max_repetition) return max;
  note(n, keyword,
       "a bound above " + std::to_string(options_.max_repetition) + " is checked afterwards only");
  return std::nullopt;
}

std::uint64_t writer::repetition_floor(index n, std::string_view keyword, std::uint64_t min) {
  if (min <= options_.max_repetition) return min;
  note(n, keyword, "a bound above " + std::to_string(options_.max_repetition) + " is relaxed to that");
  return options_.max_repetition;
}

std::string writer::any_text(index n, std::uint64_t min, std::uint64_t max) {
  if (min > max) note(n, "minLength", "no string fits both bounds; the lower one is not held");
  const std::uint64_t low = repetition_floor(n, "minLength", std::min(min, max));
  if (max > options_.max_repetition && max / block_length <= options_.max_repetition)
    return long_text(low, max);
  const std::optional<std::uint64_t> high = repetition_limit(n, "maxLength", max);
  if (low == 0 && !high) return fixed("string");
  const std::string name = "string-" + std::to_string(low) + "-" + (high ? std::to_string(*high) : "");
  if (high && *high == 0) return shared(name, std::string(quote) + " " + std::string(quote));
  return shared(name, quoted(fixed("char") + repetition(low, high)));
}

/// A bound too large to be written out as one repetition: whole blocks, then less than two. Wherever a
/// text stands, at most a few ways of dividing it are alive.
std::string writer::long_text(std::uint64_t min, std::uint64_t max) {
  const std::string character = fixed("char");
  const std::string block = shared("block", character + repetition(block_length, block_length));
  const std::uint64_t rest = max - min;
  const std::uint64_t blocks = std::max(rest / block_length, std::uint64_t{1}) - 1;
  std::string text;
  if (min > 0) text += character + repetition(min, min) + " ";
  if (blocks > 0) text += block + repetition(0, blocks) + " ";
  text += character + repetition(0, rest - blocks * block_length);
  return shared("string-" + std::to_string(min) + "-" + std::to_string(max), quoted(text));
}

std::string writer::of_string(index n, condition when) {
  const node& s = d_.nodes[n];
  const string_rule rule = s.string == none ? string_rule{} : d_.string_rules[s.string];
  const bool always = (s.flags & flags::verbatim) != 0;
  const bool sometimes = (s.flags & flags::verbatim_when) != 0;
  if ((always || (sometimes && when != condition::fails))) {
    std::string passages = of_verbatim(n, rule.min_length, rule.max_length);
    if (!passages.empty()) {
      if (rule.pattern != none) note(n, "pattern", "beside x-verbatim it is checked afterwards only");
      if (rule.format != format::loose) note(n, "format", "beside x-verbatim it is checked afterwards only");
      if (!always && when == condition::unknown) {
        note(n, "x-verbatim", "the member that decides it is not known here, so the rule is held always");
      }
      return passages;
    }
  }
  return text_of_rule(n, rule);
}

std::string writer::text_of_rule(index n, const string_rule& rule) {
  if (rule.pattern != none) {
    std::string text = of_pattern(n, rule.pattern);
    if (!text.empty()) {
      if (rule.format != format::loose) note(n, "format", "beside a pattern it is checked afterwards only");
      return quoted(text);
    }
    note(n, "pattern", "cannot be said in the grammar and is checked afterwards only");
  }
  if (rule.format != format::loose) {
    std::string text = of_format(n, rule.format);
    if (!text.empty()) {
      if (rule.min_length > 0) note(n, "minLength", "beside a format it is checked afterwards only");
      if (rule.max_length != unbounded) note(n, "maxLength", "beside a format it is checked afterwards only");
      return text;
    }
    note(n, "format", "cannot be said in the grammar and is checked afterwards only");
  }
  return any_text(n, rule.min_length, rule.max_length);
}

/// Empty for a format that the grammar does not say.
std::string writer::of_format(index n, format f) {
  switch (f) {
    case format::date:
    case format::date_time:
      note(n, "format", "days that a month does not have are found afterwards");
      break;
    default:
      break;
  }
  switch (f) {
    case format::date:
      return shared("date", quoted(date));
    case format::time:
      return shared("time", quoted(time));
    case format::date_time:
      return shared("date-time", quoted(std::string(date) + " \"T\" " + std::string(time)));
    case format::uuid:
      return shared("uuid", quoted(uuid));
    case format::ipv4: {
      const std::string octet = shared("octet", integer(0, 255));
      return shared("ipv4", quoted(octet + " \".\" " + octet + " \".\" " + octet + " \".\" " + octet));
    }
    default:
      return {};
  }
}

/// Whole bounds, both inclusive where `exact`.
struct writer::bounds {
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
  bool strict = false;  // a number that is no integer must also differ from a bound
};

writer::bounds writer::bounds_of(index n, bool integral) {
  using what = number_check::what;
  bounds b;
  for (index i = d_.nodes[n].number; i != none; i = d_.number_checks[i].last ? none : i + 1) {
    const number_check& c = d_.number_checks[i];
    constexpr std::array<std::string_view, 5> names = {"minimum", "exclusiveMinimum", "maximum",
                                                       "exclusiveMaximum", "multipleOf"};
    const std::string_view keyword = names[static_cast<std::size_t>(c.kind)];
    const bool exclusive = c.kind == what::exclusive_minimum || c.kind == what::exclusive_maximum;
    constexpr std::int64_t largest = 999'999'999'999'999'999;
    if (c.kind == what::multiple_of) {
      note(n, keyword, "is checked afterwards only");
    } else if (!c.small || c.integer > largest || c.integer < -largest) {
      note(n, keyword, "a bound that is no whole number of at most 18 digits is checked afterwards only");
    } else if (c.kind == what::minimum || c.kind == what::exclusive_minimum) {
      const std::int64_t low = c.integer + (integral && exclusive ? 1 : 0);
      b.low = std::max(b.low.value_or(low), low);
      b.strict = b.strict || (exclusive && !integral);
    } else {
      const std::int64_t high = c.integer - (integral && exclusive ? 1 : 0);
      b.high = std::min(b.high.value_or(high), high);
      b.strict = b.strict || (exclusive && !integral);
    }
    if (exclusive && !integral)
      note(n, keyword, "is held as an inclusive bound; the bound itself is found afterwards");
  }
  return b;
}

std::string writer::of_integer(index n) {
  const bounds b = bounds_of(n, true);
  if (!b.low && !b.high) return fixed("integer");
  std::string text = integer(b.low, b.high);
  if (!text.empty()) return text;
  note(n, "minimum", "no integer lies between the bounds");
  return fixed("integer");
}

/// Precondition: 0 <= low <= high. The whole part, with a fraction where it stays below `high`.
std::string writer::bounded_number(const bounds& b) {
  const std::string fraction = R"g(("." [0-9]{1,15})?)g";
  if (!b.high) return integer(b.low, std::nullopt) + " " + fraction;
  std::string text = literal(std::to_string(*b.high)) + R"g( ("." "0"{1,15})?)g";
  if (*b.low < *b.high) text = integer(b.low, *b.high - 1) + " " + fraction + " | " + text;
  return "(" + text + ")";
}

std::string writer::of_number(index n) {
  const bounds b = bounds_of(n, false);
  if (!b.low && !b.high) return fixed("number");
  const bool simple = b.low && *b.low >= 0 && (!b.high || *b.high >= *b.low);
  if (simple) return bounded_number(b);
  if (b.low) note(n, "minimum", "bounds below 0 on fractions are checked afterwards only");
  if (b.high) note(n, "maximum", "bounds on fractions that may be negative are checked afterwards only");
  return fixed("number");
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
