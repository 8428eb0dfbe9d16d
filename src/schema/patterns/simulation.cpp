// The text is turned into letters first, so that it can be read from either end. Then each look-around, the
// inner ones first, writes one bit for every position; last comes the search itself, which asks these bits.
#include "patterns/simulation.hpp"

#include "patterns/stepper.hpp"

#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

// Letters of the longest text whose buffers a thread keeps.
constexpr std::size_t kept_letters = 1U << 20U;

struct text_buffers {
  step_buffers steps;
  std::vector<std::uint16_t> letters;
  std::vector<std::uint64_t> looks;  // a bit for each position, one look-around after the other
};

class simulation {
 public:
  simulation(const automaton& of, std::string_view text, text_buffers& buffers)
      : of_(of), buffers_(buffers), letters_(buffers.letters) {
    letters_.clear();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) letters_.push_back(static_cast<std::uint16_t>(of.letters.next(at, end)));
    words_ = letters_.size() / 64 + 1;
    buffers.looks.assign(words_ * of.looks.size(), 0);
  }

  bool run() {
    for (std::size_t i = 0; i < of_.looks.size(); ++i) {
      const look_around& look = of_.looks[i];
      run_part(look.body, look.backward, buffers_.looks.data() + i * words_);
    }
    return run_part(of_.search, false, nullptr);
  }

  std::uint64_t work = 0;

 private:
  /// What holds before the i-th letter in the direction of reading.
  surroundings around(std::size_t i, bool backward) const {
    surroundings here;
    here.known = true;
    here.at_begin = i == 0;
    here.at_end = i == letters_.size();
    here.before_word = i > 0 && of_.is_word(letter(i - 1, backward));
    here.after_word = i < letters_.size() && of_.is_word(letter(i, backward));
    here.position = backward ? letters_.size() - i : i;
    here.looks = &buffers_.looks;
    here.look_words = words_;
    return here;
  }

  std::uint32_t letter(std::size_t i, bool backward) const {
    return letters_[backward ? letters_.size() - 1 - i : i];
  }

  /// With `bits` sets one for each position where a match ends; without, stops at the first.
  bool run_part(const nfa& part, bool backward, std::uint64_t* bits) {
    stepper steps(of_, part, buffers_.steps);
    state_set& from = buffers_.steps.from;
    bool found = false;
    for (std::size_t i = 0; i <= letters_.size(); ++i) {
      const surroundings here = around(i, backward);
      if (i == 0) {
        steps.begin(here);
      } else {
        steps.step(from, letter(i - 1, backward), here);
      }
      if (steps.matched) {
        found = true;
        if (bits == nullptr) break;
        bits[here.position / 64] |= std::uint64_t{1} << (here.position % 64);
      }
      if (steps.live.empty() && part.anchored) break;
      from.swap(steps.live);
    }
    work += steps.work + letters_.size();
    return found;
  }

  const automaton& of_;
  text_buffers& buffers_;
  std::vector<std::uint16_t>& letters_;
  std::size_t words_ = 1;
};

}  // namespace

bool simulate(const automaton& of, std::string_view text, std::uint64_t* steps) {
  static thread_local text_buffers buffers;
  simulation s(of, text, buffers);
  const bool found = s.run();
  if (steps != nullptr) *steps += s.work;
  if (buffers.letters.capacity() > kept_letters) buffers = {};
  return found;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
