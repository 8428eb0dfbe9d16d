// What the user has set for the commands that ask models: the file, over it the environment where the file is
// silent, over both the flags.
//
// A file in the folder where the program happens to run is not read: it came with somebody's data, and could
// send a key elsewhere.
#pragma once

#include "command.hpp"

#include <string>
#include <vector>

#include <tenon/configuration.hpp>

namespace tenon::cli {

struct settings {
  configuration what;
  /// Empty: there is none.
  std::string file = {};
  /// "--config", "TENON_CONFIG", or empty for the user's own.
  std::string named_by = {};
  std::vector<environment_setting> from_environment = {};
};

/// The file that is read without --config, whether it is there or not; empty where there is no home.
std::string usual_file();

/// `file` goes over TENON_CONFIG. Faults: file (it was named and cannot be read), usage with all the errors.
result<settings, fault> read_settings(const std::optional<std::string>& file);
/// The same, and what --config, --base-url and --policy say. Faults: also usage for a policy that there is
/// not, and for an address where no provider is asked.
result<settings, fault> settings_from(const arguments& args);

/// All of them, one a line.
fault settings_fault(problems errors);

/// What --model says, else the configuration, else "local".
std::string model_name(const arguments& args, const settings& set);

/// "local", and "openai:" for every profile: what may be completed.
std::vector<std::string> model_words();

inline constexpr option config_option{
    "--config", takes::file, "FILE",
    "configuration in place of TENON_CONFIG and of ~/.config/tenon/tenon.toml"};

}  // namespace tenon::cli
