// From a reference to the schema that it names.
#include "load/metaschemas.hpp"
#include "load/resources.hpp"
#include "load/uri.hpp"

#include <exception>
#include <new>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/registry.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

target resources::find(index from, std::string_view reference, std::string_view place,
                       std::string_view code) {
  const std::string whole = uri::resolve(to_.resources[from].uri, reference);
  const auto [base, fragment] = uri::split_fragment(whole);
  index in = from;
  if (base != to_.resources[from].uri) in = resource_named(std::string(base), place, code);
  if (in == none) {
    fail(failure_kind::unsupported_schema, place, code,
         "the reference " + excerpt(reference) +
             " leads to a document that nobody has given; nothing is ever fetched");
    return {};
  }
  target t = step_down(in, fragment);
  if (t.schema == nullptr) {
    fail(failure_kind::invalid_argument, place, code,
         "the reference " + excerpt(reference) + " has no target");
    return {};
  }
  return charge_place(t.pointer, t.resource) ? t : target{};
}

index resources::resource_at(const value& schema, const std::string& pointer, index within) {
  const auto known = roots_.find(&schema);
  if (known != roots_.end()) return known->second;
  if (!schema.is_object()) return within;
  const schema_dialect rules = to_.resources[within].rules;
  const value* id = schema.find("$id");
  if (id == nullptr && rules.draft == draft::d4) id = schema.find("id");
  if (id == nullptr || is_lone_reference(schema, rules)) return within;
  // Nobody was here while the document was read, so no schema was expected here.
  way to{.pointer = pointer, .depth = 0, .expected = false};
  if (!read(schema, to, within)) return none;
  const auto named = roots_.find(&schema);
  return named == roots_.end() ? within : named->second;
}

index resources::resource_named(const std::string& uri, std::string_view place, std::string_view code) {
  const auto known = by_uri_.find(uri);
  if (known != by_uri_.end()) return known->second;
  const std::shared_ptr<const value> document = fetch(uri, place, code);
  if (document == nullptr) return none;
  to_.documents.push_back(document);
  const auto root = static_cast<index>(to_.resources.size());
  return open(*document, uri, true) ? root : none;
}

std::shared_ptr<const value> resources::fetch(const std::string& uri, std::string_view place,
                                              std::string_view code) {
  const auto known = fetched_.find(uri);
  if (known != fetched_.end()) return known->second;
  std::shared_ptr<const value> found;
  if (options_.documents != nullptr) found = options_.documents->find(uri);
  if (found == nullptr) found = metaschema(uri);
  if (found == nullptr && options_.resolver) {
    try {
      if (std::optional<value> given = options_.resolver(uri)) {
        found = std::make_shared<const value>(*std::move(given));
      }
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      fail(failure_kind::invalid_argument, place, code,
           "the resolver failed on " + excerpt(uri) + ": " + excerpt(e.what()));
    } catch (...) {
      fail(failure_kind::invalid_argument, place, code, "the resolver failed on " + excerpt(uri));
    }
  }
  if (found != nullptr) fetched_.emplace(uri, found);
  return found;
}

target resources::step_down(index resource, std::string_view fragment) {
  const schema::resource& r = to_.resources[resource];
  target t{.schema = r.root, .pointer = r.pointer, .resource = resource};
  const std::string plain = uri::decoded(fragment);
  if (plain.empty()) return t;
  if (plain.front() != '/') {
    const auto named = anchors_[resource].find(plain);
    if (named == anchors_[resource].end()) return {};
    return {.schema = named->second.schema, .pointer = named->second.pointer, .resource = resource};
  }
  const result<std::vector<std::string>> tokens = json::split_pointer(plain);
  if (!tokens) return {};
  for (const std::string& token : *tokens) {
    t.schema = part(*t.schema, token);
    if (t.schema == nullptr) return {};
    json::append_token(t.pointer, token);
    const auto root = roots_.find(t.schema);
    if (root != roots_.end()) t.resource = root->second;
  }
  t.resource = resource_at(*t.schema, t.pointer, t.resource);
  return t.resource == none ? target{} : t;
}

const value* resources::part(const value& of, const std::string& token) {
  constexpr std::size_t few = 16;
  if (of.is_object() && of.size() > few) {
    auto& names = wide_[&of];
    if (names.empty()) {
      for (const json::member& m : of.members()) names[m.name] = &m.value;
    }
    const auto at = names.find(token);
    return at == names.end() ? nullptr : at->second;
  }
  std::string one;
  json::append_token(one, token);
  return json::resolve(of, one);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
