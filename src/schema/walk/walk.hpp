// What the keywords mean, for an instance that is there as a value.
//
// One walker, four modes: `verdict` stops at the first violation and makes no text; `count` counts
// violations (to find the alternative that came closest); `located` writes a problem for each; `noted`
// writes down which subschema admitted which part of the instance, until the first violation. Whether
// something is a violation is decided by the same lines in all four.
//
// Where a node on the way asks for it (flags::asks), the parts of the instance that have been evaluated are
// collected, in a set that belongs to the instance. Schemas that must hold all write into the same set;
// a schema that may fail (a branch of anyOf, `if` …) gets a set of its own, which counts only if it fits.
//
// `visit` and what it calls return false when the walk must stop: a verdict has fallen, enough errors
// have been written, or a limit was met (run::hit). Whether the instance is valid is told by failures().
#pragma once

#include "load/scope.hpp"
#include "nodes/evaluated.hpp"
#include "nodes/node.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// The state that all walkers of one validation share: limits and the work done.
class run {
 public:
  enum class limit : std::uint8_t { unmet, depth, levels, cursors, pattern };

  run(const program::data& program_data, const value& instance, const validate_options& options)
      : data(program_data), root_(instance), options_(options) {}

  bool enter() {
    if (++frames_ > max_schema_levels) hit = limit::levels;
    return charge(1);
  }
  void leave() noexcept { --frames_; }

  /// Counts work, where 1 is what it takes to visit a node. False where a limit is met.
  bool charge(std::uint64_t work) {
    work_ += work;
    if (work_ > allowed_ && !grant_more()) hit = limit::cursors;
    return hit == limit::unmet;
  }
  /// The work of a loop that does little for each of so many.
  bool charge_loop(std::size_t count) { return count < few_rounds || charge(count / few_rounds); }
  /// The work of looking at so many bytes.
  bool charge_text(std::size_t bytes) { return bytes < value_bytes || charge(bytes / value_bytes); }

  /// Goes one array or object down, if the limit allows it.
  bool down(const value& part) noexcept {
    ++depth;
    if (depth >= options_.max_depth && (part.is_array() || part.is_object())) hit = limit::depth;
    return hit == limit::unmet;
  }
  void up() noexcept { --depth; }

  /// Does the text match? If that cannot be decided, no verdict stands: not even that of a `not` around it.
  bool matches(index pattern_number, std::string_view text) {
    if (!charge_text(text.size())) return false;
    const search_outcome found = data.patterns[pattern_number].search(text);
    if (found == search_outcome::undecided) {
      hit = limit::pattern;
      undecided = pattern_number;
    }
    return found == search_outcome::found;
  }

  /// How much deeper a part of the instance may be nested.
  std::size_t depth_left() const noexcept { return options_.max_depth - std::min(depth, options_.max_depth); }
  /// Done so far.
  std::uint64_t work() const noexcept { return work_; }
  const validate_options& options() const noexcept { return options_; }

  const program::data& data;
  dynamic_scope scope;
  limit hit = limit::unmet;
  std::size_t depth = 0;
  index undecided = none;  // the pattern, if that is the limit

 private:
  bool grant_more();

  static constexpr std::size_t few_rounds = 8;
  static constexpr std::size_t value_bytes = 64;  // a text of so many bytes more is worth one value more

  const value& root_;
  const validate_options& options_;
  std::size_t frames_ = 0;
  std::uint64_t work_ = 0;
  std::uint64_t allowed_ = granted_evaluations;
  bool granted_ = false;
};

/// What is said of the limit that was met, without the place.
problem limit_problem(const run& r);
/// Is this the code of such a problem?
bool is_limit(std::string_view code) noexcept;

/// A subschema has admitted a part of the instance; or one of its keywords says something about that part.
struct note {
  index node = none;
  const value* instance = nullptr;
  const value* around = nullptr;  // the object that the instance is a member of, or an item in a member
  std::string place;
  std::string rule;
  std::string_view keyword;  // empty: the subschema
  value content;             // of the keyword
};

/// Where a located or noted walk stands, and what it has found.
struct trail {
  std::string place;
  std::string rule;
  index node = 0;
  const value* around = nullptr;
  problems found;
  std::vector<index> nodes;  // beside `found`: the node that each is about
  std::size_t max_errors = 0;
  std::vector<note> notes;
  std::uint8_t only = 0;    // notes are wanted of nodes with one of these flags, 0: of all
  bool told_limit = false;  // stands among `found` what limit was met?
};

enum class mode : std::uint8_t { verdict, count, located, noted };

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

template <mode M>
class walker {
 public:
  explicit walker(run& shared, trail* to = nullptr, evaluated* parts = nullptr)
      : run_(shared), trail_(to), evaluated_(parts) {}

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
  /// The search for a pattern met a limit: the end of the walk.
  bool stopped(std::string_view keyword, const value& v);
  void tell_limit(const value& v);

  static constexpr bool has_trail = M == mode::located || M == mode::noted;

  bool judge(const node& s, const value& v);
  bool judge_apart(index n, const value& v);
  bool numbers(index first, const value& v);
  bool strings(const string_rule& rule, const value& v, std::string_view text);
  bool arrays(const array_rule& rule, const value& v);
  bool item_counts(const array_rule& rule, const value& v);
  bool unique_items(const array_rule& rule, const value& v);
  bool contains(const array_rule& rule, const value& v);
  bool fits_contains(const array_rule& rule, const value& item, std::size_t i);
  bool objects(const object_rule& rule, const value& v);
  template <class Seen>
  bool member(const object_rule& rule, const json::member& m, std::size_t position, index& hint, Seen& seen);
  bool additional(const object_rule& rule, const json::member& m);
  bool unwanted(const json::member& m, std::string_view keyword, const name_table* names);
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
  bool unevaluated_items(index n, const value& v);
  bool unevaluated_properties(index n, const value& v, const name_table* names);

  // walk/notes.cpp; empty but in the mode `noted`
  bool note_node(index n, const value& v);
  bool note_keyword(const value& v, std::string_view keyword, value content);

  /// Does it fit, whatever this walker reports and collects?
  bool holds(index n, const value& v);
  /// The same of a branch: what it evaluates and notes counts if it fits.
  bool fits(index n, const value& v, const edge& e);
  bool apply(index n, const value& v, const edge& e);    // on the same instance
  bool descend(index n, const value& v, const edge& e);  // on a part of it

  run& run_;
  trail* trail_;
  evaluated* evaluated_;  // of the instance that is being visited; null where nobody asks
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

// These two are on the way to every value, so they are worth inlining.
template <mode M>
inline bool walker<M>::apply(index n, const value& v, const edge& e) {
  if constexpr (has_trail) {
    const footstep here(*trail_, e);
    return visit(n, v);
  } else {
    return visit(n, v);
  }
}

template <mode M>
inline bool walker<M>::descend(index n, const value& v, const edge& e) {
  evaluated* const outer = evaluated_;
  if (outer != nullptr) evaluated_ = nullptr;  // nearly always it is null, and then nothing is written
  bool go_on = run_.down(v);
  if (go_on) go_on = apply(n, v, e);
  run_.up();
  if (outer != nullptr) evaluated_ = outer;
  return go_on;
}

/// Every violation, and the node that each is about. A limit that was met is the last one.
trail locate(const program::data& d, const value& instance, const validate_options& options);

extern template class walker<mode::verdict>;
extern template class walker<mode::count>;
extern template class walker<mode::located>;
extern template class walker<mode::noted>;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
