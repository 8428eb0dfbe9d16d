// Class a, and the replies of class b: one reply, one call.
#include "asking.hpp"
#include "judge.hpp"
#include "must.hpp"
#include "operations.hpp"
#include "stopwatch.hpp"

#include <optional>

namespace cases {

namespace {

using tenon::value;

/// A plain text, or `generate`: prefix, a part many times over, suffix.
std::optional<std::string> reply_of(const value& input) {
  if (input.is_string()) return std::string(input.string());
  const auto text = [&](std::string_view name) {
    const value* part = input.find(name);
    return part != nullptr && part->is_string() ? std::string(part->string()) : std::string();
  };
  const value* times = input.find("times");
  if (times == nullptr) return std::nullopt;
  std::string reply = text("prefix");
  const std::string repeat = text("repeat");
  for (std::uint64_t n = times->to_uint64().value_or(0); n > 0; --n) reply += repeat;
  return reply += text("suffix");
}

/// Would the product spend a correction on this reply?
bool is_retried(const tenon::schema::program& shape, mode m, const std::string& text) {
  question q{.steps = {tenon::step::reply(text)}, .policy = tenon::policies::spring(1), .repeat_last = true};
  return ask(shape, m, std::move(q)).requests.size() == 2;
}

/// A statement that needs the text and the value side by side is a reader's.
struct nothing {};

}  // namespace

void run_text(const test_case& c, mode m, verdict& v) {
  const auto text = reply_of(c.input());
  if (!text) {
    v.skipped = "an input of a form that is not known here";
    return;
  }
  const std::string_view label = to_string(m);
  const value& expected = c.expected(m);
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(expected, observed::of(shape.error()), label, v);
  const stopwatch time;
  question q{.steps = {tenon::step::reply(*text)}, .policy = tenon::policies::once()};
  const asked done = ask(*shape, m, std::move(q));
  const double took = time.ms();
  const observed got = observed::of(done.got);
  judge(expected, got, label, v);
  judge_ledger(*text, got, label, v);
  if (const value* retryable = expected.find("retryable"); retryable != nullptr && !got.root)
    if (is_retried(*shape, m, *text) != retryable->boolean())
      v.object(label, retryable->boolean() ? "is not tried again" : "is tried again");
  if (const value* most = expected.find("max_ms"))
    if (took > most->to_double().value_or(0)) v.object(label, "takes too long");
  hold<nothing>(expected, {}, {}, label, v);
}

}  // namespace cases
