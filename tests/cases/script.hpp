// The replies of a case as the steps of a scripted model.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <tenon/scripted.hpp>
#include <tenon/value.hpp>

namespace cases {

struct script_line {
  tenon::step step;
  std::vector<std::string> pieces = {};  // where the text arrives in parts
};

/// A reply in a service's own form goes through the adapter of that service. Empty for a form that is not
/// known.
std::optional<script_line> line_of(const tenon::value& reply);

/// Text that a case describes in place of writing it out: `<9000 letters x>` becomes 9000 letters, and a
/// remark in parentheses at the end goes.
std::string written_out(std::string_view description);

}  // namespace cases
