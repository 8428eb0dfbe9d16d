// See feedback.hpp.
#include "feedback.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

constexpr std::size_t quote_limit = 80;
constexpr std::size_t sentence_limit = 300;
constexpr std::size_t place_limit = 160;
/// More are not looked at: they would not fit anyway.
constexpr std::size_t most_errors = 100;

/// Short, one line, no backtick: fit to stand between backticks or in a sentence.
std::string tame(std::string_view text, std::size_t limit) {
  auto short_text = excerpt(text, limit);
  std::replace(short_text.begin(), short_text.end(), '`', '\'');
  return short_text;
}

std::string fenced(std::string_view text, std::size_t limit = quote_limit) {
  return "`" + tame(text, limit) + "`";
}

/// Type and a short excerpt of a value; containers are counted, not quoted.
std::string describe_value(const value& v) {
  switch (v.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::boolean:
      return v.boolean() ? "boolean `true`" : "boolean `false`";
    case json::kind::number:
      return "number " + fenced(v.literal());
    case json::kind::string:
      return v.string().empty() ? "an empty string" : "string " + fenced(v.string());
    case json::kind::array:
      return "an array of " + std::to_string(v.size()) + (v.size() == 1 ? " item" : " items");
    case json::kind::object:
      return "an object of " + std::to_string(v.size()) + (v.size() == 1 ? " member" : " members");
  }
  return {};
}

/// Around the byte where reading stopped.
std::string around(std::string_view reply, std::uint64_t offset) {
  const auto at = static_cast<std::size_t>(std::min<std::uint64_t>(offset, reply.size()));
  const auto from = utf8::floor_boundary(reply, at > quote_limit / 2 ? at - quote_limit / 2 : 0);
  return fenced(reply.substr(from, quote_limit));
}

std::string found_part(const problem& p, const feedback_input& about) {
  if (about.root != nullptr) {
    if (const auto* node = json::resolve(*about.root, p.place)) return "found " + describe_value(*node);
  }
  std::string found = p.found.empty() ? std::string() : "found " + fenced(p.found);
  if (about.root == nullptr && p.offset && !about.reply.empty()) {
    return found + (found.empty() ? "" : " ") + "at byte " + std::to_string(*p.offset) + ", near " +
           around(about.reply, *p.offset);
  }
  if (!found.empty()) return found;
  if (about.root == nullptr && !about.reply.empty()) return "the reply began " + fenced(about.reply);
  return {};
}

/// "expected x, got y" repeats what stands beside it, and quotes the reply without a fence.
bool says_more(const problem& p) {
  return !p.message.empty() && (p.expected.empty() || !p.message.starts_with("expected "));
}

/// Everything about an error but its place.
std::string sentence(const problem& p, const feedback_input& about) {
  std::string text;
  const auto add = [&text](const std::string& part) {
    if (part.empty()) return;
    if (!text.empty()) text += "; ";
    text += part;
  };
  if (says_more(p)) add(tame(p.message, sentence_limit));
  if (!p.code.empty()) add("rule " + tame(p.code, quote_limit));
  if (!p.expected.empty()) add("expected " + tame(p.expected, sentence_limit));
  if (const auto found = found_part(p, about); !found.empty()) add(found);
  if (!p.nearest.empty()) add("did you mean " + fenced(p.nearest) + "?");
  return text;
}

std::string shown_place(const problem& p, bool rooted) {
  if (!p.place.empty()) return tame(p.place, place_limit);
  return rooted ? "(the whole value)" : "(the whole reply)";
}

struct line {
  const problem* first = nullptr;
  std::string text = {};
  std::vector<std::string> also = {};  // further places, a few
  std::size_t folded = 0;
};

/// The tenth error of one rule teaches nothing that the first did not. Where nothing is said about what
/// was expected, the message is all there is to compare.
bool same_rule(const problem& a, const problem& b) {
  return a.code == b.code && a.rule == b.rule && a.expected == b.expected && a.nearest == b.nearest &&
         (says_more(a) ? a.message == b.message : !says_more(b));
}

std::vector<line> folded(const feedback_input& about) {
  constexpr std::size_t most_places = 3;
  std::vector<line> lines;
  const auto count = std::min(about.errors.size(), most_errors);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& p = about.errors[i];
    const auto known =
        std::find_if(lines.begin(), lines.end(), [&](const line& l) { return same_rule(*l.first, p); });
    if (known == lines.end()) {
      lines.push_back({.first = &p, .text = sentence(p, about)});
      continue;
    }
    if (known->first->place == p.place) continue;
    ++known->folded;
    if (known->also.size() < most_places) {
      const auto* node = about.root == nullptr ? nullptr : json::resolve(*about.root, p.place);
      known->also.push_back(shown_place(p, true) + (node == nullptr ? "" : ", " + describe_value(*node)));
    }
  }
  return lines;
}

std::string rendered(const line& l, bool rooted) {
  std::string text = "\n- " + shown_place(*l.first, rooted) + ": " + l.text;
  if (l.folded == 0) return text;
  text += " (also at";
  for (std::size_t i = 0; i < l.also.size(); ++i) text += (i == 0 ? " " : "; ") + l.also[i];
  if (l.folded > l.also.size()) text += "; and " + std::to_string(l.folded - l.also.size()) + " more";
  return text + ")";
}

}  // namespace

std::string feedback(const feedback_input& about, std::size_t limit) {
  std::string text =
      about.json ? "Output JSON validation failed because of:" : "Output validation failed because of:";
  const std::string_view close =
      about.json ? "\nWrite the whole JSON again with these errors corrected, and nothing else."
                 : "\nWrite the whole answer again with these errors corrected, and nothing else.";
  constexpr std::string_view cut = "\n- and more of the kind";
  const auto room = limit - close.size() - cut.size();
  bool first = true;
  for (const auto& l : folded(about)) {
    auto next = rendered(l, about.root != nullptr);
    // The first error is always told, if only its beginning.
    if (first && text.size() + next.size() > room)
      next.resize(utf8::floor_boundary(next, room - text.size()));
    first = false;
    if (text.size() + next.size() > room) {
      text += cut;
      break;
    }
    text += next;
  }
  text += close;
  return text;
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
