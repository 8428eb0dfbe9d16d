// expect: tenon cannot describe a pointer
#include <vector>

#include <tenon/bind.hpp>

struct Bad {
  std::vector<int*> items;
};

const auto& made = tenon::descriptor_of<Bad>();
