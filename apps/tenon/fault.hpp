// How a command ends: an exit status, and for everything but success one fault that says why.
//
// The statuses are a contract with scripts (docs/cli.md). A fault is printed in one place, as text or
// as one JSON object; commands only return it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tenon/outcome.hpp>
#include <tenon/problem.hpp>
#include <tenon/result.hpp>

namespace tenon::cli {

enum class status : int {
  done = 0,
  failed = 1,       // no valid value: what the model wrote, or what was validated, was not good enough
  usage = 2,        // the command line, the configuration or the schema is wrong
  environment = 3,  // a file, a store, a network, a model that is not there
  cancelled = 130,  // 128 + SIGINT
};

status status_of(failure_kind kind) noexcept;

struct fault {
  status code = status::failed;
  /// A failure kind, or "file" where the file system said no.
  std::string kind;
  std::string group;
  /// A sentence or a paragraph; never empty.
  std::string message;
  /// The message begins with a place in the user's text, not with the program's name.
  bool located = false;
  problems errors;
  /// Of a text that was cut off: what was whole.
  std::optional<value> partial = {};
  /// The text that offsets in `errors` refer to, for lines and columns; may be empty.
  std::string text;
  /// Where the model was asked.
  std::optional<tenon::report> report;
};

fault from_problem(problem p);
fault from_outcome(const failure& why, const tenon::report& r);
/// The file system said no. `place` is the path, `reason` a sentence part such as "no such file".
fault file_fault(std::string_view place, std::string_view reason);
/// The same with the message of an errno value.
fault file_fault(std::string_view place, int error_number);
fault usage_fault(std::string message);

/// "tenon: …" and one line per error.
std::string to_text(const fault& f);
/// One of the errors in it; with line and column where `text` is what its offset counts in.
value to_json(const problem& p, std::string_view text);
/// One JSON object: kind, group, status, message, attempts, errors, usage.
value to_json(const fault& f);

/// One line: attempts, tokens, seconds, model, mode.
std::string account_line(const tenon::report& r);
value account_json(const tenon::report& r);

}  // namespace tenon::cli
