#include "patterns/automaton.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using state = nfa::state;
using what = pattern_term::what;

bool is_counted(const pattern_term& t, std::uint32_t count_above) {
  if (t.kind != what::repeat || t.parts.front().kind != what::set) return false;
  return (t.max == pattern_term::no_limit ? t.min : t.max) > count_above;
}

/// What all automata of a pattern share while they are built.
struct workshop {
  automaton& to;
  automaton_limits limits;
  std::size_t states = 0;
  std::uint64_t counts = 0;
  std::string_view exceeded = {};
  std::vector<const char_set*> sets = {};
  std::map<char_set, std::uint32_t> known_sets = {};
  std::unordered_map<const char_set*, std::uint32_t> numbers = {};  // so that sets are seldom compared
  std::unordered_map<const pattern_term*, std::uint32_t> known_looks = {};
  bool asks_word = false;

  std::uint32_t number_of(const char_set& set) {
    const auto at = numbers.find(&set);
    if (at != numbers.end()) return at->second;
    const auto [known, fresh] = known_sets.try_emplace(set, static_cast<std::uint32_t>(sets.size()));
    if (fresh) sets.push_back(&known->first);
    numbers.emplace(&set, known->second);
    return known->second;
  }
};

/// Do all ways from the start lead through `begin` before anything else?
bool begins_with_begin(const nfa& of) {
  std::vector<bool> met(of.states.size());
  std::vector<std::uint32_t> todo{of.start};
  while (!todo.empty()) {
    const state& s = of.states[todo.back()];
    const bool again = met[todo.back()];
    met[todo.back()] = true;
    todo.pop_back();
    if (again || s.kind == state::what::begin) continue;
    if (s.kind != state::what::split) return false;
    todo.push_back(s.next);
    todo.push_back(s.other);
  }
  return true;
}

/// Writes states from the end to the front: each term is emitted in front of what follows it.
class writer {
 public:
  writer(workshop& shop, nfa& to, bool backward) : shop_(shop), to_(to), backward_(backward) {}

  void run(const pattern_term& tree) {
    const std::uint32_t match = add(state::what::match, 0);
    to_.start = emit(tree, match);
    for (const state& s : to_.states) to_.has_conditions = to_.has_conditions || nfa::looks_on(s.kind);
    to_.anchored = begins_with_begin(to_);
  }

 private:
  bool full() const { return !shop_.exceeded.empty(); }

  std::uint32_t add(state::what kind, std::uint32_t first, std::uint32_t second = 0) {
    if (++shop_.states > shop_.limits.max_states) {
      shop_.exceeded = "max_pattern_states";
      return 0;
    }
    to_.states.push_back({kind, first, second});
    return static_cast<std::uint32_t>(to_.states.size() - 1);
  }

  std::uint32_t emit(const pattern_term& t, std::uint32_t next) {
    if (full()) return next;
    switch (t.kind) {
      case what::empty:
      case what::reference:  // by the precondition there is none
        return next;
      case what::begin:
        return add(backward_ ? state::what::end : state::what::begin, next);
      case what::end:
        return add(backward_ ? state::what::begin : state::what::end, next);
      case what::word_boundary:
      case what::no_word_boundary:
        shop_.asks_word = true;
        return add(t.kind == what::word_boundary ? state::what::word_boundary : state::what::no_word_boundary,
                   next);
      case what::set:
        return add(state::what::set, next, shop_.number_of(*t.set));
      case what::repeat:
        return is_counted(t, shop_.limits.count_above) ? emit_counter(t, next) : emit_repeat(t, next);
      case what::look:
        return emit_look(t, next);
      case what::group:
        return emit(t.parts.front(), next);
      case what::sequence:
        return emit_sequence(t, next);
      case what::alternation:
        return emit_alternation(t, next);
    }
    return next;
  }

  std::uint32_t emit_sequence(const pattern_term& t, std::uint32_t next) {
    const std::size_t count = t.parts.size();
    for (std::size_t i = 0; i < count; ++i) next = emit(t.parts[backward_ ? i : count - 1 - i], next);
    return next;
  }

  std::uint32_t emit_alternation(const pattern_term& t, std::uint32_t next) {
    std::uint32_t way = emit(t.parts.back(), next);
    for (std::size_t i = t.parts.size() - 1; i-- > 0 && !full();) {
      const std::uint32_t one = emit(t.parts[i], next);
      way = add(state::what::split, one, way);
    }
    return way;
  }

  std::uint32_t emit_repeat(const pattern_term& t, std::uint32_t next) {
    const pattern_term& body = t.parts.front();
    std::uint32_t front = next;
    if (t.max == pattern_term::no_limit) {
      front = add(state::what::split, 0, next);
      const std::uint32_t loop = emit(body, front);
      if (!full()) to_.states[front].next = loop;
    } else {
      for (std::uint32_t i = t.min; i < t.max && !full(); ++i) {
        const std::uint32_t inner = emit(body, front);
        if (inner == front) break;  // an empty body
        front = add(state::what::split, inner, next);
      }
    }
    for (std::uint32_t i = 0; i < t.min && !full(); ++i) {
      const std::uint32_t inner = emit(body, front);
      if (inner == front) break;
      front = inner;
    }
    return front;
  }

  std::uint32_t emit_counter(const pattern_term& t, std::uint32_t next) {
    if (t.max != pattern_term::no_limit) shop_.counts += t.max;
    if (shop_.counts > max_pattern_counts) shop_.exceeded = "max_pattern_states";
    to_.counters.push_back({shop_.number_of(*t.parts.front().set), t.min, t.max});
    return add(state::what::count, next, static_cast<std::uint32_t>(to_.counters.size() - 1));
  }

  std::uint32_t emit_look(const pattern_term& t, std::uint32_t next) {
    const auto known = shop_.known_looks.find(&t);
    if (known != shop_.known_looks.end()) return add(state::what::look, next, known->second);
    look_around look;
    look.backward = !t.behind;
    look.negative = t.negative;
    writer(shop_, look.body, look.backward).run(t.parts.front());
    if (full()) return next;
    const auto number = static_cast<std::uint32_t>(shop_.to.looks.size());
    shop_.to.looks.push_back(std::move(look));
    shop_.known_looks.emplace(&t, number);
    return add(state::what::look, next, number);
  }

  workshop& shop_;
  nfa& to_;
  bool backward_;
};

}  // namespace

std::string_view build_automaton(const pattern_term& tree, const automaton_limits& limits, automaton& to) {
  to = automaton{};
  workshop shop{.to = to, .limits = limits};
  writer(shop, to.search, false).run(tree);
  if (!shop.exceeded.empty()) return shop.exceeded;
  const std::uint32_t word = shop.asks_word ? shop.number_of(word_characters()) : 0;
  auto letters = alphabet::of(shop.sets);
  if (!letters) return "max_pattern_states";
  to.letters = *std::move(letters);
  for (std::uint32_t l = 0; shop.asks_word && l < to.letters.size(); ++l) {
    to.word.push_back(to.letters.member(word, l) ? 1 : 0);
  }
  return {};
}

bool has_counted_repeat(const pattern_term& tree, std::uint32_t count_above) {
  return is_counted(tree, count_above) ||
         std::any_of(tree.parts.begin(), tree.parts.end(),
                     [&](const pattern_term& part) { return has_counted_repeat(part, count_above); });
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
