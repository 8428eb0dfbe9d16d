// Tree to automaton, and searching with it.
//
// Counted repeats are written out, up to the limit on states. The trap: an anchor is an edge that can be
// taken only at the first position (^) or behind the last ($), so a set of states keeps the $ edges it
// could not take yet, and only the start set may take ^.
#include "pattern.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

using state = pattern::state;
using state_set = std::vector<std::uint32_t>;

namespace {
constexpr std::uint32_t dead = 0;
constexpr std::uint32_t matched = 1;
constexpr std::uint32_t start = 2;

// The deterministic form is given up beyond these; simulation is slower by the number of live states.
constexpr std::size_t max_deterministic_states = 2'000;
constexpr std::size_t max_deterministic_moves = 200'000;
constexpr std::size_t max_deterministic_work = 4'000'000;
constexpr std::size_t max_membership = 8'000'000;
}  // namespace

/// Writes states backwards: each term is emitted in front of what follows it.
class automaton_builder {
 public:
  automaton_builder(pattern& to, std::size_t max_states) : to_(to), max_states_(max_states) {}

  bool run() {
    const std::uint32_t match = add({state::what::match, 0, 0});
    to_.start_ = emit(to_.tree_, match);
    return !overflow_ && classify();
  }

 private:
  std::uint32_t add(state s) {
    if (to_.states_.size() >= max_states_) {
      overflow_ = true;
      return 0;
    }
    to_.states_.push_back(s);
    return static_cast<std::uint32_t>(to_.states_.size() - 1);
  }

  std::uint32_t emit(const pattern_term& t, std::uint32_t next) {
    if (overflow_) return next;
    switch (t.kind) {
      case pattern_term::what::empty:
        return next;
      case pattern_term::what::begin:
        return add({state::what::begin, next, 0});
      case pattern_term::what::end:
        return add({state::what::end, next, 0});
      case pattern_term::what::set:
        return add({state::what::set, next, set_number(*t.set)});
      case pattern_term::what::repeat:
        return emit_repeat(t, next);
      case pattern_term::what::group:
        return emit(t.parts.front(), next);
      case pattern_term::what::word_boundary:
      case pattern_term::what::no_word_boundary:
      case pattern_term::what::look:
      case pattern_term::what::reference:
        return next;  // refused by then
      case pattern_term::what::sequence: {
        for (std::size_t i = t.parts.size(); i-- > 0;) next = emit(t.parts[i], next);
        return next;
      }
      case pattern_term::what::alternation: {
        std::uint32_t way = emit(t.parts.back(), next);
        for (std::size_t i = t.parts.size() - 1; i-- > 0 && !overflow_;) {
          const std::uint32_t one = emit(t.parts[i], next);
          way = add({state::what::split, one, way});
        }
        return way;
      }
    }
    return next;
  }

  std::uint32_t emit_repeat(const pattern_term& t, std::uint32_t next) {
    const pattern_term& body = t.parts.front();
    std::uint32_t front = next;
    if (t.max == pattern_term::no_limit) {
      front = add({state::what::split, 0, next});
      const std::uint32_t loop = emit(body, front);
      if (!overflow_) to_.states_[front].next = loop;
    } else {
      for (std::uint32_t i = t.min; i < t.max && !overflow_; ++i) {
        const std::uint32_t inner = emit(body, front);
        if (inner == front) break;  // an empty body
        front = add({state::what::split, inner, next});
      }
    }
    for (std::uint32_t i = 0; i < t.min && !overflow_; ++i) {
      const std::uint32_t inner = emit(body, front);
      if (inner == front) break;
      front = inner;
    }
    return front;
  }

  std::uint32_t set_number(const char_set& set) {
    return sets_.try_emplace(set, static_cast<std::uint32_t>(sets_.size())).first->second;
  }

  /// Cuts the code points where any set begins or ends.
  bool classify() {
    std::vector<std::uint32_t>& begins = to_.class_begins_;
    begins.push_back(0);
    for (const auto& [set, number] : sets_) {
      for (const code_range& r : set) {
        begins.push_back(r.first);
        begins.push_back(r.last + 1);
      }
    }
    std::sort(begins.begin(), begins.end());
    begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
    to_.classes_ = static_cast<std::uint32_t>(begins.size());
    if (sets_.size() * begins.size() > max_membership) return false;
    to_.membership_.assign(sets_.size() * begins.size(), 0);
    for (const auto& [set, number] : sets_) {
      for (const code_range& r : set) {
        auto at = std::lower_bound(begins.begin(), begins.end(), r.first);
        for (; at != begins.end() && *at <= r.last; ++at) {
          to_.membership_[number * begins.size() + static_cast<std::size_t>(at - begins.begin())] = 1;
        }
      }
    }
    for (std::uint32_t c = 0; c < 128; ++c) {
      const auto after = std::upper_bound(begins.begin(), begins.end(), c);
      to_.ascii_[c] = static_cast<std::uint32_t>(after - begins.begin()) - 1;
    }
    return true;
  }

