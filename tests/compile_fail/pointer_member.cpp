// expect: tenon cannot describe a pointer
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  Bad* next;
};

const auto& made = tenon::descriptor_of<Bad>();
