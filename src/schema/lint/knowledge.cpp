#include "lint/knowledge.hpp"

#include "lint/alive.hpp"
#include "nodes/edges.hpp"
#include "walk/report.hpp"
#include "walk/walk.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tenon/decimal.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::uint64_t heaviest_counted = std::uint64_t{1} << 40;

/// Every node after those that judge its instance.
std::vector<index> inside_out(const program::data& d) {
  std::vector<index> order;
  order.reserve(d.nodes.size());
  std::vector<bool> done(d.nodes.size(), false);
  std::vector<std::pair<index, bool>> todo;
  for (index root = 0; root < d.nodes.size(); ++root) {
    todo.emplace_back(root, false);
    while (!todo.empty()) {
      const auto [n, ready] = todo.back();
      todo.pop_back();
      if (done[n]) continue;
      if (ready) {
        done[n] = true;
        order.push_back(n);
        continue;
      }
      todo.emplace_back(n, true);
      for_each_in_place(d, n, [&](index target) {
        if (!done[target]) todo.emplace_back(target, false);
      });
    }
  }
  return order;
}

/// The type bits of which at least two branches admit every value.
struct overlap {
  std::uint8_t all = 0;
  std::uint8_t named = 0;  // by branches that name types: elsewhere they are hardly meant
};

overlap overlap_of(const std::vector<facts>& all, const program::data& d, const union_rule& u) {
  overlap twice;
  overlap once;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const facts& branch = all[d.lists[u.branches + b]];
    const std::uint8_t named = branch.possible == types::all ? std::uint8_t{0} : branch.certain;
    twice.all = static_cast<std::uint8_t>(twice.all | (once.all & branch.certain));
    twice.named = static_cast<std::uint8_t>(twice.named | (once.all & named) | (once.named & branch.certain));
    once.all |= branch.certain;
    once.named |= named;
  }
  return twice;
}

}  // namespace

const step* find_step(const program::data& d, index n, step::what kind) {
  const node& one = d.nodes[n];
  for (index i = 0; i < one.step_count; ++i) {
    if (d.steps[one.steps + i].kind == kind) return &d.steps[one.steps + i];
  }
  return nullptr;
}

index only_reference(const program::data& d, index n) {
  const node& one = d.nodes[n];
  const bool more = one.types != types::all || one.number != none || one.string != none ||
                    one.array != none || one.object != none || one.literals != none || one.step_count != 1;
  if (more) return none;
  const step& s = d.steps[one.steps];
  const bool certain = s.kind == step::what::ref || (s.kind == step::what::dynamic_ref && s.c == 0);
  return certain ? s.a : none;
}

std::vector<bool> twins(const knowledge& k, const union_rule& u) {
  std::vector<bool> twin(u.count, false);
  std::unordered_map<std::uint64_t, std::uint32_t> first;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const value& schema = *k.d.places[k.d.lists[u.branches + b]].schema;
    const auto [at, fresh] = first.try_emplace(k.documents.hash(schema), b);
    if (fresh) continue;
    const value& other = *k.d.places[k.d.lists[u.branches + at->second]].schema;
    if (k.documents.same_assertions(schema, other)) twin[b] = twin[at->second] = true;
  }
  return twin;
}

knowledge::knowledge(const program::data& program_data, const lint_options& options)
    : d(program_data), documents(program_data), options_(options), budget_(options.max_evaluations) {
  facts_.resize(d.nodes.size());
  alive_.resize(d.nodes.size(), 0);
  forbids_.resize(d.nodes.size(), false);
  weights_.resize(d.nodes.size(), 1);
  order_ = inside_out(d);
  gather_all();
  for (index n = 0; n < d.nodes.size(); ++n) check_counts(n);
  alive_ = types_that_fit(*this);
}

bool knowledge::pay(std::uint64_t cost) {
  if (cost > budget_) return false;
  budget_ -= cost;
  return true;
}

std::span<const conflict> knowledge::conflicts(index n) const {
  const auto at = conflicts_.find(n);
  return at == conflicts_.end() ? std::span<const conflict>() : std::span<const conflict>(at->second);
}

std::span<const std::size_t> knowledge::refused(index n) const {
  const auto at = refused_.find(n);
  return at == refused_.end() ? std::span<const std::size_t>() : std::span<const std::size_t>(at->second);
}

std::span<const need> knowledge::needs(index n) const {
  const auto at = needs_of_.find(n);
  if (at == needs_of_.end()) return {};
  return std::span(needs_).subspan(at->second.first, at->second.second - at->second.first);
}

std::optional<bool> knowledge::judge(index n, const value& v, std::uint64_t cost) {
  const bool scalar = !v.is_array() && !v.is_object();
  if (d.dynamic || !pay(cost * (scalar ? weights_[n] : heaviest_))) return std::nullopt;
  const validate_options options;
  run shared(d, v, options);
  walker<mode::verdict> walk(shared);
  const bool fitting = walk.visit(n, v);
  if (shared.hit != run::limit::unmet) return std::nullopt;
  return fitting;
}

