// expect: one_of must list the alternatives of the variant in its order
#include <string>
#include <variant>

#include <tenon/bind.hpp>

struct Card {
  std::string last4;
};
struct Wire {
  std::string iban;
};
constexpr auto describe(tenon::type<std::variant<Card, Wire>>) {
  return tenon::one_of("", "kind", tenon::alternative<Wire>("wire"), tenon::alternative<Card>("card"));
}
struct Bad {
  std::variant<Card, Wire> payment;
};

const auto& made = tenon::descriptor_of<Bad>();
