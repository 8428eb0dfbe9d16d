// Chooses the form in which a pattern runs: the simplest that can.
#include "patterns/pattern.hpp"

#include "patterns/cache.hpp"
#include "patterns/pcre2.hpp"
#include "patterns/plain.hpp"
#include "patterns/references.hpp"
#include "patterns/simplify.hpp"
#include "patterns/simulation.hpp"
#include "patterns/table.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

// Repeats of one class beyond this are counted where states are simulated anyway; beyond the second number,
// where there are still too many states.
constexpr std::uint32_t counted_first = 64;
constexpr std::uint32_t counted_then = 8;

// Steps that may be taken to make a table: so many, and so many for each byte of the pattern.
constexpr std::uint64_t table_work = 20'000;
constexpr std::uint64_t table_work_per_byte = 500;
constexpr std::uint64_t most_table_work = 400'000;

std::size_t memory_of(const pattern_term& t) {
  std::size_t bytes = sizeof t + (t.set != nullptr ? t.set->size() * sizeof(code_range) : 0);
  for (const pattern_term& part : t.parts) bytes += memory_of(part);
  return bytes;
}

problem refusal(std::string_view code, std::string_view text, std::size_t max_states) {
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = code;
  p.found = excerpt(text);
  p.message = code == "max_pattern_looks"
                  ? "the pattern has more than " + std::to_string(max_pattern_looks) + " look-arounds"
                  : "the pattern needs more than " + std::to_string(max_states) + " states";
  return p;
}

problem refusal(const reference_verdict& why, std::string_view text) {
  problem p;
  p.kind = failure_kind::unsupported_schema;
  p.code = why.code;
  p.found = excerpt(text);
  p.message = std::string(why.unsupported) + " is not supported";
  return p;
}

struct build_limits {
  std::size_t max_states = 0;
  std::uint64_t table_work = 0;
};

std::size_t count_looks(const pattern_term& t) {
  std::size_t count = t.kind == pattern_term::what::look ? 1 : 0;
  for (const pattern_term& part : t.parts) count += count_looks(part);
  return count;
}

bool is_look_ahead(const pattern_term& t) {
  return t.kind == pattern_term::what::look && !t.behind;
}

bool begins_with_look(const pattern_term& tree) {
  return tree.kind == pattern_term::what::sequence && tree.parts.front().kind == pattern_term::what::begin &&
         is_look_ahead(tree.parts[1]);
}

pattern_term from_begin(std::vector<pattern_term> parts) {
  pattern_term all;
  all.kind = pattern_term::what::sequence;
  all.parts.resize(1);
  all.parts.front().kind = pattern_term::what::begin;
  std::move(parts.begin(), parts.end(), std::back_inserter(all.parts));
  return simplified(std::move(all));
}

}  // namespace

/// A pattern, or a part of one, ready to run: only what `how` names is there.
struct pattern::machine {
  /// The code of the limit that was exceeded, or empty. Precondition: no references, simplified.
  std::string_view build(pattern_term tree, const build_limits& limits);
  outcome search(std::string_view subject, std::uint64_t* steps) const;
  std::size_t memory() const noexcept;

  form how = form::text;
  bool forbidden = false;         // as one of these: must not be found
  std::vector<machine> at_begin;  // what must be found there, or must not
  std::unique_ptr<const plain_text> text;
  std::unique_ptr<const class_run> run;
  std::unique_ptr<const pattern_table> table;
  std::unique_ptr<const automaton> states;  // of cache and simulation
  std::unique_ptr<cache_pool> caches;
  pcre2_pattern other;

 private:
  std::string_view split_off_looks(pattern_term tree, const build_limits& limits);
  std::string_view build_states(const pattern_term& tree, const build_limits& limits);
  bool build_counting(const pattern_term& tree, const build_limits& limits, std::uint32_t above);
};

std::string_view pattern::machine::build(pattern_term tree, const build_limits& limits) {
  if (begins_with_look(tree)) return split_off_looks(std::move(tree), limits);
  if (auto made = plain_text::of(tree)) {
    text = std::make_unique<plain_text>(*std::move(made));
    how = form::text;
    return {};
  }
  if (auto made = class_run::of(tree)) {
    run = std::make_unique<class_run>(*std::move(made));
    how = form::run;
    return {};
  }
  return build_states(tree, limits);
}

