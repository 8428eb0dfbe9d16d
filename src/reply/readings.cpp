#include "readings.hpp"

#include "mends.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Members or items of one container that are tried elsewhere; with more, the answer is "it is not certain".
constexpr std::size_t most_moved = 32;
constexpr std::size_t most_levels = 8;
/// Bytes of JSON validated for it, in all: each try is a value of the size of the answer.
constexpr std::uint64_t most_tried = std::uint64_t{32} << 20;

problem two_readings(std::uint64_t at, std::string message) {
  problem p;
  p.kind = failure_kind::ambiguous;
  p.code = "ambiguous";
  p.expected = "one sensible reading";
  p.message = std::move(message);
  p.offset = at;
  return p;
}

struct leaf {
  value* at = nullptr;
  std::string place;
};

/// The numbers that begin at one of these offsets.
std::vector<leaf> find_leaves(value& root, const std::vector<std::uint64_t>& begins) {
  std::vector<leaf> found;
  std::vector<leaf> open{{&root, {}}};
  while (!open.empty()) {
    auto [at, place] = std::move(open.back());
    open.pop_back();
    if (at->is_number() && std::binary_search(begins.begin(), begins.end(), at->source().begin))
      found.push_back({at, place});
    if (at->is_array()) {
      for (std::size_t i = 0; i < at->size(); ++i) {
        if (!at->items()[i].is_number() && at->items()[i].size() == 0) continue;
        auto inner = place;
        json::append_index(inner, i);
        open.push_back({&at->items()[i], std::move(inner)});
      }
    }
    if (at->is_object()) {
      for (auto& m : at->members()) {
        if (!m.value.is_number() && m.value.size() == 0) continue;
        auto inner = place;
        json::append_token(inner, m.name);
        open.push_back({&m.value, std::move(inner)});
      }
    }
  }
  return found;
}

