#include <utility>

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

result<tenon::policy> configuration::find_policy(std::string_view name) const {
  if (const auto own = policies.find(name); own != policies.end()) return own->second;
  auto preset = policies::by_name(name);
  if (preset) return preset;
  problem none = std::move(preset.error());
  for (const auto& [known, unused] : policies) none.expected += ", " + known;
  return none;
}

#if !TENON_TOML
result<configuration, problems> read_configuration(std::string_view, std::string_view file_name) {
  return problems{
      {.kind = failure_kind::invalid_argument,
       .code = "not_built",
       .place = std::string(file_name),
       .message = "this build reads no configuration files (it was configured with TENON_TOML=OFF)"}};
}
#endif

}  // namespace v0
}  // namespace tenon
