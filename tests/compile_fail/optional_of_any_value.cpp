// expect: tenon cannot tell null from absent in an optional tenon::value
#include <optional>

#include <tenon/bind.hpp>

struct Bad {
  std::optional<tenon::value> extra;
};

const auto& made = tenon::descriptor_of<Bad>();