std::set<std::string> wrong_places(const schema::program& shape, const value& root) {
  std::set<std::string> places;
  for (auto& p : shape.validate(root, {.max_errors = 10'000})) places.insert(std::move(p.place));
  return places;
}

value as_text(const value& number, std::string_view text) {
  const auto at = number.source();
  value out(text.substr(static_cast<std::size_t>(at.begin), static_cast<std::size_t>(at.end - at.begin)));
  out.set_source(at);
  return out;
}

/// Moves the last `count` children of the last child of `parent` behind it. False if they are not of a kind.
bool move_out(value& parent, std::size_t count) {
  if (parent.size() == 0) return false;
  if (parent.is_object()) {
    auto& child = parent.members().back().value;
    if (!child.is_object() || child.size() < count) return false;
    auto from = std::exchange(child, value());
    auto& members = from.members();
    std::vector<json::member> moved(
        std::make_move_iterator(members.end() - static_cast<std::ptrdiff_t>(count)),
        std::make_move_iterator(members.end()));
    members.resize(members.size() - count);
    child = std::move(from);
    for (auto& m : moved) parent.members().push_back(std::move(m));
    return true;
  }
  auto& child = parent.items().back();
  if (!child.is_array() || child.size() < count) return false;
  auto from = std::exchange(child, value());
  auto& items = from.items();
  std::vector<value> moved(std::make_move_iterator(items.end() - static_cast<std::ptrdiff_t>(count)),
                           std::make_move_iterator(items.end()));
  items.resize(items.size() - count);
  child = std::move(from);
  for (auto& v : moved) parent.push_back(std::move(v));
  return true;
}

value& last_child(value& v) {
  return v.is_object() ? v.members().back().value : v.items().back();
}

}  // namespace

result<mended, unmended> mend_range(std::string_view text, std::size_t begin, std::size_t end,
                                    mend_options how, const schema::program* shape) {
  how.fitting = shape != nullptr;
  auto first = mend(text, begin, end, how);
  // Where nothing was mismatched there is no other reading; a first one that failed may have met it.
  if (first && !first->mismatched) return first;
  how.closers = mismatch::mistaken;
  auto second = mend(text, begin, end, how);
  bool second_cut = false;
  if (!second && first && second.error().cut) {
    // Read like this it lacks closing brackets at the end; what it says with them may be what was meant.
    auto closed = how;
    closed.complete = true;
    second = mend(text, begin, end, closed);
    second_cut = true;
  }
  if (!second) return first;
  if (!first) return second;
  if (first->document.root == second->document.root && (second_cut || first->end == second->end))
    return first;
  // A reading that leaves something behind the value is the worse one.
  const auto rest = [&](const mended& m) {
    const auto next = text.find_first_not_of(" \t\r\n", m.end);
    return next != std::string_view::npos && next < end &&
           (text[next] == ',' || text[next] == '}' || text[next] == ']');
  };
  if (!second_cut && rest(*first) != rest(*second))
    return rest(*first) ? std::move(second) : std::move(first);
  const bool first_fits = shape != nullptr && shape->accepts(first->document.root);
  const bool second_fits = shape != nullptr && shape->accepts(second->document.root);
  if (first_fits && !second_fits) return first;
  if (second_fits && !first_fits && !second_cut) return second;
  return unmended{
      two_readings(begin, "closing brackets of the wrong kind that can be read in two ways"), false, {}};
}

std::optional<problem> settle(value& root, std::vector<edit>& edits, const std::vector<std::uint64_t>& loose,
                              std::string_view text, const schema::program* shape) {
  if (loose.empty()) return std::nullopt;
  constexpr std::string_view message = "what stands here can be read as a number and as a text";
  if (shape == nullptr) return two_readings(loose.front(), std::string(message));
  auto begins = loose;
  std::sort(begins.begin(), begins.end());
  value texts = root;
  const auto numbers = find_leaves(root, begins);
  for (auto& l : find_leaves(texts, begins)) *l.at = as_text(*l.at, text);
  const auto wrong_numbers = wrong_places(*shape, root);
  const auto wrong_texts = wrong_places(*shape, texts);
  for (const auto& l : numbers) {
    const bool number_fits = !wrong_numbers.contains(l.place);
    const bool text_fits = !wrong_texts.contains(l.place);
    if (number_fits && text_fits) return two_readings(l.at->source().begin, std::string(message));
    if (number_fits || !text_fits) continue;
    *l.at = as_text(*l.at, text);
    for (auto& e : edits) {
      if (e.begin != l.at->source().begin || e.rule != mends::number_form.name) continue;
      e = made(mends::bare_text, static_cast<std::size_t>(e.begin), static_cast<std::size_t>(e.end),
               l.at->string());
    }
  }
  return std::nullopt;
}

namespace {

/// From the root to a container: the index of the child at each step.
using path = std::vector<std::size_t>;

value& child_at(value& v, std::size_t i) {
  return v.is_object() ? v.members()[i].value : v.items()[i];
}

/// The containers that begin at one of these offsets.
std::vector<path> find_containers(value& root, const std::vector<std::uint64_t>& begins) {
  std::vector<path> found;
  std::vector<std::pair<value*, path>> open{{&root, {}}};
  while (!open.empty()) {
    auto [v, way] = std::move(open.back());
    open.pop_back();
    if (!v->is_object() && !v->is_array()) continue;
    if (std::find(begins.begin(), begins.end(), v->source().begin) != begins.end()) found.push_back(way);
    for (std::size_t i = 0; i < v->size(); ++i) {
      auto& child = child_at(*v, i);
      // Only what holds a place that is looked for.
      const auto at = child.source();
      if (std::none_of(begins.begin(), begins.end(),
                       [at](std::uint64_t b) { return b >= at.begin && b < at.end; }))
        continue;
      auto inner = way;
      inner.push_back(i);
      open.push_back({&child, std::move(inner)});
    }
  }
  return found;
}

value& follow(value& root, const path& way) {
  auto* at = &root;
  for (const auto i : way) at = &child_at(*at, i);
  return *at;
}

enum class verdict : std::uint8_t { no_other, another, uncertain };

/// Whether the last children of the last child of `parent` can be its own.
verdict moved_out(const value& root, const path& parent, const schema::program* shape,
                  std::uint64_t& tried_bytes) {
  value tried = root;
  auto& from = follow(tried, parent);
  if (from.size() == 0) return verdict::no_other;
  auto& child = last_child(from);
  if (child.kind() != from.kind() || child.size() == 0) return verdict::no_other;
  if (shape == nullptr || child.size() > most_moved) return verdict::uncertain;
  for (std::size_t n = 1; n <= child.size(); ++n) {
    tried_bytes += root.source().end - root.source().begin;
    if (tried_bytes > most_tried) return verdict::uncertain;
    value other = root;
    if (move_out(follow(other, parent), n) && shape->accepts(other)) return verdict::another;
  }
  return verdict::no_other;
}

}  // namespace

std::optional<problem> closed_elsewhere(const value& root, const std::vector<std::uint64_t>& unclosed,
                                        const schema::program* shape) {
  if (unclosed.empty()) return std::nullopt;
  const auto at = unclosed.front();
  if (unclosed.size() > most_levels) return two_readings(at, "too many closing brackets are missing");
  std::uint64_t tried = 0;
  value copy = root;
  for (auto way : find_containers(copy, unclosed)) {
    // Its own children may belong to what is around it, if it is the last there.
    if (!way.empty()) {
      auto outer = way;
      outer.pop_back();
      if (way.back() + 1 == follow(copy, outer).size() &&
          moved_out(root, outer, shape, tried) != verdict::no_other)
        return two_readings(at, "a closing bracket is missing, and it can stand in two places");
    }
    // And those of the last in it may be its own.
    for (std::size_t level = 0;; ++level) {
      auto& here = follow(copy, way);
      if (here.size() == 0) break;
      if (level == most_levels || moved_out(root, way, shape, tried) != verdict::no_other)
        return two_readings(at, "a closing bracket is missing, and it can stand in two places");
      way.push_back(here.size() - 1);
      if (follow(copy, way).size() == 0) break;
    }
  }
  return std::nullopt;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
