// See judge.hpp. Each stage is a function that returns true if it let the reply through; what it
// objects to stands in the verdict then.
#include "judge.hpp"

#include <iterator>
#include <utility>

#include <tenon/guarded.hpp>
#include <tenon/verbatim.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

/// One reply on its way.
class examination {
 public:
  examination(const target& to, const setup& how, const request& what) : to_(to), how_(how), what_(what) {}

  verdict judge(const model_reply& reply, output_mode mode, std::string_view source) {
    std::string_view text;
    constrained_ = mode == output_mode::native || mode == output_mode::tool;
    given_ = reply.given.get();
    if (inspect(reply, mode, text)) {
      const bool made = to_.convert ? convert(text) : read(text) && validate() && bind();
      if (made && hold_verbatim(source)) check();
    }
    return std::move(verdict_);
  }

 private:
  bool object(stage where, failure_kind kind, problems errors) {
    verdict_.why = fault{.kind = kind, .stage = where};
    verdict_.errors = std::move(errors);
    return false;
  }

  bool object(stage where, failure_kind kind, std::string code, std::string message) {
    problem p{.kind = kind, .code = std::move(code), .message = std::move(message)};
    return object(where, kind, problems{std::move(p)});
  }

  /// Lets a function of the caller object; what it throws ends the call instead of the program.
  template <class Call>
  bool consult(std::string_view place, stage where, failure_kind kind, Call&& call) {
    problems found;
    if (auto bad = guarded(place, [&] { found = std::forward<Call>(call)(); })) {
      return object(where, bad->kind, problems{std::move(*bad)});
    }
    if (found.empty()) return true;
    for (auto& p : found) {
      // Most stages mean one kind only; binding keeps what was said, as far as it is about the output.
      const bool says_kind = where == stage::bind && group_of(p.kind) == failure_group::invalid_output;
      if (!says_kind) p.kind = kind;
    }
    const auto first = found.front().kind;
    return object(where, first, std::move(found));
  }

  bool inspect(const model_reply& reply, output_mode mode, std::string_view& text);
  bool inspect_tool_calls(const model_reply& reply, output_mode mode, std::string_view& text);
  bool read(std::string_view text);
  bool validate();
  bool bind();
  bool convert(std::string_view text);
  bool hold_verbatim(std::string_view source);
  void check();

  const target& to_;
  const setup& how_;
  const request& what_;
  bool constrained_ = false;
  const schema::lowered_shape* given_ = nullptr;
  verdict verdict_ = {};
};

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

bool examination::inspect_tool_calls(const model_reply& reply, output_mode mode, std::string_view& text) {
  constexpr auto kind = failure_kind::malformed_tool_call;
  if (mode != output_mode::tool) {
    return object(stage::inspect, kind, "unexpected_tool_call",
                  "a tool was called, and none is offered; the answer itself is wanted");
  }
  if (reply.tool_calls.empty()) {
    return object(stage::inspect, kind, "no_tool_call", "the tool that carries the answer was not called");
  }
  if (reply.tool_calls.size() > 1) {
    return object(stage::inspect, kind, "several_tool_calls",
                  "the tool that carries the answer must be called exactly once");
  }
  text = reply.tool_calls.front().arguments;
  return true;
}

bool examination::inspect(const model_reply& reply, output_mode mode, std::string_view& text) {
  if (reply.finish == finish_reason::content_filter) {
    return object(stage::inspect, failure_kind::content_filtered, "content_filter",
                  "the provider's filter stopped the reply");
  }
  if (reply.finish == finish_reason::refusal || (reply.refusal && !reply.refusal->empty())) {
    return object(stage::inspect, failure_kind::refused, "refusal", "the model refused to answer");
  }
  if (reply.finish == finish_reason::length) {
    return object(stage::inspect, failure_kind::truncated, "length", "the reply was cut at the output cap");
  }
  if (reply.finish == finish_reason::runaway) {
    // No truncation: a larger cap would only be filled with more of the same.
    return object(stage::inspect, failure_kind::not_json, "runaway",
                  "the output repeated itself again and again and was stopped");
  }
  if (reply.finish == finish_reason::other) {
    verdict_.notes.push_back("unknown finish reason: " + excerpt(reply.finish_text));
  }
  if (mode == output_mode::tool || reply.finish == finish_reason::tool_calls || !reply.tool_calls.empty()) {
    return inspect_tool_calls(reply, mode, text);
  }
  if (blank(reply.text)) {
    return object(
        stage::inspect, failure_kind::empty_reply, "empty",
        blank(reply.reasoning) ? "the reply was empty" : "the reply held reasoning only and no answer");
  }
  text = reply.text;
  return true;
}

