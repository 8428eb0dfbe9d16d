// Random schemas of every draft and with every keyword that asserts, small and of few words, so that their
// parts speak of the same instances.
//
// Not every one compiles: a schema may lead back to itself, or refer to what is no longer there. The trap:
// until draft 7 what stands beside $ref says nothing, so there it stands alone.
#pragma once

#include "choices.hpp"
#include "small_words.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace test {

using tenon::value;
using tenon::schema::draft;

inline constexpr std::string_view root_uri = "http://example.com/root";

inline std::string_view metaschema_of(draft d) {
  constexpr std::string_view uris[] = {
      "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#",
      "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema",
      "https://json-schema.org/draft/2020-12/schema"};
  return uris[static_cast<std::size_t>(d)];
}

class random_schema {
 public:
  random_schema(choices& from, draft of) : from_(from), draft_(of) {}

  value root() {
    named_ = from_.one_in(4);
    dynamic_ = from_.one_in(2);
    value s = value::object();
    s.set("$schema", metaschema_of(draft_));
    if (named_) s.set(id_word(), root_uri);
    if (draft_ == draft::d2020 && dynamic_) s.set("$dynamicAnchor", "node");
    if (draft_ == draft::d2019 && dynamic_) s.set("$recursiveAnchor", !from_.one_in(4));
    fill(s, 4);
    if (draft_ < draft::d2019 && s.find("$ref") != nullptr) {  // only what it names counts
      s = value::object({{"$schema", metaschema_of(draft_)}, {"allOf", value::array({std::move(s)})}});
      if (named_) s.set(id_word(), root_uri);
    }
    s.set(defs_word(), definitions());
    return s;
  }

 private:
  static constexpr std::size_t most_schemas = 60;

  bool since(draft d) const { return draft_ >= d; }
  std::string_view id_word() const { return draft_ == draft::d4 ? "id" : "$id"; }
  std::string_view defs_word() const { return since(draft::d2019) ? "$defs" : "definitions"; }

  value definitions() {
    value all = value::object();
    for (const std::string_view name : {"x", "y", "z"}) {
      ++rank_;
      all.set(name, schema(2));
    }
    rank_ = 0;  // none of the others leads to what follows before it has looked at a part
    if (named_) all.set("inner", resource());
    if (since(draft::d2019)) {
      value marked = value::object({{"$anchor", "spot"}});
      fill(marked, 2);
      all.set("marked", std::move(marked));
    }
    return all;
  }

  /// A schema with a name of its own: references in it start from there.
  value resource() {
    inside_ = true;
    value s = value::object();
    fill(s, 2);
    if (!since(draft::d2019) && s.find("$ref") != nullptr) s = value::object({{"not", std::move(s)}});
    s.set(id_word(), "inner");
    if (draft_ == draft::d2020 && dynamic_) s.set(from_.one_in(3) ? "$anchor" : "$dynamicAnchor", "node");
    if (draft_ == draft::d2019 && dynamic_) s.set("$recursiveAnchor", !from_.one_in(3));
    inside_ = false;
    return s;
  }

  /// For a part of the instance.
  value part(int depth) {
    const bool before = std::exchange(below_, true);
    value s = schema(depth);
    below_ = before;
    return s;
  }

  value schema(int depth) {
    ++made_;
    if (since(draft::d6) && from_.one_in(10)) return !from_.one_in(3);
    value s = value::object();
    fill(s, made_ < most_schemas ? depth : 0);
    return s;
  }

  std::string reference() {
    const std::string defs = "/" + std::string(defs_word()) + "/";
    const std::string document = inside_ ? std::string(from_.one_in(2) ? root_uri : "root") : "";
    // Where no part of the instance has been looked at yet, most references lead on and not back.
    if (!below_ && !from_.one_in(12))
      return document + "#" + defs + "xyzzz"[rank_ + from_.pick(rank_ < 2 ? 2 : 1)];
    switch (from_.pick(named_ ? 8 : 6)) {
      case 0:
        return document + "#" + defs + "x";
      case 1:
        return document + "#" + defs + "y";
      case 2:
        return document + "#" + defs + "z";
      case 3:
        return document + "#";
      case 4:
        return since(draft::d2019) ? document + "#spot" : document + "#" + defs + "y";
      case 5:
        return "#";
      default:
        return from_.one_in(2) ? "http://example.com/inner" : "inner";
    }
  }

