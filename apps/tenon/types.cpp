// The types that --type knows: the contracts of the product.
#include "shape.hpp"

#include <tenon/contracts.hpp>

namespace tenon::cli {

std::vector<std::string> type_names() {
  std::vector<std::string> names;
  for (const contracts::contract& c : contracts::all()) names.emplace_back(c.name);
  return names;
}

result<shape, fault> load_type(std::string_view name) {
  const contracts::contract* const found = contracts::find(name);
  if (found == nullptr) return usage_fault("no type '" + excerpt(name) + "'");
  return shape{found->program, std::string(name), {}};
}

}  // namespace tenon::cli
