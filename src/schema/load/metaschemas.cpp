#include "load/metaschemas.hpp"

#include <map>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using documents = std::map<std::string_view, std::shared_ptr<const value>>;

documents read_all() {
  documents all;
  for (const embedded_metaschema& one : embedded_metaschemas()) {
    if (result<value> v = json::read_unique(one.text)) {
      all.emplace(one.uri, std::make_shared<const value>(*std::move(v)));
    }
  }
  return all;
}

}  // namespace

std::shared_ptr<const value> metaschema(std::string_view uri) {
  if (uri.starts_with("http://")) {
    uri.remove_prefix(7);
  } else if (uri.starts_with("https://")) {
    uri.remove_prefix(8);
  } else {
    return nullptr;
  }
  static const documents all = read_all();
  const auto at = all.find(uri);
  return at == all.end() ? nullptr : at->second;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
