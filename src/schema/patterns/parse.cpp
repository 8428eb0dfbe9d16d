// Pattern text to tree: recursive descent with a limit on nested groups. The same code judges a text
// without making a tree (`format: regex`): then no term has parts and no set is filled.
#include "patterns/scan.hpp"
#include "patterns/tree.hpp"
#include "patterns/unicode_property.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using what = pattern_term::what;

pattern_term bare_term(what kind) {
  pattern_term t;
  t.kind = kind;
  return t;
}

class parser {
 public:
  parser(std::string_view text, pattern_grammar grammar, const group_census& census, bool building)
      : scan_(text, grammar), census_(census), building_(building) {}

  result<parsed_pattern> run() {
    parsed_pattern all;
    all.root = alternation(0);
    if (scan_.more()) scan_.fail("unmatched )");
    if (scan_.error()) return *scan_.error();
    all.groups = census_.groups;
    all.references = references_;
    return all;
  }

  bool lost_unicode() const { return scan_.lost_unicode(); }

 private:
  /// What a class holds so far, and whether its last atom was a single code point.
  struct class_atom {
    bool single = false;
    std::uint32_t code = 0;
  };

  void add(pattern_term& to, pattern_term part) const {
    if (building_) to.parts.push_back(std::move(part));
  }

  pattern_term alternation(std::size_t depth) {
    pattern_term first = sequence(depth);
    if (!scan_.more() || scan_.peek() != '|') return first;
    pattern_term all = bare_term(what::alternation);
    add(all, std::move(first));
    while (scan_.more() && scan_.take("|")) add(all, sequence(depth));
    return all;
  }

  pattern_term sequence(std::size_t depth) {
    pattern_term all = bare_term(what::sequence);
    while (scan_.more() && scan_.peek() != '|' && scan_.peek() != ')') {
      const bool may_repeat = repeatable();
      pattern_term one = atom(depth);
      if (!scan_.error()) add(all, quantified(std::move(one), may_repeat));
    }
    if (all.parts.size() == 1) return pattern_term(std::move(all.parts.front()));
    if (all.parts.empty()) all.kind = what::empty;
    return all;
  }

  /// An assertion cannot be repeated; but Annex B lets a look-ahead be.
  bool repeatable() const {
    for (const std::string_view assertion : {"^", "$", "\\b", "\\B", "(?<=", "(?<!"}) {
      if (scan_.ahead(assertion)) return false;
    }
    return !scan_.unicode() || !(scan_.ahead("(?=") || scan_.ahead("(?!"));
  }

  pattern_term quantified(pattern_term one, bool may_repeat) {
    std::uint64_t min = 0;
    std::uint64_t max = pattern_scanner::no_limit;
    if (!scan_.more()) return one;
    const std::size_t start = scan_.at();
    if (scan_.take("+")) {
      min = 1;
    } else if (scan_.take("?")) {
      max = 1;
    } else if (!scan_.take("*") && !scan_.braces(min, max)) {
      return one;
    }
    if (!may_repeat || min > max) {
      scan_.back_to(start);
      scan_.fail(may_repeat ? "numbers out of order in {}" : "nothing to repeat");
    }
    pattern_term all = bare_term(what::repeat);
    all.lazy = scan_.take("?");
    constexpr std::uint64_t largest = pattern_term::no_limit - 1;
    all.min = static_cast<std::uint32_t>(std::min(min, largest));
    all.max = max == pattern_scanner::no_limit ? pattern_term::no_limit
                                               : static_cast<std::uint32_t>(std::min(max, largest));
    add(all, std::move(one));
    return all;
  }

  pattern_term atom(std::size_t depth) {
    const std::size_t start = scan_.at();
    const char c = scan_.peek();
    switch (c) {
      case '^':
      case '$':
        scan_.skip(1);
        return bare_term(c == '^' ? what::begin : what::end);
      case '.':
        scan_.skip(1);
        return any_character();
      case '(':
        return group(depth);
      case '[':
        return set_of(char_class());
      case '\\':
        return escape();
      case '*':
      case '+':
      case '?':
        scan_.fail("nothing to repeat");
        return {};
      case '{': {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        if (scan_.braces(low, high)) {
          scan_.back_to(start);
          scan_.fail("nothing to repeat");
        }
        break;
      }
      default:
        break;
    }
    if (scan_.unicode() && (c == ']' || c == '{' || c == '}')) scan_.fail("a lone bracket");
    return one_character(scan_.code_point());
  }

