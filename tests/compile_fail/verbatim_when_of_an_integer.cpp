// expect: verbatim is a rule for strings
#include <array>
#include <string>
#include <vector>

#include <tenon/bind.hpp>

struct Bad {
  std::string name;
  int count;
  bool stated;
  std::vector<std::string> tags;
  std::vector<int> sizes;
  std::array<int, 3> three;
};
constexpr auto describe(tenon::type<Bad>) {
  using namespace tenon;
  return record("", field<&Bad::count>("", {.verbatim_when = "stated"}));
}

const auto& made = tenon::descriptor_of<Bad>();
