#include "direct/direct.hpp"
#include "direct/planner.hpp"

#include <algorithm>
#include <utility>

#include <tenon/bind_text.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

struct text_plan::state {
  program code;
  const descriptor& type;
  direct::plan plan;
};

namespace {

/// A scalar within so many arrays and objects is as deep as bind goes.
constexpr std::size_t deepest = max_bind_depth - 1;

problems through_a_value(const program& code, const descriptor& type, std::string_view text, void* target,
                         const json::read_limits& limits) {
  result<json::document> read = json::read(text, limits);
  if (!read) return {std::move(read.error())};
  if (!read->duplicates.empty()) return std::move(read->duplicates);
  problems errors = code.validate(read->root);
  if (errors.empty()) schema::bind(read->root, type, target, errors);
  return errors;
}

}  // namespace

text_plan::text_plan(program code, const descriptor& type) {
  auto made = std::make_shared<state>(state{std::move(code), type, {}});
  direct::planner(made->code.nodes(), made->plan).run(&type);
  state_ = std::move(made);
}

problems text_plan::read(std::string_view text, void* target, const json::read_limits& limits) const {
  const direct::session_limits allowed{std::min(deepest, limits.max_depth), {}};
  if (text.size() <= limits.max_bytes &&
      direct::run(state_->plan, text, allowed, target) == direct::answer::fits) {
    return {};
  }
  return through_a_value(state_->code, state_->type, text, target, limits);
}

problems text_plan::read(json::padded_view text, void* target, const json::read_limits& limits) const {
  const direct::session_limits allowed{std::min(deepest, limits.max_depth), {}};
  if (text.text().size() <= limits.max_bytes &&
      direct::run(state_->plan, text, allowed, target) == direct::answer::fits) {
    return {};
  }
  return through_a_value(state_->code, state_->type, text.text(), target, limits);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
