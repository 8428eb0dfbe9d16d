#include "walk.hpp"

#include "format.hpp"
#include "numbers.hpp"
#include "report.hpp"

#include <utility>
#include <vector>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::size_t count_values(const value& root) {
  std::vector<const value*> todo{&root};
  std::size_t count = 0;
  while (!todo.empty()) {
    const value* v = todo.back();
    todo.pop_back();
    ++count;
    if (v->is_array()) {
      for (const value& item : v->items()) todo.push_back(&item);
    } else if (v->is_object()) {
      for (const json::member& m : v->members()) todo.push_back(&m.value);
    }
  }
  return count;
}

}  // namespace

bool run::grant_more() {
  if (granted_) return false;
  granted_ = true;
  allowed_ = always_granted + options_.max_cursors * count_values(root_);
  return work_ <= allowed_;
}

// --- what is reported ------------------------------------------------------------------------------

template <mode M>
void walker<M>::write(const value& v, violation what) {
  problem p;
  p.kind = failure_kind::schema_invalid;
  p.code = what.keyword;
  p.place = trail_->place;
  p.rule = trail_->rule;
  json::append_token(p.rule, what.keyword);
  p.expected = std::move(what.expected);
  p.found = what.found.empty() ? found_text(v) : std::move(what.found);
  p.nearest = std::move(what.nearest);
  p.message = std::move(what.message);
  if (!v.source().empty()) p.offset = v.source().begin;
  trail_->found.push_back(std::move(p));
}

template <mode M>
bool walker<M>::undecided(std::string_view keyword, const value& v) {
  ++failures_;
  if constexpr (M == mode::located) {
    write(v, {keyword, pattern_text(run_.data, run_.undecided), std::string(undecided_message)});
    trail_->told_limit = true;
  }
  return false;
}

// --- ways down ---------------------------------------------------------------------------------------

namespace {

/// Writes an edge to a trail, and takes it back.
class footstep {
 public:
  footstep(trail& to, const edge& e) : to_(to), place_(to.place.size()), rule_(to.rule.size()) {
    json::append_token(to.rule, e.keyword);
    if (e.name != nullptr) json::append_token(to.rule, *e.name);
    if (e.number != edge::no_number) json::append_index(to.rule, e.number);
    if (e.member != nullptr) json::append_token(to.place, *e.member);
    if (e.item != edge::no_number) json::append_index(to.place, e.item);
  }
  footstep(const footstep&) = delete;
  footstep& operator=(const footstep&) = delete;
  ~footstep() {
    to_.place.resize(place_);
    to_.rule.resize(rule_);
  }

 private:
  trail& to_;
  std::size_t place_;
  std::size_t rule_;
};

}  // namespace

template <mode M>
bool walker<M>::apply(index n, const value& v, const edge& e) {
  if constexpr (M == mode::located) {
    const footstep here(*trail_, e);
    return visit(n, v);
  } else {
    return visit(n, v);
  }
}

template <mode M>
bool walker<M>::descend(index n, const value& v, const edge& e) {
  bool go_on = run_.down(v);
  if (go_on) go_on = apply(n, v, e);
  run_.up();
  return go_on;
}

template <mode M>
bool walker<M>::holds(index n, const value& v) {
  walker<mode::verdict> inner(run_);
  return inner.visit(n, v);
}

// --- keywords ----------------------------------------------------------------------------------------

template <mode M>
bool walker<M>::visit(index n, const value& v) {
  const node& s = run_.data.nodes[n];
  if ((s.flags & flags::plain) != 0) return true;
  const bool lexical = run_.data.lexical_integers;
  // Numbers are told apart only where it matters.
  const bool by_kind =
      v.is_number() && ((s.types & types::number) == types::number || (s.types & types::number) == 0);
  const std::uint8_t bit = by_kind ? types::number : type_of(v, lexical);
  if (!run_.enter()) return false;
  if ((s.types & bit) == 0) {
    run_.leave();
    return fail(v, [&]() -> violation {
      if ((s.flags & flags::never) != 0) return {"false", "nothing", "no value is allowed here"};
      std::string wanted = types_text(s.types);
      return {"type", wanted, "expected " + wanted + ", got " + std::string(type_name(v))};
    });
  }
  const program::data& d = run_.data;
  bool go_on = s.literals == none || literals(d.literal_sets[s.literals], v);
  if (go_on && s.number != none && v.is_number()) go_on = numbers(s.number, v);
  if (go_on && s.string != none && v.is_string()) go_on = strings(d.string_rules[s.string], v, v.string());
  if (go_on && s.array != none && v.is_array()) go_on = arrays(d.array_rules[s.array], v);
  if (go_on && s.object != none && v.is_object()) go_on = objects(d.object_rules[s.object], v);
  if (go_on && s.step_count != 0) go_on = steps(s, v);
  run_.leave();
  return go_on;
}

