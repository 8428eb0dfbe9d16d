#include "answer.hpp"

#include "drop.hpp"
#include "survey.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::size_t most_shown = 4;

bool same(std::string_view text, const item& a, const item& b) {
  if (!a.document->duplicates.empty() || !b.document->duplicates.empty())
    return text.substr(a.begin, a.end - a.begin) == text.substr(b.begin, b.end - b.begin);
  return a.document->root == b.document->root;
}

/// The items that could have been meant: where something is fenced, what stands in running text is not.
std::vector<item*> considered(std::vector<item>& items) {
  const bool any_fenced =
      std::any_of(items.begin(), items.end(), [](const item& i) { return i.where == standing::fenced; });
  std::vector<item*> kept;
  for (auto& one : items)
    if (!any_fenced || one.where != standing::inline_text) kept.push_back(&one);
  return kept;
}

struct choice {
  item* whole = nullptr;
  item* broken = nullptr;  // the first
  bool differ = false;
};

choice choose(std::string_view text, const std::vector<item*>& from) {
  choice made;
  for (auto* one : from) {
    if (!one->document) {
      if (made.broken == nullptr) made.broken = one;
      continue;
    }
    if (made.whole == nullptr) {
      made.whole = one;
      continue;
    }
    made.differ = made.differ || !same(text, *made.whole, *one);
    // The last of equals, but a fenced one before any other.
    if (one->where == standing::fenced || made.whole->where != standing::fenced) made.whole = one;
  }
  return made;
}

problems ambiguous(std::string_view text, const std::vector<item*>& from) {
  problems shown;
  for (const auto* one : from) {
    if (shown.size() == most_shown) break;
    problem p;
    p.kind = failure_kind::ambiguous;
    p.code = "ambiguous";
    p.expected = "one answer";
    p.found = excerpt(text.substr(one->begin, one->end - one->begin));
    p.message = "the reply holds " + std::to_string(from.size()) + " answers that differ; number " +
                std::to_string(shown.size() + 1) + " begins at byte " + std::to_string(one->begin);
    p.offset = one->begin;
    shown.push_back(std::move(p));
  }
  return shown;
}

/// Everything outside the answer, in order: marks where they are known, other text elsewhere.
std::vector<edit> account(std::string_view text, std::size_t begin, std::size_t end, survey& all,
                          const item& chosen) {
  auto known = std::move(all.marks());
  for (const auto& one : all.items())
    if (one.document && &one != &chosen)
      known.push_back(
          dropped(one.begin, one.end, "other_value", "The same value again, or one in running text."));
  known.push_back(dropped(chosen.begin, chosen.end, {}, {}));  // kept: here only to be stepped over
  std::sort(known.begin(), known.end(), [](const edit& a, const edit& b) { return a.begin < b.begin; });

  std::vector<edit> listed;
  auto at = begin;
  const auto rest_up_to = [&](std::size_t stop) {
    if (at < stop && !skippable(text.substr(at, stop - at)))
      listed.push_back(dropped(at, stop, "surrounding_text", "Text around the answer."));
  };
  for (auto& one : known) {
    rest_up_to(static_cast<std::size_t>(one.begin));
    at = static_cast<std::size_t>(one.end);
    if (!one.rule.empty()) listed.push_back(std::move(one));
  }
  rest_up_to(end);
  return listed;
}

}  // namespace

finding find_answer(std::string_view text, std::size_t begin, std::size_t end,
                    const json::read_limits& limits) {
  survey all(text, begin, end, limits);
  const auto from = considered(all.items());
  if (from.empty()) return no_answer{};
  const auto made = choose(text, from);
  // A stray bracket says that the whole value is a piece; a broken value beside a whole one, that there
  // were two answers.
  if (made.broken != nullptr && (made.whole == nullptr || made.broken->end - made.broken->begin == 1))
    return problems{made.broken->why};
  if (made.broken != nullptr || made.differ) return ambiguous(text, from);
  auto edits = account(text, begin, end, all, *made.whole);
  return answer{std::move(*made.whole->document), std::move(edits)};
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
