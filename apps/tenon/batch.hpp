// tenon extract on several inputs: one JSON line each, as they are done, resumable.
#pragma once

#include "settings.hpp"
#include "shape.hpp"

#include <span>
#include <string>
#include <vector>

namespace tenon::cli {

/// Asks for each input, `--jobs` at a time. A failed input is a line of its own and stops nothing. With
/// --output the lines go to a file, and what stands there as a value is not asked for again: a line belongs
/// to the text, the shape, the model and the mode that it was made for, which its `key` tells.
result<status, fault> extract_all(const arguments& args, const settings& set, const shape& what,
                                  std::span<const std::string> inputs, session& out);

}  // namespace tenon::cli
