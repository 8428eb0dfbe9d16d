#include "walk/walk.hpp"

#include "formats/format.hpp"
#include "walk/content.hpp"
#include "walk/leaves.hpp"
#include "walk/numbers.hpp"
#include "walk/report.hpp"

#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr std::string_view endless_message =
    "this schema refers to itself without looking at a part of the instance first, so nothing can fit it";

const node* endless(const program::data& d) {
  return d.endless == none ? nullptr : &d.nodes[d.endless];
}

}  // namespace

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
  trail_->nodes.push_back(trail_->node);
}

template <mode M>
bool walker<M>::stopped(std::string_view keyword, const value& v) {
  if (run_.undecided == none) return false;
  ++failures_;
  if constexpr (M == mode::located) {
    write(v, {keyword, pattern_text(run_.data, run_.undecided), std::string(undecided_message)});
    trail_->told_limit = true;
  }
  return false;
}

// --- ways down ---------------------------------------------------------------------------------------

template <mode M>
bool walker<M>::holds(index n, const value& v) {
  walker<mode::verdict> inner(run_);
  return inner.visit(n, v);
}

template <mode M>
bool walker<M>::fits(index n, const value& v, const edge& e) {
  if (M != mode::noted && evaluated_ == nullptr) return holds(n, v);
  if (evaluated_ != nullptr && !run_.charge_text(v.size())) return false;  // sets of bits are joined
  evaluated own(evaluated_ == nullptr ? 0 : v.size());
  evaluated* const parts = evaluated_ == nullptr ? nullptr : &own;
  bool fitting = false;
  if constexpr (M == mode::noted) {
    const std::size_t notes = trail_->notes.size();
    walker inner(run_, trail_, parts);
    fitting = inner.apply(n, v, e);
    if (!fitting) trail_->notes.resize(notes);
  } else {
    walker<mode::verdict> inner(run_, nullptr, parts);
    fitting = inner.visit(n, v);
  }
  if (fitting && parts != nullptr) evaluated_->add(own);
  return fitting;
}

// --- keywords ----------------------------------------------------------------------------------------

template <mode M>
bool walker<M>::visit(index n, const value& v) {
  const node& s = run_.data.nodes[n];
  if (M != mode::noted && (s.flags & flags::plain) != 0) return true;
  index before = n;
  if constexpr (has_trail) before = std::exchange(trail_->node, n);
  const bool apart = (s.flags & (flags::enters | flags::asks)) != 0;
  bool go_on = run_.enter();
  if (go_on) go_on = apart ? judge_apart(n, v) : judge(s, v);
  if constexpr (M == mode::noted) go_on = go_on && note_node(n, v);
  if constexpr (M == mode::located) {
    if (!go_on) tell_limit(v);
  }
  if constexpr (has_trail) trail_->node = before;
  run_.leave();
  return go_on;
}

/// A node that begins a scope, or a set of evaluated parts.
template <mode M>
bool walker<M>::judge_apart(index n, const value& v) {
  const node& s = run_.data.nodes[n];
  const bool entered = (s.flags & flags::enters) != 0 && run_.scope.enter(run_.data.places[n].resource);
  bool go_on = false;
  if ((s.flags & flags::asks) != 0 && (v.is_array() || v.is_object())) {
    evaluated own(v.size());
    evaluated* const outer = std::exchange(evaluated_, &own);
    go_on = judge(s, v);
    evaluated_ = outer;
    if (outer != nullptr) outer->add(own);
  } else {
    go_on = judge(s, v);
  }
  if (entered) run_.scope.leave();
  return go_on;
}

