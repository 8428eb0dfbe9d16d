// The dynamic scope: which resources evaluation is in.
//
// The outermost resource decides what a dynamic reference means, so a resource that is in the scope
// already is not added again, and the scope is never longer than the program has resources.
#pragma once

#include "nodes/node.hpp"

#include <cstddef>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Lies on a stack of the thread, so that it costs no allocation once that has grown. Scopes of one thread
/// end in the opposite order of their beginning.
class dynamic_scope {
 public:
  dynamic_scope() noexcept : begin_(stack().size()) {}
  dynamic_scope(const dynamic_scope&) = delete;
  dynamic_scope& operator=(const dynamic_scope&) = delete;
  ~dynamic_scope() { stack().resize(begin_); }

  /// Whether it was added; then `leave` takes it out.
  bool enter(index resource);
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): the stack is that of this scope
  void leave() { stack().pop_back(); }

  /// The node that a step of the kind dynamic_ref means now.
  index target(const program::data& d, const step& s) const;

 private:
  static std::vector<index>& stack();
  std::size_t begin_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
