// From a text into an object in one pass: the same objects and the same errors as through a value, with every
// driver that this machine has, into new objects and into used ones.
#include "described_types.hpp"
#include "direct/direct.hpp"
#include "direct/planner.hpp"
#include "mutate.hpp"

#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/bind_text.hpp>
#include <tenon/padded.hpp>
#include <tenon/writer.hpp>

// ---- types that the shared ones lack -------------------------------------------------------------------

namespace described {

struct Celsius {
  double degrees = 0;
  friend bool operator==(const Celsius&, const Celsius&) = default;
};
/// Rules has a member that may be absent.
struct Holder {
  Rules own = {};
  std::vector<Rules> list = {};
  std::optional<Rules> maybe = {};
  std::array<Rules, 1> fixed = {};
  std::map<std::string, Rules> map = {};
  friend bool operator==(const Holder&, const Holder&) = default;
};
struct Weather {
  std::vector<Celsius> temperatures = {};
  std::optional<Celsius> highest = {};
  float wind = 0;
  std::int8_t offset = 0;
  std::uint16_t station = 0;
  std::vector<Person> observers = {};
  friend bool operator==(const Weather&, const Weather&) = default;
};
constexpr auto describe(tenon::type<Weather>) {
  using namespace tenon;
  return record("", field<&Weather::observers>("", {.max_items = 3, .unique_items = true}));
}

/// Its codec reads a text itself.
struct Boxed {
  Person person = {};
  friend bool operator==(const Boxed&, const Boxed&) = default;
};
struct Crate {
  std::vector<Boxed> boxes = {};
  std::string label = {};
  friend bool operator==(const Crate&, const Crate&) = default;
};

}  // namespace described

template <>
struct tenon::codec<described::Boxed> {
  static value schema() { return value::object({{"type", "string"}}); }
  static result<described::Boxed> from_value(const value& from) {
    described::Boxed made;
    problems errors = read_into(made.person, from.string());
    if (!errors.empty()) return std::move(errors.front());
    return made;
  }
  static tenon::value to_value(const described::Boxed& b) { return json::write(tenon::to_value(b.person)); }
};

template <>
struct tenon::codec<described::Celsius> {
  static value schema() { return *json::read_unique(R"({"type":"string","pattern":"^-?[0-9]+ C$"})"); }
  static result<described::Celsius> from_value(const value& from) {
    const std::string text(from.string().substr(0, from.string().size() - 2));
    if (text == "451") return problem{.code = "too_hot", .message = "too hot"};
    return described::Celsius{std::strtod(text.c_str(), nullptr)};
  }
  static value to_value(const described::Celsius& c) {
    return tenon::value(std::to_string(static_cast<int>(c.degrees)) + " C");
  }
};

namespace {

namespace direct = tenon::schema::direct;
using namespace described;

const std::size_t all_drivers = direct::drivers().size();

template <class T>
class joined {
 public:
  joined() : code_(*tenon::program_of<T>()) {
    direct::planner(code_.nodes(), plan_).run(&tenon::descriptor_of<T>());
  }

  /// The errors of the way through a value; none if `to` was filled.
  tenon::problems by_value(std::string_view text, T& to) const {
    auto read = tenon::json::read(text);
    if (!read) return {read.error()};
    if (!read->duplicates.empty()) return read->duplicates;
    tenon::problems errors = code_.validate(read->root);
    if (errors.empty()) tenon::schema::bind(read->root, tenon::descriptor_of<T>(), &to, errors);
    return errors;
  }

  /// `used` holds an object for each driver that is filled again and again. The number of drivers that filled
  /// theirs; all or none.
  std::size_t expect_same(std::string_view text, std::vector<T>& used) const {
    const tenon::json::padded_text padded(text);
    std::size_t filled = 0;
    for (std::size_t i = 0; i < all_drivers; ++i) {
      T wanted = used[i];
      const tenon::problems errors = by_value(text, wanted);
      const direct::answer said = direct::run(direct::drivers()[i], plan_, padded, {999, {}}, &used[i]);
      if (said == direct::answer::fits) {
        ++filled;
        EXPECT_TRUE(errors.empty()) << direct::drivers()[i].name << ": " << text;
        EXPECT_EQ(tenon::json::write(tenon::to_value(used[i])), tenon::json::write(tenon::to_value(wanted)))
            << text;
        EXPECT_EQ(used[i], wanted) << text;
      } else {
        EXPECT_FALSE(errors.empty()) << direct::drivers()[i].name << " does not fill: " << text;
        if (errors.empty()) used[i] = wanted;
      }
      const tenon::problems slow = tenon::read_into(used[i], text);
      EXPECT_EQ(slow, errors) << text;
    }
    return filled;
  }

