// expect: the discriminator of one_of has the name of a member
#include <string>
#include <variant>

#include <tenon/bind.hpp>

struct Card {
  std::string kind;
};
struct Wire {
  std::string iban;
};
constexpr auto describe(tenon::type<std::variant<Card, Wire>>) {
  return tenon::one_of("", "kind", tenon::alternative<Card>("card"), tenon::alternative<Wire>("wire"));
}
struct Bad {
  std::variant<Card, Wire> payment;
};

const auto& made = tenon::descriptor_of<Bad>();