  pattern& to_;
  std::size_t max_states_;
  bool overflow_ = false;
  std::map<char_set, std::uint32_t> sets_;
};

/// Buffers of a simulation, kept by the thread so that a search allocates nothing once they have grown.
struct scratch {
  std::vector<std::uint64_t> seen;  // the round in which a state was last met, whatever the pattern
  std::uint64_t round = 0;
  state_set todo;
  state_set live;
  state_set from;
};

/// A set of automaton states at one position of a text.
class simulation {
 public:
  simulation(const pattern& p, scratch& buffers)
      : live(buffers.live), pattern_(p), seen_(buffers.seen), round_(buffers.round), todo_(buffers.todo) {
    if (seen_.size() < p.states_.size()) seen_.resize(p.states_.size(), 0);
  }

  /// All that can be reached from `from` without reading. Keeps set states and $ edges.
  void close(std::uint32_t from, bool at_begin, bool at_end) {
    todo_.push_back(from);
    while (!todo_.empty()) {
      const std::uint32_t at = todo_.back();
      todo_.pop_back();
      if (seen_[at] == round_) continue;
      seen_[at] = round_;
      ++work;
      const state& s = pattern_.states_[at];
      switch (s.kind) {
        case state::what::match:
          matched_now = true;
          break;
        case state::what::set:
          live.push_back(at);
          break;
        case state::what::begin:
          if (at_begin) todo_.push_back(s.next);
          break;
        case state::what::end:
          if (at_end) {
            todo_.push_back(s.next);
          } else {
            live.push_back(at);
          }
          break;
        case state::what::split:
          todo_.push_back(s.next);
          todo_.push_back(s.other);
          break;
      }
    }
  }

  void begin() {
    next_round();
    close(pattern_.start_, true, false);
  }

  /// From the set `from` over one code point of this class. A match may begin at any position.
  void advance(const state_set& from, std::uint32_t code_class) {
    next_round();
    for (const std::uint32_t at : from) {
      const state& s = pattern_.states_[at];
      ++work;
      if (s.kind != state::what::set) continue;
      if (pattern_.membership_[s.other * pattern_.classes_ + code_class] != 0) close(s.next, false, false);
    }
    close(pattern_.start_, false, false);
  }

  /// Would the text match if it ended here?
  bool accepts_end(const state_set& from, bool at_begin) {
    next_round();
    for (const std::uint32_t at : from) {
      if (pattern_.states_[at].kind == state::what::end) close(pattern_.states_[at].next, at_begin, true);
    }
    const bool yes = matched_now;
    matched_now = false;
    return yes;
  }

  state_set& live;
  bool matched_now = false;
  std::uint64_t work = 0;

 private:
  void next_round() {
    live.clear();
    matched_now = false;
    ++round_;
  }

  const pattern& pattern_;
  std::vector<std::uint64_t>& seen_;
  std::uint64_t& round_;
  state_set& todo_;
};

/// Subset construction, given up when it grows.
class determinizer {
 public:
  explicit determinizer(pattern& p) : to_(p), sim_(p, buffers_) {}

  void run() {
    if (!build()) {
      to_.moves_.clear();
      to_.accepts_at_end_.clear();
    }
  }

 private:
  bool build() {
    sets_.resize(3);
    to_.accepts_at_end_ = {0, 1, 0};
    to_.moves_.resize(std::size_t{3} * to_.classes_, dead);
    std::fill_n(to_.moves_.begin() + to_.classes_, to_.classes_, matched);
    sim_.begin();
    if (sim_.matched_now) {
      std::fill_n(to_.moves_.begin() + std::ptrdiff_t{2} * to_.classes_, to_.classes_, matched);
      to_.accepts_at_end_[start] = 1;
      return true;
    }
    sets_[start] = sim_.live;
    to_.accepts_at_end_[start] = sim_.accepts_end(sets_[start], true) ? 1 : 0;
    for (std::uint32_t s = start; s < sets_.size(); ++s) {
      for (std::uint32_t c = 0; c < to_.classes_; ++c) {
        const std::uint32_t target = move(s, c);
        to_.moves_[std::size_t{s} * to_.classes_ + c] = target;
        if (too_large()) return false;
      }
    }
    return true;
  }

