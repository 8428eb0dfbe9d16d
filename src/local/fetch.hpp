// Fetching one recipe into one folder. Apart from local::fetch so that tests bring their own recipe.
#pragma once

#include "file.hpp"
#include "weights.hpp"

namespace tenon {
inline namespace v0 {
namespace local {

using progress_sink = std::function<void(const fetch_progress&)>;

result<path> fetch_recipe(const recipe& what, const path& folder, const progress_sink& progress,
                          std::stop_token stop);

}  // namespace local
}  // namespace v0
}  // namespace tenon
