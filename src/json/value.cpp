// Value semantics without recursion. Copying keeps a list of what is still to do; destruction
// may not allocate, so it uses the dying containers themselves as that list (see `dismantle`).
#include <algorithm>
#include <cmath>

#include <tenon/decimal.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

std::string_view to_string(kind k) noexcept {
  switch (k) {
    case kind::null:
      return "null";
    case kind::boolean:
      return "boolean";
    case kind::number:
      return "number";
    case kind::string:
      return "string";
    case kind::array:
      return "array";
    case kind::object:
      return "object";
  }
  return "null";
}

// ---- making -------------------------------------------------------------------------------------

value value::from_double(double number) {
  return std::isfinite(number) ? from_literal(decimal::shortest(number)) : value();
}

value value::from_literal(std::string literal) {
  value made(std::move(literal));
  made.kind_ = json::kind::number;
  return made;
}

value value::array(array_type items) {
  value made;
  std::construct_at(&made.data_.items, std::move(items));
  made.kind_ = json::kind::array;
  return made;
}

value value::object() {
  return object(object_type());
}

value value::object(object_type members) {
  value made;
  std::construct_at(&made.data_.members, std::move(members));
  made.kind_ = json::kind::object;
  return made;
}

value value::object(std::initializer_list<std::pair<std::string_view, value>> members) {
  object_type made;
  made.reserve(members.size());
  for (const auto& [name, content] : members) made.push_back({std::string(name), content, {}});
  return object(std::move(made));
}

// ---- looking ------------------------------------------------------------------------------------

std::optional<std::int64_t> value::to_int64() const {
  return is_number() ? decimal::to_int64(literal()) : std::nullopt;
}

std::optional<std::uint64_t> value::to_uint64() const {
  return is_number() ? decimal::to_uint64(literal()) : std::nullopt;
}

std::optional<double> value::to_double() const {
  return is_number() ? decimal::to_double(literal()) : std::nullopt;
}

const value* value::find(std::string_view name) const noexcept {
  if (!is_object()) return nullptr;
  const std::span<const member> all = members();
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].name == name) return &all[i].value;
  }
  return nullptr;
}

value* value::find(std::string_view name) noexcept {
  return const_cast<value*>(std::as_const(*this).find(name));
}

value& value::set(std::string_view name, value v) {
  if (value* present = find(name)) return *present = std::move(v);
  members().push_back({std::string(name), std::move(v), {}});
  return members().back().value;
}

value& value::push_back(value v) {
  items().push_back(std::move(v));
  return items().back();
}

// ---- copying, moving, destroying ----------------------------------------------------------------

namespace {

struct copy_job {
  const value* from;
  value* to;
};

}  // namespace

value::value(const value& other) : value() {  // so that what is half copied dies if memory runs out
  std::vector<copy_job> open{{&other, this}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    // Each container gets its full size at once, so that the places of its children stay.
    switch (from->kind_) {
      case json::kind::null:
        break;
      case json::kind::boolean:
        *to = from->boolean();
        break;
      case json::kind::number:
        *to = from_literal(from->data_.text);
        break;
      case json::kind::string:
        *to = from->data_.text;
        break;
      case json::kind::array:
        *to = array(array_type(from->size()));
        for (std::size_t i = 0; i < from->size(); ++i)
          open.push_back({&from->data_.items[i], &to->data_.items[i]});
        break;
      case json::kind::object:
        *to = object(object_type(from->size()));
        for (std::size_t i = 0; i < from->size(); ++i) {
          const member& original = from->data_.members[i];
          member& copy = to->data_.members[i];
          copy.name = original.name;
          copy.name_source = original.name_source;
          open.push_back({&original.value, &copy.value});
        }
        break;
    }
    to->source_ = from->source_;
  }
}

value& value::operator=(const value& other) {
  if (this != &other) *this = value(other);
  return *this;
}

value& value::operator=(value&& other) noexcept {
  // `other` may be a part of this: take it out before anything dies.
  value taken(std::move(other));
  if (kind_ > json::kind::boolean) destroy();
  kind_ = json::kind::null;
  take(taken);
  return *this;
}

namespace {

bool holds_children(const value& v) noexcept {
  return v.size() != 0;
}

/// Without grandchildren nothing nests in what dies, so plain destruction is safe.
bool holds_grandchildren(const value& v) noexcept {
  if (v.is_array()) return std::ranges::any_of(v.items(), holds_children);
  return v.is_object() && std::ranges::any_of(v.members(), holds_children, &member::value);
}

value& child(value& container, std::size_t i) noexcept {
  return container.is_array() ? container.items()[i] : container.members()[i].value;
}

void drop_last(value& container) noexcept {
  if (container.is_array()) {
    container.items().pop_back();
  } else {
    container.members().pop_back();
  }
}

/// Destroys a value with neither recursion nor allocation. Of the container at hand the last child dies
/// first. If it has grandchildren it becomes the one at hand, and the way back is kept in its first place,
/// whose content moves to the place that became free in the old one. So the old one is just another child,
/// met when nothing else is left. (It is then taken up without a look at its children: looking again each
/// time would be quadratic.)
void dismantle(value top) noexcept {
  for (std::size_t left = top.size(); left != 0; left = top.size()) {
    value& last = child(top, left - 1);
    if (left == 1 && holds_children(last)) {
      top = std::move(last);
    } else if (!holds_grandchildren(last)) {
      drop_last(top);
    } else {
      value next = std::move(last);
      value& first = child(next, 0);
      last = std::move(first);
      first = std::move(top);
      top = std::move(next);
    }
  }
}

}  // namespace

void value::destroy() noexcept {
  if (holds_grandchildren(*this)) return dismantle(std::move(*this));
  switch (kind_) {
    case json::kind::null:
    case json::kind::boolean:
      break;
    case json::kind::number:
    case json::kind::string:
      std::destroy_at(&data_.text);
      break;
    case json::kind::array:
      std::destroy_at(&data_.items);
      break;
    case json::kind::object:
      std::destroy_at(&data_.members);
      break;
  }
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
