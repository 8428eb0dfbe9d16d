// expect: tenon cannot fill a const or volatile member
#include <tenon/bind.hpp>

struct Bad {
  const int count = 1;
};

const auto& made = tenon::descriptor_of<Bad>();
