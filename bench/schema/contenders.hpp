// Everything that reads the incident reports in this process, each a function of its own file.
#pragma once

#include "measure.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// What a peer's parser leaves (an object of JavaScript, a serde_json value) is what its program goes on
/// with, so it has no job of its own for a record.
namespace jobs {
inline constexpr std::string_view unchecked_record = "text to record, nothing validated";
inline constexpr std::string_view record = "text to record, validated";
inline constexpr std::string_view verdict = "text to verdict";
inline constexpr std::string_view ready = "ready value to verdict";
}  // namespace jobs

/// The first two are the baselines.
std::vector<contender> simdjson_contenders(const std::vector<std::string>& documents);
std::string simdjson_version();
std::vector<contender> tenon_contenders(const std::vector<std::string>& documents);

}  // namespace bench
