#include "load/scope.hpp"

#include <algorithm>
#include <span>

namespace tenon {
inline namespace v0 {
namespace schema {

std::vector<index>& dynamic_scope::stack() {
  static thread_local std::vector<index> all;
  return all;
}

// NOLINTNEXTLINE(readability-make-member-function-const): the stack is that of this scope
bool dynamic_scope::enter(index resource) {
  std::vector<index>& all = stack();
  // Most often it is the one that was entered last.
  if (std::find(all.rbegin(), all.rend() - static_cast<std::ptrdiff_t>(begin_), resource) !=
      all.rend() - static_cast<std::ptrdiff_t>(begin_)) {
    return false;
  }
  all.push_back(resource);
  return true;
}

index dynamic_scope::target(const program::data& d, const step& s) const {
  if (s.c == 0) return s.a;
  const std::span<const dynamic_target> possible(&d.dynamic_targets[s.b], s.c);
  const std::vector<index>& all = stack();
  for (std::size_t i = begin_; i < all.size(); ++i) {
    const auto at = std::lower_bound(possible.begin(), possible.end(), all[i],
                                     [](const dynamic_target& t, index r) { return t.resource < r; });
    if (at != possible.end() && at->resource == all[i]) return at->node;
  }
  return s.a;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
