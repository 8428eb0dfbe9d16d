#include "repeats.hpp"

// What belongs to an open container waits in one of two lists that all open containers share. A container
// takes its children from the end of the list when it closes; by then those of the containers within it
// are gone, so its own are all that stands behind its first.
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <tenon/builder.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

namespace {

/// The elements from `first` on, moved out.
template <class Element>
std::vector<Element> take_from(std::vector<Element>& waiting, std::size_t first) {
  const auto begin = waiting.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<Element> taken(std::make_move_iterator(begin), std::make_move_iterator(waiting.end()));
  waiting.erase(begin, waiting.end());
  return taken;
}

}  // namespace

bool builder::put(value v, source_span where) {
  v.set_source(where);
  if (open_.empty()) {
    root_ = std::move(v);
  } else if (open_.back().is_object) {
    members_.back().value = std::move(v);
  } else {
    items_.push_back(std::move(v));
  }
  return true;
}

bool builder::on_null(source_span where) {
  return put(value(), where);
}
bool builder::on_boolean(bool b, source_span where) {
  return put(value(b), where);
}
bool builder::on_number(std::string_view literal, source_span where) {
  return put(value::from_literal(std::string(literal)), where);
}
bool builder::on_string(std::string_view text, source_span where) {
  return put(value(text), where);
}

bool builder::on_name(std::string_view text, source_span where) {
  members_.push_back({std::string(text), value(), where});
  return true;
}

bool builder::on_begin_array(std::uint64_t /*at*/) {
  open_.push_back({items_.size(), false});
  return true;
}

bool builder::on_begin_object(std::uint64_t /*at*/) {
  open_.push_back({members_.size(), true});
  return true;
}

bool builder::on_end_array(source_span where) {
  value array = value::array(take_from(items_, open_.back().first));
  open_.pop_back();
  return put(std::move(array), where);
}

bool builder::on_end_object(source_span where) {
  value object = value::object(take_from(members_, open_.back().first));
  repeated_ = repeated_ || has_repeats(std::as_const(object).members(), names_);
  open_.pop_back();
  return put(std::move(object), where);
}

document builder::take() {
  document made;
  made.root = std::move(root_);
  // The end of the root is all that is known of the size of the text, and bounds what its names can take.
  if (repeated_) made.duplicates = list_repeats(made.root, static_cast<std::size_t>(made.root.source().end));
  reset();
  return made;
}

const value& builder::last() const noexcept {
  if (open_.empty()) return root_;
  return open_.back().is_object ? members_.back().value : items_.back();
}

void builder::reset() noexcept {
  root_ = value();
  items_.clear();
  members_.clear();
  open_.clear();
  repeated_ = false;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
