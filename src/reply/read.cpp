#include "answer.hpp"
#include "bare.hpp"
#include "coerce.hpp"
#include "readings.hpp"
#include "survey.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include <tenon/reply.hpp>

namespace tenon {
inline namespace v0 {

namespace {

constexpr std::pair<reading_level, std::string_view> level_names[] = {
    {reading_level::strict, "strict"}, {reading_level::clean, "clean"},   {reading_level::wrapper, "wrapper"},
    {reading_level::syntax, "syntax"}, {reading_level::coerce, "coerce"},
};

}  // namespace

std::string_view to_string(reading_level l) noexcept {
  for (const auto& [level, name] : level_names)
    if (level == l) return name;
  return {};
}

std::optional<reading_level> reading_level_from(std::string_view name) noexcept {
  for (const auto& [level, known] : level_names)
    if (known == name) return level;
  return std::nullopt;
}

namespace reply {

namespace {

/// Changes every span of a value; without recursion, since depth comes from outside.
template <class Change>
void respan(value& root, const Change& change) {
  std::vector<value*> open{&root};
  while (!open.empty()) {
    auto& v = *open.back();
    open.pop_back();
    v.set_source(change(v.source()));
    if (v.is_array())
      for (auto& item : v.items()) open.push_back(&item);
    if (v.is_object())
      for (auto& m : v.members()) {
        m.name_source = change(m.name_source);
        open.push_back(&m.value);
      }
  }
}

void shift_spans(value& root, std::uint64_t by) {
  respan(root, [by](json::source_span s) { return json::source_span{s.begin + by, s.end + by}; });
}

void shift(problem& p, std::uint64_t by) {
  if (p.offset) *p.offset += by;
}

problem plain(failure_kind kind, std::string code, std::string message) {
  problem p;
  p.kind = kind;
  p.code = std::move(code);
  p.message = std::move(message);
  return p;
}

problem empty_reply(std::string_view text, bool cleaned) {
  auto p = plain(failure_kind::empty_reply, "empty",
                 cleaned ? "nothing but reasoning or an empty fence" : "the reply has no text");
  p.expected = "a JSON value";
  if (cleaned) p.found = excerpt(text);
  return p;
}

/// What is left of a text after cleaning, and what it cost.
struct remainder {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<edit> ledger = {};
};

/// A cleaner of the caller's own may forget to list what it drops; the ledger must not.
void list_unlisted(std::string_view text, std::size_t begin, std::size_t end, const std::vector<edit>& listed,
                   std::vector<edit>& to) {
  auto at = begin;
  const auto unlisted = [&](std::size_t upto) {
    if (at >= upto || skippable(text.substr(at, upto - at))) return;
    edit e;
    e.begin = at;
    e.end = upto;
    e.rule = "custom_cleaner";
    e.reason = "Dropped by a cleaner that did not say why.";
    to.push_back(std::move(e));
  };
  for (const auto& e : listed) {
    if (e.begin < begin || e.end > end) continue;
    unlisted(static_cast<std::size_t>(e.begin));
    at = std::max(at, static_cast<std::size_t>(e.end));
  }
  unlisted(end);
}

/// One cleaner on what is left. A problem if it is no good.
std::optional<problem> apply(const cleaner& one, std::string_view text, remainder& left) {
  auto kept = one(text, left.begin, left.end);
  if (!kept) return std::nullopt;
  if (kept->begin < left.begin || kept->end > left.end || kept->begin > kept->end)
    return plain(failure_kind::invalid_argument, "cleaner",
                 "a cleaner kept a range outside of what it was given");
  const auto begin = static_cast<std::size_t>(kept->begin);
  const auto end = static_cast<std::size_t>(kept->end);
  list_unlisted(text, left.begin, begin, kept->dropped, left.ledger);
  list_unlisted(text, end, left.end, kept->dropped, left.ledger);
  for (auto& e : kept->dropped) left.ledger.push_back(std::move(e));
  left.begin = begin;
  left.end = end;
  return std::nullopt;
}

result<remainder> clean(std::string_view text, const std::vector<cleaner>& cleaners) {
  remainder left{0, text.size()};
  try {
    for (const auto& one : cleaners)
      if (auto bad = apply(one, text, left)) return std::move(*bad);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    return plain(failure_kind::invalid_argument, "callback_exception", e.what());
  } catch (...) {
    return plain(failure_kind::invalid_argument, "callback_exception", "a cleaner threw no std::exception");
  }
  return left;
}

/// In the order of `begin`. The parts that a ledger is made of are in order each, so that merging them does:
/// a reply that is broken throughout has many entries.
void order(std::vector<edit>& ledger) {
  const auto earlier = [](const edit& a, const edit& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  };
  const auto first = ledger.begin();
  constexpr int most_runs = 16;
  int runs = 0;
  for (auto sorted = std::is_sorted_until(first, ledger.end(), earlier); sorted != ledger.end(); ++runs) {
    if (runs == most_runs) return std::sort(first, ledger.end(), earlier);
    const auto next = std::is_sorted_until(sorted, ledger.end(), earlier);
    std::vector<edit> merged;
    merged.reserve(static_cast<std::size_t>(next - first));
    std::merge(std::make_move_iterator(first), std::make_move_iterator(sorted),
               std::make_move_iterator(sorted), std::make_move_iterator(next), std::back_inserter(merged),
               earlier);
    std::move(merged.begin(), merged.end(), first);
    sorted = next;
  }
}

unread failed(problem why) {
  return {{std::move(why)}, std::nullopt};
}

/// What all readings end with: no name twice, then towards the schema if the level says so.
result<read_value, unread> accepted(std::string_view text, json::document document, std::vector<edit> ledger,
                                    const read_options& options) {
  if (!document.duplicates.empty()) return unread{std::move(document.duplicates), std::nullopt};
  read_value out{std::move(document.root), std::move(ledger)};
  if (options.level == reading_level::coerce && options.shape != nullptr &&
      !options.shape->accepts(out.root)) {
    if (auto moved = coerce(*options.shape, out.root, text)) {
      out.root = std::move(moved->root);
      for (auto& e : moved->edits) out.ledger.push_back(std::move(e));
    }
  }
  order(out.ledger);
  return out;
}

/// A text that is right as far as it goes was cut off.
unread unfinished(std::string_view text, std::size_t begin, std::size_t end, problem why,
                  const json::read_limits& limits) {
  const auto at = skip_space(text, begin, end);
  // In a fence that was closed nothing was cut off.
  if (why.code != "unexpected_end" || at == end || !blank(text, end, text.size()) ||
      (text[at] != '{' && text[at] != '['))
    return failed(std::move(why));
  auto read = mend(text, at, end, {limits, mismatch::missing});
  if (read || !read.error().cut) return failed(std::move(why));
  why.kind = failure_kind::truncated;
  return {{std::move(why)}, std::move(read.error().committed)};
}

search search_for(const read_options& options) {
  return {{options.limits, options.level >= reading_level::syntax, options.complete, options.shape},
          options.level == reading_level::coerce};
}

/// What is read without mending is read with it too, and as the same value.
finding search_in(std::string_view text, const remainder& left, const read_options& options) {
  auto what = search_for(options);
  const bool mending = std::exchange(what.how.mending, false);
  auto found = find_answer(text, left.begin, left.end, what);
  if (!mending || std::holds_alternative<answer>(found)) return found;
  what.how.mending = true;
  if (auto escaped = read_escaped(text, left.begin, left.end, options)) return std::move(*escaped);
  if (auto opened = read_opened(text, left.begin, left.end, options)) return std::move(*opened);
  found = find_answer(text, left.begin, left.end, what);
  if (!std::holds_alternative<no_answer>(found)) return found;
  if (auto bare = read_bare(text, left.begin, left.end, options)) return std::move(*bare);
  return found;
}

result<read_value, unread> read_answer(std::string_view text, remainder left, unread if_none,
                                       const read_options& options) {
  auto found = search_in(text, left, options);
  if (auto* wrong = std::get_if<nothing_sure>(&found))
    return unread{std::move(wrong->errors), std::move(wrong->committed)};
  auto* one = std::get_if<answer>(&found);
  if (one == nullptr) return if_none;
  // The longer list is the one that stays where it is.
  std::swap(left.ledger, one->edits);
  for (auto& e : one->edits) left.ledger.push_back(std::move(e));
  if (auto open = settle(one->document.root, left.ledger, one->loose, text, options.shape))
    return failed(std::move(*open));
  if (auto open = closed_elsewhere(one->document.root, one->unclosed, options.shape))
    return failed(std::move(*open));
  return accepted(text, std::move(one->document), std::move(left.ledger), options);
}

}  // namespace

result<json::document> read_range(std::string_view text, std::size_t begin, std::size_t end,
                                  const json::read_limits& limits) {
  auto document = json::read(text.substr(begin, end - begin), limits);
  if (!document) {
    shift(document.error(), begin);
    return document;
  }
  if (begin != 0) {
    shift_spans(document->root, begin);
    for (auto& p : document->duplicates) shift(p, begin);
  }
  return document;
}

void place_all(value& root, json::source_span where) {
  respan(root, [where](json::source_span) { return where; });
}

result<read_value, unread> read(std::string_view text, const read_options& options) {
  if (blank(text, 0, text.size())) return failed(empty_reply(text, false));
  auto whole = json::read(text, options.limits);
  if (whole) return accepted(text, std::move(*whole), {}, options);
  // A text over the limit is not looked at further: what limits are for.
  if (text.size() > options.limits.max_bytes) return failed(std::move(whole.error()));
  if (options.level == reading_level::strict)
    return unfinished(text, 0, text.size(), std::move(whole.error()), options.limits);

  auto left = clean(text, options.cleaners ? *options.cleaners : standard_cleaners());
  if (!left) return failed(std::move(left.error()));
  auto error = std::move(whole.error());
  if (left->begin != 0 || left->end != text.size()) {
    if (blank(text, left->begin, left->end)) return failed(empty_reply(text, true));
    auto rest = read_range(text, left->begin, left->end, options.limits);
    if (rest) return accepted(text, std::move(*rest), std::move(left->ledger), options);
    error = std::move(rest.error());
  }
  auto none = unfinished(text, left->begin, left->end, std::move(error), options.limits);
  if (options.level == reading_level::clean) return none;
  // Fences say which of several values is the answer, so they stay for the search.
  if (!options.cleaners) left = clean(text, {outer_space(), thinking_tag()});
  return read_answer(text, std::move(*left), std::move(none), options);
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
