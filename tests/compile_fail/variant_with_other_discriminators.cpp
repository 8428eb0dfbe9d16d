// expect: the constant members of all alternatives of a variant must have the same name
#include <variant>

#include <tenon/bind.hpp>

struct Card {
  tenon::constant<"card"> kind;
};
struct Wire {
  tenon::constant<"wire"> sort;
};
struct Bad {
  std::variant<Card, Wire> payment;
};

const auto& made = tenon::descriptor_of<Bad>();
