// expect: tenon cannot describe std::string_view
#include <string_view>

#include <tenon/bind.hpp>

struct Bad {
  std::string_view name;
};

const auto& made = tenon::descriptor_of<Bad>();
