// The snippets of docs/types.md, word for word: the last test compares the page with this file.
#include "golden.hpp"

#include <charconv>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/bind_text.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

// clang-format off
// snippet: bare
enum class Severity { SEV1, SEV2, SEV3, SEV4 };

struct Triage {
  std::string summary;
  Severity severity;
  std::optional<std::string> service;
  std::vector<std::string> symptoms;
};
// end

// snippet: describe
constexpr auto describe(tenon::type<Triage>) {
  using namespace tenon;
  return record("First reading of an incident report",
                field<&Triage::service>("Affected service, null if the report does not say"),
                field<&Triage::symptoms>("What users saw", {.min_items = 1, .max_items = 8}));
}
// end

// snippet: rules
struct Finding {
  std::string host_name;
  bool is_quoted;
  std::vector<std::string> error_codes;
  double share;
};

constexpr auto describe(tenon::type<Finding>) {
  using namespace tenon;
  return record("One finding",
                field<&Finding::host_name>("Host", {.max_length = 100, .name = "hostName", .verbatim_when = "is_quoted"}),
                field<&Finding::error_codes>("Codes, copied exactly",
                                             {.max_items = 10, .items = {.max_length = 40, .verbatim = true}}),
                field<&Finding::share>("Share of failed requests", {.minimum = 0, .maximum = 1}));
}
// end

// snippet: enumeration
enum class State { in_progress = 1000, done = 1001, internal_only = 1002 };

constexpr auto describe(tenon::type<State>) {
  using namespace tenon;
  return enumeration("Where the work stands", named<State::in_progress>("in-progress"), named<State::done>());
}
// end

// snippet: variant
struct Card {
  tenon::constant<"card"> kind;
  std::string last4;
};
struct Wire {
  tenon::constant<"wire"> kind;
  std::string iban;
};
struct Invoice {
  std::string number;
  std::variant<Card, Wire> payment;
};
// end

// snippet: one_of
struct Circle {
  double radius;
};
struct Square {
  double side;
};
using Figure = std::variant<Circle, Square>;

constexpr auto describe(tenon::type<Figure>) {
  using namespace tenon;
  return one_of("A figure", "type", alternative<Circle>("circle"), alternative<Square>("square"));
}
// end

// snippet: explicit_record
class Account {
 public:
  Account() = default;
  const std::string& owner() const { return owner_; }

 private:
  std::string owner_;
  int limit_ = 0;

  friend constexpr auto describe(tenon::type<Account>) {
    using namespace tenon;
    return explicit_record("An account", field<&Account::owner_>("Who owns it", {.name = "owner"}),
                           field<&Account::limit_>("In euros", {.minimum = 0, .name = "limit"}));
  }
};
// end

// snippet: codec
struct Percent {
  int hundredths = 0;
};

template <>
struct tenon::codec<Percent> {
  static tenon::value schema() { return tenon::value::object({{"type", "string"}, {"pattern", "^[0-9]+%$"}}); }
  static tenon::result<Percent> from_value(const tenon::value& v) {
    if (!v.is_string() || !v.string().ends_with('%'))
      return tenon::problem{.code = "no_percent", .expected = "a number with %"};
    int whole = 0;
    std::from_chars(v.string().data(), v.string().data() + v.string().size(), whole);
    return Percent{whole * 100};
  }
  static tenon::value to_value(const Percent& p) { return std::to_string(p.hundredths / 100) + "%"; }
};
// end

// snippet: schema_override
struct Attachment {
  std::string bytes;
};

inline tenon::value schema_override(tenon::type<Attachment>) {
  return tenon::value::object(
      {{"type", "object"},
       {"properties", tenon::value::object({{"bytes", tenon::value::object({{"contentEncoding", "base64"}})}})},
       {"required", tenon::value::array({"bytes"})}});
}
// end

// snippet: bind
std::string read_triage(std::string_view text) {
  const auto document = tenon::json::read_unique(text);
  if (!document) return explain(document.error());

  const auto& program = tenon::program_of<Triage>();  // an error only if a rule of Triage is none
  if (!program) return explain(program.error());
  for (const tenon::problem& p : program->validate(*document)) return explain(p);

  const auto triage = tenon::bind<Triage>(*document);
  if (!triage) return explain(triage.error().front());
  return tenon::json::write(tenon::to_value(*triage));
}
// end

// snippet: read_into
std::string read_all(const std::vector<std::string>& texts) {
  Triage triage;  // used again: its strings and lists keep their memory
  std::string all;
  for (const std::string& text : texts) {
    for (const tenon::problem& p : tenon::read_into(triage, text)) return explain(p);
    all += triage.summary + '\n';
  }
  return all;
}
// end

// clang-format on

namespace {

template <class T>
std::string bound(std::string_view text) {
  const auto made = tenon::bind<T>(*tenon::json::read_unique(text));
  return made ? tenon::json::write(tenon::to_value(*made)) : explain(made.error().front());
}

TEST(DocsTypes, the_snippets_do_what_the_page_says) {
  const std::string_view text = R"({"summary":"a","severity":"SEV2","service":null,"symptoms":["slow"]})";
  EXPECT_EQ(read_triage(text), text);
  EXPECT_EQ(
      read_all({std::string(text), R"({"symptoms":["x"],"summary":"b","severity":"SEV1","service":null})"}),
      "a\nb\n");
  EXPECT_EQ(read_all({R"({"summary":"a"})"}).find("required field"), 0U);
  EXPECT_EQ(bound<State>(R"("in-progress")"), R"("in-progress")");
  const std::string_view invoice = R"({"number":"1","payment":{"kind":"wire","iban":"DE00"}})";
  EXPECT_EQ(bound<Invoice>(invoice), invoice);
  EXPECT_EQ(bound<Figure>(R"({"type":"square","side":2})"), R"({"type":"square","side":2})");
  EXPECT_EQ(bound<Account>(R"({"owner":"Ann","limit":5})"), R"({"owner":"Ann","limit":5})");
  EXPECT_EQ(bound<Percent>(R"("12%")"), R"("12%")");
  EXPECT_EQ(bound<Attachment>(R"({"bytes":"AA=="})"), R"({"bytes":"AA=="})");
  EXPECT_NE(tenon::schema_of<Attachment>().find("required"), nullptr);
  EXPECT_TRUE(tenon::program_of<Finding>());
}

TEST(DocsTypes, the_page_and_this_file_have_the_same_snippets) {
  const std::string page = test::file_text(TENON_SOURCE_ROOT "/docs/types.md");
  const std::string here = test::file_text(TENON_TEST_FILES "/docs_types_test.cpp");
  int snippets = 0;
  for (auto at = page.find("<!-- snippet: "); at != std::string::npos;
       at = page.find("<!-- snippet: ", at + 1)) {
    const auto name_at = at + std::string_view("<!-- snippet: ").size();
    const std::string name = page.substr(name_at, page.find(' ', name_at) - name_at);
    const auto begin = page.find("```cpp\n", at) + 7;
    const std::string code = page.substr(begin, page.find("```", begin) - begin);
    EXPECT_NE(here.find("// snippet: " + name + "\n" + code + "// end\n"), std::string::npos) << name;
    ++snippets;
  }
  EXPECT_EQ(snippets, 11);
}

}  // namespace
