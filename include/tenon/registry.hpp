// Schema documents that other schemas may name, by URI. This is where a reference that leaves its document
// is looked up: tenon never opens a connection or a file for one.
//
//   tenon::schema::registry known;
//   known.add("https://example.com/address.json", address);
//   program::compile(schema, {.documents = &known});
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// A value type; a copy shares the documents. Safe to read from many threads once filled; filling is for
/// one thread. A program that was compiled with it keeps the documents that it needs, so the registry may
/// change or end afterwards.
class registry {
 public:
  /// The document that can be had at this URI. URIs are compared by RFC 3986, section 6.2.2 (case of scheme
  /// and host, percent-encoding, dot segments); a fragment is left out. Where the URI has a document
  /// already, the new one takes its place. The document's own $id names it too once it has been found by
  /// this URI. Nothing is checked before a schema refers to it.
  void add(std::string_view uri, value document);

  /// Null if there is none.
  std::shared_ptr<const value> find(std::string_view uri) const;
  std::size_t size() const noexcept { return documents_.size(); }

 private:
  std::map<std::string, std::shared_ptr<const value>, std::less<>> documents_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
