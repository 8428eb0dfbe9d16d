// expect: tenon cannot tell the alternatives of this variant apart
#include <string>
#include <variant>

#include <tenon/bind.hpp>

struct Card {
  std::string last4;
};
struct Wire {
  std::string iban;
};
struct Bad {
  std::variant<Card, Wire> payment;
};

const auto& made = tenon::descriptor_of<Bad>();
