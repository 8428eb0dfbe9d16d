// From --model to a model. On its own, because the program that the tests run opens models of its own.
#include "asking.hpp"

#include <tenon/connect.hpp>

namespace tenon::cli {

result<model_ptr, fault> model_from(const arguments& args) {
  auto opened = open_model(model_name(args));
  if (!opened) return from_problem(std::move(opened.error()));
  return std::move(*opened);
}

}  // namespace tenon::cli
