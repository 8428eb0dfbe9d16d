#include "answer.hpp"
#include "survey.hpp"

#include <algorithm>
#include <exception>
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

/// Moves every span of a value; without recursion, since depth comes from outside.
void shift_spans(value& root, std::uint64_t by) {
  const auto moved = [by](json::source_span s) { return json::source_span{s.begin + by, s.end + by}; };
  std::vector<value*> open{&root};
  while (!open.empty()) {
    auto& v = *open.back();
    open.pop_back();
    v.set_source(moved(v.source()));
    if (v.is_array())
      for (auto& item : v.items()) open.push_back(&item);
    if (v.is_object())
      for (auto& m : v.members()) {
        m.name_source = moved(m.name_source);
        open.push_back(&m.value);
      }
  }
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

result<read_value, problems> accepted(json::document document, std::vector<edit> ledger) {
  if (!document.duplicates.empty()) return std::move(document.duplicates);
  std::sort(ledger.begin(), ledger.end(), [](const edit& a, const edit& b) { return a.begin < b.begin; });
  return read_value{std::move(document.root), std::move(ledger)};
}

result<read_value, problems> read_answer(std::string_view text, remainder left, problem if_none,
                                         const json::read_limits& limits) {
  auto found = find_answer(text, left.begin, left.end, limits);
  if (auto* wrong = std::get_if<problems>(&found)) return std::move(*wrong);
  auto* one = std::get_if<answer>(&found);
  if (one == nullptr) return problems{std::move(if_none)};
  for (auto& e : one->dropped) left.ledger.push_back(std::move(e));
  return accepted(std::move(one->document), std::move(left.ledger));
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

result<read_value, problems> read(std::string_view text, const read_options& options) {
  if (blank(text, 0, text.size())) return problems{empty_reply(text, false)};
  auto whole = json::read(text, options.limits);
  if (whole) return accepted(std::move(*whole), {});
  // A text over the limit is not looked at further: what limits are for.
  if (options.level == reading_level::strict || text.size() > options.limits.max_bytes)
    return problems{std::move(whole.error())};

  auto left = clean(text, options.cleaners ? *options.cleaners : standard_cleaners());
  if (!left) return problems{std::move(left.error())};
  auto error = std::move(whole.error());
  if (left->begin != 0 || left->end != text.size()) {
    if (blank(text, left->begin, left->end)) return problems{empty_reply(text, true)};
    auto rest = read_range(text, left->begin, left->end, options.limits);
    if (rest) return accepted(std::move(*rest), std::move(left->ledger));
    error = std::move(rest.error());
  }
  if (options.level == reading_level::clean) return problems{std::move(error)};
  // Fences say which of several values is the answer, so they stay for the search.
  if (!options.cleaners) left = clean(text, {outer_space(), thinking_tag()});
  return read_answer(text, std::move(*left), std::move(error), options.limits);
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
