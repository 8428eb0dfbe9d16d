// Any pattern, any text: the bytes up to the first NUL are the pattern, the rest is the text. The verdict is
// the same with and without errors being located, and with a limit so small that repeats must be counted.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/program.hpp>
#include <tenon/utf8.hpp>

namespace {

using tenon::schema::program;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

std::optional<program> compiled(const std::string& pattern, std::size_t max_states) {
  tenon::value schema = tenon::value::object({{"pattern", pattern}});
  auto made = program::compile(std::move(schema), {.limits = {.max_pattern_states = max_states}});
  if (made) return *std::move(made);
  const tenon::problem& why = made.error();
  require(why.place == "/pattern", "a refusal names the place");
  require(!why.offset || *why.offset <= pattern.size(), "the offset lies in the pattern");
  return std::nullopt;
}

/// Undecided is the one answer that may depend on nothing but luck.
bool undecided(const tenon::problems& errors) {
  return !errors.empty() && errors.front().message.find("could not be decided") != std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(all.find('\0'), all.size());
  const std::string pattern = tenon::utf8::sanitized(all.substr(0, cut));
  const tenon::value text(tenon::utf8::sanitized(all.substr(std::min(cut + 1, all.size()))));
  const auto usual = compiled(pattern, 10'000);
  if (!usual) return 0;
  const tenon::problems errors = usual->validate(text);
  require(usual->accepts(text) == errors.empty(), "a verdict is the same with errors and without");
  if (const auto small = compiled(pattern, 60); small && !undecided(errors)) {
    require(small->accepts(text) == errors.empty(), "a smaller limit does not change the verdict");
  }
  return 0;
}
