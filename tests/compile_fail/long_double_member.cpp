// expect: tenon cannot describe long double
#include <tenon/bind.hpp>

struct Bad {
  long double amount;
};

const auto& made = tenon::descriptor_of<Bad>();
