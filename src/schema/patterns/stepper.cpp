#include "patterns/stepper.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

using what = nfa::state::what;

void running_counts::begin(std::uint64_t position, bool only_longest) {
  if (only_longest && !empty()) return;  // without a maximum the longest count decides alone
  if (!empty() && begins_.back().last + 1 >= position) {
    begins_.back().last = position;
    return;
  }
  if (front_ > 32 && front_ * 2 > begins_.size()) {
    begins_.erase(begins_.begin(), begins_.begin() + static_cast<std::ptrdiff_t>(front_));
    front_ = 0;
  }
  begins_.push_back({position, position});
}

bool running_counts::reached(std::uint64_t position, std::uint32_t min, std::uint32_t max) {
  if (max != pattern_term::no_limit && position > max) {
    const std::uint64_t oldest = position - max;
    while (!empty() && begins_[front_].last < oldest) ++front_;
    if (!empty() && begins_[front_].first < oldest) begins_[front_].first = oldest;
  }
  return !empty() && position - begins_[front_].first >= min;
}

stepper::stepper(const automaton& whole, const nfa& part, step_buffers& buffers)
    : live(buffers.live), whole_(whole), part_(part), buffers_(buffers) {
  if (buffers.met.size() < part.states.size()) buffers.met.resize(part.states.size(), 0);
  if (buffers.counts.size() < part.counters.size()) buffers.counts.resize(part.counters.size());
  for (std::size_t i = 0; i < part.counters.size(); ++i) buffers.counts[i].clear();
}

void stepper::next_round() {
  ++buffers_.round;
  matched = false;
}

void stepper::begin(const surroundings& here) {
  next_round();
  live.clear();
  close(part_.start, here, live);
}

void stepper::step(std::span<const std::uint32_t> from, std::uint32_t letter, const surroundings& there) {
  next_round();
  live.clear();
  buffers_.exits.clear();
  ++position_;
  // First the counters, so that what begins to count in this step is not counted by it.
  if (!part_.counters.empty()) {
    for (const std::uint32_t at : from) {
      if (part_.states[at].kind == what::count) step_counter(at, letter);
    }
  }
  for (const std::uint32_t at : buffers_.exits) close(at, there, live);
  for (const std::uint32_t at : from) {
    const nfa::state& s = part_.states[at];
    ++work;
    if (s.kind == what::set && whole_.letters.member(s.other, letter)) close(s.next, there, live);
  }
  close(part_.start, there, live);
}

void stepper::step_counter(std::uint32_t at, std::uint32_t letter) {
  const nfa::state& s = part_.states[at];
  const nfa::counter& c = part_.counters[s.other];
  running_counts& counts = buffers_.counts[s.other];
  if (!whole_.letters.member(c.set, letter)) {
    counts.clear();
    return;
  }
  if (counts.reached(position_, c.min, c.max)) buffers_.exits.push_back(s.next);
  if (counts.empty()) return;
  counts.listed = buffers_.round;
  live.push_back(at);
}

void stepper::resolve(std::span<const std::uint32_t> from, const surroundings& here, state_set& to) {
  next_round();
  for (const std::uint32_t at : from) buffers_.met[at] = buffers_.round;
  for (const std::uint32_t at : from) {
    const nfa::state& s = part_.states[at];
    if (nfa::looks_on(s.kind) && holds(s, here)) close(s.next, here, to);
  }
}

/// All that can be reached without reading.
void stepper::close(std::uint32_t from, const surroundings& here, state_set& to) {
  state_set& todo = buffers_.todo;
  todo.push_back(from);
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (buffers_.met[at] == buffers_.round) continue;
    buffers_.met[at] = buffers_.round;
    ++work;
    visit(at, here, to);
  }
}

void stepper::visit(std::uint32_t at, const surroundings& here, state_set& to) {
  const nfa::state& s = part_.states[at];
  switch (s.kind) {
    case what::match:
      matched = true;
      return;
    case what::set:
      to.push_back(at);
      return;
    case what::split:
      buffers_.todo.push_back(s.next);
      buffers_.todo.push_back(s.other);
      return;
    case what::count: {
      const nfa::counter& c = part_.counters[s.other];
      running_counts& counts = buffers_.counts[s.other];
      counts.begin(position_, c.max == pattern_term::no_limit);
      if (counts.listed != buffers_.round) to.push_back(at);
      counts.listed = buffers_.round;
      if (c.min == 0) buffers_.todo.push_back(s.next);
      return;
    }
    case what::begin:
      if (here.at_begin) buffers_.todo.push_back(s.next);
      return;
    case what::end:
    case what::word_boundary:
    case what::no_word_boundary:
    case what::look:
      if (!here.known) {
        to.push_back(at);
      } else if (holds(s, here)) {
        buffers_.todo.push_back(s.next);
      }
      return;
  }
}

bool stepper::holds(const nfa::state& s, const surroundings& here) const {
  switch (s.kind) {
    case what::end:
      return here.at_end;
    case what::word_boundary:
      return here.before_word != here.after_word;
    case what::no_word_boundary:
      return here.before_word == here.after_word;
    case what::look:
      return here.look_holds(s.other, whole_.looks[s.other].negative);
    default:
      return false;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
