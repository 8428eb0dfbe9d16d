#include "repeats.hpp"

#include <string>
#include <utility>

#include <tenon/builder.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

value& builder::place(value v) {
  if (open_.empty()) return root_ = std::move(v);
  value& parent = *open_.back();
  if (parent.is_array()) return parent.push_back(std::move(v));
  return parent.members().back().value = std::move(v);
}

bool builder::on_null(source_span where) {
  place(value()).set_source(where);
  return true;
}

bool builder::on_boolean(bool b, source_span where) {
  place(value(b)).set_source(where);
  return true;
}

bool builder::on_number(std::string_view literal, source_span where) {
  place(value::from_literal(std::string(literal))).set_source(where);
  return true;
}

bool builder::on_string(std::string_view text, source_span where) {
  place(value(text)).set_source(where);
  return true;
}

bool builder::on_name(std::string_view text, source_span where) {
  open_.back()->members().push_back({std::string(text), value(), where});
  return true;
}

bool builder::on_begin_array(std::uint64_t /*at*/) {
  open_.push_back(&place(value::array()));
  return true;
}

bool builder::on_end_array(source_span where) {
  open_.back()->set_source(where);
  open_.pop_back();
  return true;
}

bool builder::on_begin_object(std::uint64_t /*at*/) {
  open_.push_back(&place(value::object()));
  return true;
}

bool builder::on_end_object(source_span where) {
  value& object = *open_.back();
  repeated_ = repeated_ || has_repeats(std::as_const(object).members(), names_);
  object.set_source(where);
  open_.pop_back();
  return true;
}

document builder::take() {
  document made;
  made.root = std::move(root_);
  // The end of the root is all that is known of the size of the text, and bounds what its names can take.
  if (repeated_) made.duplicates = list_repeats(made.root, static_cast<std::size_t>(made.root.source().end));
  reset();
  return made;
}

void builder::reset() noexcept {
  root_ = value();
  open_.clear();
  repeated_ = false;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
