// The error kinds of the cases, and ours: one table, both ways of reading it.
#pragma once

#include <string>
#include <string_view>

#include <tenon/failure_kind.hpp>

namespace cases {

/// How a call of the product ended without a value, as far as the kind depends on it.
struct ending {
  tenon::failure_kind kind = tenon::failure_kind::invalid_argument;
  std::string_view code = {};  // of its first problem
  bool attempts_exhausted = false;
};

/// Is this ending of ours an error of that kind?
bool is_kind(const ending& ours, std::string_view theirs) noexcept;
/// A kind that the table knows.
bool knows_kind(std::string_view theirs) noexcept;

}  // namespace cases
