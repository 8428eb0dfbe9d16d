// Any text against schemas that lead into every corner of the direct driver: its verdict, with every driver
// of the machine, is that of reading the text into a value and walking that; and what it binds is what
// binding the value gives. The first byte chooses the schema.
#include "direct/direct.hpp"
#include "direct/planner.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/bind_text.hpp>
#include <tenon/contracts.hpp>
#include <tenon/padded.hpp>
#include <tenon/reader.hpp>

namespace {

namespace direct = tenon::schema::direct;
using tenon::schema::program;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

constexpr std::array<std::string_view, 6> schemas = {
    "true",
    R"({"type":"object","required":["id","kind"],"additionalProperties":false,"properties":{
      "id":{"type":"string","pattern":"^INC-[0-9]{6}$"},"kind":{"enum":["a","bb","a literal that does not fit in one block"]},
      "at":{"type":["string","null"],"format":"date-time"},"n":{"type":"integer","minimum":-5,"maximum":1e15},
      "x":{"type":"number","exclusiveMinimum":0,"maximum":0.5},"t":{"type":"string","minLength":2,"maxLength":4},
      "u":{"type":"array","uniqueItems":true},"l":{"type":"array","uniqueItems":true,"items":{"enum":["a","b"]}},
      "next":{"$ref":"#"}}})",
    R"({"oneOf":[{"type":"object","required":["op","value"],"properties":{"op":{"const":"number"},"value":{"type":"number"}}},
      {"type":"object","required":["op","terms"],"properties":{"op":{"enum":["sum","product"]},"terms":{"type":"array","items":{"$ref":"#"}}}},
      {"type":"null"}]})",
    R"({"patternProperties":{"^x-":{"type":"string"},"n$":{"maxLength":3}},"additionalProperties":{"$ref":"#"},
      "propertyNames":{"maxLength":6},"minProperties":1,"maxProperties":4,"dependentRequired":{"a":["b"]}})",
    R"({"items":{"anyOf":[{"type":"object","required":["x"]},{"type":"object","required":["y"]},{"type":"integer","multipleOf":3},
      {"type":"number","maximum":0.1},{"not":{"type":"string"}},{"enum":["a",1,null,[1]]}]},"contains":{"const":1},"minContains":0})",
    R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"array","items":[{"type":"integer"},{"enum":[1,2.5,"1"]}],
      "additionalItems":{"type":"number","minimum":0,"exclusiveMinimum":true}})"};

struct compiled {
  explicit compiled(std::string_view schema) : code(*program::compile_text(schema)) {
    direct::planner(code.nodes(), plan).run(nullptr);
  }
  program code;
  direct::plan plan;
};

void check(const compiled& with, std::string_view text) {
  const auto instance = tenon::json::read_unique(text);
  const bool wanted = instance && with.code.accepts(*instance);
  const tenon::json::padded_text padded(text);
  for (const direct::driver& one : direct::drivers()) {
    const direct::answer said = direct::run(one, with.plan, padded, {}, nullptr);
    require(said == direct::answer::unsure || (said == direct::answer::fits) == wanted,
            "the verdict is that of the walker");
  }
  require(with.code.accepts_text(text) == wanted, "the text is accepted as its value is");
}

template <class T>
void check_binding(std::string_view text) {
  static T used;
  T wanted;
  const tenon::problems errors = tenon::read_into(used, text);
  const auto value = tenon::json::read_unique(text);
  const bool valid = value && tenon::program_of<T>()->accepts(*value);
  const auto bound = valid ? tenon::bind<T>(*value) : tenon::result<T, tenon::problems>(tenon::problems());
  require(errors.empty() == bound.has_value(), "what binds through a value binds from the text");
  if (bound) require(used == *bound, "to an equal object");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<compiled> all(schemas.begin(), schemas.end());
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  check(all[data[0] % all.size()], text);
  check_binding<tenon::contracts::IncidentExtraction>(text);
  check_binding<tenon::contracts::AgentReply>(text);
  return 0;
}
