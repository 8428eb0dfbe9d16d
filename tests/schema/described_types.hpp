// Types that the tests of describe, emission and binding share. Each has a golden schema of its name.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include <tenon/bind.hpp>

namespace described {

// ---- flat ----
enum class Severity { SEV1, SEV2, SEV3, SEV4 };
struct Triage {
  std::string summary = {};
  Severity severity = Severity::SEV4;
  std::optional<std::string> service = {};
  std::vector<std::string> symptoms = {};
  friend bool operator==(const Triage&, const Triage&) = default;
};
constexpr auto describe(tenon::type<Triage>) {
  using namespace tenon;
  return record("First reading of an incident report",
                field<&Triage::service>("Affected service, null if the report does not say"),
                field<&Triage::symptoms>("What users saw", {.min_items = 1, .max_items = 8}));
}

// ---- nested ----
struct Person {
  std::string name = {};
  bool active = false;
  friend bool operator==(const Person&, const Person&) = default;
};
constexpr auto describe(tenon::type<Person>) {
  return tenon::record("A person");
}
struct Team {
  Person owner = {};
  std::optional<Person> deputy = {};
  friend bool operator==(const Team&, const Team&) = default;
};
constexpr auto describe(tenon::type<Team>) {
  return tenon::record("", tenon::field<&Team::deputy>("Stands in for the owner"));
}

// ---- lists ----
struct Lists {
  std::vector<std::string> names = {};
  std::vector<std::vector<double>> matrix = {};
  std::array<std::int16_t, 3> triple = {};
  std::vector<bool> flags = {};
  std::optional<std::vector<std::string>> maybe = {};
  friend bool operator==(const Lists&, const Lists&) = default;
};
constexpr auto describe(tenon::type<Lists>) {
  using namespace tenon;
  return record(
      "",
      field<&Lists::names>("", {.max_items = 3,
                                .unique_items = true,
                                .items = {.min_length = 1, .pattern = "^[a-z]+$", .verbatim = true}}),
      field<&Lists::maybe>("", {.max_items = 2}));
}

// ---- enums ----
enum class Level : std::uint8_t { low, high };
constexpr auto describe(tenon::type<Level>) {
  return tenon::enumeration("How bad it is");
}
enum class State : std::int64_t { in_progress = 70'000, done = 7, internal = 8 };
constexpr auto describe(tenon::type<State>) {
  using namespace tenon;
  return enumeration("", named<State::in_progress>("in-progress"), named<State::done>());
}
enum class Signal : std::int8_t { positive = 127, zero = 0, negative = -128 };
struct Enums {
  Level level = Level::low;
  std::optional<State> state = {};
  Signal signal = Signal::zero;
  friend bool operator==(const Enums&, const Enums&) = default;
};

// ---- maps ----
struct Maps {
  std::map<std::string, std::uint8_t> counts = {};
  std::unordered_map<std::string, Person> people = {};
  std::map<std::string, tenon::value> anything = {};
  friend bool operator==(const Maps&, const Maps&) = default;
};
constexpr auto describe(tenon::type<Maps>) {
  return tenon::record("", tenon::field<&Maps::counts>("", {.min_items = 1, .max_items = 4}));
}

// ---- rules ----
struct Rules {
  std::string code = {};
  double price = 0;
  int count = 0;
  std::uint64_t big = 0;
  bool is_stated = false;
  std::string text = {};
  std::optional<std::string> name = {};
  std::string note = "as it was";
  friend bool operator==(const Rules&, const Rules&) = default;
};
constexpr auto describe(tenon::type<Rules>) {
  using namespace tenon;
  return record(
      "",
      field<&Rules::code>("A code",
                          {.min_length = 2, .max_length = 8, .pattern = "^[A-Z]+$", .format = "hostname"}),
      field<&Rules::price>("", {.minimum = 0.5, .exclusive_maximum = 100, .multiple_of = 0.01}),
      field<&Rules::count>("", {.maximum = 10, .exclusive_minimum = 0}),
      field<&Rules::big>("", {.maximum = 18446744073709551615U}),
      field<&Rules::is_stated>("", {.name = "stated"}),
      field<&Rules::text>("", {.name = "renamedText", .verbatim = true}),
      field<&Rules::name>("", {.max_length = 5, .verbatim_when = "is_stated"}),
      field<&Rules::note>("", {.may_be_absent = true}));
}

// ---- variants ----
struct Card {
  tenon::constant<"card"> kind = {};
  std::string last4 = {};
  friend bool operator==(const Card&, const Card&) = default;
};
struct Wire {
  tenon::constant<"wire"> kind = {};
  std::string iban = {};
  friend bool operator==(const Wire&, const Wire&) = default;
};
struct Circle {
  double radius = 0;
  friend bool operator==(const Circle&, const Circle&) = default;
};
struct Square {
  double side = 0;
  friend bool operator==(const Square&, const Square&) = default;
};
using Shape = std::variant<Circle, Square>;
constexpr auto describe(tenon::type<Shape>) {
  using namespace tenon;
  return one_of("A figure", "type", alternative<Circle>("circle"), alternative<Square>("square"));
}
struct Variants {
  std::variant<Card, Wire> payment = {};
  std::vector<Shape> shapes = {};
  friend bool operator==(const Variants&, const Variants&) = default;
};
constexpr auto describe(tenon::type<Variants>) {
  return tenon::record("", tenon::field<&Variants::payment>("How it was paid"));
}

// ---- recursive ----
struct Folder {
  std::string name = {};
  std::vector<Folder> folders = {};
  friend bool operator==(const Folder&, const Folder&) = default;
};
struct Number {
  tenon::constant<"number"> op = {};
  double literal = 0;
  friend bool operator==(const Number&, const Number&) = default;
};
struct Sum {
  tenon::constant<"sum"> op = {};
  std::vector<std::variant<Number, Sum>> terms = {};
  friend bool operator==(const Sum&, const Sum&) = default;
};
struct Recursive {
  Folder root = {};
  std::variant<Number, Sum> expression = {};
  friend bool operator==(const Recursive&, const Recursive&) = default;
};
constexpr auto describe(tenon::type<Recursive>) {
  return tenon::record("", tenon::field<&Recursive::root>("Where it starts"));
}

/// One record with a member of every kind.
struct Everything {
  Triage flat = {};
  Team team = {};
  Lists lists = {};
  Enums enums = {};
  Maps maps = {};
  Variants variants = {};
  Recursive recursive = {};
  std::optional<double> real = {};
  float small = 0;
  std::int64_t whole = 0;
  std::uint32_t natural = 0;
  tenon::value any = {};
  friend bool operator==(const Everything&, const Everything&) = default;
};

}  // namespace described
