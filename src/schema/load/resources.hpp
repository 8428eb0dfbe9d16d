// What the identifiers of schemas name.
//
// Each document is read once, before any of it is compiled: every place where a keyword holds a schema is
// visited, and what has an $id becomes a resource with base URI, dialect and anchors of its own. References
// are resolved against these; what is not here yet is looked for in the registry, among the metaschemas
// and at the caller's resolver, in this order.
//
// The trap: an $id or anchor in a place where no schema is expected (enum, const, unknown keywords) names
// nothing. A reference into such a place still finds its target, which then is a schema: an $id in it is
// the base of what is below, but no other reference can use it.
#pragma once

#include "load/keyword.hpp"
#include "nodes/node.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

/// A place that a reference names.
struct target {
  const value* schema = nullptr;  // null: there is none
  std::string pointer;
  index resource = none;
};

struct anchor {
  const value* schema = nullptr;
  std::string pointer;
  bool dynamic = false;
};
/// `recursive` names the root of a resource that has $recursiveAnchor: true.
using anchors = std::map<std::string, anchor>;
inline constexpr std::string_view recursive{};

/// Metaschemas of metaschemas that are followed until one of a draft is found.
inline constexpr std::size_t max_metaschema_depth = 8;

class resources {
 public:
  /// Fills `to.resources` and `to.documents`. The first failure sets `error`, and each function says so.
  resources(program::data& to, const compile_options& options, std::optional<problem>& error)
      : to_(to), options_(options), error_(error) {}

  /// Reads to.document. Comes first.
  bool open_main();

  /// What a reference means that is written in the resource `from`. After a failure `error` is set, at
  /// `place` and `code`.
  target find(index from, std::string_view reference, std::string_view place, std::string_view code);

  /// The resource of a subschema that stands in one of `within`, or is the root of another. `none` after an
  /// error.
  index resource_at(const value& schema, const std::string& pointer, index within);

  /// Counts a pointer that is kept. False beyond max_place_bytes.
  bool charge_place(std::string_view pointer, index resource);

  const anchors& anchors_of(index resource) const { return anchors_[resource]; }
  /// The resources that have a dynamic anchor of this name.
  const std::vector<index>& with_dynamic(const std::string& name) const;
  /// The URI of the metaschema of a resource.
  const std::string& metaschema_of(index resource) const { return metaschemas_[resource]; }

  /// A document by its URI without fragment; null if nobody has it, or after an error.
  std::shared_ptr<const value> fetch(const std::string& uri, std::string_view place, std::string_view code);

 private:
  /// The way from a document's root to what is being read.
  struct way {
    std::string pointer;
    std::size_t depth = 0;
    bool expected = true;  // a schema is expected here, so its $id is a name
  };

  bool open(const value& document, std::string uri, bool foreign);
  bool count(const way& to, index within);
  bool read(const value& schema, way& to, index within);
  bool read_below(const keyword& k, const value& v, way& to, index within);
  bool read_items(const value& v, way& to, index within);
  index identify(const value& schema, const way& to, index within);
  bool name_anchors(const value& schema, const way& to, index within);
  bool add_anchor(index resource, std::string name, anchor a, const way& to, std::string_view keyword);
  index add_resource(const value& root, const way& to, std::string uri, const schema_dialect& rules,
                     bool foreign);
  bool name_resource(index resource, const std::string& uri, const way& to);

  // load/resources_dialect.cpp
  std::optional<schema_dialect> dialect_of(std::string_view uri, std::string_view place,
                                           std::size_t depth = 0);
  std::optional<schema_dialect> switched(const value& metaschema, schema_dialect rules,
                                         std::string_view place);
  bool choose_dialect(const value& schema, index within, const way& to, schema_dialect& rules,
                      std::string& metaschema);

  // load/resources_find.cpp
  index resource_named(const std::string& uri, std::string_view place, std::string_view code);
  target step_down(index resource, std::string_view fragment);
  const value* part(const value& of, const std::string& token);

  bool fail(failure_kind kind, std::string_view place, std::string_view code, std::string message);
  std::string place(index resource, std::string_view pointer, std::string_view keyword) const;

  program::data& to_;
  const compile_options& options_;
  std::optional<problem>& error_;
  std::vector<anchors> anchors_;          // beside to_.resources
  std::vector<std::string> metaschemas_;  // beside to_.resources
  std::size_t place_bytes_ = 0;
  std::size_t schemas_ = 0;  // of the main document, read so far
  std::map<std::string, index> by_uri_;
  std::unordered_map<const value*, index> roots_;
  std::map<std::string, std::vector<index>> dynamic_;
  std::map<std::string, std::shared_ptr<const value>> fetched_;
  /// Of objects with many members, so that many references into one are not quadratic.
  std::unordered_map<const value*, std::map<std::string_view, const value*>> wide_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
