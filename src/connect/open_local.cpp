// A model in this process, by its name or its file. Two names of the same file share what is loaded.
#include "opening.hpp"

#if TENON_LOCAL
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

/// Loaded models by file. Weak: a model nobody uses is unloaded.
class shared_models {
 public:
  /// One file is loaded once: who asks second waits for the first.
  template <class Load>
  result<model_ptr> get(const std::filesystem::path& file, Load&& load) {
    std::error_code ignored;
    auto key = std::filesystem::weakly_canonical(file, ignored);
    if (ignored) key = file;
    const std::scoped_lock hold(lock_);
    std::erase_if(loaded_, [](const auto& entry) { return entry.second.expired(); });
    if (const auto known = loaded_.find(key); known != loaded_.end()) {
      if (auto m = known->second.lock()) return m;
    }
    auto made = std::forward<Load>(load)();
    if (made) loaded_.insert_or_assign(key, *made);
    return made;
  }

  static shared_models& instance() {
    static shared_models all;
    return all;
  }

 private:
  std::mutex lock_;
  std::map<std::filesystem::path, std::weak_ptr<tenon::model>> loaded_;
};

const local::known_model* find_known(std::string_view name) {
  const auto all = local::known_models();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const local::known_model& m) { return m.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const local::known_model* default_model() {
  const auto all = local::known_models();
  const auto found =
      std::find_if(all.begin(), all.end(), [](const local::known_model& m) { return m.is_default; });
  return found == all.end() ? nullptr : &*found;
}

bool looks_like_file(std::string_view name) {
  return name.find('/') != std::string_view::npos || name.ends_with(".gguf");
}

}  // namespace

result<model_ptr> open_local(std::string_view rest) {
  auto& models = shared_models::instance();
  if (looks_like_file(rest)) {
    const std::filesystem::path file(rest);
    return models.get(file, [&] { return local::load(file); });
  }
  const bool wants_default = rest.empty() || rest == "default";
  const char* own = wants_default ? std::getenv("TENON_MODEL") : nullptr;
  if (own != nullptr && *own != '\0') {
    return models.get(own, [&] { return local::open("default"); });
  }
  const auto* known = wants_default ? default_model() : find_known(rest);
  // A name nobody knows: `open` says so and lists what there is.
  if (known == nullptr) return local::open(rest);
  return models.get(local::model_file(*known), [&] { return local::open(known->name); });
}

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
#endif
