// expect: tenon reads plain structs
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  Bad() {}
  std::string name;
};

const auto& made = tenon::descriptor_of<Bad>();
