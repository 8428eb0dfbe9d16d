#include "patterns/pcre2.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <vector>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using what = pattern_term::what;

// Longer, and it is refused as too large; PCRE2 itself would refuse most of these.
constexpr std::size_t max_length = 1'000'000;

class writer {
 public:
  std::string write(const pattern_term& tree) {
    // A search tries every position. PCRE2 would count the steps of each by itself.
    out_ = "(?s:.)*?";
    term(tree);
    return std::move(out_);
  }

 private:
  void term(const pattern_term& t) {
    if (out_.size() > max_length) return;
    switch (t.kind) {
      case what::empty:
        out_ += "(?:)";
        break;
      case what::set:
        set(*t.set);
        break;
      case what::sequence:
        for (const pattern_term& part : t.parts) term(part);
        break;
      case what::alternation:
        choice("(?:", t.parts);
        break;
      case what::repeat:
        repeat(t);
        break;
      case what::begin:
        out_ += "\\A";
        break;
      case what::end:
        out_ += "\\z";
        break;
      case what::word_boundary:
        out_ += "\\b";
        break;
      case what::no_word_boundary:
        out_ += "\\B";
        break;
      case what::look:
        look(t);
        break;
      case what::group:
        numbers_.push_back(t.number);
        choice("(", t.parts);
        break;
      case what::reference:
        out_ += "\\g{" + std::to_string(number_of(t.number)) + "}";
        break;
    }
  }

  void choice(std::string_view open, const std::vector<pattern_term>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out_ += i == 0 ? open : "|";
      term(parts[i]);
    }
    out_ += ')';
  }

  void look(const pattern_term& t) {
    const std::string_view open = t.behind ? (t.negative ? "(?<!" : "(?<=") : (t.negative ? "(?!" : "(?=");
    // PCRE2 lets the alternatives of a look-behind differ in length only at its top.
    const pattern_term& body = t.parts.front();
    choice(open, body.kind == what::alternation ? body.parts : t.parts);
  }

  void repeat(const pattern_term& t) {
    const bool single = t.parts.front().kind == what::set;
    if (!single) out_ += "(?:";
    term(t.parts.front());
    if (!single) out_ += ')';
    out_ += '{' + std::to_string(t.min);
    out_ += t.max == pattern_term::no_limit ? "," : "," + std::to_string(t.max);
    out_ += t.lazy ? "}?" : "}";
  }

  /// PCRE2 counts the groups that are there.
  std::size_t number_of(std::uint32_t group) const {
    const auto at = std::find(numbers_.begin(), numbers_.end(), group);
    return static_cast<std::size_t>(at - numbers_.begin()) + 1;
  }

  void code_point(std::uint32_t code) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
    out_ += "\\x{";
    out_.append(digits.data(), end);
    out_ += '}';
  }

  void range(std::uint32_t first, std::uint32_t last) {
    if (first > last) return;
    code_point(first);
    if (last > first) out_ += '-';
    if (last > first) code_point(last);
  }

  /// Without surrogates, which PCRE2 does not take; no text has one.
  void set(const char_set& set) {
    const std::size_t start = out_.size();
    out_ += '[';
    for (const code_range& r : set) {
      range(r.first, std::min(r.last, 0xd7ffU));
      range(std::max(r.first, 0xe000U), r.last);
    }
    if (out_.size() == start + 1) {
      out_.resize(start);
      out_ += "(?!)";
    } else {
      out_ += ']';
    }
  }

  std::string out_;
  std::vector<std::uint32_t> numbers_;
};

problem refusal(int error) {
  problem p;
  p.kind = failure_kind::unsupported_schema;
  const bool look_behind = error == PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH;
  p.code = look_behind ? "pattern" : "max_pattern_states";
  p.message =
      look_behind
          ? "a look-behind that matches texts of several lengths, beside a back-reference, is not supported"
          : "the pattern is too large for PCRE2, which its back-references need";
  return p;
}

/// Each thread's own; what a large text made it grow to is let go.
struct match_state {
  pcre2::match_data data;
  pcre2::match_context context{pcre2::or_bad_alloc(pcre2_match_context_create(nullptr))};
};
constexpr std::size_t kept_text = 100'000;

int match(const pcre2_code* code, std::string_view text) {
  static thread_local match_state state;
  if (state.data == nullptr) state.data.reset(pcre2::or_bad_alloc(pcre2_match_data_create(1, nullptr)));
  const std::uint64_t steps = max_match_steps + std::uint64_t{max_match_steps_per_byte} * text.size();
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  pcre2_set_match_limit(state.context.get(), static_cast<std::uint32_t>(std::min(steps, most)));
  pcre2_set_depth_limit(state.context.get(), static_cast<std::uint32_t>(std::min(steps, most)));
  pcre2_set_heap_limit(state.context.get(), max_match_kib);
  const int rc = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0,
                             state.data.get(), state.context.get());
  const bool limit =
      rc == PCRE2_ERROR_MATCHLIMIT || rc == PCRE2_ERROR_DEPTHLIMIT || rc == PCRE2_ERROR_HEAPLIMIT;
  if (limit || text.size() > kept_text) state.data.reset();
  return rc;
}

}  // namespace

std::string to_pcre2(const pattern_term& tree) {
  return writer().write(tree);
}

result<pcre2_pattern> pcre2_pattern::of(const pattern_term& tree) {
  constexpr std::uint32_t deepest = 5 * max_pattern_depth;  // a term of the tree may need two parentheses
  const std::string text = to_pcre2(tree);
  if (text.size() > max_length) return refusal(0);
  const pcre2::compile_context context(pcre2::or_bad_alloc(pcre2_compile_context_create(nullptr)));
  pcre2_set_parens_nest_limit(context.get(), deepest);
  pcre2_pattern made;
  int error = 0;
  made.code_ =
      pcre2::compile(text, PCRE2_UTF | PCRE2_ANCHORED | PCRE2_MATCH_UNSET_BACKREF, context.get(), error);
  if (made.code_ == nullptr) return refusal(error);
  return made;
}

std::size_t pcre2_pattern::memory() const noexcept {
  std::size_t size = 0;
  if (code_ != nullptr) pcre2_pattern_info(code_.get(), PCRE2_INFO_SIZE, &size);
  return size;
}

search_outcome pcre2_pattern::search(std::string_view text) const {
  int rc = match(code_.get(), text);
  if (rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21)
    rc = match(code_.get(), utf8::sanitized(text));
  if (rc == PCRE2_ERROR_NOMEMORY) throw std::bad_alloc();
  if (rc >= 0) return search_outcome::found;
  return rc == PCRE2_ERROR_NOMATCH ? search_outcome::absent : search_outcome::undecided;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
