// One reply, judged: inspect → read → validate → bind → verbatim → check.
//
// Each stage sees only what the stage before let through, and the first that objects ends the attempt.
// Nothing is read before the finish reason has been looked at: a cut or refused reply that happens to
// parse is not an answer (S5-34).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/machine.hpp>

namespace tenon {
inline namespace v0 {
namespace asking {

struct verdict {
  /// Empty: the reply was accepted.
  std::optional<fault> why = {};
  problems errors = {};
  /// What was read, accepted or not; empty if nothing could be.
  std::optional<value> root = {};
  std::vector<edit> ledger = {};
  /// Of a reply that was cut off: what was whole.
  std::optional<value> committed = {};
  std::vector<std::string> notes = {};
  /// The reply is not what a provider that holds its constraint could have written.
  bool ignored = false;
};

/// `checks` are those of the client and then those of the request.
verdict judge(const model_reply& reply, output_mode mode, const target& to, const setup& how,
              const request& what, std::string_view source);

}  // namespace asking
}  // namespace v0
}  // namespace tenon
