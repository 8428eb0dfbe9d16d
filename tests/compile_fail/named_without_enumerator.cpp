// expect: named<> needs an enumerator
#include <tenon/bind.hpp>

enum class Status { up, down };
constexpr auto describe(tenon::type<Status>) {
  return tenon::enumeration("", tenon::named<static_cast<Status>(5)>("odd"));
}
struct Bad {
  Status status;
};

const auto& made = tenon::descriptor_of<Bad>();
