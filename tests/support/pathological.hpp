// Schemas and instances that are made to be expensive, at any size: where both grow and meet, where names,
// numbers and patterns are huge, where references and alternatives multiply.
//
// Each must take time in proportion to its bytes or be refused by a limit with a name. The size is a number
// of parts, so that texts have some twenty to a hundred bytes for each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace test::pathological {

struct task {
  std::string schema;
  std::string instance;
};

struct kind {
  std::string_view name;
  task (*make)(std::size_t size);
};

using std::to_string;

/// `before`, then part(0), part(1) … with commas between them, then `after`.
template <class Part>
std::string joined(std::string before, std::size_t count, std::string_view after, Part part) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) before += ',';
    before += part(i);
  }
  before += after;
  return before;
}
inline std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  all.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}
inline std::string quoted(const std::string& text) {
  return '"' + text + '"';
}
inline std::string name(std::size_t i) {
  return quoted("name" + to_string(i));
}
inline std::string member(std::size_t i) {
  return name(i) + ":" + to_string(i);
}
inline std::string numbers(std::size_t count) {
  return joined("[", count, "]", [](std::size_t i) { return to_string(i); });
}
inline std::string object(std::size_t count) {
  return joined("{", count, "}", member);
}
inline std::string nested(std::string_view open, std::string_view inner, std::string_view close,
                          std::size_t deep) {
  return repeated(open, deep) + std::string(inner) + repeated(close, deep);
}
/// A tower of `deep` arrays above `wide` items.
inline std::string tower(std::size_t deep, std::size_t wide) {
  return nested("[", numbers(wide), "]", deep);
}