std::optional<bool> knowledge::fits(index n, const value& v) {
  return judge(n, v, documents.cost(v));
}

std::optional<bool> knowledge::fits_name(index n, std::string_view name) {
  return judge(n, value(name), 1 + name.size() / 16);
}

std::vector<index> knowledge::together(index n, bool paid) {
  constexpr std::size_t most = 64;
  constexpr std::uint64_t look = 4;  // what adding one costs: it is compared with the others
  std::vector<index> all{n};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for_each_conjunct(d, all[i], [&](index target, std::string_view, index) {
      if (all.size() >= most || (paid && !pay(look))) return;
      if (std::find(all.begin(), all.end(), target) == all.end()) all.push_back(target);
    });
  }
  return all;
}

void knowledge::gather_all() {
  for (const index n : order_) {
    for_each_in_place(d, n, [&](index target) {
      weights_[n] = std::min(heaviest_counted, weights_[n] + weights_[target]);
    });
    heaviest_ = std::max(heaviest_, weights_[n]);
    const step* negation = find_step(d, n, step::what::negation);
    const bool bare = d.nodes[n].types == types::all && d.nodes[n].number == none &&
                      d.nodes[n].string == none && d.nodes[n].array == none && d.nodes[n].object == none &&
                      d.nodes[n].literals == none && d.nodes[n].step_count == 1;
    const bool not_anything = bare && negation != nullptr && (d.nodes[negation->a].flags & flags::plain) != 0;
    const index seen = only_reference(d, n);
    forbids_[n] = (d.nodes[n].flags & flags::never) != 0 || not_anything ||
                  (seen != none && seen != d.endless && forbids_[seen]);
  }
  limit_rules();
  for (const literal_set& set : d.literal_sets) own_sets_.push_back(set_of(set.values()));
  for (const index n : order_) gather(n);
}

void knowledge::exclude(index n, facts& f, std::uint8_t types, std::string_view keyword,
                        std::string message) {
  types &= f.possible;
  if (types == 0) return;
  conflicts_[n].push_back({types, keyword, std::move(message)});
  f.possible = static_cast<std::uint8_t>(f.possible & ~types);
}

void knowledge::gather(index n) {
  facts f = own_facts(d, n);
  if (!forbids_[n]) {
    gather_groups(n, f);
    check_ranges(n, f);
    check_numbers(n, f);
    check_parts(n, f);
    check_literals(n, f);
  } else {
    f.possible = 0;
  }
  facts_[n] = f;
  facts_[n].certain = certain_types(n);
}

void knowledge::gather_groups(index n, facts& f) {
  for_each_conjunct(d, n, [&](index target, std::string_view keyword, index number) {
    const std::uint8_t other = facts_[target].possible;
    if (other != 0 && (other & f.possible) == 0) {
      std::string who(keyword);
      if (number != none) who += "/" + std::to_string(number);
      exclude(n, f, f.possible, keyword,
              "no type is left: " + who + " admits " + types_words(other) + ", and beside it only " +
                  types_words(f.possible) + " is admitted");
    }
    meet(f, facts_[target]);
  });
  for_each_union(d, n, [&](const union_rule& u) { gather_choice(n, u, f); });
  if (const step* s = find_step(d, n, step::what::negation))
    narrow(n, f, static_cast<std::uint8_t>(~facts_[s->a].certain), "not", "not forbids every ");
  if (const step* s = find_step(d, n, step::what::condition)) {
    const std::uint8_t then = s->b == none ? types::all : facts_[s->b].possible;
    const std::uint8_t otherwise = s->c == none ? types::all : facts_[s->c].possible;
    const auto allowed =
        static_cast<std::uint8_t>((facts_[s->a].possible & then) | (~facts_[s->a].certain & otherwise));
    narrow(n, f, allowed, "if", "neither then nor else admits a value of type ");
  }
}

/// To leave out some types is what these keywords are for; to leave out all is a conflict.
void knowledge::narrow(index n, facts& f, std::uint8_t allowed, std::string_view keyword,
                       std::string_view message) {
  if ((f.possible & allowed) == 0)
    exclude(n, f, f.possible, keyword, std::string(message) + types_words(f.possible));
  f.possible &= allowed;
}

