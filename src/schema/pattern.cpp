// Chooses the form in which a pattern runs: the simplest that can.
#include "pattern.hpp"

#include "pattern_cache.hpp"
#include "pattern_pcre2.hpp"
#include "pattern_plain.hpp"
#include "pattern_references.hpp"
#include "pattern_simplify.hpp"
#include "pattern_simulation.hpp"
#include "pattern_table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

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

}  // namespace

/// Only the part that `form` names is there.
struct pattern::machine {
  std::unique_ptr<const plain_text> text;
  std::unique_ptr<const class_run> run;
  std::unique_ptr<const pattern_table> table;
  std::unique_ptr<const automaton> states;  // of cache and simulation
  std::unique_ptr<cache_pool> caches;
  pcre2_pattern other;
};

pattern::pattern() : machine_(std::make_unique<machine>()) {}
pattern::pattern(pattern&&) noexcept = default;
pattern& pattern::operator=(pattern&&) noexcept = default;
pattern::~pattern() = default;

result<pattern> pattern::compile(std::string_view text, std::size_t max_states) {
  result<parsed_pattern> parsed = parse_pattern(text);
  if (!parsed) return parsed.error();
  pattern made;
  made.annex_b_ = std::move(parsed->annex_b);
  if (parsed->references) {
    const reference_verdict references = resolve_references(parsed->root);
    if (!references.unsupported.empty()) return refusal(references, text);
    if (references.remain) {
      result<pcre2_pattern> other = pcre2_pattern::of(parsed->root);
      if (!other) {
        other.error().found = excerpt(text);
        return other.error();
      }
      made.tree_ = std::move(parsed->root);
      made.machine_->other = *std::move(other);
      made.form_ = form::pcre2;
      return made;
    }
  }
  made.tree_ = simplified(std::move(parsed->root));
  const std::string_view exceeded = made.build(max_states, text.size());
  if (!exceeded.empty()) return refusal(exceeded, text, max_states);
  return made;
}

/// The code of the limit that was exceeded, or empty.
std::string_view pattern::build(std::size_t max_states, std::size_t text_size) {
  machine& m = *machine_;
  if (auto text = plain_text::of(tree_)) {
    m.text = std::make_unique<plain_text>(*std::move(text));
    form_ = form::text;
    return {};
  }
  if (auto run = class_run::of(tree_)) {
    m.run = std::make_unique<class_run>(*std::move(run));
    form_ = form::run;
    return {};
  }
  auto states = std::make_unique<automaton>();
  const std::string_view exceeded = build_automaton(tree_, {.max_states = max_states}, *states);
  const bool complete = exceeded.empty() && states->looks.empty();
  const std::uint64_t work = std::min(table_work + table_work_per_byte * text_size, most_table_work);
  if (auto table = complete ? pattern_table::of(*states, work) : std::nullopt) {
    m.table = std::make_unique<pattern_table>(*std::move(table));
    form_ = form::table;
    return {};
  }
  form_ = form::simulation;
  if (build_counting(max_states, counted_first)) return {};
  if (!exceeded.empty()) return build_counting(max_states, counted_then) ? std::string_view() : exceeded;
  m.states = std::move(states);
  if (complete) {
    m.caches = std::make_unique<cache_pool>(*m.states);
    form_ = form::cache;
  }
  return {};
}

/// Replaces the states by fewer, some of which count. False if there is nothing to count, or too much.
bool pattern::build_counting(std::size_t max_states, std::uint32_t above) {
  auto counting = std::make_unique<automaton>();
  const automaton_limits limits{.max_states = max_states, .count_above = above};
  if (!has_counted_repeat(tree_, above) || !build_automaton(tree_, limits, *counting).empty()) return false;
  machine_->states = std::move(counting);
  return true;
}

std::size_t pattern::memory() const noexcept {
  const machine& m = *machine_;
  return sizeof m + memory_of(tree_) + (m.run ? sizeof *m.run : 0) + (m.table ? m.table->memory() : 0) +
         (m.states ? m.states->memory() : 0) + m.other.memory();
}

pattern::outcome pattern::search(std::string_view text, std::uint64_t* steps) const {
  const auto told = [](bool found) { return found ? outcome::found : outcome::absent; };
  switch (form_) {
    case form::text:
      return told(machine_->text->search(text));
    case form::run:
      return told(machine_->run->search(text));
    case form::table:
      return told(machine_->table->search(text, steps));
    case form::cache:
      if (const auto found = machine_->caches->search(text, steps)) return told(*found);
      return told(simulate(*machine_->states, text, steps));
    case form::simulation:
      break;
    case form::pcre2:
      return machine_->other.search(text);
  }
  return told(simulate(*machine_->states, text, steps));
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
