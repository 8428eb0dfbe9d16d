// expect: tenon cannot describe a C array
#include <tenon/bind.hpp>

struct Bad {
  int count[1];
};

const auto& made = tenon::descriptor_of<Bad>();
