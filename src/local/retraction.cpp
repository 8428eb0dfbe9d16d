#include "retraction.hpp"

#include <algorithm>

namespace tenon {
inline namespace v0 {
namespace local {

bool retraction::refuses(std::string& text, std::string_view piece) const {
  if (!ending_) return false;
  distinct_lists ahead = lists_;
  const std::size_t size = text.size();
  text += piece;
  const auto signs = ahead.feed(text);
  text.resize(size);
  return signs.gone_on.has_value();
}

void retraction::let_go() {
  lists_.let_go();
  ending_ = false;
}

const retraction::checkpoint* retraction::take(std::string& text, std::string_view piece,
                                               const chooser& choose, const runaway_detector& runaway,
                                               std::size_t tokens) {
  distinct_lists ahead = lists_;
  const std::size_t size = text.size();
  text += piece;
  const auto signs = ahead.feed(text);
  text.resize(size);
  if (signs.repeated && checkpoints_[*signs.repeated]) return &*checkpoints_[*signs.repeated];
  for (std::size_t d = 0; d < checkpoints_.size() && (signs.separators >> d) != 0; ++d) {
    if ((signs.separators >> d & 1U) == 0) continue;
    // A list that this very token opens has no place before it to return to.
    checkpoints_[d].reset();
    if (d >= lists_.depth()) continue;
    checkpoints_[d] = checkpoint{lists_, runaway, choose.grammar_state(), size, tokens, d, lists_.place(d)};
  }
  lists_ = std::move(ahead);
  return nullptr;
}

void retraction::went_back(const checkpoint& to) {
  lists_ = to.lists;
  lists_.must_end(to.depth);
  ending_ = true;
}

std::size_t retraction::settled(std::size_t text_size) const {
  for (std::size_t d = 0; d < checkpoints_.size(); ++d) {
    if (checkpoints_[d] && lists_.is_open(d)) return std::min(text_size, checkpoints_[d]->text_size);
  }
  return text_size;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
