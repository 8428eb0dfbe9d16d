// anyOf and oneOf: which branches can be meant at all, and which came closest.
#include "walk/report.hpp"
#include "walk/walk.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::string_view keyword_of(const union_rule& u) {
  return u.exclusive ? "oneOf" : "anyOf";
}

std::optional<std::uint32_t> branch_of(const union_rule& u, std::string_view tag) {
  const auto at = std::lower_bound(u.tags.begin(), u.tags.end(), tag,
                                   [](const tagged_branch& b, std::string_view t) { return b.tag < t; });
  if (at == u.tags.end() || at->tag != tag) return std::nullopt;
  return at->branch;
}

std::string tags_text(const union_rule& u) {
  std::string text = "one of ";
  for (std::size_t i = 0; i < u.tags.size(); ++i) {
    if (i > 0) text += ", ";
    if (text.size() > 200) return text + "… (" + std::to_string(u.tags.size()) + " values)";
    text += "\"" + excerpt(u.tags[i].tag, 60) + "\"";
  }
  return text;
}

}  // namespace

template <mode M>
bool walker<M>::only_branch(const union_rule& u, std::uint32_t branch, const value& v) {
  return apply(run_.data.lists[u.branches + branch], v, {.keyword = keyword_of(u), .number = branch});
}

/// Precondition: u.tagged, v is an object.
template <mode M>
bool walker<M>::tagged(const union_rule& u, const value& v) {
  const value* tag = v.find(u.tag);
  if (tag != nullptr && tag->is_string()) {
    if (const auto branch = branch_of(u, tag->string())) return only_branch(u, *branch, v);
  }
  const std::string_view keyword = keyword_of(u);
  if (tag == nullptr) {
    return fail(v, [&]() -> violation {
      const std::string name = "\"" + std::string(u.tag) + "\"";
      return {keyword, "field " + name + ", " + tags_text(u), "required field " + name + " is missing"};
    });
  }
  if constexpr (M == mode::located) {
    const std::size_t place = trail_->place.size();
    json::append_token(trail_->place, u.tag);
    const bool go_on = fail(*tag, [&]() -> violation {
      const std::string wanted = tags_text(u);
      std::vector<value> names;
      names.reserve(u.tags.size());
      for (const tagged_branch& b : u.tags) names.emplace_back(b.tag);
      std::vector<const value*> all;
      all.reserve(names.size());
      for (const value& name : names) all.push_back(&name);
      return {keyword, wanted, found_text(*tag) + " is not " + wanted,
              nearest_literal(literal_set(std::move(all), keyword), *tag)};
    });
    trail_->place.resize(place);
    return go_on;
  }
  return fail(*tag, []() -> violation { return {}; });
}

template <mode M>
bool walker<M>::union_of(const union_rule& u, const value& v) {
  if (u.tagged && v.is_object()) return tagged(u, v);
  const std::uint8_t bit = possible_types(run_.data, v);
  if (std::has_single_bit(bit)) {
    const union_rule::choice& choice = u.choice_for(bit);
    if (choice.count == 0) return no_branch(u, v, bit);
    if (choice.count == 1) return only_branch(u, choice.first, v);
  }
  if (!run_.charge_loop(u.count)) return false;
  // Each branch that fits says which parts it evaluates, and what it notes.
  const bool all_count = !u.exclusive && (evaluated_ != nullptr || M == mode::noted);
  std::uint32_t candidates = 0;
  std::uint32_t candidate = 0;
  std::uint32_t fitting = 0;
  std::uint32_t first_fit = 0;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    if ((run_.data.nodes[run_.data.lists[u.branches + b]].reach & bit) != 0 && candidates++ == 0)
      candidate = b;
  }
  if (candidates == 1) return only_branch(u, candidate, v);
  for (std::uint32_t b = 0; candidates > 0 && b < u.count; ++b) {
    const index branch = run_.data.lists[u.branches + b];
    if ((run_.data.nodes[branch].reach & bit) == 0) continue;
    const bool fitting_too = fits(branch, v, {.keyword = keyword_of(u), .number = b});
    if (run_.hit != run::limit::unmet) return false;
    if (!fitting_too) continue;
    if (!u.exclusive && !all_count) return true;
    if (fitting++ == 0 || all_count) {
      first_fit = b;
      continue;
    }
    return fail(v, [&]() -> violation {
      return {"oneOf", "exactly one alternative that fits",
              "the value fits alternatives " + std::to_string(first_fit) + " and " + std::to_string(b) +
                  " of oneOf, and must fit only one"};
    });
  }
  return fitting > 0 || no_branch(u, v, bit);
}