  pattern_term group(std::size_t depth) {
    if (depth >= max_pattern_depth) {
      scan_.fail("more than " + std::to_string(max_pattern_depth) + " nested groups",
                 failure_kind::unsupported_schema, "max_pattern_depth");
      return {};
    }
    scan_.skip(1);
    pattern_term made = opened();
    pattern_term inner = alternation(depth + 1);
    if (!scan_.error() && !scan_.take(")")) scan_.fail("unmatched (");
    if (made.kind == what::empty) return inner;
    add(made, std::move(inner));
    return made;
  }

  /// Behind the parenthesis: what kind of group it is; `empty` for one that only groups.
  pattern_term opened() {
    pattern_term made;
    if (scan_.take("?:")) return made;
    for (const std::string_view look : {"?=", "?!", "?<=", "?<!"}) {
      if (!scan_.take(look)) continue;
      made.kind = what::look;
      made.behind = look[1] == '<';
      made.negative = look.back() == '!';
      return made;
    }
    const std::size_t start = scan_.at();
    made.kind = what::group;
    made.number = ++groups_;
    if (scan_.take("?<")) {
      const std::string name = scan_.group_name();
      if (!scan_.error() && number_of(name) != made.number) {
        scan_.back_to(start);
        scan_.fail("two groups of one name");
      }
    } else if (scan_.take("?")) {
      scan_.back_to(start);
      scan_.fail("a kind of group that there is not");
    }
    return made;
  }

  /// The first group of that name; 0 if there is none.
  std::uint32_t number_of(const std::string& name) const {
    const auto at = std::lower_bound(census_.names.begin(), census_.names.end(), std::pair(name, 0U));
    return at != census_.names.end() && at->first == name ? at->second : 0;
  }

  // --- escapes ---------------------------------------------------------------------------------------

  /// Precondition: a backslash is next.
  bool escape_begins() {
    scan_.skip(1);
    if (!scan_.more()) scan_.fail("\\ at the end");
    return scan_.more();
  }

  pattern_term escape() {
    if (!escape_begins()) return {};
    const char c = scan_.peek();
    if (c == 'b' || c == 'B') {
      scan_.skip(1);
      return bare_term(c == 'b' ? what::word_boundary : what::no_word_boundary);
    }
    if (c >= '1' && c <= '9') {
      const std::size_t start = scan_.at();
      const std::uint64_t number = *scan_.number();
      if (number <= census_.groups) return reference(static_cast<std::uint32_t>(number));
      scan_.back_to(start);
      if (scan_.unicode()) scan_.fail("a reference to a group that there is not");
    }
    if (c == 'k' && scan_.named_groups()) {
      const std::size_t start = scan_.at();
      scan_.skip(1);
      if (!scan_.take("<")) {
        scan_.back_to(start);
        scan_.fail("\\k without the name of a group");
      }
      const std::string name = scan_.group_name();
      const std::uint32_t number = number_of(name);
      if (!scan_.error() && number == 0) {
        scan_.back_to(start);
        scan_.fail("a reference to a group that there is not");
      }
      return reference(number);
    }
    char_set set;
    if (class_escape(set)) return set_of(std::move(set));
    return one_character(scan_.character_escape(false));
  }

  pattern_term reference(std::uint32_t number) {
    references_ = true;
    pattern_term t = bare_term(what::reference);
    t.number = number;
    return t;
  }

  /// \d \D \s \S \w \W, \p{…} and \P{…}. False, and nothing taken, if it is none of these.
  bool class_escape(char_set& set) {
    const char c = scan_.peek();
    const char_set* named = c == 'd' || c == 'D'   ? &digit_characters()
                            : c == 's' || c == 'S' ? &space_characters()
                            : c == 'w' || c == 'W' ? &word_characters()
                                                   : nullptr;
    std::shared_ptr<const char_set> property;
    const bool is_property = (c == 'p' || c == 'P') && scan_.unicode();
    if (named == nullptr && !is_property) return false;
    scan_.skip(1);
    if (is_property) {
      property = property_escape();
      named = property.get();
    }
    if (building_ && named != nullptr) {
      const bool negative = c == 'D' || c == 'S' || c == 'W' || c == 'P';
      append(set, negative ? complement(*named) : *named);
    }
    return true;
  }

  std::shared_ptr<const char_set> property_escape() {
    const std::size_t start = scan_.at();
    std::string_view name;
    std::string_view value;
    bool has_value = false;
    if (!scan_.take("{") || !scan_.property(name, value, has_value)) {
      scan_.fail("\\p without a property in braces");
      return nullptr;
    }
    const auto property = find_unicode_property(name, value, has_value);
    if (!property) {
      scan_.back_to(start);
      scan_.fail("a property that Unicode does not have");
      return nullptr;
    }
    if (!building_) return nullptr;
    std::shared_ptr<const char_set> points = code_points_of(*property);
    if (points == nullptr) {
      scan_.back_to(start);
      scan_.fail("a property of Unicode whose characters this PCRE2 does not know",
                 failure_kind::unsupported_schema);
    }
    return points;
  }

