// expect: tenon cannot describe a C array
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  int counts[4];
};

const auto& made = tenon::descriptor_of<Bad>();
