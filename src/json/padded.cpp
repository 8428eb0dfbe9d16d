#include <algorithm>

#include <tenon/padded.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

padded_text::padded_text(std::string_view text)
    : bytes_(std::make_unique<char[]>(text.size() + padded_view::padding)), size_(text.size()) {
  std::ranges::copy(text, bytes_.get());
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
