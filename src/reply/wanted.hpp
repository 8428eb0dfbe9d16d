// What a schema asks for at a place where a value failed, read off the schema document.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

struct wanted {
  enum type : std::uint8_t { null = 1, boolean = 2, number = 4, string = 8, array = 16, object = 32 };
  static constexpr std::uint8_t any = 63;
  /// Types that may be there; 0 where the schema does not say.
  std::uint8_t types = 0;
  /// The texts among `enum` and `const`.
  std::vector<std::string_view> texts = {};
  /// `enum` or `const` was met: other texts do not fit.
  bool listed = false;
  /// Of objects that may be there: their `properties`.
  std::vector<const value*> members = {};
  /// What the items of a list may be; 0 where the schema does not say.
  std::uint8_t item_types = 0;
  std::vector<const value*> item_members = {};

  bool declares(std::string_view name) const { return among(members, name); }
  bool item_declares(std::string_view name) const { return among(item_members, name); }
  bool wants(type t) const noexcept { return (types & t) != 0; }

 private:
  static bool among(const std::vector<const value*>& all, std::string_view name) {
    for (const auto* m : all)
      if (m->find(name) != nullptr) return true;
    return false;
  }
};

/// `rule`: the place of a keyword as a problem gives it, through references. What stands in other documents,
/// or cannot be found, asks for nothing: then nothing is coerced.
wanted wanted_at(const value& schema, std::string_view rule);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
