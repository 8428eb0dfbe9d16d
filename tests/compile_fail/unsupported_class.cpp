// expect: tenon reads plain structs
#include <set>
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::set<std::string> names;
};

const auto& made = tenon::descriptor_of<Bad>();
