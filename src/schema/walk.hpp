// What the keywords mean, for an instance that is there as a value.
//
// One walker, three modes: `verdict` stops at the first violation and makes no text; `count` counts
// violations (to find the alternative that came closest); `located` writes a problem for each. Whether
// something is a violation is decided by the same lines in all three.
//
// `visit` and what it calls return false when the walk must stop: a verdict has fallen, enough errors
// have been written, or a limit was met (run::hit). Whether the instance is valid is told by failures().
#pragma once

#include "node.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/pointer.hpp>
#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// The state that all walkers of one validation share: limits and the work done.
class run {
 public:
  enum class limit : std::uint8_t { unmet, depth, cursors, pattern };

  run(const program::data& program_data, const value& instance, const validate_options& options)
      : data(program_data), root_(instance), options_(options) {}

  bool enter() {
    if (++frames_ > most_frames) hit = limit::depth;
    if (++work_ > allowed_ && !grant_more()) hit = limit::cursors;
    return hit == limit::unmet;
  }
  void leave() noexcept { --frames_; }

  /// Goes one array or object down, if the limit allows it.
  bool down(const value& part) noexcept {
    ++depth;
    if (depth >= options_.max_depth && (part.is_array() || part.is_object())) hit = limit::depth;
    return hit == limit::unmet;
  }
  void up() noexcept { --depth; }

  /// Does the text match? If that cannot be decided, no verdict stands: not even that of a `not` around it.
  bool matches(index pattern_number, std::string_view text) {
    const search_outcome found = data.patterns[pattern_number].search(text);
    if (found == search_outcome::undecided) {
      hit = limit::pattern;
      undecided = pattern_number;
    }
    return found == search_outcome::found;
  }

  /// How much deeper a part of the instance may be nested.
  std::size_t depth_left() const noexcept { return options_.max_depth - std::min(depth, options_.max_depth); }

  const program::data& data;
  limit hit = limit::unmet;
  std::size_t depth = 0;
  index undecided = none;  // the pattern, if that is the limit

 private:
  bool grant_more();

  // Each frame of the recursion is an instance level or a step on it; the stack must hold this many.
  static constexpr std::size_t most_frames = 4000;
  static constexpr std::uint64_t always_granted = 1'000'000;

  const value& root_;
  const validate_options& options_;
  std::size_t frames_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t allowed_ = always_granted;
  bool granted_ = false;
};

/// Where a located walk stands, and what it has found.
struct trail {
  std::string place;
  std::string rule;
  problems found;
  std::size_t max_errors = 0;
  bool told_limit = false;  // stands among `found` what limit was met?
};

enum class mode : std::uint8_t { verdict, count, located };

/// The way from a schema to a subschema, and from an instance to a part of it. Cheap to make: pointers
/// are written only when errors are located.
struct edge {
  static constexpr std::size_t no_number = static_cast<std::size_t>(-1);
  std::string_view keyword;
  const std::string_view* name = nullptr;  // below the keyword: a name …
  std::size_t number = no_number;          // … or a number
  const std::string* member = nullptr;     // the part of the instance: a member …
  std::size_t item = no_number;            // … or an item
};

template <mode M>
class walker {
 public:
  explicit walker(run& shared, trail* to = nullptr) : run_(shared), trail_(to) {}

  bool visit(index n, const value& v);
  std::size_t failures() const noexcept { return failures_; }

 private:
  struct violation {
    std::string_view keyword;
    std::string expected;
    std::string message;
    std::string nearest = {};
    std::string found = {};  // empty: the instance itself
  };

  /// Counts or writes a violation. `make` gives its words and is called only where they are wanted.
  template <class Make>
  bool fail(const value& v, Make make);
  void write(const value& v, violation what);
  /// A pattern that could not be decided: the end of the walk.
  bool undecided(std::string_view keyword, const value& v);

  bool numbers(index first, const value& v);
  bool strings(const string_rule& rule, const value& v, std::string_view text);
  bool arrays(const array_rule& rule, const value& v);
  bool item_counts(const array_rule& rule, const value& v);
  bool unique_items(const array_rule& rule, const value& v);
  bool contains(const array_rule& rule, const value& v);
  bool objects(const object_rule& rule, const value& v);
  template <class Seen>
  bool member(const object_rule& rule, const json::member& m, index& hint, Seen& seen);
  bool additional(const object_rule& rule, const json::member& m);
  bool member_name(index n, const json::member& m);
  template <class Seen>
  bool absent_members(const object_rule& rule, const value& v, const Seen& seen);
  template <class Seen>
  bool dependents(const object_rule& rule, const value& v, const Seen& seen);
  bool literals(const literal_set& set, const value& v);
  bool steps(const node& n, const value& v);
  bool union_of(const union_rule& u, const value& v);
  bool only_branch(const union_rule& u, std::uint32_t branch, const value& v);
  bool tagged(const union_rule& u, const value& v);
  bool no_branch(const union_rule& u, const value& v, std::uint8_t bit);
  std::uint32_t closest(const union_rule& u, const value& v, std::uint8_t bit);
  bool condition(const step& s, const value& v);
  bool negation(index n, const value& v);

  /// Does it fit, whatever this walker reports?
  bool holds(index n, const value& v);
  bool apply(index n, const value& v, const edge& e);    // on the same instance
  bool descend(index n, const value& v, const edge& e);  // on a part of it

  run& run_;
  trail* trail_;
  std::size_t failures_ = 0;
};

template <mode M>
template <class Make>
bool walker<M>::fail(const value& v, Make make) {
  ++failures_;
  if constexpr (M == mode::located) {
    write(v, make());
    return trail_->found.size() < trail_->max_errors;
  } else {
    constexpr std::size_t enough_to_compare = 100;
    return M == mode::count && failures_ < enough_to_compare;
  }
}

extern template class walker<mode::verdict>;
extern template class walker<mode::count>;
extern template class walker<mode::located>;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
