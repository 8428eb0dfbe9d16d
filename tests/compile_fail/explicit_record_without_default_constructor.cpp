// expect: it must be default-constructible
#include <string>

#include <tenon/bind.hpp>

struct Bad {
  explicit Bad(int);
  std::string name;
};
constexpr auto describe(tenon::type<Bad>) {
  return tenon::explicit_record("", tenon::field<&Bad::name>(""));
}

const auto& made = tenon::descriptor_of<Bad>();