/// ^(?=a)(?!b)c is found where ^a and ^c are found, and ^b is not.
std::string_view pattern::machine::split_off_looks(pattern_term tree, const build_limits& limits) {
  const auto first = tree.parts.begin() + 1;
  const auto rest = std::find_if_not(first, tree.parts.end(), is_look_ahead);
  for (auto look = first; look != rest; ++look) {
    machine& condition = at_begin.emplace_back();
    condition.forbidden = look->negative;
    const std::string_view exceeded = condition.build(from_begin(std::move(look->parts)), limits);
    if (!exceeded.empty()) return exceeded;
  }
  return build(from_begin({std::make_move_iterator(rest), std::make_move_iterator(tree.parts.end())}),
               limits);
}

std::string_view pattern::machine::build_states(const pattern_term& tree, const build_limits& limits) {
  auto made = std::make_unique<automaton>();
  const std::string_view exceeded = build_automaton(tree, {.max_states = limits.max_states}, *made);
  const bool complete = exceeded.empty() && made->looks.empty();
  if (auto tabled = complete ? pattern_table::of(*made, limits.table_work) : std::nullopt) {
    table = std::make_unique<pattern_table>(*std::move(tabled));
    how = form::table;
    return {};
  }
  how = form::simulation;
  if (build_counting(tree, limits, counted_first)) return {};
  if (!exceeded.empty()) {
    return build_counting(tree, limits, counted_then) ? std::string_view() : exceeded;
  }
  states = std::move(made);
  if (complete) {
    caches = std::make_unique<cache_pool>(*states);
    how = form::cache;
  }
  return {};
}

/// Fewer states, some of which count. False if there is nothing to count, or too much.
bool pattern::machine::build_counting(const pattern_term& tree, const build_limits& limits,
                                      std::uint32_t above) {
  auto counting = std::make_unique<automaton>();
  const automaton_limits counted{.max_states = limits.max_states, .count_above = above};
  if (!has_counted_repeat(tree, above) || !build_automaton(tree, counted, *counting).empty()) return false;
  states = std::move(counting);
  return true;
}

pattern::outcome pattern::machine::search(std::string_view subject, std::uint64_t* steps) const {
  const auto told = [](bool found) { return found ? outcome::found : outcome::absent; };
  for (const machine& condition : at_begin) {
    if ((condition.search(subject, steps) == outcome::found) == condition.forbidden) return outcome::absent;
  }
  switch (how) {
    case form::text:
      return told(text->search(subject));
    case form::run:
      return told(run->search(subject));
    case form::table:
      return told(table->search(subject, steps));
    case form::cache:
      if (const auto found = caches->search(subject, steps)) return told(*found);
      return told(simulate(*states, subject, steps));
    case form::simulation:
      return told(simulate(*states, subject, steps));
    case form::pcre2:
      break;
  }
  return other.search(subject);
}

std::size_t pattern::machine::memory() const noexcept {
  std::size_t bytes = sizeof *this + other.memory();
  for (const machine& condition : at_begin) bytes += condition.memory();
  if (run) bytes += sizeof *run;
  if (table) bytes += table->memory();
  if (states) bytes += states->memory();
  return bytes;
}

// --- the pattern -----------------------------------------------------------------------------------------

pattern::pattern() : machine_(std::make_unique<machine>()) {}
pattern::pattern(pattern&&) noexcept = default;
pattern& pattern::operator=(pattern&&) noexcept = default;
pattern::~pattern() = default;

result<pattern> pattern::compile(std::string_view text, std::size_t max_states) {
  result<parsed_pattern> parsed = parse_pattern(text);
  if (!parsed) return parsed.error();
  pattern made;
  made.annex_b_ = std::move(parsed->annex_b);
  reference_verdict references;
  if (parsed->references) references = resolve_references(parsed->root);
  if (!references.unsupported.empty()) return refusal(references, text);
  if (references.remain) {
    result<pcre2_pattern> other = pcre2_pattern::of(parsed->root);
    if (!other) {
      other.error().found = excerpt(text);
      return other.error();
    }
    made.tree_ = std::move(parsed->root);
    made.machine_->other = *std::move(other);
    made.machine_->how = form::pcre2;
    return made;
  }
  made.tree_ = simplified(std::move(parsed->root));
  if (count_looks(made.tree_) > max_pattern_looks) return refusal("max_pattern_looks", text, max_states);
  const std::uint64_t work = std::min(table_work + table_work_per_byte * text.size(), most_table_work);
  const std::string_view exceeded = made.machine_->build(made.tree_, {max_states, work});
  if (!exceeded.empty()) return refusal(exceeded, text, max_states);
  return made;
}

pattern::outcome pattern::search(std::string_view text, std::uint64_t* steps) const {
  return machine_->search(text, steps);
}

pattern::form pattern::runs_as() const noexcept {
  return machine_->how;
}

std::size_t pattern::memory() const noexcept {
  return machine_->memory() + memory_of(tree_);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
