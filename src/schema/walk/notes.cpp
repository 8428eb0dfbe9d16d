// What a noted walk writes down.
#include "walk/walk.hpp"

#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {

// Each note has both pointers, which may be long: their bytes are work. False where that is too much.

template <mode M>
bool walker<M>::note_node(index n, const value& v) {
  if constexpr (M == mode::noted) {
    const std::uint8_t flags = run_.data.nodes[n].flags;
    if (trail_->only != 0 && (flags & trail_->only) == 0) return true;
    if (!run_.charge_text(trail_->place.size() + trail_->rule.size())) return false;
    trail_->notes.push_back({n, &v, trail_->around, trail_->place, trail_->rule, {}, {}});
  }
  return true;
}

template <mode M>
bool walker<M>::note_keyword(const value& v, std::string_view keyword, value content) {
  if constexpr (M == mode::noted) {
    if (trail_->only != 0) return true;
    if (!run_.charge_text(trail_->place.size() + trail_->rule.size())) return false;
    trail_->notes.push_back(
        {trail_->node, &v, trail_->around, trail_->place, trail_->rule, keyword, std::move(content)});
  }
  return true;
}

template bool walker<mode::noted>::note_node(index, const value&);
template bool walker<mode::noted>::note_keyword(const value&, std::string_view, value);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