bool examination::read(std::string_view text) {
  auto how = how_.reading;
  const schema::program* const shape = given_ != nullptr ? &given_->code : to_.shape ? &*to_.shape : nullptr;
  if (how.shape == nullptr) how.shape = shape;
  auto found = reply::read(text, how);
  if (!found) {
    auto& why = found.error();
    const auto kind = why.errors.empty() ? failure_kind::not_json : why.errors.front().kind;
    verdict_.ignored = constrained_;
    verdict_.committed = std::move(why.committed);
    return object(stage::read, kind, std::move(why.errors));
  }
  verdict_.ledger = std::move(found->ledger);
  verdict_.ignored = constrained_ && shape != nullptr && !shape->accepts(found->root);
  if (given_ == nullptr || given_->form.back.identity()) {
    verdict_.root = std::move(found->root);
    return true;
  }
  auto lifted = given_->form.back(std::move(found->root));
  if (!lifted) {
    return object(stage::read, failure_kind::bind_failed, problems{std::move(lifted.error())});
  }
  verdict_.root = std::move(*lifted);
  return true;
}

/// One judge, never two: a validator of the caller's own takes the place of the schema (S2-44).
bool examination::validate() {
  const auto& root = *verdict_.root;
  if (how_.validator) {
    return consult("validator", stage::validate, failure_kind::schema_invalid,
                   [&] { return (*how_.validator)(root); });
  }
  if (!to_.shape || to_.shape->accepts(root)) return true;
  return object(stage::validate, failure_kind::schema_invalid, to_.shape->validate(root));
}

bool examination::bind() {
  if (!to_.take) return true;
  return consult("bind", stage::bind, failure_kind::bind_failed, [&] { return to_.take(*verdict_.root); });
}

/// A converter of the caller's own. With a schema, a reply that can be read here is validated first;
/// what only the converter can read is its own affair, and said so.
bool examination::convert(std::string_view text) {
  bool unreadable = false;
  if (to_.shape) {
    if (read(text)) {
      if (!validate()) return false;
    } else if (verdict_.why->kind != failure_kind::not_json) {
      return false;
    } else {
      unreadable = true;
      verdict_.why.reset();
      verdict_.errors.clear();
    }
  }
  const bool made = consult("converter", stage::bind, failure_kind::bind_failed,
                            [&] { return to_.convert(text, how_.reading); });
  if (made && unreadable) {
    verdict_.notes.emplace_back("the converter alone could read the reply; it was not validated here");
  }
  return made;
}

bool examination::hold_verbatim(std::string_view source) {
  if (!verdict_.root || !to_.shape || !schema::has_verbatim(*to_.shape)) return true;
  // A validator of the caller's own may let pass what the schema would not; the rule needs a valid value.
  if (how_.validator && !to_.shape->accepts(*verdict_.root)) return true;
  auto missing = schema::check_verbatim(*to_.shape, *verdict_.root, source);
  return missing.empty() || object(stage::verbatim, failure_kind::semantic_invalid, std::move(missing));
}

/// All checks speak before the verdict falls, so that one correction can answer all of them.
void examination::check() {
  if (how_.checks.empty() && what_.checks.empty()) return;
  if (!verdict_.root) {
    verdict_.notes.emplace_back("checks have no effect: they see JSON values, and the converter made none");
    return;
  }
  consult("check", stage::check, failure_kind::semantic_invalid, [&] {
    problems found;
    for (const auto* list : {&how_.checks, &what_.checks}) {
      for (const auto& rule : *list) {
        auto more = rule(*verdict_.root);
        found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
      }
    }
    return found;
  });
}

}  // namespace

verdict judge(const model_reply& reply, output_mode mode, const target& to, const setup& how,
              const request& what, std::string_view source) {
  return examination(to, how, what).judge(reply, mode, source);
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
