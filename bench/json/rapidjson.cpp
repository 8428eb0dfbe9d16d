// RapidJSON with UTF-8 validation, which it leaves out unless told, and for events with numbers as text,
// since ours are.
#include "measure.hpp"

#include <rapidjson/document.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

namespace bench {
namespace {

struct counter : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, counter> {
  std::size_t seen = 0;
  bool add(std::size_t n) {
    seen += n;
    return true;
  }
  bool Default() { return add(1); }
  bool RawNumber(const char*, rapidjson::SizeType length, bool) { return add(length); }
  bool String(const char*, rapidjson::SizeType length, bool) { return add(length); }
  bool Key(const char*, rapidjson::SizeType length, bool) { return add(length); }
};

}  // namespace

std::vector<contender> rapidjson_events() {
  return {{"RapidJSON SAX", [](std::string_view text, std::size_t) {
             constexpr unsigned flags =
                 rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag;
             static rapidjson::Reader reader;
             counter events;
             rapidjson::MemoryStream stream(text.data(), text.size());
             return reader.Parse<flags>(stream, events).IsError() ? 0 : events.seen;
           }}};
}

std::vector<contender> rapidjson_values() {
  return {{"RapidJSON DOM", [](std::string_view text, std::size_t) -> std::size_t {
             rapidjson::Document made;
             made.Parse<rapidjson::kParseValidateEncodingFlag>(text.data(), text.size());
             return made.HasParseError() ? 0 : made.Size();
           }}};
}

}  // namespace bench