  /// Adds keywords. Each kind is asked for once, so no name stands twice.
  void fill(value& s, int depth) {
    if (from_.one_in(10) && (below_ || rank_ < 3)) {
      s.set("$ref", reference());
      if (!since(draft::d2019)) return;
    }
    if (dynamic_ && from_.one_in(below_ ? 8 : 60)) {
      if (draft_ == draft::d2020) s.set("$dynamicRef", from_.one_in(6) ? reference() : "#node");
      if (draft_ == draft::d2019) s.set("$recursiveRef", "#");
    }
    const std::size_t about = from_.pick(8);  // what most of it will be about
    if (from_.one_in(2)) s.set("type", type(about));
    if (from_.one_in(6)) literals(s, depth);
    if (about == 1 || from_.one_in(8)) strings(s);
    if (about == 2 || from_.one_in(8)) numbers(s);
    if (depth <= 0) return;
    if (about == 3 || about == 4 || from_.one_in(8)) arrays(s, depth - 1);
    if (about >= 5 || from_.one_in(8)) objects(s, depth - 1);
    combine(s, depth - 1);
  }

  value type(std::size_t about) {
    constexpr std::string_view names[] = {"null",  "boolean", "string", "number",
                                          "array", "array",   "object", "integer"};
    std::string_view first = from_.one_of(names);
    if (about == 1) first = "string";
    if (about == 2) first = from_.one_in(2) ? "integer" : "number";
    if (about == 3 || about == 4) first = "array";
    if (about >= 5) first = "object";
    if (!from_.one_in(3)) return first;
    value both = value::array({value(first)});
    const std::string_view second = from_.one_of(names);
    if (second != first) both.push_back(second);
    return both;
  }

  value number() { return value::from_literal(std::string(from_.one_of(words::numbers))); }

  value literal(int depth) {
    switch (from_.pick(depth > 0 ? 6 : 4)) {
      case 0:
        return from_.one_of(words::strings);
      case 1:
        return number();
      case 2:
        return from_.one_in(2) ? value(true) : value(false);
      case 3:
        return nullptr;
      case 4: {
        value list = value::array();
        for (std::size_t n = from_.pick(3); n > 0; --n) list.push_back(literal(depth - 1));
        return list;
      }
      default: {
        value record = value::object();
        for (std::size_t n = from_.pick(3); n > 0; --n)
          record.set(from_.one_of(words::names), literal(depth - 1));
        return record;
      }
    }
  }

  void literals(value& s, int depth) {
    const bool constant = since(draft::d6) && from_.one_in(2);
    if (constant) s.set("const", literal(depth));
    if (constant && !from_.one_in(8)) return;
    value all = value::array();
    // Some lists are long enough to be hashed.
    for (std::size_t n = from_.one_in(5) ? 24 : 1 + from_.pick(4); n > 0; --n) {
      value one = literal(depth);
      const auto known = all.items();
      if (std::find(known.begin(), known.end(), one) == known.end()) all.push_back(std::move(one));
    }
    s.set("enum", std::move(all));
  }

  /// A small count, now and then spelt as the fraction it equals (not in draft 4, where that is no integer).
  value count(std::size_t below) {
    const std::size_t n = from_.pick(below);
    if (since(draft::d6) && from_.one_in(12)) return value::from_literal(std::to_string(n) + ".0");
    return n;
  }

  void strings(value& s) {
    if (from_.one_in(3)) s.set("minLength", count(4));
    if (from_.one_in(3)) s.set("maxLength", count(5));
    if (from_.one_in(3)) s.set("pattern", from_.one_of(words::patterns).text);
    if (from_.one_in(5)) s.set("format", from_.one_of(words::formats).name);
  }

  void numbers(value& s) {
    const bool legacy = draft_ == draft::d4;
    for (const auto& [bound, exclusive] :
         {std::pair("minimum", "exclusiveMinimum"), std::pair("maximum", "exclusiveMaximum")}) {
      const bool some = from_.one_in(3);
      if (some) s.set(bound, number());
      if (legacy && some && from_.one_in(3)) s.set(exclusive, !from_.one_in(3));
      if (!legacy && from_.one_in(4)) s.set(exclusive, number());
    }
    if (from_.one_in(4)) {
      constexpr std::string_view steps[] = {"1",   "2",   "0.1", "0.01",   "3",
                                            "2.5", "1.0", "1e2", "1e-400", "0.3"};
      s.set("multipleOf", value::from_literal(std::string(from_.one_of(steps))));
    }
  }

  value list(int depth) {
    value all = value::array({schema(depth)});
    for (std::size_t n = from_.pick(3); n > 0; --n) all.push_back(schema(depth));
    return all;
  }
  value parts(int depth) {
    value all = value::array({part(depth)});
    for (std::size_t n = from_.pick(3); n > 0; --n) all.push_back(part(depth));
    return all;
  }

