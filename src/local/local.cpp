// From a name or a file to a model.
#include "check.hpp"
#include "embedded.hpp"
#include "weights.hpp"

#include <system_error>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

problem not_fetched(const known_model& which, const path& file) {
  return unavailable("not_fetched", file.string(),
                     "the model is not on this machine yet; run `tenon models fetch " +
                         std::string(which.name) + "`, or set TENON_MODEL to a GGUF file");
}

const known_model* default_model() {
  for (const known_model& m : known_models()) {
    if (m.is_default) return &m;
  }
  return nullptr;
}

}  // namespace

result<model_ptr> load(const std::filesystem::path& file, const options& how, const known_model* known) {
  if (known != nullptr) {
    if (auto bad = check_identity(file, *known)) return *std::move(bad);
  }
  if (auto bad = check_gguf(file)) return *std::move(bad);
  auto on = engine::open(file, how);
  if (!on) return on.error();
  try {
    return make_embedded(*std::move(on), known != nullptr ? std::string(known->name) : file.stem().string(),
                         how);
  } catch (const std::system_error& e) {
    return unavailable("no_thread", file.string(),
                       "no thread can be started for the model: " + excerpt(e.what()));
  }
}

result<model_ptr> open(std::string_view name, const options& how) {
  const known_model* which = default_model();
  if (name == "default") {
    if (const path own = model_from_environment(); !own.empty()) return load(own, how);
  } else {
    const recipe* known = recipe_for(name);
    if (known == nullptr) return unknown_model(name);
    which = &known->model;
  }
  const path file = model_file(*which);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return not_fetched(*which, file);
  return load(file, how, which);
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
