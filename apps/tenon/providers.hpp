// The providers that a configuration and the table of profiles know: what is set, and who answers.
#pragma once

#include "settings.hpp"

#include <stop_token>
#include <string>
#include <vector>

#include <tenon/service.hpp>

namespace tenon::cli {

struct provider_row {
  std::string name;
  std::string profile;
  /// Empty: it has none before the user says.
  std::string base_url;
  key_place key;
  /// There is something of the user's: a section, an address, or the key.
  bool configured = false;
  /// Where it was asked for.
  std::optional<probe_result> probed = {};
};

/// Sections first, then the profiles that no section goes by. With `names` only these. Faults: usage for a
/// name that nobody knows.
result<std::vector<provider_row>, fault> provider_rows(const settings& set,
                                                       const std::vector<std::string>& names);

/// Asks all of them, some at a time.
void probe(std::vector<provider_row>& rows, const settings& set, const std::stop_token& stop);
/// done; environment where one cannot be reached; else usage where one refuses the key or has none.
status status_of(const std::vector<provider_row>& rows) noexcept;

/// One line each, under a title for the configured ones and one for the others.
std::string provider_text(const std::vector<provider_row>& rows);
value to_json(const provider_row& row);

/// "OPENAI_API_KEY (set)", "file /run/key (not there)", "no key needed"
std::string key_text(const key_place& at);

}  // namespace tenon::cli
