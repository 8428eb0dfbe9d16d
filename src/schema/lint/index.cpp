#include "lint/index.hpp"

#include "load/keyword.hpp"
#include "nodes/hash.hpp"
#include "walk/literals.hpp"

#include <string_view>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::uint64_t bytes_per_unit = 16;

}  // namespace

document_index::document_index(const program::data& d) : d_(d) {
  add(d.document);
  for (const auto& document : d.documents) add(*document);
  for (index n = 0; n < d.places.size(); ++n) {
    if (n != d.endless) entries_[d.places[n].schema].node = n;  // that one only borrows its place
  }
  // Only now are the hashes of schemas known to be those of schemas.
  std::vector<const value*> in_order(entries_.size());
  for (const auto& [v, e] : entries_) in_order[e.ordinal] = v;
  for (std::size_t i = in_order.size(); i-- > 0;) finish(*in_order[i]);
}

void document_index::add(const value& document) {
  std::vector<const value*> todo{&document};
  while (!todo.empty()) {
    const value* v = todo.back();
    todo.pop_back();
    const auto ordinal = static_cast<std::uint32_t>(entries_.size());
    if (!entries_.try_emplace(v, entry{.ordinal = ordinal}).second) continue;
    if (v->is_array()) {
      for (std::size_t i = v->size(); i-- > 0;) todo.push_back(&v->items()[i]);
    } else if (v->is_object()) {
      for (std::size_t i = v->size(); i-- > 0;) todo.push_back(&v->members()[i].value);
    }
  }
}

/// What is below comes later in the document, so its entry is complete already.
void document_index::finish(const value& v) {
  entry& self = entries_.at(&v);
  if (v.is_array()) {
    std::uint64_t h = mix(17 + v.size());
    for (const value& item : v.items()) {
      h = mix(h ^ hash(item));
      self.cost += cost(item);
    }
    self.hash = h;
  } else if (v.is_object()) {
    std::uint64_t h = mix(19);
    for (const json::member& m : v.members()) {
      self.cost += cost(m.value) + m.name.size() / bytes_per_unit;
      if (!is_annotation(v, m.name)) h += mix(hash_text(m.name) ^ mix(hash(m.value)));
    }
    self.hash = h;
  } else {
    self.hash = *hash_value(v);
    const std::size_t size = v.is_string() ? v.string().size() : v.is_number() ? v.literal().size() : 0;
    self.cost += size / bytes_per_unit;
  }
}

bool document_index::is_annotation(const value& in, std::string_view name) const {
  const index n = at(in).node;
  if (n == none) return false;
  const keyword* k = find_keyword(name, d_.resources[d_.places[n].resource].rules);
  return k != nullptr && (k->vocabulary == vocabularies::metadata || k->what == word::comment);
}

bool document_index::same_assertions(const value& a, const value& b) const {
  pairs todo{{&a, &b}};
  while (!todo.empty()) {
    const auto [x, y] = todo.back();
    todo.pop_back();
    if (hash(*x) != hash(*y) || x->kind() != y->kind()) return false;
    if (x->is_array()) {
      if (x->size() != y->size()) return false;
      for (std::size_t i = 0; i < x->size(); ++i) todo.emplace_back(&x->items()[i], &y->items()[i]);
    } else if (x->is_object()) {
      if (!pair_members(*x, *y, todo)) return false;
    } else if (!equal_values(*x, *y)) {
      return false;
    }
  }
  return true;
}

bool document_index::pair_members(const value& a, const value& b, pairs& to) const {
  std::unordered_map<std::string_view, const value*> others;
  for (const json::member& m : b.members()) {
    if (!is_annotation(b, m.name)) others[m.name] = &m.value;
  }
  for (const json::member& m : a.members()) {
    if (is_annotation(a, m.name)) continue;
    const auto other = others.find(m.name);
    if (other == others.end()) return false;
    to.emplace_back(&m.value, other->second);
    others.erase(other);
  }
  return others.empty();
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
