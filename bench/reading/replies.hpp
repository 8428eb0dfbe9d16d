// Replies to be read: a list of records, as JSON and broken in several ways.
#pragma once

#include <cstddef>
#include <string>

namespace bench {

/// A list of records of at least `bytes`, valid JSON.
std::string valid_reply(std::size_t bytes);

/// The same values as a model breaks them: single quotation marks, bare names, Python's literals, comments,
/// trailing commas, line ends inside of texts; in a fence, with a sentence around it.
std::string broken_reply(std::size_t bytes);

}  // namespace bench
