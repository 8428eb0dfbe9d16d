// What the schema of a type says. The golden files were written by hand from the requirements.
#include "described_types.hpp"
#include "golden.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace described;
using tenon::schema_of;
using tenon::value;
using testing::ElementsAre;

std::vector<std::string_view> names(const value& object) {
  std::vector<std::string_view> out;
  for (const auto& m : object.members()) out.push_back(m.name);
  return out;
}
std::vector<std::string_view> strings(const value& array) {
  std::vector<std::string_view> out;
  for (const auto& item : array.items()) out.push_back(item.string());
  return out;
}

/// Calls fn for every object schema inside.
template <class Fn>
void each_object_schema(const value& v, Fn fn) {
  if (v.is_object()) {
    if (v.find("properties") != nullptr) fn(v);
    for (const auto& m : v.members()) each_object_schema(m.value, fn);
  }
  if (v.is_array()) {
    for (const auto& item : v.items()) each_object_schema(item, fn);
  }
}

TEST(Describe, S2_01_a_schema_of_draft_2020_12_is_made_from_a_plain_type) {
  test::expect_golden(schema_of<Triage>(), "golden/flat.json");
  EXPECT_EQ(schema_of<Triage>().members().front().name, "$schema");
}

TEST(Describe, S2_02_every_object_requires_every_field_and_admits_no_other) {
  each_object_schema(schema_of<Everything>(), [](const value& object) {
    std::set<std::string_view> required;
    for (const auto& item : object.find("required")->items()) required.insert(item.string());
    for (const auto& m : object.find("properties")->members()) {
      EXPECT_TRUE(required.contains(m.name) || m.name == "note") << m.name;
    }
    EXPECT_EQ(*object.find("additionalProperties"), value(false));
  });
}

TEST(Describe, S2_03_field_names_are_the_keys) {
  struct Bare {
    std::string first_name;
    int CamelCase;
    bool x1;
  };
  EXPECT_THAT(names(*schema_of<Bare>().find("properties")), ElementsAre("first_name", "CamelCase", "x1"));
}

TEST(Describe, S2_04_nested_records) {
  test::expect_golden(schema_of<Team>(), "golden/nested.json");
}
TEST(Describe, S2_04_lists) {
  test::expect_golden(schema_of<Lists>(), "golden/lists.json");
}
TEST(Describe, S2_04_enums) {
  test::expect_golden(schema_of<Enums>(), "golden/enums.json");
}
TEST(Describe, S2_04_maps) {
  test::expect_golden(schema_of<Maps>(), "golden/maps.json");
}

TEST(Describe, S2_05_properties_and_required_stand_in_declaration_order) {
  struct Order {
    int zulu, alpha, mike, bravo;
  };
  const value& schema = schema_of<Order>();
  EXPECT_THAT(names(*schema.find("properties")), ElementsAre("zulu", "alpha", "mike", "bravo"));
  EXPECT_THAT(strings(*schema.find("required")), ElementsAre("zulu", "alpha", "mike", "bravo"));
}

TEST(Describe, S2_06_the_description_of_the_type_is_in_the_schema) {
  EXPECT_EQ(schema_of<Person>().find("description")->string(), "A person");
}

TEST(Describe, S2_06_the_description_of_a_field_takes_the_place_of_that_of_its_type) {
  const value& properties = *schema_of<Team>().find("properties");
  EXPECT_EQ(properties.find("owner")->find("description")->string(), "A person");
  EXPECT_EQ(properties.find("deputy")->find("description")->string(), "Stands in for the owner");
}

TEST(Describe, S2_07_descriptions_of_fields_are_in_the_schema) {
  const value& properties = *schema_of<Triage>().find("properties");
  EXPECT_EQ(properties.find("symptoms")->find("description")->string(), "What users saw");
  EXPECT_EQ(properties.find("summary")->find("description"), nullptr);
}

