// Documents like those a model writes about incidents, made the same way every time.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

/// A JSON array of incident records of at least this many bytes, without white space.
std::string incidents(std::size_t bytes);

}  // namespace bench
