// Extractions from incident reports, as a model would write them.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

/// One valid IncidentExtraction of about this size, as far as its schema has room (some kilobytes).
std::string extraction(std::size_t bytes);
/// An array of them of about this size.
std::string extractions(std::size_t bytes);

}  // namespace bench
