#include "answer.hpp"

#include "coerce.hpp"
#include "drop.hpp"
#include "mends.hpp"
#include "survey.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

constexpr std::size_t most_shown = 4;
/// More candidates are not tried against the schema.
constexpr std::size_t most_fitted = 64;

bool same(std::string_view text, const item& a, const item& b) {
  if (!a.document->duplicates.empty() || !b.document->duplicates.empty())
    return text.substr(a.begin, a.end - a.begin) == text.substr(b.begin, b.end - b.begin);
  return a.document->root == b.document->root;
}

bool fits(std::string_view text, const item& one, const search& what) {
  if (!one.document->duplicates.empty()) return false;
  if (what.how.shape->accepts(one.document->root)) return true;
  return what.coercing && coerce(*what.how.shape, one.document->root, text).has_value();
}

/// Where some whole values fit the schema, those that do not were not meant.
void keep_fitting(std::string_view text, std::vector<item*>& items, const search& what) {
  const auto whole =
      std::count_if(items.begin(), items.end(), [](const item* i) { return i->document.has_value(); });
  if (what.how.shape == nullptr || whole < 2 || items.size() > most_fitted) return;
  std::vector<item*> fitting;
  std::vector<item*> rest;
  for (auto* one : items) {
    if (!one->document || fits(text, *one, what))
      fitting.push_back(one);
    else
      rest.push_back(one);
  }
  const bool any =
      std::any_of(fitting.begin(), fitting.end(), [](const item* i) { return i->document.has_value(); });
  if (any) items = std::move(fitting);
}

/// "Final answer: …": the last value is the one that counts if the words right before it say so.
void keep_final(std::string_view text, std::vector<item*>& items) {
  if (items.size() < 2 || !items.back()->document) return;
  const auto before = items[items.size() - 2]->end;
  auto between = std::string(text.substr(before, items.back()->begin - before));
  std::transform(between.begin(), between.end(), between.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
  const auto at = between.rfind("final");
  if (at == std::string::npos || between.find("not ", at >= 12 ? at - 12 : 0) < at) return;
  items = {items.back()};
}

/// The items that could have been meant: where something is fenced, what stands in running text is not.
std::vector<item*> considered(std::string_view text, std::vector<item>& items, const search& what) {
  const bool any_fenced =
      std::any_of(items.begin(), items.end(), [](const item& i) { return i.where == standing::fenced; });
  std::vector<item*> kept;
  for (auto& one : items)
    if (!any_fenced || one.where != standing::inline_text) kept.push_back(&one);
  keep_fitting(text, kept, what);
  keep_final(text, kept);
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
  const bool differ = std::any_of(from.begin(), from.end(), [&](const item* one) {
    return !one->document || !from.front()->document || !same(text, *from.front(), *one);
  });
  problems shown;
  for (const auto* one : from) {
    if (shown.size() == most_shown) break;
    problem p;
    p.kind = failure_kind::ambiguous;
    p.code = "ambiguous";
    p.expected = "one answer";
    p.found = excerpt(text.substr(one->begin, one->end - one->begin));
    p.message = "the reply holds " + std::to_string(from.size()) +
                (differ ? " answers that differ; number " : " equal values, one answer or a list; number ") +
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
    if (one.document && (one.end <= chosen.begin || one.begin >= chosen.end))
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

/// What stands in [begin, end) if it is nothing but space, commas and whole comments: those, dropped.
std::optional<std::vector<edit>> nothing_between(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<edit> comments;
  for (auto at = begin; at < end;) {
    const char c = text[at];
    if (is_json_space(c) || c == ',') {
      ++at;
      continue;
    }
    const auto rest = text.substr(at, end - at);
    auto stop = nowhere;
    if (rest.starts_with("/*")) stop = rest.find("*/", 2);
    if (rest.starts_with("//")) stop = rest.find('\n');
    if (stop == nowhere) return std::nullopt;
    stop += at + (rest[1] == '*' ? 2 : 1);
    comments.push_back(made(mends::comment, at, stop));
    at = stop;
  }
  return comments;
}

/// Several values with nothing of their own between them.
bool one_after_the_other(std::string_view text, const std::vector<item*>& from) {
  if (from.size() < 2) return false;
  for (std::size_t i = 1; i < from.size(); ++i)
    if (!nothing_between(text, from[i - 1]->tail, from[i]->begin)) return false;
  return true;
}

/// The items of the list that the schema asks for.
std::optional<answer> as_list(std::string_view text, const std::vector<item*>& from, const search& what) {
  if (what.how.shape == nullptr || !what.how.mending) return std::nullopt;
  for (const auto* one : from)
    if (!one->document->duplicates.empty() || !one->loose.empty() || !one->unclosed.empty())
      return std::nullopt;
  answer list;
  auto& root = list.document.root;
  root = value::array();
  for (const auto* one : from) root.push_back(one->document->root);
  const auto begin = from.front()->begin;
  const auto end = from.back()->end;
  root.set_source({begin, end});
  if (!what.how.shape->accepts(root)) return std::nullopt;
  for (std::size_t i = 0; i < from.size(); ++i) {
    list.edits.insert(list.edits.end(), from[i]->edits.begin(), from[i]->edits.end());
    if (i == 0) continue;
    const auto comments = nothing_between(text, from[i - 1]->tail, from[i]->begin);
    if (comments) list.edits.insert(list.edits.end(), comments->begin(), comments->end());
  }
  const std::string_view reason = "Values one after the other where a list of them is asked for.";
  list.edits.push_back({edit_kind::supplied, begin, begin, "values_to_list", "[", reason});
  list.edits.push_back({edit_kind::supplied, end, end, "values_to_list", "]", reason});
  return list;
}

}  // namespace

finding find_answer(std::string_view text, std::size_t begin, std::size_t end, const search& what) {
  // One text in quotation marks that is broken somewhere: what stands in it is not the answer.
  const auto first = skip_space(text, begin, end);
  const auto last = trim_space(text, first, end);
  if (last > first + 1 && text[first] == '"' && text[last - 1] == '"') return no_answer{};
  survey all(text, begin, end, what.how);
  auto from = considered(text, all.items(), what);
  if (from.empty()) return no_answer{};
  auto made = choose(text, from);
  // Equal values are one answer that was repeated, unless nothing stands between them: then it takes the
  // schema to say that it is no list.
  const bool row = made.broken == nullptr && one_after_the_other(text, from);
  if (row && !(what.how.shape != nullptr && what.how.shape->accepts(made.whole->document->root)))
    made.differ = true;
  if (made.differ && row)
    if (auto list = as_list(text, from, what)) {
      item span{from.front()->begin, from.back()->end};
      for (auto& e : account(text, begin, end, all, span)) list->edits.push_back(std::move(e));
      return std::move(*list);
    }
  // A stray bracket says that the whole value is a piece; a broken value beside a whole one, that there
  // were two answers.
  if (made.broken != nullptr && (made.whole == nullptr || made.broken->end - made.broken->begin == 1))
    return nothing_sure{{made.broken->why}, std::move(made.broken->committed)};
  if (made.broken != nullptr || made.differ) return nothing_sure{ambiguous(text, from)};
  auto edits = std::move(made.whole->edits);
  for (auto& e : account(text, begin, end, all, *made.whole)) edits.push_back(std::move(e));
  return answer{std::move(*made.whole->document), std::move(edits), std::move(made.whole->loose),
                std::move(made.whole->unclosed)};
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
