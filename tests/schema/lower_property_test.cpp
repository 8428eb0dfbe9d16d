// For the schemas of the world and every dialect: each valid instance has an image that the lowered schema
// accepts and that is lifted back to it; only what the dialect takes is written; and whatever the lowered
// schema lets through and validation does not is noted. S2-37.
#include "choices.hpp"
#include "lower_allowed.hpp"
#include "lower_image.hpp"
#include "lower_notes.hpp"
#include "lower_places.hpp"
#include "random_instance.hpp"
#include "suite.hpp"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/decimal.hpp>
#include <tenon/lower.hpp>
#include <tenon/pointer.hpp>
#include <tenon/program.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::dialect;
using tenon::schema::lowered;
using tenon::schema::lowering_note;
using tenon::schema::program;

struct record {
  std::string id;
  value schema;
  std::vector<value> instances;
};

bool full() {
  const char* const asked = std::getenv("TENON_FULL");
  return asked != nullptr && std::string_view(asked) == "1";
}

std::vector<record> records() {
  const suite::fs::path folder = suite::root() / ".." / "jsonschemabench";
  std::vector<record> all;
  std::size_t n = 0;
  for (const char* const name : {"sample.jsonl", "Handwritten.jsonl", "Synthesized.jsonl", "MCPspec.jsonl"}) {
    std::ifstream in(folder / name);
    std::string line;
    while (std::getline(in, line)) {
      if (!full() && std::string_view(name) != "sample.jsonl" && ++n % 5 != 0) continue;
      const auto read = tenon::json::read(line);
      if (!read || read->root.find("tests") == nullptr) continue;
      record one{std::string(read->root.find("id")->string()), *read->root.find("schema"), {}};
      for (const value& test : read->root.find("tests")->items()) one.instances.push_back(*test.find("data"));
      all.push_back(std::move(one));
    }
  }
  return all;
}

bool is_json_schema(dialect d) {
  return d != dialect::gbnf && d != dialect::json_schema;
}

/// One schema in one dialect, and what is known of both.
struct trial {
  const record& from;
  const program& code;
  const lowered& form;
  const value& text;  // of the lowered schema
  dialect to;

  std::string where() const {
    return from.id + " for " + std::string(to_string(to)) + "\n" + tenon::json::write(from.schema) + "\n" +
           form.text;
  }
};

bool has_type_of(const value& v, std::string_view keyword) {
  static const std::set<std::string_view> of_objects = {
      "properties",    "required",      "additionalProperties", "patternProperties", "minProperties",
      "maxProperties", "propertyNames", "dependentRequired",    "dependentSchemas",  "dependencies"};
  static const std::set<std::string_view> of_arrays = {
      "items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems", "contains"};
  static const std::set<std::string_view> of_strings = {"minLength", "maxLength", "pattern", "format"};
  static const std::set<std::string_view> of_numbers = {"minimum", "maximum", "exclusiveMinimum",
                                                        "exclusiveMaximum", "multipleOf"};
  if (of_objects.count(keyword) > 0) return v.is_object();
  if (of_arrays.count(keyword) > 0) return v.is_array();
  if (of_strings.count(keyword) > 0) return v.is_string();
  return of_numbers.count(keyword) > 0 && v.is_number();
}

/// Is some place of the instance of a type that its schema does not speak of, where a note says that this
/// cannot be said?
bool is_unspoken(const trial& t, const test::applicable& schemas, const value& instance) {
  for (const auto& [place, pointers] : schemas.at) {
    const value* v = tenon::json::resolve(instance, place);
    for (const lowering_note& note : t.form.notes) {
      if (note.keyword != "type" || v == nullptr) continue;
      for (const std::string& pointer : pointers) {
        if (note.place != test::joined(pointer, "type")) continue;
        const value* schema = tenon::json::resolve(t.from.schema, pointer);
        const auto& members = schema->members();
        if (std::none_of(members.begin(), members.end(),
                         [&](const auto& m) { return has_type_of(*v, m.name); }))
          return true;
      }
    }
  }
  return false;
}

/// Does a note say, of a schema that speaks of the object at `place`, that further members cannot be said?
bool is_noted_extra(const trial& t, const test::applicable& schemas, const std::string& place) {
  const auto here = schemas.at.find(place);
  if (here == schemas.at.end()) return false;
  return std::any_of(t.form.notes.begin(), t.form.notes.end(), [&](const lowering_note& note) {
    if (note.reason.find("does not name") == std::string::npos) return false;
    return std::any_of(here->second.begin(), here->second.end(),
                       [&](const std::string& p) { return note.place == test::joined(p, note.keyword); });
  });
}

