// expect: min_items, max_items and unique_items are rules for lists
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
  return record("", field<&Bad::name>("", {.min_items = 1}));
}

const auto& made = tenon::descriptor_of<Bad>();
