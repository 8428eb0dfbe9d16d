// A JSON value that keeps what other libraries throw away: the order of object members, the literal of
// every number, and where in the source text each node stood.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace json {

enum class kind : std::uint8_t { null, boolean, number, string, array, object };

/// "null", "boolean", "number", "string", "array", "object".
std::string_view to_string(kind k) noexcept;

/// Half-open byte range in the text a node was read from; empty for a node that was made.
struct source_span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool empty() const noexcept { return begin == end; }
  friend bool operator==(source_span, source_span) = default;
};

struct member;

/// A regular type with value semantics. Strings are valid UTF-8, number literals are valid by
/// RFC 8259; both are preconditions of the factories and are guaranteed by the reader. Member names may
/// repeat: `find` sees the last, `members` shows all. Not synchronised.
class value {
 public:
  using array_type = std::vector<value>;
  using object_type = std::vector<member>;

  value() noexcept = default;  // null
  value(std::nullptr_t) noexcept {}
  /// Of bool alone: a pointer would turn into one unasked.
  template <std::same_as<bool> B>
  value(B b) noexcept : kind_(json::kind::boolean) {
    data_.boolean = b;
  }
  value(std::string text) noexcept : kind_(json::kind::string) {
    std::construct_at(&data_.text, std::move(text));
  }
  value(std::string_view text) : value(std::string(text)) {}
  value(const char* text) : value(std::string(text)) {}
  /// Any integer type: the literal is its decimal spelling.
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool> && !std::is_same_v<I, char>)
  value(I number) : value(from_literal(std::to_string(number))) {}
  /// The shortest literal that reads back as the same double; null if not finite.
  template <std::floating_point F>
  value(F number) : value(from_double(static_cast<double>(number))) {}

  /// A number spelled like this. Precondition: decimal::is_literal(literal).
  static value from_literal(std::string literal);
  static value array(array_type items = {});
  static value object();
  static value object(object_type members);
  static value object(std::initializer_list<std::pair<std::string_view, value>> members);

  value(const value& other);
  value(value&& other) noexcept { take(other); }
  value& operator=(const value& other);
  value& operator=(value&& other) noexcept;
  ~value() {  // never recursive: deep values are safe to destroy
    if (kind_ > json::kind::boolean) destroy();
  }

  json::kind kind() const noexcept { return kind_; }
  bool is_null() const noexcept { return kind() == json::kind::null; }
  bool is_boolean() const noexcept { return kind() == json::kind::boolean; }
  bool is_number() const noexcept { return kind() == json::kind::number; }
  bool is_string() const noexcept { return kind() == json::kind::string; }
  bool is_array() const noexcept { return kind() == json::kind::array; }
  bool is_object() const noexcept { return kind() == json::kind::object; }

  // Each of these has the precondition that the kind is the one named.
  bool boolean() const noexcept {
    assert(is_boolean());
    return data_.boolean;
  }
  std::string_view string() const noexcept {
    assert(is_string());
    return data_.text;
  }
  std::string_view literal() const noexcept {  // of a number
    assert(is_number());
    return data_.text;
  }
  std::span<const value> items() const noexcept {
    assert(is_array());
    return data_.items;
  }
  array_type& items() noexcept {
    assert(is_array());
    return data_.items;
  }
  std::span<const member> members() const noexcept;
  object_type& members() noexcept;

  /// Exact or empty. Empty too for any other kind.
  std::optional<std::int64_t> to_int64() const;
  std::optional<std::uint64_t> to_uint64() const;
  /// Nearest double; empty on overflow or any other kind.
  std::optional<double> to_double() const;

  /// Number of items or members; 0 for any other kind.
  std::size_t size() const noexcept;

  /// The last member with this name; null pointer if there is none or this is no object.
  const value* find(std::string_view name) const noexcept;
  value* find(std::string_view name) noexcept;
  /// Adds a member or replaces the last one of this name. Precondition: is_object().
  value& set(std::string_view name, value v);
  /// Appends an item. Precondition: is_array().
  value& push_back(value v);
  /// Appends text. Precondition: is_string(), and `more` is valid UTF-8.
  void append(std::string_view more) {
    assert(is_string());
    data_.text.append(more);
  }

  source_span source() const noexcept { return source_; }
  void set_source(source_span where) noexcept { source_ = where; }

  /// JSON Schema equality (2020-12 core, section 4.2.2): numbers by mathematical value, objects
  /// regardless of order, spans ignored. Where a name repeats, the last member counts, as in `find`.
  /// Never recursive. Allocates only below 32 levels or for an object of more than 16 members, in which it
  /// takes n log n.
  friend bool operator==(const value& a, const value& b);

 private:
  /// What kind_ says is alive; `text` serves numbers and strings.
  union storage {
    // Zeros cost two stores, and let g++ see at -O3 that a move reads nothing that was never written.
    storage() noexcept : nothing{} {}
    ~storage() {}
    std::array<std::byte, sizeof(std::string)> nothing;
    bool boolean;
    std::string text;
    array_type items;
    object_type members;
  };

  static value from_double(double number);
  /// Moves everything here and leaves null there. Precondition: this is null.
  void take(value& other) noexcept;
  void destroy() noexcept;

  storage data_;
  json::kind kind_ = json::kind::null;
  source_span source_;
};

struct member {
  std::string name;
  json::value value;
  source_span name_source;
};

inline std::span<const member> value::members() const noexcept {
  assert(is_object());
  return data_.members;
}

inline value::object_type& value::members() noexcept {
  assert(is_object());
  return data_.members;
}

inline std::size_t value::size() const noexcept {
  if (is_array()) return data_.items.size();
  return is_object() ? data_.members.size() : 0;
}

// Moving is what most work on values comes down to, so it is inline; a member has to be complete for it.
inline void value::take(value& other) noexcept {
  switch (other.kind_) {
    case json::kind::null:
      break;
    case json::kind::boolean:
      data_.boolean = other.data_.boolean;
      break;
    case json::kind::number:
    case json::kind::string:
      std::construct_at(&data_.text, std::move(other.data_.text));
      std::destroy_at(&other.data_.text);
      break;
    case json::kind::array:
      std::construct_at(&data_.items, std::move(other.data_.items));
      std::destroy_at(&other.data_.items);
      break;
    case json::kind::object:
      std::construct_at(&data_.members, std::move(other.data_.members));
      std::destroy_at(&other.data_.members);
      break;
  }
  kind_ = std::exchange(other.kind_, json::kind::null);
  source_ = std::exchange(other.source_, {});
}

}  // namespace json

using json::value;

}  // namespace v0
}  // namespace tenon
