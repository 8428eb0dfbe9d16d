// Items of arrays.
#include "walk/report.hpp"
#include "walk/walk.hpp"

#include <span>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

template <mode M>
bool walker<M>::item_counts(const array_rule& rule, const value& v) {
  if (v.size() < rule.min_items) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at least " + counted(rule.min_items, "item");
      return {"minItems", wanted, "expected " + wanted + ", got " + std::to_string(v.size())};
    });
    if (!go_on) return false;
  }
  if (v.size() <= rule.max_items) return true;
  return fail(v, [&]() -> violation {
    const std::string wanted = "at most " + counted(rule.max_items, "item");
    return {"maxItems", wanted, "expected " + wanted + ", got " + std::to_string(v.size())};
  });
}

template <mode M>
bool walker<M>::unique_items(const array_rule& rule, const value& v) {
  if (!rule.unique) return true;
  std::uint64_t work = 0;
  const uniqueness_verdict verdict = find_repeated(v.items(), run_.depth_left(), &work);
  if (!run_.charge(work)) return false;
  if (verdict.what == uniqueness::unique) return true;
  if (verdict.what == uniqueness::too_deep) {
    run_.hit = run::limit::depth;
    return false;
  }
  return fail(v, [&]() -> violation {
    const auto [first, second] = verdict.where;
    return {
        "uniqueItems", "items that all differ",
        "items " + std::to_string(first) + " and " + std::to_string(second) + " are equal", "",
        found_text(v.items()[second]) + " at " + std::to_string(first) + " and " + std::to_string(second)};
  });
}

template <mode M>
bool walker<M>::fits_contains(const array_rule& rule, const value& item, std::size_t i) {
  evaluated* const outer = std::exchange(evaluated_, nullptr);
  const bool fitting = run_.down(item) && fits(rule.contains, item, {.keyword = "contains", .item = i});
  run_.up();
  evaluated_ = outer;
  return fitting;
}

template <mode M>
bool walker<M>::contains(const array_rule& rule, const value& v) {
  if (rule.contains == none) return true;
  if (!run_.charge_loop(v.size())) return false;
  const bool marks = rule.contains_evaluates && evaluated_ != nullptr;
  std::uint64_t fitting = 0;
  value positions = value::array();
  for (std::size_t i = 0; i < v.size(); ++i) {
    const bool fits = fits_contains(rule, v.items()[i], i);
    if (run_.hit != run::limit::unmet) return false;
    if (!fits) continue;
    if (marks) evaluated_->mark(i);
    if constexpr (M == mode::noted) positions.push_back(i);
    if (++fitting > rule.max_contains) break;
  }
  if constexpr (M == mode::noted) {
    const bool everything = fitting == v.size() && fitting > 0;
    value content = everything ? value(true) : std::move(positions);
    if (rule.contains_evaluates && !note_keyword(v, "contains", std::move(content))) return false;
  }
  if (fitting < rule.min_contains) {
    return fail(v, [&]() -> violation {
      const std::string wanted = "at least " + counted(rule.min_contains, "item") + " that fit contains";
      return {rule.min_contains == 1 ? "contains" : "minContains", wanted,
              "expected " + wanted + ", got " + std::to_string(fitting)};
    });
  }
  if (fitting <= rule.max_contains) return true;
  return fail(v, [&]() -> violation {
    const std::string wanted = "at most " + counted(rule.max_contains, "item") + " that fit contains";
    return {"maxContains", wanted, "expected " + wanted + ", got more"};
  });
}

template <mode M>
bool walker<M>::arrays(const array_rule& rule, const value& v) {
  if (!item_counts(rule, v)) return false;
  const std::span<const value> items = v.items();
  const std::size_t prefix = std::min<std::size_t>(items.size(), rule.prefix_count);
  for (std::size_t i = 0; i < prefix; ++i) {
    const edge e{.keyword = rule.legacy ? "items" : "prefixItems", .number = i, .item = i};
    if (!descend(run_.data.lists[rule.prefix + i], items[i], e)) return false;
  }
  if (evaluated_ != nullptr) {
    evaluated_->mark_first(prefix);
    if (rule.items != none) evaluated_->mark_all();
  }
  if (rule.items != none) {
    if (!run_.charge_loop(items.size())) return false;
    for (std::size_t i = prefix; i < items.size(); ++i) {
      const edge e{.keyword = rule.legacy ? "additionalItems" : "items", .item = i};
      if (!descend(rule.items, items[i], e)) return false;
    }
  }
  return contains(rule, v) && unique_items(rule, v);
}

/// Precondition: evaluated_ is there, because the node asks.
template <mode M>
bool walker<M>::unevaluated_items(index n, const value& v) {
  if (!v.is_array() || evaluated_->everything()) return true;
  if (!run_.charge_loop(v.size())) return false;
  bool some = false;
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (evaluated_->has(i)) continue;
    some = true;
    if (!descend(n, v.items()[i], {.keyword = "unevaluatedItems", .item = i})) return false;
  }
  evaluated_->mark_all();
  if constexpr (M == mode::noted) {
    if (some) return note_keyword(v, "unevaluatedItems", value(true));
  }
  return true;
}

// The rest of the walker is instantiated in walk.cpp.
template bool walker<mode::verdict>::arrays(const array_rule&, const value&);
template bool walker<mode::verdict>::item_counts(const array_rule&, const value&);
template bool walker<mode::verdict>::unique_items(const array_rule&, const value&);
template bool walker<mode::verdict>::contains(const array_rule&, const value&);
template bool walker<mode::verdict>::fits_contains(const array_rule&, const value&, std::size_t);
template bool walker<mode::verdict>::unevaluated_items(index, const value&);
template bool walker<mode::count>::arrays(const array_rule&, const value&);
template bool walker<mode::count>::item_counts(const array_rule&, const value&);
template bool walker<mode::count>::unique_items(const array_rule&, const value&);
template bool walker<mode::count>::contains(const array_rule&, const value&);
template bool walker<mode::count>::fits_contains(const array_rule&, const value&, std::size_t);
template bool walker<mode::count>::unevaluated_items(index, const value&);
template bool walker<mode::located>::arrays(const array_rule&, const value&);
template bool walker<mode::located>::item_counts(const array_rule&, const value&);
template bool walker<mode::located>::unique_items(const array_rule&, const value&);
template bool walker<mode::located>::contains(const array_rule&, const value&);
template bool walker<mode::located>::fits_contains(const array_rule&, const value&, std::size_t);
template bool walker<mode::located>::unevaluated_items(index, const value&);
template bool walker<mode::noted>::arrays(const array_rule&, const value&);
template bool walker<mode::noted>::item_counts(const array_rule&, const value&);
template bool walker<mode::noted>::unique_items(const array_rule&, const value&);
template bool walker<mode::noted>::contains(const array_rule&, const value&);
template bool walker<mode::noted>::fits_contains(const array_rule&, const value&, std::size_t);
template bool walker<mode::noted>::unevaluated_items(index, const value&);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
