// expect: tenon reads plain structs
#include <memory>
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  std::unique_ptr<Bad> next;
};

const auto& made = tenon::descriptor_of<Bad>();
