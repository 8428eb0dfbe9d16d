// From a name to a model. On its own, because the program that the tests run opens models of its own.
#include "asking.hpp"

#include <tenon/connect.hpp>

namespace tenon::cli {

result<model_ptr, fault> open_named(std::string_view name, const configuration& how) {
  auto opened = open_model(name, how);
  if (!opened) return from_problem(std::move(opened.error()));
  return std::move(*opened);
}

}  // namespace tenon::cli
