// Whole texts to values.
#include <algorithm>
#include <utility>

#include <tenon/builder.hpp>
#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

result<document> read(std::string_view text, const read_limits& limits) {
  builder built;
  reader bytes(built, limits);
  if (!bytes.feed(text) || !bytes.finish()) return bytes.error();
  return built.take();
}

result<value> read_unique(std::string_view text, const read_limits& limits) {
  auto made = read(text, limits);
  if (!made) return std::move(made).error();
  if (!made->duplicates.empty()) return std::move(made->duplicates.front());
  return std::move(made->root);
}

text_position locate(std::string_view text, std::uint64_t offset) noexcept {
  const std::string_view before =
      text.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(offset, text.size())));
  const std::size_t last_line = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          utf8::code_points(before.substr(last_line)) + 1};
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