  void arrays(value& s, int depth) {
    const bool tuples = draft_ == draft::d2020;
    if (tuples && from_.one_in(3)) s.set("prefixItems", parts(depth));
    if (from_.one_in(2)) s.set("items", !tuples && from_.one_in(3) ? parts(depth) : part(depth));
    if (!tuples && from_.one_in(4)) s.set("additionalItems", either(depth));
    if (from_.one_in(4)) s.set("minItems", count(4));
    if (from_.one_in(4)) s.set("maxItems", count(5));
    if (from_.one_in(3)) s.set("uniqueItems", !from_.one_in(6));
    if (since(draft::d6) && from_.one_in(3)) s.set("contains", part(depth));
    if (since(draft::d2019) && from_.one_in(4)) s.set("minContains", count(4));
    if (since(draft::d2019) && from_.one_in(4)) s.set("maxContains", count(4));
    if (since(draft::d2019) && from_.one_in(8)) s.set("unevaluatedItems", either(depth));
  }

  /// A schema, or often `false`, which is a boolean in draft 4 too where this is allowed.
  value either(int depth) { return from_.one_in(2) ? value(false) : part(depth); }

  value names() {
    value all = value::array();
    for (std::size_t n = 1 + from_.pick(2); n > 0; --n) {
      const value one(from_.one_of(words::names));
      const auto known = all.items();
      if (std::find(known.begin(), known.end(), one) == known.end()) all.push_back(one);
    }
    return all;
  }

  value members(int depth, bool of_parts) {
    value all = value::object();
    for (std::size_t n = 1 + from_.pick(3); n > 0; --n)
      all.set(from_.one_of(words::names), of_parts ? part(depth) : schema(depth));
    return all;
  }

  void objects(value& s, int depth) {
    if (from_.one_in(2)) s.set("properties", members(depth, true));
    if (from_.one_in(3)) s.set("required", names());
    if (from_.one_in(5)) {
      value all = value::object();
      for (std::size_t n = 1 + from_.pick(2); n > 0; --n)
        all.set(from_.one_of(words::patterns).text, part(depth));
      s.set("patternProperties", std::move(all));
    }
    if (from_.one_in(3)) s.set("additionalProperties", either(depth));
    if (since(draft::d6) && from_.one_in(6)) s.set("propertyNames", part(from_.one_in(3) ? 1 : 0));
    if (from_.one_in(6)) s.set("minProperties", count(3));
    if (from_.one_in(6)) s.set("maxProperties", count(4));
    if (since(draft::d2019) && from_.one_in(6)) s.set("dependentRequired", needs());
    if (since(draft::d2019) && from_.one_in(6)) s.set("dependentSchemas", members(depth, false));
    if (!since(draft::d2019) && from_.one_in(5))
      s.set("dependencies", from_.one_in(2) ? needs() : members(depth, false));
    if (since(draft::d2019) && from_.one_in(8)) s.set("unevaluatedProperties", either(depth));
  }

  value needs() {
    value all = value::object();
    for (std::size_t n = 1 + from_.pick(2); n > 0; --n) all.set(from_.one_of(words::names), names());
    return all;
  }

  void combine(value& s, int depth) {
    if (from_.one_in(7)) s.set("allOf", list(depth));
    if (from_.one_in(7)) s.set("anyOf", list(depth));
    if (from_.one_in(7)) s.set("oneOf", from_.one_in(4) ? tagged(depth) : list(depth));
    if (from_.one_in(10)) s.set("not", schema(depth));
    if (!since(draft::d7) || !from_.one_in(8)) return;
    s.set("if", schema(depth));
    if (!from_.one_in(4)) s.set("then", schema(depth));
    if (!from_.one_in(4)) s.set("else", schema(depth));
  }

  /// Objects that a member tells apart.
  value tagged(int depth) {
    value all = value::array();
    for (const std::string_view kind : {"a", "b", "ab"}) {
      value of = value::object({{"c", value::object({{"enum", value::array({value(kind)})}})}});
      if (from_.one_in(2)) of.set("a", part(depth));
      all.push_back(value::object(
          {{"type", "object"}, {"properties", std::move(of)}, {"required", value::array({value("c")})}}));
      if (from_.one_in(3)) all.items().back().set("additionalProperties", false);
    }
    return all;
  }

  choices& from_;
  draft draft_;
  bool named_ = false;    // the document has a URI
  bool inside_ = false;   // of the resource in it
  bool dynamic_ = false;  // it has anchors and references of this kind
  bool below_ = false;    // what is being made is for a part of the instance
  std::size_t rank_ = 0;  // of the definition that is being made: 1 for x, 3 for z
  std::size_t made_ = 0;
};

}  // namespace test
