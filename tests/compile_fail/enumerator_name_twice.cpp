// expect: two enumerators have the same name on the wire
#include <tenon/bind.hpp>

enum class Status { up, down };
constexpr auto describe(tenon::type<Status>) {
  using namespace tenon;
  return enumeration("", named<Status::up>("up"), named<Status::down>("up"));
}
struct Bad {
  Status status;
};

const auto& made = tenon::descriptor_of<Bad>();
