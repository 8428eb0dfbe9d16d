// expect: tenon cannot read a bit-field
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  unsigned flag : 3;
};

const auto& made = tenon::descriptor_of<Bad>();
