// Any JSON text into a type with a member of every kind. Its schema has no rule beyond the types, so
// binding and validation must agree, except where only binding can judge: numbers too large for 64 bits or
// a double, a name twice, depth. What was bound becomes a valid value and binds to an equal object.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include <tenon/contracts.hpp>
#include <tenon/reader.hpp>

namespace {

enum class Colour { red, green, blue };
struct Leaf {
  tenon::constant<"leaf"> kind = {};
  double weight = 0;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};
struct Branch {
  tenon::constant<"branch"> kind = {};
  std::vector<std::variant<Leaf, Branch>> parts = {};
  friend bool operator==(const Branch&, const Branch&) = default;
};
struct Circle {
  float radius = 0;
  friend bool operator==(const Circle&, const Circle&) = default;
};
struct Square {
  std::int64_t side = 0;
  friend bool operator==(const Square&, const Square&) = default;
};
constexpr auto describe(tenon::type<std::variant<Circle, Square>>) {
  using namespace tenon;
  return one_of("", "type", alternative<Circle>("circle"), alternative<Square>("square"));
}
struct Rich {
  std::string text = {};
  std::optional<std::string> maybe = {};
  bool flag = false;
  std::int8_t tiny = 0;
  std::uint64_t big = 0;
  double real = 0;
  Colour colour = Colour::red;
  std::optional<Colour> tint = {};
  std::array<std::int16_t, 2> pair = {};
  std::vector<bool> bits = {};
  std::map<std::string, int> counts = {};
  std::unordered_map<std::string, Circle> circles = {};
  std::variant<Leaf, Branch> tree = {};
  std::vector<std::variant<Circle, Square>> shapes = {};
  std::optional<Square> square = {};
  tenon::value any = {};
  friend bool operator==(const Rich&, const Rich&) = default;
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

bool only_binding_can_judge(const tenon::problems& errors) {
  for (const tenon::problem& p : errors) {
    if (p.code != "overflow" && p.code != "duplicate" && p.code != "max_depth") return false;
  }
  return true;
}

template <class T, bool HasRules>
void check(const tenon::value& v) {
  const auto& code = tenon::program_of<T>();
  require(code.has_value(), "the schema compiles");
  const bool accepted = code->accepts(v);
  const auto bound = tenon::bind<T>(v);
  if (!bound) {
    require(!bound.error().empty() && bound.error().size() <= tenon::schema::max_bind_errors,
            "errors are bounded");
    for (const tenon::problem& p : bound.error())
      require(!p.code.empty() && !p.message.empty(), "errors are whole");
    require(!accepted || only_binding_can_judge(bound.error()), "what is valid binds");
    return;
  }
  require(HasRules || accepted, "what binds is valid");
  const tenon::value again = tenon::to_value(*bound);
  require(HasRules || code->accepts(again), "what was bound is valid");
  const auto twice = tenon::bind<T>(again);
  require(twice.has_value(), "what was bound binds again");
  require(*twice == *bound, "what binds again is equal");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = tenon::json::read(text);
  if (!document) return 0;
  check<Rich, false>(document->root);
  check<std::vector<Rich>, false>(document->root);
  check<std::map<std::string, tenon::value>, false>(document->root);
  check<tenon::contracts::IncidentExtraction, true>(document->root);
  return 0;
}
