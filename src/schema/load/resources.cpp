// Reading a document: which resources it holds, and which anchors they have.
#include "load/resources.hpp"

#include "load/uri.hpp"

#include <algorithm>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// 2019-09, core, section 8.2.3, and 2020-12, core, section 8.2.2.
bool is_anchor_name(std::string_view name, draft d) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto further = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
           (c == ':' && d == draft::d2019);
  };
  const bool begins = !name.empty() && (letter(name.front()) || (name.front() == '_' && d == draft::d2020));
  return begins && std::all_of(name.begin(), name.end(), further);
}

}  // namespace

bool resources::fail(failure_kind kind, std::string_view place, std::string_view code, std::string message) {
  if (error_) return false;
  problem p;
  p.kind = kind;
  p.place = place;
  p.code = code;
  p.message = std::move(message);
  error_ = std::move(p);
  return false;
}

bool resources::charge_place(std::string_view pointer, index resource) {
  place_bytes_ += pointer.size();
  if (place_bytes_ <= options_.limits.max_place_bytes) return true;
  return fail(failure_kind::unsupported_schema, place_of(to_, resource, pointer), "max_place_bytes",
              "the JSON Pointers of the subschemas have more than " +
                  std::to_string(options_.limits.max_place_bytes) + " bytes together (max_place_bytes)");
}

std::string resources::place(index resource, std::string_view pointer, std::string_view keyword) const {
  std::string whole(pointer);
  json::append_token(whole, keyword);
  return place_of(to_, resource, whole);
}

bool resources::open_main() {
  return open(to_.document, uri::normalised(uri::split_fragment(options_.base_uri).base), false);
}

/// The first resource of a document is the one that `uri` names; an $id gives it another name.
bool resources::open(const value& document, std::string uri, bool foreign) {
  way to;
  schema_dialect rules;
  if (!to_.resources.empty()) {
    rules = to_.resources.front().rules;
  } else {
    rules.draft = options_.default_draft;
  }
  const index root = add_resource(document, to, uri, rules, foreign);
  if (!name_resource(root, uri, to)) return false;
  if (!choose_dialect(document, root, to, to_.resources[root].rules, metaschemas_[root])) return false;
  return read(document, to, root);
}

index resources::add_resource(const value& root, const way& to, std::string uri, const schema_dialect& rules,
                              bool foreign) {
  const auto self = static_cast<index>(to_.resources.size());
  to_.resources.push_back(
      {.uri = std::move(uri), .pointer = to.pointer, .root = &root, .rules = rules, .foreign = foreign});
  anchors_.emplace_back();
  metaschemas_.emplace_back();
  roots_.emplace(&root, self);
  return self;
}

/// Where two documents claim one name, the first that was read has it; in one document that is a mistake.
bool resources::name_resource(index resource, const std::string& uri, const way& to) {
  if (!to.expected) return true;
  const auto [known, added] = by_uri_.emplace(uri, resource);
  if (added || known->second == resource) return true;
  const schema::resource& other = to_.resources[known->second];
  if (other.foreign || to_.resources[resource].foreign) return true;
  return fail(failure_kind::invalid_argument, place(resource, to.pointer, "$id"), "$id",
              "two schemas have the URI " + excerpt(uri));
}

/// All of a document that is compiled is read first, so what is too much is refused before the rest of it is
/// looked at. Of another document only what references lead to is compiled.
bool resources::count(const way& to, index within) {
  if (!to.expected || to_.resources[within].foreign) return true;
  if (++schemas_ <= options_.limits.max_schema_nodes) return true;
  return fail(failure_kind::unsupported_schema, place_of(to_, within, to.pointer), "max_schema_nodes",
              "the schema has more than " + std::to_string(options_.limits.max_schema_nodes) +
                  " subschemas (max_schema_nodes)");
}

bool resources::read(const value& schema, way& to, index within) {
  if (!schema.is_object()) return true;
  if (!to.expected && to.depth > 0 && roots_.contains(&schema)) return true;  // somebody was here first
  if (to.depth >= options_.limits.max_schema_depth) {
    return fail(failure_kind::unsupported_schema, place_of(to_, within, to.pointer), "max_schema_depth",
                "the schema is nested deeper than " + std::to_string(options_.limits.max_schema_depth) +
                    " (max_schema_depth)");
  }
  if (!count(to, within)) return false;
  within = identify(schema, to, within);
  if (within == none || !name_anchors(schema, to, within)) return false;
  const schema_dialect rules = to_.resources[within].rules;
  const bool alone = is_lone_reference(schema, rules);
  ++to.depth;
  for (const json::member& m : schema.members()) {
    const keyword* k = find_keyword(m.name, rules);
    if (k == nullptr || k->holds == holds::nothing || (alone && k->what != word::definitions)) continue;
    const std::size_t length = to.pointer.size();
    json::append_token(to.pointer, m.name);
    if (!read_below(*k, m.value, to, within)) return false;
    to.pointer.resize(length);
  }
  --to.depth;
  return true;
}

bool resources::read_below(const keyword& k, const value& v, way& to, index within) {
  switch (k.holds) {
    case holds::schema:
      return read(v, to, within);
    case holds::list:
      return !v.is_array() || read_items(v, to, within);
    case holds::schema_or_list:
      return v.is_array() ? read_items(v, to, within) : read(v, to, within);
    case holds::members:
    case holds::schemas_or_names:
      if (!v.is_object()) return true;
      for (const json::member& m : v.members()) {
        const std::size_t length = to.pointer.size();
        json::append_token(to.pointer, m.name);
        if (!read(m.value, to, within)) return false;
        to.pointer.resize(length);
      }
      return true;
    case holds::nothing:
      break;
  }
  return true;
}

