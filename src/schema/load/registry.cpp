#include "load/uri.hpp"

#include <utility>

#include <tenon/registry.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

void registry::add(std::string_view uri, value document) {
  documents_[uri::normalised(uri::split_fragment(uri).base)] =
      std::make_shared<const value>(std::move(document));
}

std::shared_ptr<const value> registry::find(std::string_view uri) const {
  const auto at = documents_.find(uri::normalised(uri::split_fragment(uri).base));
  return at == documents_.end() ? nullptr : at->second;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
