// What a walk may cost, and what is said when it would cost more.
#include "walk/report.hpp"
#include "walk/walk.hpp"

#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::uint64_t count_values(const value& root, std::size_t value_bytes) {
  std::vector<const value*> todo{&root};
  std::uint64_t count = 0;
  while (!todo.empty()) {
    const value* v = todo.back();
    todo.pop_back();
    ++count;
    if (v->is_array()) {
      for (const value& item : v->items()) todo.push_back(&item);
    } else if (v->is_object()) {
      for (const json::member& m : v->members()) {
        todo.push_back(&m.value);
        count += m.name.size() / value_bytes;
      }
    } else if (v->is_string() || v->is_number()) {
      count += (v->is_string() ? v->string() : v->literal()).size() / value_bytes;
    }
  }
  return count;
}

}  // namespace

bool run::grant_more() {
  if (granted_) return false;
  granted_ = true;
  allowed_ = granted_evaluations + options_.max_cursors * count_values(root_, value_bytes);
  return work_ <= allowed_;
}

bool is_limit(std::string_view code) noexcept {
  return code == "max_depth" || code == "max_schema_levels" || code == "max_cursors";
}

/// Without place and rule.
problem limit_problem(const run& r) {
  problem p;
  p.kind = failure_kind::schema_invalid;
  if (r.hit == run::limit::depth) {
    p.code = "max_depth";
    p.expected = "at most " + std::to_string(r.options().max_depth) + " nested arrays and objects";
    p.message = "the value is nested too deeply to be validated (max_depth)";
  } else if (r.hit == run::limit::levels) {
    p.code = "max_schema_levels";
    p.expected = "at most " + std::to_string(max_schema_levels) + " subschemas on the way to a value";
    p.message = "a dynamic reference leads in circles (max_schema_levels)";
  } else if (r.hit == run::limit::pattern) {
    p.code = "pattern";
    p.expected = pattern_text(r.data, r.undecided);
    p.message = undecided_message;
  } else {
    p.code = "max_cursors";
    p.expected = "at most " + std::to_string(r.options().max_cursors) + " evaluations for each value";
    p.message = "schema and value multiply beyond the limit on work (max_cursors)";
  }
  return p;
}

/// The innermost place that is still known says it, once.
template <mode M>
void walker<M>::tell_limit(const value& v) {
  if constexpr (has_trail) {
    if (run_.hit == run::limit::unmet || trail_->told_limit) return;
    problem p = limit_problem(run_);
    p.place = trail_->place;
    p.rule = trail_->rule;
    p.found = found_text(v);
    if (!v.source().empty()) p.offset = v.source().begin;
    trail_->found.push_back(std::move(p));
    trail_->nodes.push_back(trail_->node);
    trail_->told_limit = true;
  }
}

template void walker<mode::verdict>::tell_limit(const value&);
template void walker<mode::count>::tell_limit(const value&);
template void walker<mode::located>::tell_limit(const value&);
template void walker<mode::noted>::tell_limit(const value&);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
