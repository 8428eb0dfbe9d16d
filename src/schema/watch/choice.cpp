#include "watch/choice.hpp"

#include <algorithm>
#include <utility>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

choice_list::choice_list(std::vector<std::string_view> texts) : texts_(std::move(texts)) {
  std::sort(texts_.begin(), texts_.end());
  texts_.erase(std::unique(texts_.begin(), texts_.end()), texts_.end());
}

index choice_list::find(std::string_view text) const noexcept {
  const auto at = std::lower_bound(texts_.begin(), texts_.end(), text);
  return at != texts_.end() && *at == text ? static_cast<index>(at - texts_.begin()) : none;
}

namespace {

/// The first text that stands not before `prefix` followed by what `before` says of the rest.
template <class Before>
index boundary(const std::vector<std::string_view>& texts, std::string_view prefix, Before before) {
  const auto at = std::partition_point(texts.begin(), texts.end(), [&](std::string_view text) {
    const int order = text.substr(0, prefix.size()).compare(prefix);
    if (order != 0) return order < 0;
    return text.size() == prefix.size() || before(text.substr(prefix.size()));
  });
  return static_cast<index>(at - texts.begin());
}

}  // namespace

choice_list::range choice_list::after_byte(std::string_view prefix, unsigned char next) const noexcept {
  const auto byte = [](std::string_view rest) { return static_cast<unsigned char>(rest.front()); };
  return {boundary(texts_, prefix, [&](std::string_view rest) { return byte(rest) < next; }),
          boundary(texts_, prefix, [&](std::string_view rest) { return byte(rest) <= next; })};
}

choice_list::range choice_list::after_codes(std::string_view prefix, std::uint32_t first,
                                            std::uint32_t last) const noexcept {
  const auto code = [](std::string_view rest) { return utf8::decode(rest).code; };
  return {boundary(texts_, prefix, [&](std::string_view rest) { return code(rest) < first; }),
          boundary(texts_, prefix, [&](std::string_view rest) { return code(rest) <= last; })};
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