TEST(Describe, S2_08_an_enum_is_its_declared_names) {
  EXPECT_THAT(strings(*schema_of<Severity>().find("enum")), ElementsAre("SEV1", "SEV2", "SEV3", "SEV4"));
  EXPECT_EQ(schema_of<Severity>().find("type")->string(), "string");
}

struct Topics {
  std::vector<std::string> topics;
  static constexpr auto rule() {
    return tenon::rules{.min_items = 1, .max_items = 5, .items = {.pattern = "^[a-z]+$"}};
  }
  friend constexpr auto describe(tenon::type<Topics>) {
    return tenon::record("", tenon::field<&Topics::topics>("One to five lowercase keywords", rule()));
  }
};

TEST(Describe, S2_10_what_a_description_asks_for_can_be_a_rule_that_is_checked) {
  const auto& code = tenon::program_of<Topics>();
  ASSERT_TRUE(code) << explain(code.error());
  const auto accepts = [&](std::string_view text) { return code->accepts(*tenon::json::read_unique(text)); };
  EXPECT_TRUE(accepts(R"({"topics":["search","index"]})"));
  EXPECT_FALSE(accepts(R"({"topics":[]})"));
  EXPECT_FALSE(accepts(R"({"topics":["a","b","c","d","e","f"]})"));
  EXPECT_FALSE(accepts(R"({"topics":["Search"]})"));
}

TEST(Describe, rules_become_keywords) {
  test::expect_golden(schema_of<Rules>(), "golden/rules.json");
}

TEST(Describe, a_variant_is_one_of_records_told_apart_by_a_constant) {
  test::expect_golden(schema_of<Variants>(), "golden/variants.json");
}

TEST(Describe, a_record_that_contains_itself_goes_to_defs) {
  test::expect_golden(schema_of<Recursive>(), "golden/recursive.json");
}

TEST(Describe, a_root_that_contains_itself_refers_to_the_root) {
  const value& schema = schema_of<Folder>();
  EXPECT_EQ(schema.find("type")->string(), "object");
  EXPECT_EQ(schema.find("properties")->find("folders")->find("items")->find("$ref")->string(), "#");
  EXPECT_EQ(schema.find("$defs"), nullptr);
}

TEST(Describe, two_recursive_records_of_one_name_stay_apart) {
  struct Outer {
    struct Node {
      std::vector<Node> left;
    };
    struct Other {
      struct Node {
        std::vector<Node> right;
      };
      Node node;
    };
    Node first;
    Other second;
  };
  const value& schema = schema_of<Outer>();
  EXPECT_THAT(names(*schema.find("$defs")), ElementsAre("Node", "Node_2"));
  EXPECT_NE(schema.find("$defs")->find("Node")->find("properties")->find("left"), nullptr);
  EXPECT_NE(schema.find("$defs")->find("Node_2")->find("properties")->find("right"), nullptr);
}

TEST(Describe, integers_narrower_than_64_bits_carry_their_range) {
  const auto range = [](const value& schema) {
    const auto text = [&](std::string_view keyword) {
      const value* v = schema.find(keyword);
      return v == nullptr ? std::string("none") : std::string(v->literal());
    };
    return text("minimum") + ".." + text("maximum");
  };
  EXPECT_EQ(range(schema_of<std::int8_t>()), "-128..127");
  EXPECT_EQ(range(schema_of<std::uint16_t>()), "0..65535");
  EXPECT_EQ(range(schema_of<std::int32_t>()), "-2147483648..2147483647");
  EXPECT_EQ(range(schema_of<std::uint32_t>()), "0..4294967295");
  EXPECT_EQ(range(schema_of<std::int64_t>()), "none..none");
  EXPECT_EQ(range(schema_of<std::uint64_t>()), "0..none");
}

class Account : public Person {
 public:
  Account() : number_(3) {}
  virtual ~Account() = default;

 private:
  int number_;
  std::string owner_;
  friend constexpr auto describe(tenon::type<Account>) {
    using namespace tenon;
    return explicit_record("An account", field<&Account::owner_>("Its owner", {.name = "owner"}),
                           field<&Account::number_>("", {.name = "number"}));
  }
};

