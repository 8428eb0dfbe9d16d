// expect: tenon reads plain structs
#include <string>

#include <tenon/bind.hpp>

class Bad {
 public:
  std::string name;

 private:
  [[maybe_unused]] int hidden = 0;
};

const auto& made = tenon::descriptor_of<Bad>();
