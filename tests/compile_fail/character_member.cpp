// expect: tenon cannot describe a character type
#include <tenon/bind.hpp>

struct Bad {
  char letter;
};

const auto& made = tenon::descriptor_of<Bad>();
