// For every object: its value is valid under its type's schema and binds back to an equal object.
#include "described_types.hpp"
#include "pick.hpp"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <variant>
#include <vector>

#include <tenon/writer.hpp>

namespace {

using namespace described;
using test::pick;

bool coin() {
  return pick(0, 2) == 1;
}
std::string word() {
  return *rc::gen::container<std::string>(test::uniform('a', static_cast<char>('z' + 1)));
}
double real() {
  return std::ldexp(static_cast<double>(pick<std::int64_t>(-1'000'000, 1'000'000)), pick(-60, 60));
}
template <class T, class Make>
std::vector<T> some(int most, Make make) {
  std::vector<T> out;
  for (int n = pick(0, most + 1); n > 0; --n) out.push_back(make());
  return out;
}

Person person() {
  return {word(), coin()};
}
Folder folder(int depth) {
  return {word(), some<Folder>(depth > 0 ? 2 : 0, [=] { return folder(depth - 1); })};
}
std::variant<Number, Sum> expression(int depth) {
  if (depth == 0 || coin()) return Number{{}, real()};
  return Sum{{}, some<std::variant<Number, Sum>>(3, [=] { return expression(depth - 1); })};
}
Shape figure() {
  return coin() ? Shape(Circle{real()}) : Shape(Square{real()});
}
tenon::value anything() {
  switch (pick(0, 5)) {
    case 0:
      return nullptr;
    case 1:
      return coin();
    case 2:
      return real();
    case 3:
      return word();
    default:
      return tenon::value::array({tenon::value(word()), tenon::value(pick(0, 9))});
  }
}
Everything everything() {
  Everything e;
  e.flat = {word(), static_cast<Severity>(pick(0, 4)), coin() ? std::optional(word()) : std::nullopt,
            some<std::string>(7, word)};
  e.flat.symptoms.push_back(word());
  e.team = {person(), coin() ? std::optional(person()) : std::nullopt};
  e.lists.names = coin() ? std::vector<std::string>{"a", "bc"} : std::vector<std::string>{};
  e.lists.matrix = some<std::vector<double>>(3, [] { return some<double>(3, real); });
  e.lists.triple = {pick<std::int16_t>(-32768, 32767), 0, 32767};
  for (int n = pick(0, 5); n > 0; --n) e.lists.flags.push_back(coin());
  e.enums = {coin() ? Level::low : Level::high, coin() ? std::optional(State::in_progress) : std::nullopt,
             coin() ? Signal::negative : Signal::positive};
  e.maps.counts["one"] = pick<std::uint8_t>(0, 255);
  e.maps.people[word()] = person();
  e.maps.anything[word()] = anything();
  e.variants = {
      coin() ? std::variant<Card, Wire>(Card{{}, word()}) : std::variant<Card, Wire>(Wire{{}, word()}),
      some<Shape>(3, figure)};
  e.recursive = {folder(3), expression(3)};
  e.real = coin() ? std::optional(real()) : std::nullopt;
  e.small = static_cast<float>(real());
  e.whole = pick(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  e.natural = pick<std::uint32_t>(0, 4294967295U);
  e.any = anything();
  return e;
}

RC_GTEST_PROP(BindProperty, an_object_becomes_a_valid_value_and_comes_back_equal, ()) {
  const Everything before = everything();
  const tenon::value made = tenon::to_value(before);
  const auto& code = tenon::program_of<Everything>();
  RC_ASSERT(code.has_value());
  for (const tenon::problem& p : code->validate(made)) RC_FAIL(explain(p));
  const auto after = tenon::bind<Everything>(made);
  RC_ASSERT(after.has_value());
  RC_ASSERT(*after == before);
  RC_ASSERT(tenon::json::write(tenon::to_value(*after)) == tenon::json::write(made));
}

}  // namespace