TEST(Describe, a_class_with_private_members_lists_them) {
  const value& schema = schema_of<Account>();
  EXPECT_THAT(names(*schema.find("properties")), ElementsAre("owner", "number"));
  const auto made = tenon::bind<Account>(*tenon::json::read_unique(R"({"owner":"x","number":5})"));
  ASSERT_TRUE(made);
  EXPECT_EQ(tenon::json::write(tenon::to_value(*made)), R"({"owner":"x","number":5})");
}

struct Wide {
  int m[65];
  int a, b;
  friend constexpr auto describe(tenon::type<Wide>) {
    return tenon::explicit_record("", tenon::field<&Wide::a>(""), tenon::field<&Wide::b>(""));
  }
};

TEST(Describe, an_explicit_record_may_have_more_than_64_members) {
  EXPECT_THAT(names(*schema_of<Wide>().find("properties")), ElementsAre("a", "b"));
}

struct Overridden {
  std::string text;
  friend value schema_override(tenon::type<Overridden>) {
    return value::object({{"type", "string"}, {"contentEncoding", "base64"}});
  }
};
struct Holder {
  Overridden one;
  std::optional<Overridden> maybe;
  friend constexpr auto describe(tenon::type<Holder>) {
    return tenon::record("", tenon::field<&Holder::one>("Bytes"));
  }
};

TEST(Describe, S2_11_a_type_may_bring_its_own_schema) {
  EXPECT_EQ(
      tenon::json::write(schema_of<Overridden>()),
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","contentEncoding":"base64"})");
  const value& properties = *schema_of<Holder>().find("properties");
  EXPECT_EQ(tenon::json::write(*properties.find("one")),
            R"({"type":"string","contentEncoding":"base64","description":"Bytes"})");
  EXPECT_EQ(tenon::json::write(*properties.find("maybe")),
            R"({"anyOf":[{"type":"string","contentEncoding":"base64"},{"type":"null"}]})");
}

TEST(Describe, S2_18_a_list_of_records_and_a_map_to_anything_are_types_like_any_other) {
  const value& list = schema_of<std::vector<Person>>();
  EXPECT_EQ(list.find("type")->string(), "array");
  EXPECT_EQ(list.find("items")->find("properties")->size(), 2U);
  const value& map = schema_of<std::map<std::string, value>>();
  EXPECT_EQ(map.find("type")->string(), "object");
  EXPECT_EQ(*map.find("additionalProperties"), value::object());
}

// S1-13: a second version of a type, one member and one enumerator more, nothing else edited.
namespace before {
enum class Colour { red, green };
struct Paint {
  Colour colour;
};
}  // namespace before
namespace after {
enum class Colour { red, green, blue };
struct Paint {
  Colour colour;
  double litres;
};
}  // namespace after

TEST(Describe, S1_13_a_changed_type_has_a_changed_schema_without_any_other_edit) {
  const value& old_one = *schema_of<before::Paint>().find("properties");
  const value& new_one = *schema_of<after::Paint>().find("properties");
  EXPECT_THAT(names(old_one), ElementsAre("colour"));
  EXPECT_THAT(names(new_one), ElementsAre("colour", "litres"));
  EXPECT_THAT(strings(*new_one.find("colour")->find("enum")), ElementsAre("red", "green", "blue"));
}

TEST(Describe, every_schema_compiles) {
  const auto& code = tenon::program_of<Everything>();
  ASSERT_TRUE(code) << explain(code.error());
  EXPECT_EQ(code->document(), schema_of<Everything>());
}

struct Odd {
  std::string text;
  friend constexpr auto describe(tenon::type<Odd>) {
    return tenon::record("", tenon::field<&Odd::text>("", {.pattern = "("}));
  }
};

TEST(Describe, a_rule_that_is_no_regular_expression_is_an_error_of_the_program) {
  const auto& code = tenon::program_of<Odd>();
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().place, "/properties/text/pattern");
}

}  // namespace
