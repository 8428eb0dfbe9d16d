// expect: each alternative of a variant must be a record
#include <string>
#include <variant>

#include <tenon/bind.hpp>

struct Bad {
  std::variant<int, std::string> id;
};

const auto& made = tenon::descriptor_of<Bad>();