inline constexpr std::array<kind, 66> kinds = {{
    // --- alternatives
    {"oneOf: constants, the last one fits",
     [](std::size_t n) -> task {
       return {joined("{\"oneOf\":[", n, "]}", [](std::size_t i) { return "{\"const\":" + to_string(i) + "}"; }),
               to_string(n - 1)};
     }},
    {"oneOf: records told apart by a tag",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"oneOf\":[", n, "]}}",
                      [](std::size_t i) {
                        return R"({"type":"object","required":["kind"],"properties":{"kind":{"const":)" + name(i) + "}}}";
                      }),
               joined("[", n, "]", [](std::size_t i) { return "{\"kind\":" + name(i) + "}"; })};
     }},
    {"oneOf: records told apart by nothing, one instance",
     [](std::size_t n) -> task {
       return {joined("{\"oneOf\":[", n, "]}", [](std::size_t i) { return "{\"required\":[" + name(i) + "]}"; }),
               "{" + member(n - 1) + "}"};
     }},
    {"oneOf: records told apart by nothing, many instances",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"oneOf\":[", n, "]}}",
                      [](std::size_t i) { return "{\"required\":[" + name(i) + "]}"; }),
               joined("[", n, "]", [](std::size_t i) { return "{" + member(i) + "}"; })};
     }},
    {"anyOf: all of another type, many instances",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"anyOf\":[{\"type\":\"array\"},{\"type\":\"number\"},", n, "]}}",
                      [](std::size_t i) { return "{\"type\":\"string\",\"minLength\":" + to_string(i) + "}"; }),
               numbers(n * 8)};
     }},
    {"anyOf: of anyOf of anyOf",
     [](std::size_t n) -> task {
       return {joined("{\"$ref\":\"#/$defs/0\",\"$defs\":{", std::min<std::size_t>(n / 10, 120), "}}",
                      [&](std::size_t i) {
                        const std::string next = "{\"$ref\":\"#/$defs/" + to_string(i + 1) + "\"}";
                        const bool last = i + 1 == std::min<std::size_t>(n / 10, 120);
                        return quoted(to_string(i)) +
                               (last ? R"(:{"minimum":1})" : ":{\"anyOf\":[" + next + "," + next + "]}");
                      }),
               "0"};
     }},
    {"anyOf: of itself at each level",
     [](std::size_t n) -> task {
       return {R"({"type":"array","items":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]},"maxItems":1})",
               nested("[", "0", "]", std::min<std::size_t>(n, 900))};
     }},
    {"allOf: of allOf of allOf",
     [](std::size_t n) -> task {
       return {joined("{\"$ref\":\"#/$defs/0\",\"$defs\":{", std::min<std::size_t>(n / 10, 120), "}}",
                      [&](std::size_t i) {
                        const std::string next = "{\"$ref\":\"#/$defs/" + to_string(i + 1) + "\"}";
                        const bool last = i + 1 == std::min<std::size_t>(n / 10, 120);
                        return quoted(to_string(i)) +
                               (last ? R"(:{"minimum":0})" : ":{\"allOf\":[" + next + "," + next + "]}");
                      }),
               "0"};
     }},
    {"allOf: bounds, many numbers",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"allOf\":[", n, "]}}", [](std::size_t i) { return "{\"minimum\":-" + to_string(i) + "}"; }),
               numbers(n)};
     }},
    {"allOf: itself, many times",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n, "]}", [](std::size_t) { return "{\"$ref\":\"#\"}"; }), "0"};
     }},
    {"if: conditions beside each other",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n, "]}",
                      [](std::size_t i) {
                        return "{\"if\":{\"required\":[" + name(i) + "]},\"then\":{\"minProperties\":2}}";
                      }),
               object(n)};
     }},
    {"not: many",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"allOf\":[", n / 8, "]}}",
                      [](std::size_t i) { return "{\"not\":{\"const\":" + name(i) + "}}"; }),
               numbers(n)};
     }},
    {"tags: every branch has all of them",
     [](std::size_t n) -> task {
       const std::string tags = joined("[", n, "]", name);
       return {joined("{\"$defs\":{\"t\":{\"enum\":" + tags + "}},\"oneOf\":[", n, "]}",
                      [](std::size_t) {
                        return R"({"type":"object","required":["k"],"properties":{"k":{"$ref":"#/$defs/t"}}})";
                      }),
               R"({"k":"name1"})"};
     }},
    // --- literals
    {"enum: strings",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"enum\":[", n, "]}}", name), joined("[", n, "]", name)};
     }},
    {"enum: numbers spelt otherwise",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"enum\":[", n, "]}}", [](std::size_t i) { return to_string(i) + ".0"; }), numbers(n)};
     }},
    {"enum: arrays, at every level",
     [](std::size_t n) -> task {
       return {joined("{\"type\":[\"array\",\"integer\"],\"items\":{\"$ref\":\"#\"},\"not\":{\"enum\":[", n, "]}}",
                      [](std::size_t i) { return "[[" + to_string(i) + "]]"; }),
               tower(900, n)};
     }},
    {"enum: many of them on one array",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n / 8, "]}",
                      [](std::size_t i) {
                        return "{\"not\":{\"enum\":[" + joined("", 9, "", [&](std::size_t k) {
                                 return "[" + to_string(i * 10 + k) + "]";
                               }) + "]}}";
                      }),
               "[" + numbers(n) + "]"};
     }},
    // --- objects
    {"keys: all declared",
     [](std::size_t n) -> task {
       return {joined("{\"additionalProperties\":false,\"properties\":{", n, "}}",
                      [](std::size_t i) { return name(i) + ":{\"type\":\"integer\"}"; }),
               object(n)};
     }},
    {"keys: all declared, backwards",
     [](std::size_t n) -> task {
       return {joined("{\"additionalProperties\":false,\"properties\":{", n, "}}",
                      [](std::size_t i) { return name(i) + ":{\"type\":\"integer\"}"; }),
               joined("{", n, "}", [&](std::size_t i) { return member(n - 1 - i); })};
     }},
    {"keys: none declared",
     [](std::size_t n) -> task { return {R"({"additionalProperties":{"type":"integer"}})", object(n * 8)}; }},
    {"keys: repeated",
     [](std::size_t n) -> task {
       return {R"({"type":"object"})", joined("{", n * 8, "}", [](std::size_t i) { return member(i % 2 == 0 ? i : 0); })};
     }},
    {"keys: none wanted",
     [](std::size_t n) -> task { return {R"({"properties":{"a":true},"additionalProperties":false})", object(n * 8)}; }},
    {"properties: many, and many empty objects",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"properties\":{", n, "}}}", [](std::size_t i) { return name(i) + ":{\"type\":\"integer\"}"; }),
               joined("[", n * 8, "]", [](std::size_t) { return "{}"; })};
     }},
    {"properties: many, closed, and many small objects",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"additionalProperties\":false,\"properties\":{", n, "}}}",
                      [](std::size_t i) { return name(i) + ":{\"type\":\"integer\"}"; }),
               joined("[", n * 2, "]", [&](std::size_t i) { return "{" + member(i % n) + "}"; })};
     }},
    {"required: all missing",
     [](std::size_t n) -> task { return {joined("{\"required\":[", n, "]}", name), "{}"}; }},
    {"required: the last one missing, in many objects",
     [](std::size_t n) -> task {
       return {joined("{\"not\":{\"contains\":{\"type\":\"object\",\"required\":[", n, "]}}}", name),
               joined("[", n, "]", [](std::size_t) { return "{\"name0\":0}"; })};
     }},
    {"dependentRequired: a chain",
     [](std::size_t n) -> task {
       return {joined("{\"dependentRequired\":{", n, "}}",
                      [](std::size_t i) { return name(i) + ":[" + name(i + 1) + "]"; }),
               object(n + 1)};
     }},
    {"dependentRequired: one needs all",
     [](std::size_t n) -> task {
       return {joined("{\"dependentRequired\":{\"name0\":[", n, "]}}", name), object(n)};
     }},
    {"dependentRequired: many, and many empty objects",
     [](std::size_t n) -> task {
       return {joined("{\"items\":{\"dependentRequired\":{", n, "}}}",
                      [](std::size_t i) { return name(i) + ":[" + name(i + 1) + "]"; }),
               joined("[", n * 8, "]", [](std::size_t) { return "{}"; })};
     }},
    {"dependentSchemas: all triggered",
     [](std::size_t n) -> task {
       return {joined("{\"dependentSchemas\":{", n, "}}", [](std::size_t i) { return name(i) + ":{\"minProperties\":1}"; }),
               object(n)};
     }},
    {"patternProperties: each for one key",
     [](std::size_t n) -> task {
       return {joined("{\"patternProperties\":{", n, "}}",
                      [](std::size_t i) { return "\"^name" + to_string(i) + "$\":{\"type\":\"integer\"}"; }),
               object(n)};
     }},
    {"patternProperties: many, closed, one long key",
     [](std::size_t n) -> task {
       return {joined("{\"additionalProperties\":false,\"patternProperties\":{", n / 8, "}}",
                      [](std::size_t i) { return "\"x" + to_string(i) + "$\":{\"type\":\"integer\"}"; }),
               "{\"" + repeated("name", n * 8) + "\":1}"};
     }},
    {"propertyNames: patterns",
     [](std::size_t n) -> task { return {R"({"propertyNames":{"pattern":"^[a-z]+[0-9]+$","maxLength":40}})", object(n * 8)}; }},
    {"propertyNames: an enum",
     [](std::size_t n) -> task { return {joined("{\"propertyNames\":{\"enum\":[", n, "]}}", name), object(n)}; }},
    {"allOf: rules for objects, one large object",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n / 8, "]}",
                      [](std::size_t i) { return "{\"properties\":{" + name(i) + ":{\"type\":\"integer\"}}}"; }),
               object(n)};
     }},
    {"unevaluatedProperties: beside many alternatives",
     [](std::size_t n) -> task {
       return {joined("{\"unevaluatedProperties\":false,\"anyOf\":[", n / 8, "]}",
                      [](std::size_t i) { return "{\"properties\":{" + name(i) + ":true}}"; }),
               object(n / 8)};
     }},
    {"unevaluatedProperties: at every level",
     [](std::size_t n) -> task {
       return {R"({"type":["object","integer"],"properties":{"a":{"$ref":"#"}},"unevaluatedProperties":{"type":"integer"}})",
               nested("{\"a\":", object(n), "}", 900)};
     }},
    {"a long key above many places of the schema",
     [](std::size_t n) -> task {
       return {joined("{\"properties\":{\"" + repeated("long", n * 4) + "\":{\"properties\":{", n, "}}}}",
                      [](std::size_t i) { return name(i) + ":{}"; }),
               "{\"" + repeated("long", n * 4) + "\":" + object(n) + "}"};
     }},
    {"a long key above many errors",
     [](std::size_t n) -> task {
       return {R"({"additionalProperties":{"items":{"type":"string"}}})",
               "{\"" + repeated("long", n * 8) + "\":" + numbers(n * 8) + "}"};
     }},
    // --- arrays
    {"minItems, maxItems: huge",
     [](std::size_t n) -> task {
       return {R"({"minItems":1000000000000000000,"maxItems":1e30,"maxLength":1e30,"minProperties":1e30})", numbers(n * 8)};
     }},
    {"prefixItems: many",
     [](std::size_t n) -> task {
       return {joined("{\"items\":false,\"prefixItems\":[", n, "]}", [](std::size_t i) { return "{\"const\":" + to_string(i) + "}"; }),
               numbers(n)};
     }},
    {"contains: many items, the last one fits",
     [](std::size_t n) -> task {
       return {R"({"contains":{"const":"x"},"minContains":1,"maxContains":1})",
               joined("[", n * 8, "", [](std::size_t i) { return to_string(i); }) + ",\"x\"]"};
     }},
    {"contains: at every level",
     [](std::size_t n) -> task {
       return {R"({"type":["array","integer"],"contains":{"$ref":"#"},"items":{"$ref":"#"}})", tower(900, n)};
     }},
    {"contains: many of them",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n / 8, "]}", [](std::size_t i) { return "{\"contains\":{\"const\":" + to_string(i) + "}}"; }),
               numbers(n)};
     }},
    {"uniqueItems: numbers", [](std::size_t n) -> task { return {R"({"uniqueItems":true})", numbers(n * 8)}; }},
    {"uniqueItems: strings, the last two are equal",
     [](std::size_t n) -> task {
       return {R"({"uniqueItems":true})", joined("[", n * 8, "]", [&](std::size_t i) { return name(std::min(i, n * 8 - 2)); })};
     }},
    {"uniqueItems: objects",
     [](std::size_t n) -> task {
       return {R"({"uniqueItems":true})", joined("[", n, "]", [](std::size_t i) { return "{\"a\":{" + member(i) + "},\"b\":[]}"; })};
     }},
    {"uniqueItems: at every level",
     [](std::size_t n) -> task {
       return {R"({"type":["array","integer"],"uniqueItems":true,"items":{"$ref":"#"}})", tower(900, n)};
     }},
    {"uniqueItems: many of them",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n / 8, "]}", [](std::size_t) { return "{\"uniqueItems\":true}"; }), numbers(n)};
     }},
    {"unevaluatedItems: beside many alternatives",
     [](std::size_t n) -> task {
       return {joined("{\"unevaluatedItems\":false,\"anyOf\":[", n / 8, "]}",
                      [](std::size_t i) { return "{\"contains\":{\"const\":" + to_string(i) + "}}"; }),
               numbers(n / 8)};
     }},
    // --- depth and references
    {"a schema nested deep",
     [](std::size_t n) -> task { return {nested("{\"items\":", "{}", "}", n), nested("[", "", "]", std::min<std::size_t>(n, 900))}; }},
    {"an instance nested deep",
     [](std::size_t n) -> task {
       return {R"({"type":"array","items":{"$ref":"#"}})", nested("[", "", "]", n)};
     }},
    {"references: a chain on one value",
     [](std::size_t n) -> task {
       return {joined("{\"$ref\":\"#/$defs/0\",\"$defs\":{", n, "}}",
                      [&](std::size_t i) {
                        return quoted(to_string(i)) + (i + 1 == n ? ":{}" : ":{\"$ref\":\"#/$defs/" + to_string(i + 1) + "\"}");
                      }),
               "0"};
     }},
    {"references: a chain down the instance",
     [](std::size_t n) -> task {
       return {joined("{\"$ref\":\"#/$defs/0\",\"$defs\":{", n, "}}",
                      [&](std::size_t i) {
                        return quoted(to_string(i)) +
                               (i + 1 == n ? ":{}" : ":{\"items\":{\"$ref\":\"#/$defs/" + to_string(i + 1) + "\"}}");
                      }),
               nested("[", "", "]", std::min<std::size_t>(n, 900))};
     }},
    {"references: all to one",
     [](std::size_t n) -> task {
       return {joined("{\"$defs\":{\"t\":{\"type\":\"integer\"}},\"properties\":{", n, "}}",
                      [](std::size_t i) { return name(i) + ":{\"$ref\":\"#/$defs/t\"}"; }),
               object(n)};
     }},
    {"resources: many, with anchors",
     [](std::size_t n) -> task {
       return {joined("{\"$id\":\"http://example.com/\",\"$defs\":{", n, "}}",
                      [](std::size_t i) {
                        return name(i) + ":{\"$id\":\"r" + to_string(i) + "\",\"$anchor\":\"a\",\"$ref\":\"#a\",\"$comment\":\"\"}";
                      }),
               "0"};
     }},
    {"resources: dynamic references through all of them",
     [](std::size_t n) -> task {
       const std::size_t count = std::min<std::size_t>(n, 400);
       return {joined("{\"$id\":\"http://example.com/\",\"$dynamicAnchor\":\"n\",\"$ref\":\"r0\",\"$defs\":{", count, "}}",
                      [&](std::size_t i) {
                        return name(i) + ":{\"$id\":\"r" + to_string(i) + "\",\"$dynamicAnchor\":\"n\"," +
                               (i + 1 == count ? "\"items\":{\"$dynamicRef\":\"#n\"}}" : "\"$ref\":\"r" + to_string(i + 1) + "\"}");
                      }),
               "[" + nested("[", "[]", "]", 5) + "," + joined("", n / 8, "]", [](std::size_t) { return "[]"; })};
     }},
    {"a dynamic reference to itself",
     [](std::size_t n) -> task {
       return {R"({"$id":"http://example.com/","$dynamicAnchor":"n","allOf":[{"$id":"r","$dynamicAnchor":"n","not":{"$dynamicRef":"#n"}}]})",
               numbers(n)};
     }},
    // --- numbers, strings, patterns
    {"numbers: long literals",
     [](std::size_t n) -> task {
       return {"{\"items\":{\"minimum\":" + repeated("1", n * 4) + ",\"multipleOf\":1e-400}}",
               "[" + repeated("1", n * 8) + ",0." + repeated("3", n * 8) + ",1e-400]"};
     }},
    {"numbers: a long literal and many bounds",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n, "]}", [](std::size_t i) { return "{\"minimum\":" + to_string(i) + ".5}"; }),
               repeated("1", n * 8)};
     }},
    {"strings: a long one and many lengths",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n, "]}", [](std::size_t i) { return "{\"minLength\":" + to_string(i) + "}"; }),
               quoted(repeated("é", n * 8))};
     }},
    {"strings: a long one and many patterns",
     [](std::size_t n) -> task {
       return {joined("{\"allOf\":[", n / 8, "]}", [](std::size_t i) { return "{\"not\":{\"pattern\":\"b+[a-c]" + to_string(i) + "\"}}"; }),
               quoted(repeated("ab", n * 4))};
     }},
    {"patterns: a huge quantifier",
     [](std::size_t n) -> task {
       return {R"({"items":{"pattern":"^(ab|cd){1,100000000}$"}})", "[" + quoted(repeated("ab", n)) + "]"};
     }},
    {"patterns: a counted class",
     [](std::size_t n) -> task {
       return {"{\"pattern\":\"^[a-z]{1," + to_string(n * 8) + "}$\"}", quoted(repeated("a", n * 8))};
     }},
    {"patterns: every start may match",
     [](std::size_t n) -> task {
       return {R"({"pattern":"(a*)*b|a{50}c|(?=a*d)a"})", quoted(repeated("a", n * 8))};
     }},
    {"patterns: back-references",
     [](std::size_t n) -> task { return {R"({"pattern":"(a*)(a*)\\1\\2b"})", quoted(repeated("a", n))}; }},
}};

}  // namespace test::pathological
