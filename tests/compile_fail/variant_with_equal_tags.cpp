// expect: two alternatives of a variant have the same tag
#include <string>
#include <variant>

#include <tenon/bind.hpp>

struct Card {
  tenon::constant<"paid"> kind;
};
struct Wire {
  tenon::constant<"paid"> kind;
  std::string iban;
};
struct Bad {
  std::variant<Card, Wire> payment;
};

const auto& made = tenon::descriptor_of<Bad>();
