// A walk over forms, which refer to each other and to themselves, to any depth without the stack.
#pragma once

#include "lower/form.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// How a form is met: for the first time, while it is being walked itself, or once more.
enum class meeting : char { first, on_the_way, again };

/// From one form after the other along what next_of(form) gives; met(number, meeting) is told of each.
template <typename NextOf, typename Met>
class depth_first {
 public:
  depth_first(const graph& g, NextOf next_of, Met met)
      : g_(g), next_of_(std::move(next_of)), met_(std::move(met)), state_(g.forms.size(), meeting::first) {}

  void from(number start) {
    enter(start);
    while (!way_.empty()) {
      auto& last = way_.back();
      if (last.at < last.next.size()) {
        enter(last.next[last.at++]);
        continue;
      }
      state_[last.form] = meeting::again;
      way_.pop_back();
    }
  }

 private:
  struct frame {
    number form;
    std::vector<number> next;
    std::size_t at = 0;
  };

  void enter(number n) {
    met_(n, state_[n]);
    if (state_[n] != meeting::first) return;
    state_[n] = meeting::on_the_way;
    way_.push_back({n, next_of_(g_.forms[n])});
  }

  const graph& g_;
  NextOf next_of_;
  Met met_;
  std::vector<meeting> state_;
  std::vector<frame> way_;
};

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
