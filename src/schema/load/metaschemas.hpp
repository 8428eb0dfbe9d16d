// The metaschemas of the five drafts, with the documents of their vocabularies, as values. The texts are
// the files of metaschemas/, which the build embeds.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// Null if this URI (normalised, without fragment; http or https make no difference) names none of them.
std::shared_ptr<const value> metaschema(std::string_view uri);

struct embedded_metaschema {
  std::string_view uri;  // without scheme
  std::string_view text;
};
/// The definition is generated.
std::span<const embedded_metaschema> embedded_metaschemas() noexcept;

}  // namespace schema
}  // namespace v0
}  // namespace tenon
