#include <tenon/configuration.hpp>

namespace tenon {
inline namespace v0 {

const model_settings* configuration::find_model(std::string_view name) const {
  if (const auto whole = models.find(name); whole != models.end()) return &whole->second;
  const model_settings* best = nullptr;
  std::size_t length = 0;
  for (const auto& [pattern, settings] : models) {
    if (pattern.empty() || pattern.back() != '*') continue;
    const auto begin = std::string_view(pattern).substr(0, pattern.size() - 1);
    if (!name.starts_with(begin) || (best != nullptr && begin.size() < length)) continue;
    best = &settings;
    length = begin.size();
  }
  return best;
}

}  // namespace v0
}  // namespace tenon
