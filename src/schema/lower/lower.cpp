#include "lower/gbnf.hpp"

#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

result<lowered> lower(const program& code, dialect to, const lower_options& options) {
  switch (to) {
    case dialect::gbnf:
      break;
    default:
      return problem{.kind = failure_kind::unsupported_schema, .code = "dialect", .message = "not there yet"};
  }
  if ((code.nodes().nodes.front().flags & flags::plain) != 0) {
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = "schema";
    p.message = "the schema admits any value, so there is nothing to constrain";
    return p;
  }
  return gbnf::writer(code.nodes(), options).run();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
