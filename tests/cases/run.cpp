#include "operations.hpp"

#include <array>

namespace cases {

namespace {

void in_both_modes(verdict& v, const std::function<void(mode)>& run) {
  for (const mode m : {mode::strict, mode::lenient})
    if (v.skipped.empty()) run(m);
}

}  // namespace

verdict run(const test_case& c, const open_partial& open) {
  verdict v;
  const std::string op = c.op();
  if (op == "text" || op == "generate")
    in_both_modes(v, [&](mode m) { run_text(c, m, v); });
  else if (op == "validate" || op == "validate_texts")
    run_validate(c, v);
  else if (op == "run")
    in_both_modes(v, [&](mode m) { run_loop(c, m, v); });
  else if (op == "run_each")
    in_both_modes(v, [&](mode m) { run_loop_each(c, m, v); });
  else if (op == "lower_schema" || op == "round_trip")
    run_lower(c, v);
  else if (op == "compile_constraint")
    run_constraint(c, v);
  else if (op.starts_with("stream"))
    in_both_modes(v, [&](mode m) { run_stream(c, m, open, v); });
  else if (op.starts_with("decode_") || op == "retry_delay")
    in_both_modes(v, [&](mode m) { run_wire(c, m, v); });
  else
    v.skipped = "operation " + op;
  if (!v.skipped.empty()) v.objections.clear();
  return v;
}

}  // namespace cases