 private:
  tenon::schema::program code_;
  direct::plan plan_;
};

std::size_t documents() {
  const char* wanted = std::getenv("TENON_DIRECT_DOCUMENTS");
  return wanted == nullptr ? 300 : std::strtoull(wanted, nullptr, 10);
}

/// The texts as they are, then changed ones.
template <class T>
void expect_same_for(std::initializer_list<std::string_view> texts) {
  const joined<T> way;
  std::vector<T> used(all_drivers);
  for (const std::string_view text : texts) EXPECT_EQ(way.expect_same(text, used), all_drivers) << text;
  std::size_t filled = 0;
  for (std::size_t seed = 0; seed < documents(); ++seed) {
    test::mutator random(seed);
    const std::string text = random.changed(std::string(texts.begin()[random.pick(texts.size())]));
    SCOPED_TRACE("seed " + std::to_string(seed));
    filled += way.expect_same(text, used) == 0 ? 0 : 1;
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_GT(filled, documents() / 10);
}

TEST(BindText, flat_records) {
  expect_same_for<Triage>(
      {R"({"summary":"down","severity":"SEV2","service":"checkout","symptoms":["slow","a longer string than fits in place"]})",
       R"({"summary":"\u00fc \ud83d\ude00 \n","severity":"SEV1","service":null,"symptoms":["\u0061"]})",
       "{ \"symptoms\" : [ \"x\" ] ,\n  \"severity\":\"SEV4\",\"service\":\"\",\t\"summary\":\"\"}"});
}
TEST(BindText, records_in_records) {
  expect_same_for<Team>({R"({"owner":{"name":"Ann","active":true},"deputy":{"name":"Ben","active":false}})",
                         R"({"owner":{"active":true,"name":"Ann"},"deputy":null})"});
}
TEST(BindText, lists_and_arrays) {
  expect_same_for<Lists>(
      {R"({"names":["a","bc"],"matrix":[[1.5],[],[0,-2e-1]],"triple":[1,-32768,32767],"flags":[true,false],"maybe":null})",
       R"({"names":[],"matrix":[],"triple":[0,0,1e2],"flags":[],"maybe":["x","y"]})"});
}
TEST(BindText, enumerations) {
  expect_same_for<Enums>({R"({"level":"high","state":"in-progress","signal":"negative"})",
                          R"({"signal":"zero","level":"l\u006fw","state":null})"});
}
TEST(BindText, maps) {
  expect_same_for<Maps>(
      {R"({"counts":{"a":1,"b":255},"people":{"x":{"name":"A","active":true},"y":{"name":"B","active":true}},"anything":{"n":null,"o":{"deep":[1]}}})",
       R"({"counts":{"\u0061":0},"people":{},"anything":{}})"});
}
TEST(BindText, rules_and_members_that_may_be_absent) {
  expect_same_for<Rules>(
      {R"({"code":"AB","price":0.5,"count":10,"big":18446744073709551615,"stated":true,"renamedText":"x","name":"12345","note":"n"})",
       R"({"code":"ABCDEFGH","price":99.99,"count":1,"big":0,"stated":false,"renamedText":"","name":null})"});
}
TEST(BindText, records_with_members_that_may_be_absent_inside_of_others) {
  const std::string_view with =
      R"({"code":"AB","price":1,"count":1,"big":1,"stated":true,"renamedText":"x","name":null,"note":"n"})";
  const std::string_view without =
      R"({"code":"AB","price":1,"count":1,"big":1,"stated":true,"renamedText":"x","name":null})";
  const auto holder = [](std::string_view a, std::string_view b) {
    const std::string x(a);
    const std::string y(b);
    return R"({"own":)" + x + R"(,"list":[)" + y + "," + x + R"(],"maybe":)" + y + R"(,"fixed":[)" + x +
           R"(],"map":{"k":)" + y + "}}";
  };
  const std::string first = holder(with, with);
  const std::string second = holder(without, without);
  const std::string third = holder(with, without);
  expect_same_for<Holder>({first, second, third, second});
}
TEST(BindText, variants) {
  expect_same_for<Variants>(
      {R"({"payment":{"kind":"wire","iban":"DE00"},"shapes":[{"type":"square","side":2},{"type":"circle","radius":0.5}]})",
       R"({"payment":{"last4":"1234","kind":"card"},"shapes":[{"radius":1e9,"type":"circle"}]})",
       R"({"payment":{"last4":"a string that is not kept in place","kind":"card"},"shapes":[]})"});
}
TEST(BindText, records_that_contain_themselves) {
  expect_same_for<Recursive>(
      {R"({"root":{"name":"/","folders":[{"name":"a","folders":[]}]},"expression":{"op":"sum","terms":[{"op":"number","literal":1},{"terms":[],"op":"sum"}]}})"});
}
TEST(BindText, codecs_small_numbers_and_items_that_must_differ) {
  expect_same_for<Weather>(
      {R"({"temperatures":["20 C","-5 C"],"highest":"31 C","wind":1.1,"offset":-128,"station":65535,"observers":[{"name":"A","active":true},{"name":"B","active":true}]})",
       R"({"temperatures":[],"highest":null,"wind":-0,"offset":0,"station":1.0,"observers":[]})"});
}

TEST(BindText, a_codec_may_read_a_text_while_one_is_read) {
  const std::string_view text =
      R"({"boxes":["{\"name\":\"\\u0041\",\"active\":true}","{\"name\":\"B\",\"active\":false}"],"label":"\u0078"})";
  Crate crate;
  EXPECT_TRUE(tenon::read_into(crate, text).empty());
  EXPECT_EQ(crate, (Crate{{{{"A", true}}, {{"B", false}}}, "x"}));
  const auto errors = tenon::read_into(crate, R"({"boxes":["{}"],"label":"x"})");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].place, "/boxes/0");
  EXPECT_EQ(errors[0].code, "required");
}
TEST(BindText, a_value_keeps_its_place_in_the_text) {
  const std::string_view text = R"( {"counts":{"a":1},"people":{},"anything":{"k":[1,"x"]}} )";
  const auto made = tenon::bind_text<Maps>(text);
  ASSERT_TRUE(made);
  const tenon::json::source_span where = made->anything.at("k").items()[1].source();
  EXPECT_EQ(text.substr(where.begin, where.end - where.begin), R"("x")");
}

}  // namespace
