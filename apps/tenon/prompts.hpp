// The prompt that goes with a shape.
#pragma once

#include "shape.hpp"

#include <tenon/prompt.hpp>

namespace tenon::cli {

/// Its user part has the parameter {text}.
result<prompt::prompt_file, fault> prompt_for(const shape& what);

}  // namespace tenon::cli