  bool too_large() const {
    return sets_.size() > max_deterministic_states || to_.moves_.size() > max_deterministic_moves ||
           sim_.work > max_deterministic_work;
  }

  std::uint32_t move(std::uint32_t from, std::uint32_t code_class) {
    sim_.advance(sets_[from], code_class);
    if (sim_.matched_now) return matched;
    if (sim_.live.empty()) return dead;
    state_set key = sim_.live;
    std::sort(key.begin(), key.end());
    const auto [at, fresh] = known_.try_emplace(key, static_cast<std::uint32_t>(sets_.size()));
    if (fresh) {
      const bool at_end = sim_.accepts_end(key, false);
      sets_.push_back(std::move(key));
      to_.accepts_at_end_.push_back(at_end ? 1 : 0);
      to_.moves_.resize(sets_.size() * to_.classes_, dead);
    }
    return at->second;
  }

  pattern& to_;
  scratch buffers_;
  simulation sim_;
  std::vector<state_set> sets_;
  std::map<state_set, std::uint32_t> known_;
};

namespace {

bool is_regular(const pattern_term& t) {
  switch (t.kind) {
    case pattern_term::what::word_boundary:
    case pattern_term::what::no_word_boundary:
    case pattern_term::what::look:
    case pattern_term::what::reference:
      return false;
    default:
      return std::all_of(t.parts.begin(), t.parts.end(), is_regular);
  }
}

}  // namespace

result<pattern> pattern::compile(std::string_view text, std::size_t max_states) {
  result<parsed_pattern> parsed = parse_pattern(text);
  if (!parsed) return parsed.error();
  if (!is_regular(parsed->root)) {
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = "pattern";
    p.found = excerpt(text);
    p.message = "look-around, back-references and \\b are not supported in patterns";
    return p;
  }
  pattern p;
  p.tree_ = std::move(parsed->root);
  if (!automaton_builder(p, max_states).run()) {
    problem too_large;
    too_large.kind = failure_kind::unsupported_schema;
    too_large.code = "max_pattern_states";
    too_large.found = excerpt(text);
    too_large.message = "the pattern needs more than " + std::to_string(max_states) + " states";
    return too_large;
  }
  determinizer(p).run();
  return p;
}

std::uint32_t pattern::class_of(std::uint32_t code) const noexcept {
  if (code < 128) return ascii_[code];
  const auto after = std::upper_bound(class_begins_.begin(), class_begins_.end(), code);
  return static_cast<std::uint32_t>(after - class_begins_.begin()) - 1;
}

bool pattern::found_in(std::string_view text, std::uint64_t* steps) const {
  if (moves_.empty()) return search_states(text, steps);
  std::uint32_t at = start;
  std::size_t i = 0;
  while (i < text.size() && at > matched) {
    const auto byte = static_cast<unsigned char>(text[i]);
    std::uint32_t code_class = 0;
    if (byte < 128) {
      code_class = ascii_[byte];
      ++i;
    } else {
      const utf8::decoded d = utf8::decode(text.substr(i));
      code_class = class_of(d.code);
      i += d.length;
    }
    at = moves_[std::size_t{at} * classes_ + code_class];
    if (steps != nullptr) ++*steps;
  }
  return accepts_at_end_[at] != 0;
}

bool pattern::search_states(std::string_view text, std::uint64_t* steps) const {
  static thread_local scratch buffers;
  simulation sim(*this, buffers);
  state_set& from = buffers.from;
  sim.begin();
  bool at_begin = true;
  bool found = sim.matched_now;
  while (!text.empty() && !found) {
    from.swap(sim.live);
    if (from.empty()) break;
    const utf8::decoded d = utf8::decode(text);
    text.remove_prefix(d.length);
    sim.advance(from, class_of(d.code));
    found = sim.matched_now;
    at_begin = false;
  }
  if (!found && text.empty()) {
    from.swap(sim.live);
    found = sim.accepts_end(from, at_begin);
  }
  if (steps != nullptr) *steps += sim.work;
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
