// Making ledger entries for what is left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/edit.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

inline edit dropped(std::size_t begin, std::size_t end, std::string_view rule, std::string_view reason) {
  return {edit_kind::dropped, begin, end, rule, {}, reason};
}

/// Neighbours of one rule become one entry, so that a reply full of tags has a short ledger.
inline void add(std::vector<edit>& to, edit e) {
  if (!to.empty() && to.back().rule == e.rule && to.back().end == e.begin)
    to.back().end = e.end;
  else
    to.push_back(std::move(e));
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
