// expect: tenon cannot describe a union: use std::variant
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  union {
    int number;
    float real;
  };
};

const auto& made = tenon::descriptor_of<Bad>();
