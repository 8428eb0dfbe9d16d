// What lies ahead: see `outlook`.
#include "mender.hpp"

#include <algorithm>
#include <array>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// How far a name may reach, and how far a line is looked at for prose.
constexpr std::size_t longest_look = 256;

struct mark_row {
  std::string_view bytes;
  quote::sort what;
};
constexpr std::array<mark_row, 7> long_marks = {{{"\xE2\x80\x9C", quote::sort::curly},
                                                 {"\xE2\x80\x9D", quote::sort::curly},
                                                 {"\xE2\x80\x9E", quote::sort::low},
                                                 {"\xE2\x80\x98", quote::sort::curly_single},
                                                 {"\xE2\x80\x99", quote::sort::curly_single},
                                                 {"\xC2\xAB", quote::sort::angled},
                                                 {"\xC2\xBB", quote::sort::angled}}};

bool literal_at(std::string_view rest) noexcept {
  constexpr std::array<std::string_view, 8> words = {"true",  "false", "null", "True",
                                                     "False", "None",  "TRUE", "FALSE"};
  return std::any_of(words.begin(), words.end(), [rest](std::string_view w) {
    return rest.starts_with(w) && (rest.size() == w.size() || !is_name_byte(rest[w.size()]));
  });
}

bool structure_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  return at < end && (text[at] == ',' || text[at] == '}' || text[at] == ']');
}

}  // namespace

