// Which keywords decide only when their value has ended, or the whole text has.
#pragma once

#include "node.hpp"

#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

struct late_keyword {
  index node = none;
  std::string_view keyword;
};

/// By node. A stream that breaks such a keyword is found out no sooner than the value ends that it is about;
/// all other keywords are held against the first byte that cannot be right.
std::vector<late_keyword> decided_at_end(const program::data& d);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
