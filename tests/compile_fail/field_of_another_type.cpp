// expect: describe(type<T>) names members of another type
#include <string>

#include <tenon/bind.hpp>

struct Other {
  std::string name;
};
struct Bad {
  std::string name;
};
constexpr auto describe(tenon::type<Bad>) {
  return tenon::record("", tenon::field<&Other::name>(""));
}

const auto& made = tenon::descriptor_of<Bad>();
