// expect: tenon cannot read a struct with a base class
#include <string>

#include <tenon/bind.hpp>

struct Base {
  int id;
};
struct Bad : Base {
  std::string name;
};

const auto& made = tenon::descriptor_of<Bad>();
