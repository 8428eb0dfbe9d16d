// See compose.hpp.
#include "compose.hpp"

#include <optional>
#include <utility>

#include <tenon/prompt.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

namespace {

struct chosen_mode {
  output_mode mode = output_mode::prompt;
  bool degraded = false;
  std::string note = {};
};

bool can_have(output_mode wanted, const capabilities& can, bool shaped) {
  switch (wanted) {
    case output_mode::native:
      return can.native_schema && shaped;
    case output_mode::tool:
      return can.tools && shaped;
    case output_mode::json_object:
      return can.json_object && shaped;
    case output_mode::automatic:
    case output_mode::prompt:
      break;
  }
  return true;
}

/// The mode asked for where it can be had, else the prompt; the note says why (S2-22, S2-35, X-08).
chosen_mode choose(output_mode wanted, const capabilities& can, bool shaped, std::string_view model) {
  if (wanted == output_mode::automatic) {
    return {.mode = can_have(output_mode::native, can, shaped) ? output_mode::native : output_mode::prompt};
  }
  if (can_have(wanted, can, shaped)) return {.mode = wanted};
  std::string note = "mode " + std::string(to_string(wanted)) + " has no effect: ";
  note += shaped ? "the model " + std::string(model) + " does not offer it" : "the converter has no schema";
  return {.mode = output_mode::prompt, .degraded = true, .note = std::move(note) + "; the prompt is used"};
}

problem forbidden(output_mode wanted, std::string note) {
  return {.kind = failure_kind::invalid_argument,
          .code = "strict_native",
          .place = "mode",
          .expected = std::string(to_string(wanted)),
          .found = std::string(to_string(output_mode::prompt)),
          .message = "strict_native forbids another mode; " + std::move(note)};
}

/// What the model must read about the shape; empty where the provider's constraint says it all.
std::string instructions(const target& to, output_mode mode, const capabilities& can, bool in_system) {
  if (mode == output_mode::native) {
    return can.schema_invisible && to.shape ? prompt::schema_only(*to.shape) : std::string();
  }
  if (mode == output_mode::tool) return {};
  if (!to.format.empty()) return to.format;
  if (!to.shape) return {};
  return in_system ? prompt::system_instructions(*to.shape) : prompt::json_instructions(*to.shape);
}

void append_paragraph(std::string& to, std::string_view text) {
  if (text.empty()) return;
  if (!to.empty()) to += "\n\n";
  to += text;
}

/// Everything that a verbatim string may be copied from.
std::string source_of(const request& what, std::string_view prompt_text) {
  if (!what.source.empty()) return what.source;
  std::string all;
  for (const auto& [name, text] : what.args) append_paragraph(all, text);
  append_paragraph(all, prompt_text);
  return all;
}

}  // namespace

result<composed> compose(const request& what, const target& to, const setup& how, const hop& by,
                         output_mode wanted) {
  if (what.prompt.empty() && what.messages.empty()) {
    return problem{.kind = failure_kind::invalid_argument,
                   .code = "empty_request",
                   .place = "prompt",
                   .expected = "a prompt or at least one message",
                   .message = "the request asks nothing"};
  }
  const bool shaped = to.shape.has_value();
  auto mode = choose(wanted, by.can, shaped, by.model);
  if (mode.degraded && how.strict_native) return forbidden(wanted, std::move(mode.note));

  composed made;
  made.degraded = mode.degraded;
  if (!mode.note.empty()) made.notes.push_back(std::move(mode.note));
  auto& base = made.base;
  base.mode = mode.mode;
  base.shape = to.shape;
  base.seed = what.seed;
  if (by.can.temperature) {
    base.temperature = what.temperature.value_or(0.0);
  } else if (what.temperature) {
    made.notes.push_back("temperature has no effect: the model " + by.model + " does not take it");
  }

  const bool in_system = how.format == format_place::system_message ||
                         (how.format == format_place::automatic && by.can.in_process);
  const auto format = instructions(to, mode.mode, by.can, in_system);
  std::string system = what.system;
  if (in_system) append_paragraph(system, format);
  if (!system.empty()) base.messages.push_back({role::system, std::move(system)});
  for (const auto& [input, output] : what.examples) {
    base.messages.push_back({role::user, input});
    base.messages.push_back({role::assistant, output});
  }
  base.messages.insert(base.messages.end(), what.messages.begin(), what.messages.end());

  auto [prompt_text, unused] = prompt::expand(what.prompt, what.args);
  for (const auto& name : unused)
    made.notes.push_back("the argument " + name + " does not occur in the prompt");
  base.source = source_of(what, prompt_text);
  const bool last_is_user = !what.messages.empty() && what.messages.back().who == role::user;
  if (!prompt_text.empty() || !last_is_user) base.messages.push_back({role::user, std::move(prompt_text)});
  made.tail = base.messages.size() - 1;
  if (!in_system) append_paragraph(base.messages[made.tail].text, format);
  return made;
}

model_request with_feedback(const composed& what, feedback_place where, std::string_view feedback,
                            std::string_view last_reply) {
  auto next = what.base;
  if (feedback.empty()) return next;
  if (where == feedback_place::user_message) {
    append_paragraph(next.messages[what.tail].text, feedback);
    return next;
  }
  const auto echoed = last_reply.substr(0, utf8::floor_boundary(last_reply, max_echo));
  next.messages.push_back({role::assistant, utf8::sanitized(echoed)});
  next.messages.push_back({role::user, std::string(feedback)});
  return next;
}

}  // namespace asking
}  // namespace v0
}  // namespace tenon
