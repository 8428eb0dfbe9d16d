// Holds what the product gave against what a case expects of it.
#pragma once

#include "verdict.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/outcome.hpp>
#include <tenon/problem.hpp>
#include <tenon/value.hpp>

namespace cases {

/// A value, or why there is none.
struct observed {
  std::optional<tenon::value> root = {};
  tenon::failure_kind kind = tenon::failure_kind::invalid_argument;  // without a root
  bool attempts_exhausted = false;
  tenon::problems errors = {};
  std::vector<tenon::edit> ledger = {};
  /// What could be read of a text that ends too soon.
  std::optional<tenon::value> partial = {};

  static observed of(const tenon::outcome<tenon::value>& got);
  static observed of(tenon::problem why);
};

/// One line: the value, or kind and first problem.
std::string describe(const observed& got);

/// By `kind`, `value`, `error` and the fields that say what else passes. `expected` of kind `behaviour` is
/// held to `result`, `accept_values` and the `must_not` fields only. `label` stands before each objection.
void judge(const tenon::value& expected, const observed& got, std::string_view label, verdict& v);

/// Every change is reported: a value that strict reading would not have given has a ledger, one that it
/// gives has none.
void judge_ledger(std::string_view text, const observed& got, std::string_view label, verdict& v);

/// Is `v` among the items of this list? False without a list.
bool among(const tenon::value* list, const tenon::value& v);

}  // namespace cases
