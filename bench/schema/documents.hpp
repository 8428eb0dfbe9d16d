// Incident reports like those a model writes, made the same way every time. Sizes and proportions are those
// of a long reply: prose, timestamps, a few numbers, one character in a hundred outside of ASCII.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

/// So many different ones of about this size each: a branch predictor learns one text by heart, not these.
std::vector<std::string> incidents(std::size_t bytes, std::size_t count);

/// From each of these, one with a single mistake in it, such as models make: all rules of the schema have
/// their turn. None of them is valid. Throws std::logic_error if a place to break is not there.
std::vector<std::string> broken(const std::vector<std::string>& documents);

}  // namespace bench
