// expect: tenon finds an enumerator outside -128 to 127
#include <tenon/bind.hpp>

enum class Status { ok = 0, teapot = 1 << 10 };
struct Bad {
  Status status;
};

const auto& made = tenon::descriptor_of<Bad>();
