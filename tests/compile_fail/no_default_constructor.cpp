// expect: has no default constructor is in the way
#include <string>

#include <tenon/bind.hpp>

struct Id {
  explicit Id(int);
};
struct Bad {
  std::string name;
  Id id;
};

const auto& made = tenon::descriptor_of<Bad>();
