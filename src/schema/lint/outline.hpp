// What a schema says, place by place.
#pragma once

#include "lint/knowledge.hpp"

#include <vector>

#include <tenon/lint.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// Each schema that has parts is laid out once, where it is met first; later a line refers to it, so that
/// recursion ends and the outline is never longer than the schema.
std::vector<outline_line> outline(knowledge& k, const lint_options& options, bool& cut);

/// "string or null, at most 80 characters": what fits the node, in a few words.
std::string summary(knowledge& k, index n);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
