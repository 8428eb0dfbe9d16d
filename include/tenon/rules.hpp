// What a description may demand of a field, beyond its type.
//
// Each rule is written into the schema and therefore checked by the validator; a rule that the
// field's type cannot have (a length of an integer) does not compile. The trap: these structs are
// written with designated initialisers, so the order of the members is part of the interface.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tenon {
inline namespace v0 {

/// A number in a rule, kept exactly: an integer of 64 bits with or without sign, or a double.
class bound {
 public:
  enum class form : std::uint8_t { unset, integer, natural, real };

  constexpr bound() = default;
  template <class N>
    requires(std::is_arithmetic_v<N> && !std::is_same_v<N, bool>)
  constexpr bound(N number) {
    if constexpr (std::is_floating_point_v<N>) {
      form_ = form::real;
      real_ = static_cast<double>(number);
    } else if constexpr (std::is_signed_v<N>) {
      form_ = form::integer;
      integer_ = number;
      real_ = static_cast<double>(number);
    } else {
      form_ = form::natural;
      integer_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(number));
      real_ = static_cast<double>(number);
    }
  }

  constexpr explicit operator bool() const noexcept { return form_ != form::unset; }
  constexpr form how() const noexcept { return form_; }
  /// Precondition: how() is integer.
  constexpr std::int64_t integer() const noexcept { return integer_; }
  /// Precondition: how() is natural.
  constexpr std::uint64_t natural() const noexcept { return static_cast<std::uint64_t>(integer_); }
  /// The nearest double.
  constexpr double real() const noexcept { return real_; }

 private:
  std::int64_t integer_ = 0;
  double real_ = 0;
  form form_ = form::unset;
};

/// Rules for the elements of a list, or for the values of a map.
struct item_rules {
  // strings
  bound min_length = {};
  bound max_length = {};
  // numbers
  bound minimum = {};
  bound maximum = {};
  bound exclusive_minimum = {};
  bound exclusive_maximum = {};
  bound multiple_of = {};
  // strings
  std::string_view pattern = {};
  std::string_view format = {};
  bool verbatim = false;
};

/// Rules for one field.
struct rules {
  // Lists; for a map, the number of its members.
  bound min_items = {};
  bound max_items = {};
  bool unique_items = false;
  // Strings, in code points.
  bound min_length = {};
  bound max_length = {};
  // Numbers.
  bound minimum = {};
  bound maximum = {};
  bound exclusive_minimum = {};
  bound exclusive_maximum = {};
  bound multiple_of = {};
  // Strings: a regular expression of ECMA-262 that must match somewhere, a format of JSON Schema.
  std::string_view pattern = {};
  std::string_view format = {};
  /// Name on the wire; empty: that of the member.
  std::string_view name = {};
  /// Not in `required`. Absent leaves what the default constructor put there.
  bool may_be_absent = false;
  /// The string must occur in the request's source text (case and white space normalised).
  bool verbatim = false;
  /// As verbatim, but only where this boolean member (its C++ name) of the same record is true.
  std::string_view verbatim_when = {};
  /// For each element of a list or value of a map.
  item_rules items = {};

  /// Those of them that concern a string or a number.
  constexpr item_rules scalar() const {
    return {.min_length = min_length,
            .max_length = max_length,
            .minimum = minimum,
            .maximum = maximum,
            .exclusive_minimum = exclusive_minimum,
            .exclusive_maximum = exclusive_maximum,
            .multiple_of = multiple_of,
            .pattern = pattern,
            .format = format,
            .verbatim = verbatim};
  }
};

}  // namespace v0
}  // namespace tenon
