// Any bytes as an instance, in any chunks, watched by schemas that together have every keyword. The first
// byte chooses the schema, the second how the rest is cut.
//
// What must hold: complete exactly if the text reads without a repeated name and the program accepts it;
// once doomed, doomed; the cut makes no difference; few cursors delay the verdict and do not change it.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>

namespace {

using tenon::schema::program;
using tenon::schema::watch_state;
using tenon::schema::watcher;

constexpr std::array<const char*, 6> schemas{
    R"({"type":["object","array","string"],"properties":{"a":{"$ref":"#"},"ab":{"enum":["x","xy",1,null,[1],{"a":2}]},
        "b":{"type":"string","minLength":1,"maxLength":3,"pattern":"^[a-y]*é?$"}},"additionalProperties":false,
        "items":{"$ref":"#"},"maxItems":3,"maxLength":4})",
    R"({"uniqueItems":true,"items":{"uniqueItems":true,"minItems":1},"propertyNames":{"maxLength":2},
        "additionalProperties":{"multipleOf":0.5,"maximum":4},"maxProperties":3})",
    R"({"anyOf":[{"properties":{"k":{"const":"ab"},"v":{"type":"integer"}},"required":["k","v"],"additionalProperties":false},
        {"properties":{"k":{"enum":["ac","b"]},"v":{"type":"string"}},"required":["k"]},{"type":"array","contains":{"type":"null"},
        "minContains":1,"maxContains":2},{"const":[1,2]}]})",
    R"({"oneOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]},{"type":"array","items":{"$ref":"#"}},
        {"type":"number","minimum":1},{"type":"integer","maximum":3}],"not":{"required":["c"]},"dependentRequired":{"a":["d"]},
        "dependentSchemas":{"d":{"properties":{"a":{"$ref":"#"}}}}})",
    R"({"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"else":{"maxProperties":2},
        "patternProperties":{"^a":{"type":["integer","object"]},"b$":true},"additionalProperties":false,"minProperties":1})",
    R"({"$id":"http://x/t","$dynamicAnchor":"n","$ref":"b","unevaluatedProperties":false,"$defs":{"b":{"$id":"b",
        "$dynamicAnchor":"n","type":"object","properties":{"c":{"items":{"$dynamicRef":"#n"},"prefixItems":[true],
        "unevaluatedItems":false},"d":{"format":"date"}}}}})"};

void hold(bool condition) {
  if (!condition) std::abort();
}

watch_state watch(watcher& w, std::string_view text, std::size_t step) {
  w.reset();
  bool doomed = false;
  for (std::size_t at = 0; at < text.size(); at += step) {
    const watch_state now = w.feed(text.substr(at, step));
    hold(!doomed || now == watch_state::doomed);
    doomed = now == watch_state::doomed;
  }
  const watch_state last = w.finish();
  hold(last != watch_state::viable);
  hold((last == watch_state::doomed) == !w.why().code.empty());
  return last;
}

struct subject {
  explicit subject(const char* schema)
      : code(*program::compile_text(schema)), wide(code), narrow(code, {.limits = {}, .max_cursors = 2}) {}
  program code;
  watcher wide;
  watcher narrow;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array<subject, schemas.size()> subjects{subject(schemas[0]), subject(schemas[1]),
                                                      subject(schemas[2]), subject(schemas[3]),
                                                      subject(schemas[4]), subject(schemas[5])};
  if (size < 2) return 0;
  subject& s = subjects[data[0] % subjects.size()];
  const std::size_t step = 1 + data[1] % 9;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const auto instance = tenon::json::read_unique(text);
  const bool valid = instance && s.code.accepts(*instance);
  hold((watch(s.wide, text, text.size() + 1) == watch_state::complete) == valid);
  const tenon::problem why = s.wide.why();
  hold((watch(s.wide, text, step) == watch_state::complete) == valid);
  hold(s.wide.why() == why);
  hold((watch(s.narrow, text, step) == watch_state::complete) == valid);
  hold(valid || *s.narrow.why().offset >= *why.offset);
  return 0;
}