/// The same, but for members that are null on one side and absent on the other where a note names them.
bool same_but_for_nulls(const value& a, const value& b, const std::set<std::string>& names) {
  if (a.is_array() && b.is_array()) {
    const std::size_t both = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const value& one = (i < a.size() ? a : b).items()[i];
      const bool same = i < both ? same_but_for_nulls(one, b.items()[i], names)
                                 : one.is_null() && names.count(std::to_string(i)) > 0;
      if (!same) return false;
    }
    return true;
  }
  if (!a.is_object() || !b.is_object()) return a == b;
  const auto covers = [&](const value& one, const value& other) {
    return std::all_of(one.members().begin(), one.members().end(), [&](const auto& m) {
      const value* there = other.find(m.name);
      if (there == nullptr) return m.value.is_null() && names.count(m.name) > 0;
      return same_but_for_nulls(m.value, *there, names);
    });
  };
  return covers(a, b) && covers(b, a);
}

std::set<std::string> nullable_names(const trial& t) {
  std::set<std::string> names;
  for (const lowering_note& note : t.form.notes) {
    if (note.keyword != "required") continue;
    const auto tokens = tenon::json::split_pointer(note.place);
    if (tokens && !tokens->empty()) names.insert(tokens->back());
  }
  return names;
}

struct tally {
  std::size_t schemas = 0;
  std::size_t refused = 0;
  std::size_t images = 0;
  std::size_t beyond = 0;    // that a note puts out of reach
  std::size_t loosened = 0;  // replies that only validation refuses
};

void without(value& v, const std::vector<test::image_maker::extra>& extras) {
  for (const auto& e : extras) {
    auto* object = const_cast<value*>(tenon::json::resolve(v, e.place));  // of our own copy
    if (object == nullptr || !object->is_object()) continue;
    std::erase_if(object->members(), [&](const auto& m) { return m.name == e.name; });
  }
}

void judge_valid(const trial& t, test::image_maker& images, const value& instance, tally& n) {
  const test::applicable schemas(t.from.schema, instance);
  const auto image = images.of(instance);
  if (!image) {
    EXPECT_TRUE(is_unspoken(t, schemas, instance)) << "no image of " << tenon::json::write(instance) << "\n"
                                                   << t.where();
    ++n.beyond;
    return;
  }
  for (const auto& e : images.extras)
    EXPECT_TRUE(is_noted_extra(t, schemas, e.place)) << e.place << "/" << e.name << "\n"
                                                     << tenon::json::write(instance) << "\n"
                                                     << t.where();
  value wanted = instance;
  without(wanted, images.extras);
  const auto back = t.form.back(*image);
  ASSERT_TRUE(back) << tenon::explain(back.error()) << "\n" << t.where();
  EXPECT_TRUE(same_but_for_nulls(*back, wanted, nullable_names(t)))
      << tenon::json::write(*image) << "\nis lifted to " << tenon::json::write(*back) << "\nnot to "
      << tenon::json::write(wanted) << "\n"
      << t.where();
  // In the user's own shape it comes back as it is, unless it fits the lowered one too and means another.
  ++(images.extras.empty() ? n.images : n.beyond);
}

/// Some number like 1.0.
bool has_whole_fraction(const value& v) {
  if (v.is_number()) return v.literal().find_first_of(".eE") != std::string_view::npos;
  if (v.is_array()) return std::any_of(v.items().begin(), v.items().end(), has_whole_fraction);
  return v.is_object() && std::any_of(v.members().begin(), v.members().end(),
                                      [](const auto& m) { return has_whole_fraction(m.value); });
}

