// expect: tenon cannot fill a reference
#include <string>

#include <tenon/bind.hpp>

inline int shared = 0;
struct Bad {
  std::string name;
  int& count = shared;
};

const auto& made = tenon::descriptor_of<Bad>();
