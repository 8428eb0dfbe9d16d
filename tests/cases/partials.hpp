// What a reader of a reply that is still being written has to offer to be measured here. `library_partials`
// is the only place that knows how the library does it.
#pragma once

#include "case.hpp"
#include "judge.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace cases {

class partial_source {
 public:
  virtual ~partial_source() = default;
  /// Text as it arrives; a piece may end within a code point.
  virtual void feed(std::string_view piece) = 0;
  /// The value as far as it is certain; null while there is none. Good until the next piece.
  virtual const tenon::value* shown() const = 0;
  /// JSON Pointers of what is complete and will not change, in the order of the text; the root apart.
  virtual std::vector<std::string> complete() = 0;
  /// Elements of the array at this place that became complete since the last call.
  virtual std::vector<tenon::value> take_elements(std::string_view pointer) = 0;
  /// An error was said before the end.
  virtual bool failed() const = 0;
  /// The end of the reply: the whole is read and validated.
  virtual observed finish() = 0;
};

/// A null pointer says that there is no such part.
using open_partial =
    std::function<std::unique_ptr<partial_source>(const tenon::schema::program& shape, mode m)>;

/// The library's own: reply::stream.
std::unique_ptr<partial_source> library_partials(const tenon::schema::program& shape, mode m);

}  // namespace cases
