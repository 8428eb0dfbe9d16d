// expect: nothing; this one compiles, so the others fail for the reason they name
#include <optional>
#include <string>
#include <vector>

#include <tenon/bind.hpp>

enum class Status { up, down };
struct Good {
  std::string name;
  std::optional<int> count;
  Status status;
  std::vector<Good> parts;
};
constexpr auto describe(tenon::type<Good>) {
  return tenon::record("A good one", tenon::field<&Good::name>("Its name", {.max_length = 3}));
}

const auto& made = tenon::descriptor_of<Good>();
