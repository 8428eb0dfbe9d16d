// The comma-separated list: a format that cannot be validated, so it is read with suspicion.
//
// The invariant: what is returned are exactly the items that stand between the commas. What could as
// well be a sentence, a heading or another kind of list is an error, because a wrong list has no sign.
#include <algorithm>
#include <utility>

#include <tenon/converter.hpp>
#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace converters {

namespace {

using items = std::vector<std::string>;

problems no_list(std::string message, std::string_view found, std::string place = {}) {
  return {problem{.kind = failure_kind::bind_failed,
                  .code = "not_a_list",
                  .place = std::move(place),
                  .expected = "one line of comma-separated values",
                  .found = excerpt(found),
                  .message = std::move(message)}};
}

problems no_item(std::size_t index, std::string message, std::string_view found) {
  std::string place;
  json::append_index(place, index);
  return no_list(std::move(message), found, std::move(place));
}

bool is_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t words(std::string_view text) noexcept {
  std::size_t count = 0;
  bool inside = false;
  for (const char c : text) {
    if (!is_space(c) && !inside) ++count;
    inside = !is_space(c);
  }
  return count;
}

bool ends_sentence(std::string_view text) noexcept {
  return text.ends_with('.') || text.ends_with('!') || text.ends_with('?') || text.ends_with(':');
}

/// Why an unquoted item is no item; null if nothing speaks against it.
const char* suspicion(std::string_view item, bool last) noexcept {
  const auto has = [item](std::string_view part) { return item.find(part) != std::string_view::npos; };
  if (item.empty()) return "an item is empty";
  if (has("\n")) return "the reply has several lines";
  if (has("\"")) return "a double quote stands inside an unquoted item";
  if (has(";") || has("|") || has("\t")) return "the items are not separated by commas";
  if (item.front() == '<' || item.front() == '{' || item.front() == '[' || item.starts_with("```")) {
    return "an item begins like markup or JSON";
  }
  if (item.starts_with("- ") || item.starts_with("* ") || item.starts_with("#"))
    return "an item begins like markdown";
  if (has(": ") || has("! ") || has("? ") || words(item) > list::max_words || (last && ends_sentence(item))) {
    return "this looks like a sentence; a value that is meant like this stands in double quotes";
  }
  if (last && (item.starts_with("and ") || item.starts_with("or ")))
    return "this looks like the end of a sentence";
  return nullptr;
}

/// Scans one item after another; quotes as in RFC 4180.
class scanner {
 public:
  explicit scanner(std::string_view text) : text_(text) {}

  result<items, problems> run() {
    items found;
    for (;;) {
      if (found.size() == list::max_items) return no_list("more than max_items items", text_.substr(at_));
      skip_space();
      auto item = at_ < text_.size() && text_[at_] == '"' ? quoted(found.size()) : plain(found.size());
      if (!item) return std::move(item).error();
      found.push_back(std::move(*item));
      if (at_ == text_.size()) return found;
      ++at_;  // the comma
    }
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  result<std::string, problems> plain(std::size_t index) {
    const auto end = std::min(text_.find(',', at_), text_.size());
    const auto item = trimmed(text_.substr(at_, end - at_));
    at_ = end;
    if (const char* why = suspicion(item, end == text_.size())) return no_item(index, why, item);
    return std::string(item);
  }

  result<std::string, problems> quoted(std::size_t index) {
    const auto begin = at_++;
    std::string item;
    for (;;) {
      const auto quote = text_.find('"', at_);
      if (quote == std::string_view::npos)
        return no_item(index, "a quoted item does not end", text_.substr(begin));
      item += text_.substr(at_, quote - at_);
      at_ = quote + 1;
      if (at_ == text_.size() || text_[at_] != '"') break;
      item += '"';
      ++at_;
    }
    skip_space();
    if (at_ < text_.size() && text_[at_] != ',') {
      return no_item(index, "text follows a quoted item", text_.substr(begin));
    }
    return item;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

result<items, problems> from_json(std::string_view text, const json::read_limits& limits) {
  auto root = json::read_unique(text, limits);
  if (!root || !root->is_array())
    return no_list("this is JSON, or looks like it, but no array of strings", text);
  items found;
  for (const auto& item : std::as_const(*root).items()) {
    if (found.size() == list::max_items) return no_list("more than max_items items", text);
    if (!item.is_string()) {
      return no_item(found.size(), "an item of the array is no string", json::to_string(item.kind()));
    }
    found.emplace_back(item.string());
  }
  return found;
}

/// The text behind "- ", "* ", "• ", "1. " or "1) "; empty if the line has no bullet.
std::string_view behind_bullet(std::string_view line) noexcept {
  for (const std::string_view mark : {"- ", "* ", "\xE2\x80\xA2 "}) {
    if (line.starts_with(mark)) return trimmed(line.substr(mark.size()));
  }
  const auto digits = line.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return {};
  if (line.substr(digits).starts_with(". ") || line.substr(digits).starts_with(") ")) {
    return trimmed(line.substr(digits + 2));
  }
  return {};
}

/// Empty unless every line is a bullet.
std::optional<items> from_bullets(std::string_view text) {
  items found;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const auto item = behind_bullet(line);
    if (item.empty() || found.size() == list::max_items) return std::nullopt;
    found.emplace_back(item);
  }
  return found;
}

/// A valid list begins neither with a fence nor with a tag, so cleaning first takes nothing from it.
std::string_view cleaned(std::string_view text, const reply::read_options& reading) {
  if (reading.level == reading_level::strict && !reading.cleaners) return trimmed(text);
  std::uint64_t begin = 0;
  std::uint64_t end = text.size();
  for (const auto& clean : reading.cleaners ? *reading.cleaners : reply::standard_cleaners()) {
    if (const auto kept = clean(text, begin, end);
        kept && kept->begin <= kept->end && kept->end <= text.size()) {
      begin = kept->begin;
      end = kept->end;
    }
  }
  return trimmed(text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
}

}  // namespace

std::string list::format() const {
  return prompt::list_instructions();
}

result<list::value_type, problems> list::convert(std::string_view text,
                                                 const reply::read_options& reading) const {
  if (text.size() > reading.limits.max_bytes) return no_list("the reply exceeds max_bytes", text);
  const auto body = cleaned(text, reading);
  if (body.empty()) {
    return problems{
        problem{.kind = failure_kind::empty_reply, .code = "empty", .message = "the reply was empty"}};
  }
  if (body.front() == '[' || body.front() == '{') return from_json(body, reading.limits);
  if (reading.level >= reading_level::wrapper) {
    if (auto found = from_bullets(body)) return std::move(*found);
  }
  return scanner(body).run();
}

}  // namespace converters
}  // namespace v0
}  // namespace tenon
