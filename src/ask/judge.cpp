// See judge.hpp.
#include "judge.hpp"

#include <utility>

#include <tenon/guarded.hpp>
#include <tenon/verbatim.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

verdict objection(stage where, failure_kind kind, problems errors) {
  verdict v;
  v.why = fault{.kind = kind, .stage = where};
  v.errors = std::move(errors);
  return v;
}

verdict objection(stage where, failure_kind kind, std::string code, std::string message) {
  problem p{.kind = kind, .code = std::move(code), .message = std::move(message)};
  return objection(where, kind, problems{std::move(p)});
}

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

/// Where the text to be read stands, or why there is none.
struct inspected {
  std::optional<verdict> end = {};
  std::string_view text = {};
};

inspected inspect_tool_calls(const model_reply& reply, output_mode mode) {
  constexpr auto kind = failure_kind::malformed_tool_call;
  if (mode != output_mode::tool) {
    return {objection(stage::inspect, kind, "unexpected_tool_call",
                      "a tool was called, and none is offered; the answer itself is wanted")};
  }
  if (reply.tool_calls.empty()) {
    return {
        objection(stage::inspect, kind, "no_tool_call", "the tool that carries the answer was not called")};
  }
  if (reply.tool_calls.size() > 1) {
    return {objection(stage::inspect, kind, "several_tool_calls",
                      "the tool that carries the answer must be called exactly once")};
  }
  return {std::nullopt, reply.tool_calls.front().arguments};
}

inspected inspect(const model_reply& reply, output_mode mode) {
  if (reply.finish == finish_reason::content_filter) {
    return {objection(stage::inspect, failure_kind::content_filtered, "content_filter",
                      "the provider's filter stopped the reply")};
  }
  if (reply.finish == finish_reason::refusal || (reply.refusal && !reply.refusal->empty())) {
    return {objection(stage::inspect, failure_kind::refused, "refusal", "the model refused to answer")};
  }
  if (reply.finish == finish_reason::length) {
    return {
        objection(stage::inspect, failure_kind::truncated, "length", "the reply was cut at the output cap")};
  }
  if (reply.finish == finish_reason::runaway) {
    // No truncation: a larger cap would only be filled with more of the same.
    return {objection(stage::inspect, failure_kind::not_json, "runaway",
                      "the output repeated itself again and again and was stopped")};
  }
  if (mode == output_mode::tool || reply.finish == finish_reason::tool_calls || !reply.tool_calls.empty()) {
    return inspect_tool_calls(reply, mode);
  }
  if (blank(reply.text)) {
    return {objection(
        stage::inspect, failure_kind::empty_reply, "empty",
        reply.reasoning.empty() ? "the reply was empty" : "the reply held reasoning only and no answer")};
  }
  return {std::nullopt, reply.text};
}

/// A stage that only ever means one kind says so; binding keeps what the caller's function said, as
/// far as it is about the output.
problems with_kind(problems found, stage where, failure_kind kind) {
  for (auto& p : found) {
    if (where != stage::bind || group_of(p.kind) != failure_group::invalid_output) p.kind = kind;
  }
  return found;
}

/// Asks a caller's function for objections; what it throws ends the call instead of the program.
template <class Call>
std::optional<verdict> objections(std::string_view place, stage where, verdict& so_far, failure_kind kind,
                                  Call&& call) {
  problems found;
  if (auto bad = guarded(place, [&] { found = std::forward<Call>(call)(); })) {
    so_far.why = fault{.kind = bad->kind, .stage = where};
    so_far.errors = {std::move(*bad)};
    return std::move(so_far);
  }
  if (found.empty()) return std::nullopt;
  so_far.errors = with_kind(std::move(found), where, kind);
  so_far.why = fault{.kind = so_far.errors.front().kind, .stage = where};
  return std::move(so_far);
}

failure_kind first_kind(const problems& errors) {
  return errors.empty() ? failure_kind::not_json : errors.front().kind;
}

/// Reading and validating; empty where the value so far stands in `so_far.root`.
std::optional<verdict> read_and_validate(std::string_view text, const target& to, const setup& how,
                                         verdict& so_far) {
  auto read = reply::read(text, how.reading);
  if (!read) {
    const auto kind = first_kind(read.error());
    return objection(stage::read, kind, std::move(read).error());
  }
  so_far.root = std::move(read->root);
  so_far.ledger = std::move(read->ledger);
  const auto& root = *so_far.root;
  if (how.validator) {
    return objections("validator", stage::validate, so_far, failure_kind::schema_invalid,
                      [&] { return (*how.validator)(root); });
  }
  if (!to.shape || to.shape->accepts(root)) return std::nullopt;
  so_far.why = fault{.kind = failure_kind::schema_invalid, .stage = stage::validate};
  so_far.errors = to.shape->validate(root);
  return std::move(so_far);
}

/// A converter of the caller's own. With a schema, JSON that can be read is validated first; what only
/// the converter can read is its own affair, and said so.
std::optional<verdict> convert(std::string_view text, const target& to, const setup& how, verdict& so_far) {
  if (to.shape) {
    auto end = read_and_validate(text, to, how, so_far);
    const bool unreadable = end && end->why->stage == stage::read && end->why->kind == failure_kind::not_json;
    if (end && !unreadable) return end;
    if (unreadable)
      so_far.notes.emplace_back("the converter alone could read the reply; it was not validated here");
  }
  std::optional<verdict> end = objections("converter", stage::bind, so_far, failure_kind::bind_failed,
                                          [&] { return to.convert(text, how.reading); });
  return end;
}

std::optional<verdict> run_checks(const setup& how, const request& what, const value& root, verdict& so_far) {
  problems found;
  // All checks speak before the verdict falls, so that one correction can answer all of them.
  auto end = objections("check", stage::check, so_far, failure_kind::semantic_invalid, [&] {
    for (const auto* list : {&how.checks, &what.checks}) {
      for (const auto& check : *list) {
        auto more = check(root);
        found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
      }
    }
    return std::move(found);
  });
  return end;
}

}  // namespace

verdict judge(const model_reply& reply, output_mode mode, const target& to, const setup& how,
              const request& what, std::string_view source) {
  auto seen = inspect(reply, mode);
  if (seen.end) return std::move(*seen.end);

  verdict v;
  if (reply.finish == finish_reason::other)
    v.notes.push_back("unknown finish reason: " + excerpt(reply.finish_text));
  if (to.convert) {
    if (auto end = convert(seen.text, to, how, v)) return std::move(*end);
  } else {
    if (auto end = read_and_validate(seen.text, to, how, v)) return std::move(*end);
    if (to.take) {
      const auto& root = *v.root;
      if (auto end =
              objections("bind", stage::bind, v, failure_kind::bind_failed, [&] { return to.take(root); })) {
        return std::move(*end);
      }
    }
  }
  if (!v.root) {
    if (!how.checks.empty() || !what.checks.empty()) {
      v.notes.emplace_back("checks have no effect: they see JSON values, and the converter made none");
    }
    return v;
  }
  // A validator of the caller's own may let pass what the schema would not; the rule needs a valid value.
  if (to.shape && schema::has_verbatim(*to.shape) && (!how.validator || to.shape->accepts(*v.root))) {
    auto missing = schema::check_verbatim(*to.shape, *v.root, source);
    if (!missing.empty()) {
      v.why = fault{.kind = failure_kind::semantic_invalid, .stage = stage::verbatim};
      v.errors = std::move(missing);
      return v;
    }
  }
  const auto& root = *v.root;
  if (auto end = run_checks(how, what, root, v)) return std::move(*end);
  return v;
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
