// expect: tenon finds no enumerator between -128 and 127
#include <tenon/bind.hpp>

enum class Status { odd = 1237 };
struct Bad {
  Status status;
};

const auto& made = tenon::descriptor_of<Bad>();
