// The way back from a reply to the user's shape, as a plan of steps that name each other by number.
#pragma once

#include "lower/form.hpp"
#include "lower/render.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

struct lift_member {
  std::string name;
  number step = 0;
  bool gone = false;  // null in its place means that it is absent
};

/// Of the user's program, what a lifted value has to satisfy.
struct lift_aim {
  std::vector<index> nodes = {};                // all of these
  std::vector<std::vector<index>> either = {};  // and all of one of these, if there are any
};

struct lift_way {
  number step = 0;
  index form = none;  // node of the lowered program that a value of this alternative satisfies
  lift_aim aim = {};
};

struct lift_step {
  enum class what : std::uint8_t { same, text, names, list, tuple, record, pairs, choice };
  what kind = what::same;
  bool loosened = false;
  std::vector<std::pair<std::string, value>> names = {};
  std::vector<lift_member> members = {};  // list: of the first items; choice: none
  std::vector<number> by_name = {};       // positions of members, in the order of their names
  number item = 0;                        // list, pairs; record: further members
  bool rest = false;                      // `item` is for the member `rest_name`
  std::string rest_name = {};
  std::uint64_t least = 0;
  std::vector<lift_way> ways = {};
  lift_aim aim = {};  // loosened: which nulls mean absence is seen by this
};

/// Step 0 changes nothing.
struct lift_plan {
  std::vector<lift_step> steps;
  number root = 0;
  std::string wrapper = {};
  program user;                    // as the caller compiled it
  std::optional<program> lowered;  // where there are alternatives to tell apart, or a wrapper
  index inner = none;              // of `lowered`: what stands in the wrapper
};

/// Empty where nothing has to be changed. `judged` is the rendering of the forms as plain JSON Schema.
/// Errors: those of compiling it, which mean a mistake here.
result<std::shared_ptr<const lift_plan>> plan_lift(const program& user, const graph& g,
                                                   const rendering& judged);

result<value> carry_out(const lift_plan& plan, value from);

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
