#include "lint/alive.hpp"

#include <array>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::size_t type_count = 7;

std::uint8_t bit(std::size_t type) {
  return static_cast<std::uint8_t>(1U << type);
}

/// What comes nearer to life in `parent` when a type of the child does.
struct link {
  enum class what : std::uint8_t { conjunct, branch, part };
  index child = none;
  index parent = none;
  what kind = what::conjunct;
  std::uint8_t types = types::all;  // part: the type of the parent that waits; else of both
  index choice = none;
};

class spreading {
 public:
  explicit spreading(const knowledge& k) : k_(k), d_(k.d), alive_(k.d.nodes.size(), 0) {
    waits_.resize(d_.nodes.size());
    for (index n = 0; n < d_.nodes.size(); ++n) link_up(n);
    sort_links();
  }

  std::vector<std::uint8_t> run() {
    for (index n = 0; n < d_.nodes.size(); ++n) {
      for (std::size_t t = 0; t < type_count; ++t) {
        if (waits_[n][t] == 0 && may(n, t)) todo_.emplace_back(n, t);
      }
    }
    while (!todo_.empty()) {
      const auto [n, t] = todo_.back();
      todo_.pop_back();
      wake(n, t);
    }
    return std::move(alive_);
  }

 private:
  bool may(index n, std::size_t t) const { return (k_.of(n).possible & bit(t)) != 0; }

  void add(link one) {
    for (std::size_t t = 0; t < type_count; ++t) {
      if (one.kind != link::what::branch && (one.types & bit(t)) != 0) ++waits_[one.parent][t];
    }
    links_.push_back(one);
  }

  /// A choice of which `open` types need no branch to come alive.
  index add_choice(index n, std::uint8_t open) {
    for (std::size_t t = 0; t < type_count; ++t) {
      if ((open & bit(t)) == 0) ++waits_[n][t];
    }
    settled_.push_back(open);
    return static_cast<index>(settled_.size() - 1);
  }

  void link_up(index n) {
    for_each_conjunct(d_, n,
                      [&](index target, std::string_view, index) { add({target, n, link::what::conjunct}); });
    for_each_union(d_, n, [&](const union_rule& u) {
      const index choice = add_choice(n, 0);
      const std::vector<bool> doubled = u.exclusive ? twins(k_, u) : std::vector<bool>(u.count, false);
      for (std::uint32_t b = 0; b < u.count; ++b) {
        if (doubled[b]) continue;
        add({d_.lists[u.branches + b], n, link::what::branch, types::all, choice});
      }
    });
    if (const step* s = find_step(d_, n, step::what::condition)) {
      const std::uint8_t yes = k_.of(s->a).possible;
      const auto no = static_cast<std::uint8_t>(types::all & ~k_.of(s->a).certain);
      const auto open = static_cast<std::uint8_t>((s->b == none ? yes : 0U) | (s->c == none ? no : 0U));
      const index choice = add_choice(n, open);
      if (s->b != none) add({s->b, n, link::what::branch, yes, choice});
      if (s->c != none) add({s->c, n, link::what::branch, no, choice});
    }
    for (const need& part : k_.needs(n)) add({part.child, n, link::what::part, part.type});
  }

  /// By child, so that each is found in one stretch.
  void sort_links() {
    first_.assign(d_.nodes.size() + 1, 0);
    for (const link& one : links_) ++first_[one.child + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<link> sorted(links_.size());
    std::vector<std::size_t> next(first_.begin(), first_.end());
    for (const link& one : links_) sorted[next[one.child]++] = one;
    links_ = std::move(sorted);
  }

  void wake(index n, std::size_t t) {
    const bool first = alive_[n] == 0;
    alive_[n] |= bit(t);
    for (std::size_t i = first_[n]; i < first_[n + 1]; ++i) {
      const link& one = links_[i];
      switch (one.kind) {
        case link::what::conjunct:
          loosen(one.parent, t);
          break;
        case link::what::branch:
          if ((one.types & bit(t)) == 0 || (settled_[one.choice] & bit(t)) != 0) break;
          settled_[one.choice] |= bit(t);
          loosen(one.parent, t);
          break;
        case link::what::part:
          if (!first) break;
          for (std::size_t p = 0; p < type_count; ++p) {
            if ((one.types & bit(p)) != 0) loosen(one.parent, p);
          }
          break;
      }
    }
  }

  void loosen(index n, std::size_t t) {
    if (--waits_[n][t] == 0 && may(n, t)) todo_.emplace_back(n, t);
  }

  const knowledge& k_;
  const program::data& d_;
  std::vector<std::uint8_t> alive_;
  std::vector<std::array<std::uint32_t, type_count>> waits_;
  std::vector<std::uint8_t> settled_;  // by choice: the types that have a branch
  std::vector<link> links_;
  std::vector<std::size_t> first_;
  std::vector<std::pair<index, std::size_t>> todo_;
};

}  // namespace

std::vector<std::uint8_t> types_that_fit(const knowledge& k) {
  return spreading(k).run();
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
