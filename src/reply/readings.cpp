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
    std::vector<json::member> moved(std::make_move_iterator(members.end() - static_cast<std::ptrdiff_t>(count)),
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

result<mended, unmended> mend_range(std::string_view text, std::size_t begin, std::size_t end, mend_options how,
                                    const schema::program* shape) {
  auto first = mend(text, begin, end, how);
  // Where nothing was mismatched there is no other reading; a first one that failed may have met it.
  if (first && !first->mismatched) return first;
  how.closers = mismatch::mistaken;
  auto second = mend(text, begin, end, how);
  if (!second) return first;
  if (!first) return second;
  if (first->document.root == second->document.root && first->end == second->end) return first;
  // A reading that leaves something behind the value is the worse one.
  const auto rest = [&](const mended& m) {
    const auto next = text.find_first_not_of(" \t\r\n", m.end);
    return next != std::string_view::npos && next < end && (text[next] == ',' || text[next] == '}' || text[next] == ']');
  };
  if (rest(*first) != rest(*second)) return rest(*first) ? std::move(second) : std::move(first);
  const bool first_fits = shape != nullptr && shape->accepts(first->document.root);
  const bool second_fits = shape != nullptr && shape->accepts(second->document.root);
  if (first_fits != second_fits) return first_fits ? std::move(first) : std::move(second);
  return unmended{two_readings(begin, "closing brackets of the wrong kind that can be read in two ways"), false, {}};
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

std::optional<problem> closed_elsewhere(const value& root, const schema::program* shape) {
  const auto at = root.source().end;
  if (shape == nullptr)
    return two_readings(at, "a closing bracket is missing, and there is no schema to say where");
  value tried = root;
  std::size_t level = 0;
  for (auto* parent = &tried; parent->size() != 0; ++level) {
    auto& child = last_child(*parent);
    if (child.size() > most_moved || level == most_levels)
      return two_readings(at, "a closing bracket is missing, and it is not certain where");
    for (std::size_t n = 1; n <= child.size(); ++n) {
      value other = root;
      auto* place = &other;
      for (std::size_t i = 0; i < level; ++i) place = &last_child(*place);
      if (move_out(*place, n) && shape->accepts(other))
        return two_readings(at, "a closing bracket is missing, and the value fits with it in two places");
    }
    parent = &child;
  }
  return std::nullopt;
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