void knowledge::gather_choice(index n, const union_rule& u, facts& f) {
  const std::string_view keyword = u.exclusive ? "oneOf" : "anyOf";
  const std::vector<bool> doubled = u.exclusive ? twins(*this, u) : std::vector<bool>(u.count, false);
  facts all;
  bool some = false;
  for (std::uint32_t b = 0; b < u.count; ++b) {
    facts one = facts_[d.lists[u.branches + b]];
    one.possible &= f.possible;
    if (doubled[b] || one.possible == 0) continue;
    if (some)
      join(all, one);
    else
      all = one;
    some = true;
  }
  if (!some) {
    exclude(n, f, f.possible, keyword,
            "no alternative of " + std::string(keyword) + " admits " + types_words(f.possible));
    return;
  }
  all.finite = join_finite(u);
  meet(f, all);
  if (!u.exclusive) return;
  const overlap twice = overlap_of(facts_, d, u);
  const bool nothing_left = (f.possible & ~twice.all) == 0;
  const bool named = nothing_left || d.nodes[n].types != types::all;
  const std::uint8_t told = named ? twice.all : twice.named;
  exclude(n, f, told, "oneOf",
          "every value of type " + types_words(told & f.possible) +
              " fits more than one alternative of oneOf, so none is admitted");
  f.possible = static_cast<std::uint8_t>(f.possible & ~twice.all);
}

std::uint8_t knowledge::certain_types(index n) const {
  const node& one = d.nodes[n];
  if (one.literals != none) return 0;
  std::uint8_t certain = one.types;
  const auto without = [&](bool ruled, std::uint8_t type) {
    if (ruled) certain = static_cast<std::uint8_t>(certain & ~type);
  };
  without(one.number != none, types::number);
  without(one.string != none, types::string);
  without(one.array != none, types::array);
  without(one.object != none, types::object);
  for (index i = 0; i < one.step_count; ++i) certain &= certain_of_step(d.steps[one.steps + i]);
  for_each_conjunct(d, n, [&](index target, std::string_view, index) { certain &= facts_[target].certain; });
  // One kind of number may be another in a document of draft 4.
  if (d.mixed_integers && (certain & types::number) != types::number) without(true, types::number);
  return certain;
}

/// References and allOf are left to their targets.
std::uint8_t knowledge::certain_of_step(const step& s) const {
  switch (s.kind) {
    case step::what::all_of:
    case step::what::ref:
      return types::all;
    case step::what::constant:
      return 0;
    case step::what::dynamic_ref:
      return s.c == 0 ? types::all : std::uint8_t{0};
    case step::what::any_of:
    case step::what::one_of:
      return certain_of_choice(d.unions[s.a]);
    case step::what::negation:
      return static_cast<std::uint8_t>(types::all & ~facts_[s.a].possible);
    case step::what::condition: {
      const std::uint8_t then = s.b == none ? types::all : facts_[s.b].certain;
      const std::uint8_t otherwise = s.c == none ? types::all : facts_[s.c].certain;
      return static_cast<std::uint8_t>((then | ~facts_[s.a].possible) & (otherwise | facts_[s.a].certain));
    }
    case step::what::unevaluated_items:
      return types::all & ~types::array;
    case step::what::unevaluated_properties:
      return types::all & ~types::object;
  }
  return 0;
}

std::uint8_t knowledge::certain_of_choice(const union_rule& u) const {
  std::uint8_t certain = 0;
  std::uint8_t possible = 0;
  std::uint8_t twice = 0;  // more than one branch may admit it
  for (std::uint32_t b = 0; b < u.count; ++b) {
    const facts& branch = facts_[d.lists[u.branches + b]];
    certain |= branch.certain;
    twice = static_cast<std::uint8_t>(twice | (possible & branch.possible));
    possible |= branch.possible;
  }
  return u.exclusive ? static_cast<std::uint8_t>(certain & ~twice) : certain;
}

void knowledge::check_ranges(index n, facts& f) {
  if (f.length.empty()) exclude(n, f, types::string, f.length.least_by, conflict_text(f.length, "character"));
  if (f.items.empty()) exclude(n, f, types::array, f.items.least_by, conflict_text(f.items, "item"));
  if (f.members.empty()) exclude(n, f, types::object, f.members.least_by, conflict_text(f.members, "member"));
  if (f.number.empty()) exclude(n, f, types::number, "minimum", "no number is " + range_text(f.number));
}

void knowledge::check_numbers(index n, facts& f) {
  if ((f.possible & types::number) == 0) return;
  whole_range whole = whole_numbers(f.number);
  const bool one_kind = !d.mixed_integers && !d.lexical_integers;
  const bool only_whole = (f.possible & types::number) == types::integer;
  if (only_whole && one_kind && whole.low > whole.high) {
    exclude(n, f, types::integer, "minimum", "no integer is " + range_text(f.number));
    return;
  }
  const std::optional<std::int64_t> step =
      f.multiple.empty() || !decimal::is_integer(f.multiple) ? std::nullopt : decimal::to_int64(f.multiple);
  if (!step || *step > largest_whole) return;
  const bool bounded = whole.low > -largest_whole && whole.high < largest_whole;
  const std::int64_t first = whole.low + ((*step - whole.low % *step) % *step);
  if (bounded && first > whole.high) {
    exclude(n, f, types::number, "multipleOf",
            "no multiple of " + std::to_string(*step) + " is " + range_text(f.number));
  }
  if (one_kind) f.possible = static_cast<std::uint8_t>(f.possible & ~types::fraction);
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
