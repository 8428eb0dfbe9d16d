// From a schema document to nodes.
//
// The identifiers of a document are read first (resources.hpp). Subschemas are compiled where they stand,
// targets of references from a queue, each once; so depth of recursion is the nesting of the document,
// which has a limit. The first error stops everything: each step returns false once `error` is set.
#pragma once

#include "load/keyword.hpp"
#include "load/resources.hpp"
#include "nodes/node.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

class compiler {
 public:
  compiler(program::data& to, const compile_options& options)
      : to_(to), options_(options), names_(to, options, error) {}

  /// Compiles to_.document. On failure `error` says why and the data is of no use.
  bool run();

  std::optional<problem> error;

 private:
  /// One schema object being compiled.
  struct scope {
    const value& schema;
    const std::string& pointer;
    const keywords& words;
    const schema_dialect rules;
    index resource;
    index self;
    std::size_t depth;
  };

  /// The node of the subschema at this place, compiled now. `none` after an error.
  index compile_at(const value& schema, const std::string& pointer, index within, std::size_t depth);
  index add_node(const value& schema, const std::string& pointer, index resource);
  index never(const scope& s, word w, const value& schema);
  bool fill(index self, const value& schema, const std::string& pointer, std::size_t depth);
  bool compile_queue();

  // load/compile_references.cpp
  bool compile_references(const scope& s, std::vector<step>& to);
  target target_of(const scope& s, word w, std::string_view reference);
  /// The node of a target, compiled later if it is new.
  index node_of(const target& t);
  bool compile_dynamic(const scope& s, word w, std::vector<step>& to);
  index number_of_dynamic(const std::string& name);
  bool add_dynamic_target(index number, const std::string& name, index resource);
  bool enter_resource(index resource);
  void settle_dynamic();

  // load/compile_rules.cpp
  bool compile_types(const scope& s);
  bool compile_literals(const scope& s);
  bool compile_numbers(const scope& s);
  bool add_number_check(const scope& s, word w, number_check::what kind);
  bool compile_strings(const scope& s);
  bool compile_content(const scope& s, string_rule& rule);
  bool compile_arrays(const scope& s);
  bool compile_items(const scope& s, array_rule& rule);
  bool compile_prefix(const scope& s, word w, array_rule& rule);
  bool compile_verbatim(const scope& s);
  index compile_pattern(const scope& s, word w, std::string_view text);
  bool read_count(const scope& s, word w, std::uint64_t& to);

  // load/compile_objects.cpp
  bool compile_objects(const scope& s);
  bool compile_properties(const scope& s, object_rule& rule);
  bool compile_required(const scope& s, object_rule& rule);
  bool compile_pattern_properties(const scope& s, object_rule& rule);
  bool compile_dependents(const scope& s, object_rule& rule);
  bool compile_dependents_of(const scope& s, word w, object_rule& rule, std::vector<dependent>& to);
  bool add_dependent_names(const scope& s, word w, const value& names, object_rule& rule, dependent& d);

  // load/compile_steps.cpp
  bool compile_steps(const scope& s);
  bool compile_condition(const scope& s, std::vector<step>& to);
  bool compile_unevaluated(const scope& s, std::vector<step>& to);
  bool add_group(const scope& s, word w, std::vector<step>& to);
  bool compile_definitions(const scope& s);

  // analyse.cpp: what is known once all nodes are there
  bool find_cycles();
  index endless_at(index place);
  void narrow_reach();
  std::uint8_t reach_of(index n) const;
  void tag_unions();
  void sort_branches();
  bool collect_tags(union_rule& u, std::string_view tag) const;
  void mark_verbatim();
  void mark_entrances();
  void mark_dialects();

  index child(const scope& s, word w, const value& schema);
  index child(const scope& s, word w, std::string_view token, const value& schema);
  bool fail(failure_kind kind, std::string_view place, std::string_view code, std::string message);
  /// A limit, whose name is the code and stands in the message.
  bool exceeded(std::string_view place, std::string_view limit, std::string message);
  /// The value of this keyword is not what the draft asks for.
  bool wrong(const scope& s, word w, std::string_view expected);

  program::data& to_;
  compile_options options_;
  resources names_;
  std::unordered_map<const value*, index> known_;
  std::deque<index> queue_;
  std::unordered_map<std::string_view, index> patterns_;
  std::size_t pattern_memory_ = 0;
  std::unordered_set<std::string_view> loose_formats_;
  std::vector<bool> entered_;  // resources with a node
  // The names by which dynamic references are made, numbered, and what each may mean.
  std::map<std::string, index> dynamic_numbers_;
  std::vector<std::vector<dynamic_target>> dynamic_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