template <mode M>
bool walker<M>::no_branch(const union_rule& u, const value& v, std::uint8_t bit) {
  std::uint8_t possible = 0;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    possible = static_cast<std::uint8_t>(possible | run_.data.nodes[run_.data.lists[u.branches + b]].reach);
  }
  const std::string_view keyword = keyword_of(u);
  if ((possible & bit) == 0) {
    return fail(v, [&]() -> violation {
      std::string wanted = types_text(possible);
      refused_type got = refused(v, possible);
      return {keyword, wanted, "expected " + wanted + ", got " + got.name, "", std::move(got.found)};
    });
  }
  if constexpr (M == mode::located) {
    const std::uint32_t best = closest(u, v, bit);
    if (run_.hit != run::limit::unmet) return false;
    const bool go_on = fail(v, [&]() -> violation {
      return {keyword, "a value that fits one of " + std::to_string(u.count) + " alternatives",
              "the value fits none of the " + std::to_string(u.count) + " alternatives of " +
                  std::string(keyword) + "; alternative " + std::to_string(best) + " came closest"};
    });
    return go_on && only_branch(u, best, v);
  }
  return fail(v, []() -> violation { return {}; });
}

template <mode M>
std::uint32_t walker<M>::closest(const union_rule& u, const value& v, std::uint8_t bit) {
  std::uint32_t best = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (std::uint32_t b = 0; b < u.count && run_.hit == run::limit::unmet; ++b) {
    const index branch = run_.data.lists[u.branches + b];
    if ((run_.data.nodes[branch].reach & bit) == 0) continue;
    walker<mode::count> scorer(run_);
    static_cast<void>(scorer.visit(branch, v));
    if (scorer.failures() < fewest) {
      fewest = scorer.failures();
      best = b;
    }
  }
  return best;
}

// The rest of the walker is instantiated in walk.cpp.
template bool walker<mode::verdict>::union_of(const union_rule&, const value&);
template bool walker<mode::verdict>::tagged(const union_rule&, const value&);
template bool walker<mode::verdict>::no_branch(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::verdict>::only_branch(const union_rule&, std::uint32_t, const value&);
template std::uint32_t walker<mode::verdict>::closest(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::count>::union_of(const union_rule&, const value&);
template bool walker<mode::count>::tagged(const union_rule&, const value&);
template bool walker<mode::count>::no_branch(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::count>::only_branch(const union_rule&, std::uint32_t, const value&);
template std::uint32_t walker<mode::count>::closest(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::located>::union_of(const union_rule&, const value&);
template bool walker<mode::located>::tagged(const union_rule&, const value&);
template bool walker<mode::located>::no_branch(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::located>::only_branch(const union_rule&, std::uint32_t, const value&);
template std::uint32_t walker<mode::located>::closest(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::noted>::union_of(const union_rule&, const value&);
template bool walker<mode::noted>::tagged(const union_rule&, const value&);
template bool walker<mode::noted>::no_branch(const union_rule&, const value&, std::uint8_t);
template bool walker<mode::noted>::only_branch(const union_rule&, std::uint32_t, const value&);
template std::uint32_t walker<mode::noted>::closest(const union_rule&, const value&, std::uint8_t);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
