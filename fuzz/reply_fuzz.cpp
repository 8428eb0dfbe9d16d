// Any bytes as a reply, at each reading level. The first byte chooses how the rest is wrapped, so that the
// fuzzer spends its time on marks inside replies rather than on finding them.
//
// What must hold: every byte stands in the value or in the ledger; up to level `wrapper` the value is what a
// strict reader sees in its range; a valid reply that fits is never touched; a higher level never reads
// another value. With a schema too, which the first byte chooses as well.
#include "../tests/reply/ledger.hpp"

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/reply.hpp>

namespace {

using namespace tenon;

void hold(bool condition) {
  if (!condition) std::abort();
}

std::string wrapped(std::uint8_t how, std::string_view inner) {
  std::string text(inner);
  if (how & 1U) text = "```json\n" + text + "\n```";
  if (how & 2U) text = "<think>" + text + "</think>{\"a\": 1}";
  if (how & 4U) text = "Sure! " + text;
  if (how & 8U) text += " {\"b\": 2}";
  return text;
}

const std::vector<schema::program>& shapes() {
  static const auto all = [] {
    std::vector<schema::program> made;
    for (const auto* text :
         {R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],
            "additionalProperties":false})",
          R"({"type":"array","items":{"type":"object","properties":{"v":{"enum":["RED","GREEN",1,null]}}}})",
          R"({"anyOf":[{"type":"number"},{"type":"array","items":{"type":"boolean"}},{"enum":["x","y z"]}]})",
          R"({"type":"object","additionalProperties":{"type":["array","string"],"items":{"$ref":"#"}}})"}) {
      auto compiled = schema::program::compile_text(text);
      hold(compiled.has_value());
      made.push_back(std::move(*compiled));
    }
    return made;
  }();
  return all;
}

/// With a schema there is no order of levels: what fits at one may be ambiguous at the next.
void check_towards(const schema::program& shape, std::string_view text) {
  const auto whole = json::read(text);
  for (const bool complete : {false, true}) {
    for (const auto level : {reading_level::wrapper, reading_level::syntax, reading_level::coerce}) {
      reply::read_options options;
      options.level = level;
      options.shape = &shape;
      options.complete = complete;
      const auto got = reply::read(text, options);
      if (!got) {
        hold(!got.error().errors.empty());
        continue;
      }
      hold(!unaccounted(text, *got));
      if (whole && shape.accepts(whole->root)) hold(got->ledger.empty() && got->root == whole->root);
    }
  }
}

void check(std::string_view text) {
  const bool valid = json::read(text).has_value();
  std::optional<value> before;
  for (const auto level : {reading_level::strict, reading_level::clean, reading_level::wrapper,
                           reading_level::syntax, reading_level::coerce}) {
    reply::read_options options;
    options.level = level;
    const auto got = reply::read(text, options);
    if (!got) {
      hold(!got.error().errors.empty());
      hold(!before);
      continue;
    }
    hold(!unaccounted(text, *got));
    if (valid) hold(got->ledger.empty());
    if (level <= reading_level::wrapper) {
      const auto span = got->root.source();
      const auto again = json::read(text.substr(span.begin, span.end - span.begin));
      hold(again && again->root == got->root);
    }
    if (before) hold(*before == got->root);
    before = got->root;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto text = wrapped(data[0], rest);
  check(text);
  check_towards(shapes()[(data[0] >> 4U) % shapes().size()], text);
  return 0;
}
