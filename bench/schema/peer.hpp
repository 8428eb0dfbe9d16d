// A peer: another validator, in a process of its own, that is asked questions of one line and answers each
// with one line, `ok ANSWER` or `no WHY`. All peers are asked alike:
//
//   schema FILE               compiles it, checked by its metaschema if it does that unasked; nanoseconds
//   documents FILE.jsonl      reads JSON texts, one a line; how many
//   verdicts                  on each of them, `1` or `0`: 1101…
//   ready PASSES              nanoseconds a document, from a ready value to a verdict; all must be valid
//   text PASSES               the same from a text
//   compile TIMES checked     nanoseconds to compile the text of the schema, checked by its metaschema
//   compile TIMES unchecked   the same, unchecked
//
// The trap: a peer may crash or take for ever on what is asked of it. Then it is lost, and its questions
// fail.
#pragma once

#include "measure.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace bench {

/// What starts one.
struct peer_program {
  std::string name;
  std::string command;  // for the shell
  bool reads = true;    // false: it cannot be timed on a text
};

class peer {
 public:
  /// Starts it. Throws std::runtime_error if that fails.
  explicit peer(peer_program program);
  peer(const peer&) = delete;
  peer& operator=(const peer&) = delete;
  ~peer();

  const std::string& name() const { return program_.name; }
  bool reads() const { return program_.reads; }
  /// The answer. Throws std::runtime_error with what it says against it.
  std::string ask(const std::string& question);
  double ask_number(const std::string& question);

 private:
  [[noreturn]] void lose(const std::string& why);

  peer_program program_;
  int channel_ = -1;
  pid_t child_ = -1;
  std::string unread_;
};

/// Starts each with this schema. One that cannot is left out, and `lacking` gets a line that says why.
std::vector<std::shared_ptr<peer>> start_with_schema(const std::vector<peer_program>& programs,
                                                     const std::filesystem::path& schema,
                                                     std::vector<std::string>& lacking);

/// Judges the documents of `judged` by it. Empty if it says what we say, in order; then it has the documents
/// of `valid` from then on. Else what is different.
std::string disagreement(peer& one, const std::filesystem::path& judged, std::string_view ours,
                         const std::filesystem::path& valid);

/// A contender that asks `question` with a number of passes behind it, and `how` behind that.
contender asked(const std::shared_ptr<peer>& one, std::string_view job, std::string name,
                const std::string& question, const std::string& how = {});

/// A folder for what peers are to read; it goes away with the object.
class scratch {
 public:
  scratch();
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch();
  /// Writes it, and returns where.
  std::filesystem::path write(const std::string& name, std::string_view text) const;
  std::filesystem::path write(const std::string& name, const std::vector<std::string>& lines) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace bench
