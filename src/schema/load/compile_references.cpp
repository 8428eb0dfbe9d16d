// $ref, $dynamicRef and $recursiveRef.
//
// A dynamic reference has a static target, and where that is a dynamic anchor also every anchor of the
// same name in a resource that evaluation can be in. These are collected while compiling goes on: when a
// name is first used, from the resources that have a node already; afterwards whenever a resource gets its
// first node.
#include "load/compiler.hpp"
#include "load/uri.hpp"

#include <algorithm>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

bool compiler::compile_references(const scope& s, std::vector<step>& to) {
  if (const value* ref = s.words[word::ref]) {
    if (!ref->is_string()) return wrong(s, word::ref, "a string");
    const index node = node_of(target_of(s, word::ref, ref->string()));
    if (node == none) return false;
    to.push_back({.kind = step::what::ref, .a = node});
  }
  return compile_dynamic(s, word::dynamic_ref, to) && compile_dynamic(s, word::recursive_ref, to);
}

target compiler::target_of(const scope& s, word w, std::string_view reference) {
  std::string place = s.pointer;
  json::append_token(place, to_string(w));
  return names_.find(s.resource, reference, place_of(to_, s.resource, place), to_string(w));
}

index compiler::node_of(const target& t) {
  if (t.schema == nullptr) return none;
  const auto known = known_.find(t.schema);
  if (known != known_.end()) return known->second;
  const index self = add_node(*t.schema, t.pointer, t.resource);
  if (self != none) queue_.push_back(self);
  return self;
}

/// 2020-12, core, section 8.2.3.2, and 2019-09, core, section 8.2.4.2: only a reference whose static target
/// is a dynamic anchor is dynamic; any other is as good as $ref.
bool compiler::compile_dynamic(const scope& s, word w, std::vector<step>& to) {
  const value* ref = s.words[w];
  if (ref == nullptr) return true;
  if (!ref->is_string()) return wrong(s, w, "a string");
  const target t = target_of(s, w, ref->string());
  const index node = node_of(t);
  if (node == none) return false;
  step one{.kind = step::what::dynamic_ref, .recursive = w == word::recursive_ref, .a = node, .c = 0};
  const std::string name =
      one.recursive ? std::string(recursive) : uri::decoded(uri::split_fragment(ref->string()).fragment);
  const auto anchor = names_.anchors_of(t.resource).find(name);
  const bool bookended = anchor != names_.anchors_of(t.resource).end() && anchor->second.dynamic &&
                         anchor->second.schema == t.schema && (one.recursive || !name.empty());
  if (bookended) {
    one.b = number_of_dynamic(name);  // until settle_dynamic
    if (one.b == none) return false;
  }
  to.push_back(one);
  return true;
}

index compiler::number_of_dynamic(const std::string& name) {
  const auto [known, added] = dynamic_numbers_.emplace(name, static_cast<index>(dynamic_.size()));
  if (!added) return known->second;
  dynamic_.emplace_back();
  const index number = known->second;
  for (const index resource : names_.with_dynamic(name)) {
    const bool entered = resource < entered_.size() && entered_[resource];
    if (entered && !add_dynamic_target(number, name, resource)) return none;
  }
  return number;
}

bool compiler::add_dynamic_target(index number, const std::string& name, index resource) {
  const anchor& a = names_.anchors_of(resource).at(name);
  const index node = node_of({.schema = a.schema, .pointer = a.pointer, .resource = resource});
  if (node == none) return false;
  dynamic_[number].push_back({resource, node});
  return true;
}

/// A resource has a node, so evaluation can be in it.
bool compiler::enter_resource(index resource) {
  if (entered_.size() <= resource) entered_.resize(resource + 1, false);
  if (entered_[resource]) return true;
  entered_[resource] = true;
  for (const auto& [name, anchor] : names_.anchors_of(resource)) {
    if (!anchor.dynamic) continue;
    const auto wanted = dynamic_numbers_.find(name);
    if (wanted != dynamic_numbers_.end() && !add_dynamic_target(wanted->second, name, resource)) return false;
  }
  return true;
}

/// Writes the possible targets of each name where drivers find them.
void compiler::settle_dynamic() {
  std::vector<index> first(dynamic_.size(), none);
  for (step& s : to_.steps) {
    if (s.kind != step::what::dynamic_ref || s.b == none) continue;
    std::vector<dynamic_target>& all = dynamic_[s.b];
    const index number = s.b;
    const bool certain =
        std::all_of(all.begin(), all.end(), [&](const dynamic_target& t) { return t.node == s.a; });
    s.b = none;
    if (certain) continue;
    if (first[number] == none) {
      std::sort(all.begin(), all.end(),
                [](const dynamic_target& a, const dynamic_target& b) { return a.resource < b.resource; });
      first[number] = static_cast<index>(to_.dynamic_targets.size());
      to_.dynamic_targets.insert(to_.dynamic_targets.end(), all.begin(), all.end());
    }
    s.b = first[number];
    s.c = static_cast<index>(all.size());
    to_.dynamic = true;
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
