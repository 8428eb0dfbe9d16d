// expect: tenon cannot describe a union: use std::variant
#include <tenon/bind.hpp>

union Either {
  int number;
  float real;
};
struct Bad {
  Either either;
};

const auto& made = tenon::descriptor_of<Bad>();