template <mode M>
bool walker<M>::literals(const literal_set& set, const value& v) {
  if (set.contains(v)) return true;
  return fail(v, [&]() -> violation {
    std::string wanted = literals_text(set);
    std::string message = set.values().size() == 1 ? "expected " + wanted + ", got " + found_text(v)
                                                   : found_text(v) + " is not " + wanted;
    return {set.keyword(), std::move(wanted), std::move(message), nearest_literal(set, v)};
  });
}

template <mode M>
bool walker<M>::numbers(index first, const value& v) {
  for (index i = first;; ++i) {
    const number_check& check = run_.data.number_checks[i];
    bool undecided = false;
    if (violates(check, v.literal(), undecided)) {
      const bool go_on = fail(v, [&]() -> violation {
        const std::string wanted = expected_of(check);
        if (undecided)
          return {keyword_of(check.kind), wanted, "the number is too large to tell whether it is " + wanted};
        return {keyword_of(check.kind), wanted, "expected " + wanted + ", got " + excerpt(v.literal(), 80)};
      });
      if (!go_on) return false;
    }
    if (check.last) return true;
  }
}

template <mode M>
bool walker<M>::strings(const string_rule& rule, const value& v, std::string_view text) {
  // A code point has one to four bytes, so most lengths are decided without counting.
  const bool count = text.size() > rule.max_length || text.size() / 4 < rule.min_length;
  const std::uint64_t length = count ? utf8::code_points(text) : text.size();
  if (count && length < rule.min_length) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at least " + counted(rule.min_length, "character");
      return {"minLength", wanted, "expected " + wanted + ", got " + std::to_string(length)};
    });
    if (!go_on) return false;
  }
  if (count && length > rule.max_length) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at most " + counted(rule.max_length, "character");
      return {"maxLength", wanted, "expected " + wanted + ", got " + std::to_string(length)};
    });
    if (!go_on) return false;
  }
  if (rule.pattern != none && !run_.matches(rule.pattern, text)) {
    if (run_.undecided != none) return undecided("pattern", v);
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = pattern_text(run_.data, rule.pattern);
      return {"pattern", wanted, "expected a " + wanted};
    });
    if (!go_on) return false;
  }
  if (matches(rule.format, text)) return true;
  return fail(v, [&]() -> violation {
    const std::string wanted = "string of format " + std::string(to_string(rule.format));
    return {"format", wanted, "expected a " + wanted};
  });
}

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
  const uniqueness_verdict verdict = find_repeated(v.items(), run_.depth_left());
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
bool walker<M>::contains(const array_rule& rule, const value& v) {
  if (rule.contains == none) return true;
  std::uint64_t fitting = 0;
  for (const value& item : v.items()) {
    bool fits = run_.down(item) && holds(rule.contains, item);
    run_.up();
    if (run_.hit != run::limit::unmet) return false;
    if (fits && ++fitting > rule.max_contains) break;
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
  if (rule.items != none) {
    for (std::size_t i = prefix; i < items.size(); ++i) {
      const edge e{.keyword = rule.legacy ? "additionalItems" : "items", .item = i};
      if (!descend(rule.items, items[i], e)) return false;
    }
  }
  return contains(rule, v) && unique_items(rule, v);
}

// --- the same instance again ---------------------------------------------------------------------------

template <mode M>
bool walker<M>::steps(const node& n, const value& v) {
  const program::data& d = run_.data;
  for (index i = 0; i < n.step_count; ++i) {
    const step& s = d.steps[n.steps + i];
    bool go_on = true;
    switch (s.kind) {
      case step::what::ref:
        go_on = apply(s.a, v, {.keyword = "$ref"});
        break;
      case step::what::all_of:
        for (index k = 0; go_on && k < s.b; ++k) {
          go_on = apply(d.lists[s.a + k], v, {.keyword = "allOf", .number = k});
        }
        break;
      case step::what::any_of:
      case step::what::one_of:
        go_on = union_of(d.unions[s.a], v);
        break;
      case step::what::negation:
        go_on = negation(s.a, v);
        break;
      case step::what::condition:
        go_on = condition(s, v);
        break;
      case step::what::constant:
        go_on = literals(d.literal_sets[s.a], v);
        break;
    }
    if (!go_on) return false;
  }
  return true;
}

template <mode M>
bool walker<M>::condition(const step& s, const value& v) {
  const bool yes = holds(s.a, v);
  if (run_.hit != run::limit::unmet) return false;
  const index then = yes ? s.b : s.c;
  return then == none || apply(then, v, {.keyword = yes ? "then" : "else"});
}

template <mode M>
bool walker<M>::negation(index n, const value& v) {
  const bool fits = holds(n, v);
  if (run_.hit != run::limit::unmet) return false;
  if (!fits) return true;
  return fail(v, [&]() -> violation {
    return {"not", "a value that does not fit the schema under not", "the value fits what not forbids"};
  });
}

template class walker<mode::verdict>;
template class walker<mode::count>;
template class walker<mode::located>;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
