// expect: tenon cannot describe a map whose key is not std::string
#include <map>
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  std::map<int, std::string> names;
};

const auto& made = tenon::descriptor_of<Bad>();
