// Finding the one answer in prose (level `wrapper`).
//
// Safety first: an answer is taken only if nothing else in the text could have been meant. What looks
// like a second answer, or like the rest of a broken one, makes it a failure that shows both.
#pragma once

#include "survey.hpp"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/problem.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

/// No answer and nothing broken either: the caller's own error says it best.
struct no_answer {};

struct answer {
  json::document document;
  std::vector<edit> edits;
  std::vector<std::uint64_t> loose = {};
  std::vector<std::uint64_t> unclosed = {};
};

struct nothing_sure {
  problems errors;
  std::optional<value> committed = {};
};

using finding = std::variant<answer, no_answer, nothing_sure>;

struct search {
  survey_options how = {};
  /// A candidate that can be moved towards the schema fits it.
  bool coercing = false;
};

/// Looks at [begin, end) of a text. Linear in its length.
finding find_answer(std::string_view text, std::size_t begin, std::size_t end, const search& what);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