/// A reply that the lowered schema lets through: what is wrong with it afterwards has to be noted.
void judge_reply(const trial& t, const program& lowered_code, const value& reply, tally& n) {
  if (!lowered_code.accepts(reply)) return;
  const auto back = t.form.back(reply);
  if (!back) {
    EXPECT_EQ(back.error().kind, tenon::failure_kind::bind_failed);
    return;
  }
  // In draft 4, 1.0 is no integer; nothing else can say so.
  const value* named = t.from.schema.is_object() ? t.from.schema.find("$schema") : nullptr;
  if (named != nullptr && named->string().find("draft-04") != std::string_view::npos &&
      has_whole_fraction(*back))
    return;
  for (const tenon::problem& p : t.code.validate(*back)) {
    ++n.loosened;
    if (p.code.starts_with("max_")) continue;
    EXPECT_TRUE(test::is_noted(t.from.schema, t.form.notes, p.rule)) << p.rule << " is not noted\n"
                                                                     << tenon::json::write(reply) << "\n"
                                                                     << tenon::json::write(*back) << "\n"
                                                                     << t.where();
  }
}

/// What the lowered schema says of each keyword, by the names of the members that it stands in: the empty
/// name has all.
class said_words {
 public:
  explicit said_words(const value& lowered) : root_(lowered) { collect(lowered, {""}); }

  /// Does a keyword there say at least as much? Of bounds the tighter one counts.
  bool holds(const std::string& name, std::string_view keyword, const value& content) const {
    const auto at = words_.find({name, std::string(keyword)});
    if (at == words_.end()) return false;
    const bool low = keyword.starts_with("min") || keyword == "exclusiveMinimum";
    const bool high = keyword.starts_with("max") || keyword == "exclusiveMaximum";
    return std::any_of(at->second.begin(), at->second.end(), [&](const value& v) {
      if ((!low && !high) || !v.is_number() || !content.is_number()) return v == content;
      const auto order = tenon::decimal::compare(v.literal(), content.literal());
      return low ? order >= 0 : order <= 0;
    });
  }

 private:
  void collect(const value& v, const std::set<std::string>& names) {
    if (v.is_array()) {
      for (const value& item : v.items()) collect(item, names);
    }
    if (!v.is_object()) return;
    for (const auto& m : v.members()) {
      if (m.name == "properties" || m.name == "patternProperties") {
        for (const auto& one : m.value.members()) {
          std::set<std::string> inside = names;
          inside.insert(one.name);
          collect(one.value, inside);
        }
      } else if (m.name == "$ref") {
        follow(m.value.string(), names);
      } else if (m.name != "$defs") {
        for (const std::string& name : names) words_[{name, m.name}].push_back(m.value);
        collect(m.value, names);
      }
    }
  }
  void follow(std::string_view reference, const std::set<std::string>& names) {
    const auto pointer = tenon::json::pointer_from_fragment(reference);
    const value* target = pointer ? tenon::json::resolve(root_, *pointer) : nullptr;
    if (target != nullptr && followed_.emplace(target, names).second) collect(*target, names);
  }

  const value& root_;
  std::map<std::pair<std::string, std::string>, std::vector<value>> words_;
  std::set<std::pair<const value*, std::set<std::string>>> followed_;
};

/// The member that a place of the schema stands in, if nothing comes between that may be written elsewhere.
std::string member_of(const std::string& pointer) {
  const auto tokens = tenon::json::split_pointer(pointer);
  std::string name;
  for (std::size_t i = 0; tokens && i + 1 < tokens->size(); ++i) {
    if ((*tokens)[i] == "$defs" || (*tokens)[i] == "definitions") name.clear();
    if ((*tokens)[i] == "properties") name = (*tokens)[++i];
  }
  return name;
}

/// Does the schema itself say that no value is left for the keyword to judge?
bool is_idle(const value& schema, const std::string& keyword) {
  if (schema.find("enum") != nullptr || schema.find("const") != nullptr || schema.find("$ref") != nullptr)
    return true;
  const value* type = schema.find("type");
  if (type == nullptr) return false;
  static const std::map<std::string_view, value> examples = {
      {"object", value::object()}, {"array", value::array()}, {"string", ""}, {"number", 1}, {"integer", 1},
      {"boolean", true},           {"null", nullptr}};
  const auto speaks = [&](const value& one) { return has_type_of(examples.at(one.string()), keyword); };
  if (type->is_string()) return !speaks(*type);
  return std::none_of(type->items().begin(), type->items().end(), speaks);
}

/// Is the rule held by another keyword: a count of members by one of pairs, an open bound of integers by the
/// next whole number?
bool is_held(const said_words& said, const std::string& name, std::string_view keyword,
             const value& content) {
  if (said.holds(name, keyword, content)) return true;
  if (keyword == "minProperties") return said.holds(name, "minItems", content);
  if (keyword == "maxProperties") return said.holds(name, "maxItems", content);
  const bool low = keyword == "exclusiveMinimum";
  if (!low && keyword != "exclusiveMaximum") return false;
  const auto bound = content.is_number() ? tenon::decimal::to_int64(content.literal()) : std::nullopt;
  return bound && said.holds(name, low ? "minimum" : "maximum", value(low ? *bound + 1 : *bound - 1));
}

