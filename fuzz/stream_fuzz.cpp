// Any bytes as a reply that arrives in pieces, at each reading level, with a schema and without. The first
// byte chooses how the rest is wrapped, the second where it is cut.
//
// What must hold: any cut shows the same as one byte at a time, and ends the same; what is done never
// changes; the end is what reading and validating the whole says; complete ends well, doomed does not.
#include "../tests/reply/streaming.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/reply.hpp>
#include <tenon/stream.hpp>

namespace {

using namespace tenon;
using test::finish;
using test::sight;
using test::stream;
using test::stream_options;
using test::stream_state;

void hold(bool condition) {
  if (!condition) std::abort();
}

std::string wrapped(std::uint8_t how, std::string_view inner) {
  std::string text(inner);
  if (how & 1U) text = "```json\n" + text + "\n```";
  if (how & 2U) text = "<think>a < b</think>" + text;
  if (how & 4U) text = R"({"a":[)" + text;
  if (how & 8U) text += "]} ";
  if (how & 16U) text = "\xEF\xBB\xBF" + text;
  return text;
}

constexpr const char* schema_text =
    R"({"type":["object","array","string"],"properties":{"a":{"items":{"anyOf":[{"$ref":"#"},{"type":"integer","maximum":99},
        {"enum":["x","xy",null]}]},"maxItems":4},"b":{"type":"string","maxLength":3,"minLength":1},"c":{"const":"k"}},
        "additionalProperties":false,"items":{"$ref":"#/properties/b"}})";

struct subject {
  subject(reading_level level, bool judged)
      : shape(judged ? program() : std::nullopt), level_(level), text(open()) {}

  static std::optional<schema::program> program() { return *schema::program::compile_text(schema_text); }
  stream open() const {
    stream_options options;
    options.reading.level = level_;
    return shape ? stream(*shape, options) : stream(options);
  }
  reply::read_options reading() const {
    reply::read_options how;
    how.level = level_;
    return how;
  }

  std::optional<schema::program> shape;
  reading_level level_;
  stream text;
};

/// What is done stays, in its order, as it is.
void grows(const std::vector<sight>& after) {
  for (std::size_t i = 1; i < after.size(); ++i) {
    const auto& before = after[i - 1].done;
    const auto& now = after[i].done;
    hold(now.size() >= before.size() && std::equal(before.begin(), before.end(), now.begin()));
  }
}

/// The parts that were done at some time, and are still there at the end of the text.
void keeps(stream& s, std::string_view text, std::size_t cut) {
  s.reset();
  s.feed(text.substr(0, cut));
  std::vector<std::pair<std::string, value>> done;
  for (const auto& pointer : s.done()) done.emplace_back(pointer, *s.find(pointer));
  s.feed(text.substr(cut));
  for (const auto& [pointer, was] : done) {
    const value* const is = s.find(pointer);
    hold(is != nullptr && *is == was && is->source() == was.source());
  }
}

void check(subject& one, std::string_view text, std::size_t step) {
  stream& s = one.text;
  const std::vector<sight> after = test::byte_by_byte(s, text);
  grows(after);
  const test::ending end = finish(s);
  hold(end == test::whole(text, one.shape ? &*one.shape : nullptr, one.reading()));
  if (after.back().state == stream_state::complete) hold(end.value == after.back().shown);
  if (after.back().state == stream_state::doomed && text.find("</") == std::string_view::npos)
    hold(end.value.empty());

  s.reset();
  value copy;
  for (std::size_t at = 0; at < text.size(); at += step) {
    s.feed(text.substr(at, step));
    hold(test::look(s) == after[std::min(at + step, text.size())]);
    s.update(copy);
    hold(s.root() == nullptr || (copy == *s.root() && copy.source() == s.root()->source()));
  }
  hold(finish(s) == end);
  keeps(s, text, std::min(step, text.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array<subject, 8> subjects{
      subject(reading_level::strict, false),  subject(reading_level::strict, true),
      subject(reading_level::clean, false),   subject(reading_level::clean, true),
      subject(reading_level::wrapper, false), subject(reading_level::wrapper, true),
      subject(reading_level::coerce, false),  subject(reading_level::coerce, true)};
  if (size < 2 || size > 400) return 0;
  const std::string text = wrapped(data[0], {reinterpret_cast<const char*>(data) + 2, size - 2});
  check(subjects[data[0] >> 5U], text, 1U + data[1] % 17U);
  return 0;
}
