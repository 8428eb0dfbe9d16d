// expect: tenon cannot describe long double
#include <tenon/describe.hpp>

struct Bad {
  long double amount;
};

const auto& made = tenon::descriptor_of<Bad>();
