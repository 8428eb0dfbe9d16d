// Any bytes, cut any way. The first byte of the input says how the rest is cut; then:
// whole and cut readings agree in every event, offset and error; what is accepted is written and read
// back as the same text; the offset of an error lies in the text.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <tenon/builder.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::json::source_span;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// A running digest of all events.
class digest final : public tenon::json::handler {
 public:
  bool on_null(source_span where) override { return add(1, "", where); }
  bool on_boolean(bool b, source_span where) override { return add(b ? 2 : 3, "", where); }
  bool on_number(std::string_view literal, source_span where) override { return add(4, literal, where); }
  bool on_string(std::string_view text, source_span where) override { return add(5, text, where); }
  bool on_name(std::string_view text, source_span where) override { return add(6, text, where); }
  bool on_begin_array(std::uint64_t at) override { return add(7, "", {at, at}); }
  bool on_end_array(source_span where) override { return add(8, "", where); }
  bool on_begin_object(std::uint64_t at) override { return add(9, "", {at, at}); }
  bool on_end_object(source_span where) override { return add(10, "", where); }
  std::uint64_t sum = 0;

 private:
  void mix(std::uint64_t word) { sum = (sum ^ word) * 0x100000001B3U + 1; }
  bool add(std::uint64_t kind, std::string_view text, source_span where) {
    mix(kind);
    mix(where.begin);
    mix(where.end);
    for (const char c : text) mix(static_cast<unsigned char>(c));
    return true;
  }
};

struct outcome {
  bool accepted;
  std::uint64_t sum;
  tenon::problem error;
};

/// Cuts the text into pieces of 0 to 7 bytes, chosen by a generator; seed 0 leaves it whole.
outcome read_cut(std::string_view text, std::uint64_t seed) {
  digest events;
  tenon::json::reader reader(events, {.max_bytes = 1U << 20U, .max_depth = 100});
  bool good = true;
  for (std::string_view rest = text; good && !rest.empty();) {
    seed = seed * 6364136223846793005U + (seed == 0 ? 0 : 1442695040888963407U);
    const std::string_view piece = rest.substr(0, seed == 0 ? rest.size() : (seed >> 60U) & 7U);
    good = reader.feed(piece);
    rest.remove_prefix(piece.size());
  }
  good = good && reader.finish();
  return {good, events.sum, reader.error()};
}

void check_round_trip(std::string_view text) {
  const auto first = tenon::json::read(text, {.max_bytes = 1U << 20U, .max_depth = 100});
  require(first.has_value(), "the builder accepts what the reader accepts");
  for (const auto how : {tenon::json::style::compact, tenon::json::style::pretty}) {
    const std::string written = tenon::json::write(first->root, how);
    const auto second = tenon::json::read(written);
    require(second.has_value(), "what is written is JSON");
    require(second->root == first->root, "what is written means the same");
    require(tenon::json::write(second->root, how) == written, "writing is stable");
    require(second->duplicates.empty() == first->duplicates.empty(), "names repeat as before");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const outcome whole = read_cut(text, 0);
  const outcome cut = read_cut(text, std::uint64_t{data[0]} + 1);
  require(whole.accepted == cut.accepted, "the cut does not change the verdict");
  require(whole.sum == cut.sum, "the cut does not change the events");
  require(whole.error == cut.error, "the cut does not change the error");
  if (whole.accepted) {
    check_round_trip(text);
  } else {
    require(whole.error.offset.has_value() && *whole.error.offset <= text.size(),
            "the offset lies in the text");
  }
  return 0;
}
