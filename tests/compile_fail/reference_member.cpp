// expect: a member that is a reference, or const, or has no default
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  int& count;
};

const auto& made = tenon::descriptor_of<Bad>();