/// Every rule of the schema stands in the lowered one, in the same member, or a note says where it went.
void judge_words(const trial& t) {
  static const std::set<std::string_view> judged = {
      "minLength",   "maxLength",        "pattern",          "multipleOf",    "minimum",
      "maximum",     "exclusiveMinimum", "exclusiveMaximum", "minItems",      "maxItems",
      "uniqueItems", "contains",         "minProperties",    "maxProperties", "dependentRequired"};
  const said_words said(t.text);
  for (const std::string& pointer : test::reachable_from(t.from.schema, "")) {
    const value& schema = *tenon::json::resolve(t.from.schema, pointer);
    if (!schema.is_object()) continue;
    for (const auto& m : schema.members()) {
      if (judged.count(m.name) == 0 || m.value == value(0) || m.value == value(false) ||
          is_idle(schema, m.name))
        continue;
      if (is_held(said, member_of(pointer), m.name, m.value)) continue;
      EXPECT_TRUE(test::is_noted_at(t.from.schema, t.form.notes, test::joined(pointer, m.name)))
          << test::joined(pointer, m.name) << "\n"
          << t.where();
    }
  }
}

void judge(const record& one, dialect to, tally& n) {
  const auto code = program::compile(one.schema);
  if (!code) return;
  const auto shape = tenon::schema::lower_shape(*code, to);
  ++n.schemas;
  if (!shape) {
    ++n.refused;
    EXPECT_EQ(shape.error().kind, tenon::failure_kind::unsupported_schema) << one.id;
    EXPECT_TRUE(shape.error().code.starts_with("max_") || shape.error().code == "schema")
        << one.id << to_string(to) << tenon::explain(shape.error());
    return;
  }
  const auto text = tenon::json::read_unique((*shape)->form.text);
  ASSERT_TRUE(text) << one.id;
  const trial t{one, *code, (*shape)->form, *text, to};
  EXPECT_EQ(test::allowed(to_string(to)).broken(*text), "") << t.where();
  // Schemas that were made to mix lists of values with other rules: those are decided when the list is made.
  if (!one.id.starts_with("Handwritten") && !one.id.starts_with("Synthesized")) judge_words(t);
  const value& meant = (*shape)->code.document();
  EXPECT_TRUE(to == dialect::gemini_openapi || meant == *text) << one.id;
  test::image_maker images(meant, one.schema);
  test::choices from(std::hash<std::string>{}(one.id));
  for (const value& instance : one.instances) {
    if (code->accepts(instance)) {
      judge_valid(t, images, instance, n);
    } else if (const auto image = images.of(instance)) {
      judge_reply(t, (*shape)->code, *image, n);
    }
  }
  test::random_instance random(from, images.root());
  for (int i = 0; i < 20; ++i) judge_reply(t, (*shape)->code, random.make(), n);
}

class Lowering : public testing::TestWithParam<dialect> {};

}  // namespace

TEST_P(Lowering, S2_37_holds_for_the_schemas_of_the_world) {
  if (!suite::fs::exists(suite::root() / ".." / "jsonschemabench")) GTEST_SKIP() << "skipped: no data";
  tally n;
  static const std::vector<record> all = records();
  const char* const only = std::getenv("TENON_ONLY");
  for (const record& one : all) {
    if (only != nullptr && std::string_view(only).find(one.id) == std::string_view::npos) continue;
    judge(one, GetParam(), n);
  }
  std::cout << to_string(GetParam()) << ": " << n.schemas << " schemas, " << n.refused << " refused, "
            << n.images << " images, " << n.beyond << " beyond, " << n.loosened << " loosened\n";
  EXPECT_GT(n.images, 100U);
}

INSTANTIATE_TEST_SUITE_P(Every, Lowering, testing::ValuesIn([] {
                           std::vector<dialect> some;
                           for (const dialect d : tenon::schema::dialects())
                             if (is_json_schema(d)) some.push_back(d);
                           return some;
                         }()),
                         [](const auto& one) { return std::string(to_string(one.param)); });