quote quote_at(std::string_view text, std::size_t at, std::size_t end) noexcept {
  if (at >= end) return {};
  const char c = text[at];
  if (static_cast<unsigned char>(c) < 0x80U && c != '"' && c != '\'' && c != '`') return {};
  const auto rest = text.substr(at, end - at);
  if (c == '"' || c == '\'') {
    const std::string_view three = c == '"' ? R"(""")" : "'''";
    // `"""⏎}` is a text that holds one mark, and `"""⏎text` begins one in three.
    if (rest.starts_with(three) && !structure_at(text, skip_space(text, at + 3, end), end) &&
        rest.find(three, 3) != nowhere)
      return {quote::sort::triple, 3, c};
    return {c == '"' ? quote::sort::plain : quote::sort::apostrophe, 1, c};
  }
  if (c == '`') return rest.starts_with("```") ? quote{} : quote{quote::sort::backtick, 1, c};
  for (const auto& [bytes, what] : long_marks)
    if (rest.starts_with(bytes)) return {what, bytes.size(), '"'};
  return {};
}

std::size_t outlook::past_space(std::size_t at) const noexcept {
  return skip_space(text_, at, end_);
}

bool outlook::fence(std::size_t at) const noexcept {
  if (at + 3 > end_ || text_[at] != '`' || text_.substr(at, 3) != "```") return false;
  const auto before = at == 0 || text_[at - 1] == '\n' || text_[at - 1] == ' ' || text_[at - 1] == '}' ||
                      text_[at - 1] == ']';
  auto after = at;
  while (after < end_ && text_[after] == '`') ++after;
  return before && (after >= end_ || is_json_space(text_[after]));
}

bool outlook::comment(std::size_t at) const noexcept {
  const auto rest = text_.substr(std::min(at, end_), end_ - std::min(at, end_));
  return rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with("#");
}

bool outlook::quoted_name(std::size_t at) const noexcept {
  const auto opening = quote_at(text_, at, end_);
  if (opening.length == 0 || opening.what == quote::sort::triple) return false;
  const auto last = std::min(end_, at + longest_look);
  for (auto i = at + opening.length; i < last && text_[i] != '\n'; ++i) {
    if (text_[i] == '\\') {
      ++i;
      continue;
    }
    const auto closing = quote_at(text_, i, end_);
    if (closing.length == 0 || closing.what != opening.what) continue;
    const auto next = past_space(i + closing.length);
    return next < end_ && (text_[next] == ':' || text_[next] == '=');
  }
  return false;
}

bool outlook::ellipsis(std::size_t at) const noexcept {
  const auto rest = text_.substr(std::min(at, end_), end_ - std::min(at, end_));
  return rest.starts_with("...") || rest.starts_with("\u2026");
}

bool outlook::hides_more(std::size_t from, std::size_t to, bool list) const noexcept {
  const auto content = text_.substr(from, to - from);
  for (auto stop = content.find_first_of(", \t\n"); stop != nowhere;
       stop = content.find_first_of(", \t\n", stop + 1)) {
    const auto next = past_space(from + stop + 1);
    if (next >= to) return false;
    if (comment(next) || (content[stop] == '\n' && structure_at(text_, next, end_))) return true;
    if (content[stop] != ',' && content[stop] != '\n') continue;
    if (ellipsis(next) || (list ? content[stop] == ',' : name(next))) return true;
  }
  return false;
}

bool outlook::nearly_name(std::size_t at) const noexcept {
  const auto opening = quote_at(text_, at, end_);
  if (opening.length == 0) return false;
  const auto last = std::min(end_, at + longest_look);
  auto i = at + opening.length;
  const auto begin = i;
  while (i < last && is_name_byte(text_[i]) && quote_at(text_, i, end_).length == 0) ++i;
  if (i == begin) return false;
  i += quote_at(text_, i, end_).length;
  return i < end_ && text_[i] == ':';
}

bool outlook::lacks_colon(std::size_t at) const noexcept {
  const auto opening = quote_at(text_, at, end_);
  if (opening.length == 0 || opening.what == quote::sort::triple) return false;
  const auto last = std::min(end_, at + longest_look);
  const auto begin = at + opening.length;
  auto i = begin;
  while (i < last && is_name_byte(text_[i]) && quote_at(text_, i, end_).length == 0) ++i;
  const auto closing = quote_at(text_, i, end_);
  if (i == begin || closing.length == 0 || closing.what != opening.what) return false;
  const auto past = i + closing.length;
  const auto next = past_space(past);
  if (next == past || text_.substr(past, next - past).find('\n') != nowhere || !value(next)) return false;
  return quote_at(text_, next, end_).length == 0 || whole_text(next);
}

bool outlook::name_cut_off(std::size_t at) const noexcept {
  const auto opening = quote_at(text_, at, end_);
  return opening.length != 0 && end_ - at <= longest_look &&
         text_.substr(at + opening.length, end_ - at - opening.length).find_first_of("\"'\n") == nowhere;
}

bool outlook::literal_cut_off(std::size_t at) const noexcept {
  constexpr std::array<std::string_view, 6> words = {"true", "false", "null", "True", "False", "None"};
  const auto rest = text_.substr(at, trim_space(text_, at, end_) - at);
  return !rest.empty() &&
         std::any_of(words.begin(), words.end(), [rest](auto w) { return w.starts_with(rest); });
}

bool outlook::name(std::size_t at) const noexcept {
  if (at >= end_) return false;
  if (quoted_name(at)) return true;
  const auto last = std::min(end_, at + longest_look);
  auto i = at;
  while (i < last && is_name_byte(text_[i])) ++i;
  if (i == at) return false;
  // `name":` lost its first quotation mark.
  if (i < end_ && text_[i] == '"') ++i;
  i = past_space(i);
  // Not the colon of `https://`.
  return i < end_ && text_[i] == ':' && text_.substr(i, 3) != "://";
}

bool outlook::value(std::size_t at) const noexcept {
  if (at >= end_) return false;
  const char c = text_[at];
  if (c == '{' || c == '[' || (c >= '0' && c <= '9')) return true;
  if (c == '-') return at + 1 < end_ && text_[at + 1] >= '0' && text_[at + 1] <= '9';
  return quote_at(text_, at, end_).length != 0 || literal_at(text_.substr(at, end_ - at));
}

bool outlook::whole_text(std::size_t at) const noexcept {
  const auto opening = quote_at(text_, at, end_);
  if (opening.length == 0) return false;
  const auto last = std::min(end_, at + longest_look);
  for (auto i = at + opening.length; i < last; ++i) {
    if (text_[i] == '\\') {
      ++i;
      continue;
    }
    const auto closing = quote_at(text_, i, end_);
    if (closing.length == 0 || closing.what != opening.what) continue;
    const auto next = past_space(i + closing.length);
    return at_end(next) || text_[next] == ',' || text_[next] == ']' || text_[next] == '}' ||
           (next > i + closing.length && quote_at(text_, next, end_).what == opening.what &&
            quote_at(text_, next, end_).length != 0);
  }
  return false;
}

bool outlook::settled(std::size_t at) const noexcept {
  const auto last = std::min(end_, at + longest_look);
  const auto next = past_space(at);
  if (at_end(next) || text_[next] == ';') return true;
  if (text_[next] == ',') return at_end(past_space(next + 1));
  if (text_[next] == ':') return false;
  for (auto i = at; i < last && text_[i] != '\n'; ++i)
    if (text_[i] == '"') return false;
  constexpr std::string_view after_a_sentence = ".!?)*_`";
  return next > at || after_a_sentence.find(text_[at]) != nowhere;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
