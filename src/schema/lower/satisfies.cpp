#include "lower/satisfies.hpp"

#include "walk/walk.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

bool satisfies(const program::data& d, const std::vector<index>& nodes, const value& v) {
  const validate_options options;
  return std::all_of(nodes.begin(), nodes.end(), [&](index n) {
    run shared(d, v, options);
    walker<mode::verdict> walk(shared);
    return walk.visit(n, v);
  });
}

std::size_t failures(const program::data& d, index n, const value& v) {
  const validate_options options;
  run shared(d, v, options);
  walker<mode::count> walk(shared);
  static_cast<void>(walk.visit(n, v));
  return walk.failures();
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
