// Asks a client with a scripted model: the whole way of a reply through the product, without a provider.
#pragma once

#include "case.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/client.hpp>
#include <tenon/program.hpp>
#include <tenon/result.hpp>
#include <tenon/scripted.hpp>
#include <tenon/value.hpp>

namespace cases {

/// The program of a case's schema; anything is admitted without one.
tenon::result<tenon::schema::program> shape_of(const tenon::value* schema);

struct asked {
  tenon::outcome<tenon::value> got;
  std::vector<tenon::model_request> requests;
  /// The call left the caller's request as it was.
  bool request_kept = true;
  /// What the observer heard, in order: the text of each delta, and an empty entry where an attempt ended.
  std::vector<std::string> heard;
};

struct question {
  std::vector<tenon::step> steps;
  /// Per call, the pieces that its text arrives in; none: as one.
  std::vector<std::vector<std::string>> pieces = {};
  tenon::policy policy = {};
  tenon::output_mode how = tenon::output_mode::prompt;
  /// Where the script ends: say the last step again.
  bool repeat_last = false;
};

asked ask(const tenon::schema::program& shape, mode m, question q);

}  // namespace cases
