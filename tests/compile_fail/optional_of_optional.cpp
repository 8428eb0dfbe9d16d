// expect: tenon cannot tell an empty optional inside an optional
#include <optional>

#include <tenon/bind.hpp>

struct Bad {
  std::optional<std::optional<int>> count;
};

const auto& made = tenon::descriptor_of<Bad>();