  // --- classes ---------------------------------------------------------------------------------------

  char_set char_class() {
    scan_.skip(1);
    const bool negated = scan_.take("^");
    char_set all;
    while (scan_.more() && scan_.peek() != ']') class_member(all);
    if (!scan_.error() && !scan_.take("]")) scan_.fail("unmatched [");
    normalize(all);
    return negated ? complement(all) : all;
  }

  void class_member(char_set& all) {
    const std::size_t start = scan_.at();
    const class_atom low = member_atom(all);
    if (!scan_.ahead("-") || scan_.ahead("-]")) {
      if (low.single) append(all, {{low.code, low.code}});
      return;
    }
    scan_.skip(1);
    const class_atom high = member_atom(all);
    if (!scan_.more()) return;
    if (low.single && high.single) {
      if (low.code > high.code) {
        scan_.back_to(start);
        scan_.fail("a range out of order");
      }
      append(all, {{low.code, high.code}});
      return;
    }
    // [\d-x]: by Annex B the - is itself.
    if (scan_.unicode()) {
      scan_.back_to(start);
      scan_.fail("a range from or to a class");
    }
    if (low.single) append(all, {{low.code, low.code}});
    if (high.single) append(all, {{high.code, high.code}});
    append(all, {{'-', '-'}});
  }

  /// A class escape goes into the set at once; a single character is the caller's.
  class_atom member_atom(char_set& all) {
    if (!scan_.more()) return {};
    if (scan_.peek() != '\\') return {true, scan_.code_point()};
    if (!escape_begins() || class_escape(all)) return {};
    if (scan_.take("b")) return {true, 8};
    return {true, scan_.character_escape(true)};
  }

  // --- sets ------------------------------------------------------------------------------------------

  void append(char_set& to, const char_set& ranges) {
    if (!building_ || scan_.error()) return;
    ranges_ += ranges.size();
    if (ranges_ > max_pattern_ranges) {
      scan_.fail("more than " + std::to_string(max_pattern_ranges) + " ranges of characters",
                 failure_kind::unsupported_schema, "max_pattern_ranges");
      return;
    }
    to.insert(to.end(), ranges.begin(), ranges.end());
  }

  pattern_term set_of(char_set set) const {
    pattern_term t = bare_term(what::set);
    if (building_) t.set = std::make_shared<const char_set>(std::move(set));
    return t;
  }

  pattern_term any_character() {
    if (building_ && any_ == nullptr) any_ = std::make_shared<const char_set>(complement(line_terminators()));
    pattern_term t = bare_term(what::set);
    t.set = any_;
    return t;
  }

  pattern_term one_character(std::uint32_t code) {
    pattern_term t = bare_term(what::set);
    if (!building_) return t;
    std::shared_ptr<const char_set>& known = singles_[code];
    if (known == nullptr) known = std::make_shared<const char_set>(char_set{{code, code}});
    t.set = known;
    return t;
  }

  pattern_scanner scan_;
  const group_census& census_;
  bool building_;
  std::uint32_t groups_ = 0;
  bool references_ = false;
  std::size_t ranges_ = 0;
  std::shared_ptr<const char_set> any_;  // what . matches
  std::unordered_map<std::uint32_t, std::shared_ptr<const char_set>> singles_;
};

}  // namespace

result<parsed_pattern> parse_pattern(std::string_view text) {
  if (const std::size_t bad = utf8::first_invalid(text); bad != std::string_view::npos) {
    problem p;
    p.code = "pattern";
    p.offset = bad;
    p.found = excerpt(text);
    p.message = "a pattern that is not UTF-8";
    return p;
  }
  const group_census census = count_groups(text);
  result<parsed_pattern> strict = parser(text, {}, census, true).run();
  if (strict || strict.error().kind != failure_kind::invalid_argument) return strict;
  parser lenient(text, {.unicode = false, .named_groups = census.named}, census, true);
  result<parsed_pattern> read = lenient.run();
  if (read && lenient.lost_unicode()) return strict;
  if (read) {
    read->annex_b = strict.error().message + " (byte " + std::to_string(*strict.error().offset) + ")";
  }
  return read;
}

bool is_ecma_pattern(std::string_view text) noexcept {
  try {
    if (!utf8::valid(text)) return false;
    const group_census census = count_groups(text);
    return parser(text, {.quiet = true}, census, false).run().has_value();
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
