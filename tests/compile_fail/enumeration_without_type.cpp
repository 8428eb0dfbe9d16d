// expect: tenon needs an enum class, or an enum with an underlying type
#include <tenon/bind.hpp>

enum Status { up, down };
struct Bad {
  Status status;
};

const auto& made = tenon::descriptor_of<Bad>();
