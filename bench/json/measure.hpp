// How the numbers are taken: CPU time of this thread, so that a busy machine disturbs little; the median
// of several rounds; all contenders of a job in turn within each round, so that a slow moment hits all.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Reads the text in chunks of this size and returns a number that depends on all of it; 0 is a failure.
using job = std::function<std::size_t(std::string_view text, std::size_t chunk)>;

struct contender {
  std::string name;
  job run;
  bool chunked = false;  // can read less than a whole text at a time
};

/// Seconds for one run of each, in order. Throws std::runtime_error if one fails on the text.
std::vector<double> measure(const std::vector<contender>& all, std::string_view text, std::size_t chunk);

std::vector<contender> tenon_events();
std::vector<contender> tenon_values();
std::vector<contender> nlohmann_events();
std::vector<contender> nlohmann_values();
std::vector<contender> rapidjson_events();
std::vector<contender> rapidjson_values();
std::vector<contender> boost_events();
std::vector<contender> boost_values();
std::vector<contender> simdjson_events();

}  // namespace bench