bool resources::read_items(const value& v, way& to, index within) {
  std::size_t i = 0;
  for (const value& item : v.items()) {
    const std::size_t length = to.pointer.size();
    json::append_index(to.pointer, i++);
    if (!read(item, to, within)) return false;
    to.pointer.resize(length);
  }
  return true;
}

/// The resource that this schema belongs to: a new one if it has an $id that says so.
index resources::identify(const value& schema, const way& to, index within) {
  if (schema.find("$id") == nullptr && schema.find("id") == nullptr) return within;
  schema_dialect rules = to_.resources[within].rules;
  std::string metaschema = metaschemas_[within];
  const bool is_document = to_.resources[within].root == &schema;
  const bool legacy = rules.draft == draft::d4;
  if (!is_document && !choose_dialect(schema, within, to, rules, metaschema)) return none;
  const std::string_view name = rules.draft == draft::d4 ? "id" : "$id";
  const value* id = schema.find(name);
  if (id == nullptr) return within;
  // An `id` that is none of the draft around it counts where it is absolute, as in a bundle of documents.
  // Else this is no resource, and a $schema in what is none says nothing (2020-12, core, section 8.1.1).
  const bool strange = legacy != (rules.draft == draft::d4);
  if (strange && (!id->is_string() || !uri::is_absolute(id->string()))) return within;
  if (is_lone_reference(schema, rules)) return within;
  const std::string where = place(within, to.pointer, name);
  // Where no keyword led here, nobody has said that this is a schema.
  if (!id->is_string() && !to.expected) return within;
  if (!id->is_string()) {
    fail(failure_kind::invalid_argument, where, name, std::string(name) + " must be a string");
    return none;
  }
  const auto [base, fragment] = uri::split_fragment(id->string());
  if (rules.draft >= draft::d2019 && !fragment.empty()) {
    fail(failure_kind::invalid_argument, where, name, "$id must have no fragment; $anchor names a place");
    return none;
  }
  index self = within;
  std::string full = uri::resolve(to_.resources[within].uri, base);
  if (base.empty() || full == to_.resources[within].uri) {
    roots_.emplace(&schema, within);
  } else if (is_document) {
    to_.resources[self].uri = full;
    if (!name_resource(self, full, to)) return none;
  } else {
    if (!charge_place(to.pointer, within)) return none;
    self = add_resource(schema, to, full, rules, to_.resources[within].foreign);
    to_.resources[self].within = within;
    metaschemas_[self] = std::move(metaschema);
    if (!name_resource(self, full, to)) return none;
  }
  // A pointer as the fragment of an id names nothing that is not named already.
  const bool is_name = !fragment.empty() && !fragment.starts_with('/');
  if (is_name && !add_anchor(self, uri::decoded(fragment), {&schema, to.pointer}, to, name)) return none;
  return self;
}

bool resources::name_anchors(const value& schema, const way& to, index within) {
  const schema_dialect rules = to_.resources[within].rules;
  if (rules.draft < draft::d2019) return true;
  for (const word w : {word::anchor, word::dynamic_anchor}) {
    const std::string_view name = to_string(w);
    const value* v = schema.find(name);
    if (v == nullptr || find_keyword(name, rules) == nullptr) continue;
    if (!v->is_string() || !is_anchor_name(v->string(), rules.draft)) {
      return fail(failure_kind::invalid_argument, place(within, to.pointer, name), name,
                  std::string(name) + " must be a name: a letter, then letters, digits, '-', '_' and '.'");
    }
    const anchor a{&schema, to.pointer, w == word::dynamic_anchor};
    if (!add_anchor(within, std::string(v->string()), a, to, name)) return false;
  }
  const value* v = schema.find("$recursiveAnchor");
  if (rules.draft != draft::d2019 || v == nullptr) return true;
  if (!v->is_boolean()) {
    return fail(failure_kind::invalid_argument, place(within, to.pointer, "$recursiveAnchor"),
                "$recursiveAnchor", "$recursiveAnchor must be a boolean");
  }
  if (!v->boolean() || to_.resources[within].root != &schema) return true;
  return add_anchor(within, std::string(recursive), {&schema, to.pointer, true}, to, "$recursiveAnchor");
}

bool resources::add_anchor(index resource, std::string name, anchor a, const way& to,
                           std::string_view keyword) {
  if (!charge_place(a.pointer, resource)) return false;
  const auto [known, added] = anchors_[resource].emplace(name, a);
  if (!added && known->second.schema != a.schema) {
    if (!to.expected) return true;
    return fail(failure_kind::invalid_argument, place(resource, to.pointer, keyword), keyword,
                "two schemas have the anchor " + excerpt(name));
  }
  if (a.dynamic) {
    known->second.dynamic = true;
    dynamic_[std::move(name)].push_back(resource);
  }
  return true;
}

const std::vector<index>& resources::with_dynamic(const std::string& name) const {
  static const std::vector<index> nobody;
  const auto at = dynamic_.find(name);
  return at == dynamic_.end() ? nobody : at->second;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
