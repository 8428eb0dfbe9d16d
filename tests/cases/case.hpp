// One bug-report case as it stands in its file: an input, what is expected of it, and why. The fields are
// those of the README beside the file; what is not known here is left alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace cases {

/// A product with both modes has to pass both: level `strict`, and level `coerce`.
enum class mode { strict, lenient };
std::string_view to_string(mode m) noexcept;

struct test_case {
  tenon::value fields;

  std::string text(std::string_view name) const;  // of a member that is a string; empty without one
  std::string id() const { return text("id"); }
  std::string group() const { return text("class"); }
  /// "text" for a plain reply, else the operation.
  std::string op() const;
  const tenon::value& input() const;
  /// That of the case, or of its input; null if there is none.
  const tenon::value* schema() const;
  /// What holds in this mode: of a case of kind `policy`, its half.
  const tenon::value& expected(mode m) const;
};

/// The cases of a JSON Lines file. Errors: a file that cannot be read, a line that is no case; `place` is
/// file:line.
tenon::result<std::vector<test_case>> load(const std::string& path);

}  // namespace cases