template <mode M>
bool walker<M>::judge(const node& s, const value& v) {
  // Numbers are told apart only where it matters.
  const bool by_kind =
      v.is_number() && ((s.types & types::number) == types::number || (s.types & types::number) == 0);
  const std::uint8_t bit = by_kind ? types::number : type_of(v, (s.flags & flags::lexical) != 0);
  if ((s.types & bit) == 0) {
    return fail(v, [&]() -> violation {
      if (&s == endless(run_.data)) return {"$ref", "a schema that ends", std::string(endless_message)};
      if ((s.flags & flags::never) != 0) return {"false", "nothing", "no value is allowed here"};
      std::string wanted = wanted_text(run_.data, s);
      refused_type got = refused(v, s.types);
      return {"type", wanted, "expected " + wanted + ", got " + got.name, "", std::move(got.found)};
    });
  }
  const program::data& d = run_.data;
  bool go_on = s.literals == none || literals(d.literal_sets[s.literals], v);
  if (go_on && s.number != none && v.is_number()) go_on = numbers(s.number, v);
  if (go_on && s.string != none && v.is_string()) go_on = strings(d.string_rules[s.string], v, v.string());
  if (go_on && s.array != none && v.is_array()) go_on = arrays(d.array_rules[s.array], v);
  if (go_on && s.object != none && v.is_object()) go_on = objects(d.object_rules[s.object], v);
  if (go_on && s.step_count != 0) go_on = steps(s, v);
  return go_on;
}

template <mode M>
bool walker<M>::literals(const literal_set& set, const value& v) {
  std::uint64_t work = 0;
  const bool listed = set.contains(v, work);
  if (!run_.charge(work)) return false;
  if (listed) return true;
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
    if (!run_.charge_text(v.literal().size())) return false;
    if (violates(check, v.literal(), undecided)) {
      const bool go_on = fail(v, [&]() -> violation {
        const std::string wanted = expected_of(check);
        if (undecided)
          return {keyword_of(check.kind), wanted,
                  "the number is too large to tell whether it is " + wanted + " (max_digits)"};
        return {keyword_of(check.kind), wanted, "expected " + wanted + ", got " + excerpt(v.literal(), 80)};
      });
      if (!go_on) return false;
    }
    if (check.last) return true;
  }
}

template <mode M>
bool walker<M>::strings(const string_rule& rule, const value& v, std::string_view text) {
  if (!run_.charge_text(text.size())) return false;
  const std::uint64_t length = length_in(rule, text);
  if (length < rule.min_length) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at least " + counted(rule.min_length, "character");
      return {"minLength", wanted, "expected " + wanted + ", got " + std::to_string(length)};
    });
    if (!go_on) return false;
  }
  if (length > rule.max_length) {
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = "at most " + counted(rule.max_length, "character");
      return {"maxLength", wanted, "expected " + wanted + ", got " + std::to_string(length)};
    });
    if (!go_on) return false;
  }
  if (rule.pattern != none && !run_.matches(rule.pattern, text)) {
    if (run_.hit != run::limit::unmet) return stopped("pattern", v);
    const bool go_on = fail(v, [&]() -> violation {
      const std::string wanted = pattern_text(run_.data, rule.pattern);
      return {"pattern", wanted, "expected a " + wanted};
    });
    if (!go_on) return false;
  }
  if (rule.content != content::free) {
    const std::string_view broken = broken_content(rule.content, text);
    if (!broken.empty()) {
      const bool go_on = fail(v, [&]() -> violation {
        const std::string wanted =
            broken == "contentEncoding" ? "string in base64" : "string that holds JSON";
        return {broken, wanted, "expected a " + wanted};
      });
      if (!go_on) return false;
    }
  }
  if (matches(rule.format, text)) return true;
  return fail(v, [&]() -> violation {
    const std::string wanted = "string of format " + std::string(to_string(rule.format));
    return {"format", wanted, "expected a " + wanted};
  });
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
      case step::what::dynamic_ref:
        go_on = apply(run_.scope.target(d, s), v, {.keyword = s.recursive ? "$recursiveRef" : "$dynamicRef"});
        break;
      case step::what::unevaluated_items:
        go_on = unevaluated_items(s.a, v);
        break;
      case step::what::unevaluated_properties:
        go_on = unevaluated_properties(s.a, v, n.object == none ? nullptr : &d.object_rules[n.object].names);
        break;
    }
    if (!go_on) return false;
  }
  return true;
}

template <mode M>
bool walker<M>::condition(const step& s, const value& v) {
  if (s.b == none && s.c == none && evaluated_ == nullptr && M != mode::noted) return true;
  const bool yes = fits(s.a, v, {.keyword = "if"});
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
template class walker<mode::noted>;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
