// Where a subschema stands, in words for a message and as a URI.
#include "load/uri.hpp"
#include "nodes/node.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

std::string location_of(const program::data& d, index resource, std::string_view pointer) {
  const schema::resource& r = d.resources[resource];
  std::string out(uri::is_absolute(r.uri) ? std::string_view(r.uri) : nameless);
  out += '#';
  // A nameless resource is named by its document, and so is whatever stands in it.
  return out += uri::as_fragment(pointer.substr(uri::is_absolute(r.uri) ? r.pointer.size() : 0));
}

std::string place_of(const program::data& d, index resource, std::string_view pointer) {
  return d.resources[resource].foreign ? location_of(d, resource, pointer) : std::string(pointer);
}

std::string place_of(const program::data& d, index node) {
  return place_of(d, d.places[node].resource, d.places[node].pointer);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
