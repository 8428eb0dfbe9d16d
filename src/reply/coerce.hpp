// From a value that does not fit its schema to one that does, where nothing is lost (level `coerce`).
//
// Places are found by validation and mended all at once, a few rounds deep; what is done at a place is
// decided by what stands there and what the schema asks for, and only if there is just one thing to do.
// The verdict is the schema's: a value that does not fit in the end is given back as it was.
#pragma once

#include <string_view>
#include <vector>

#include <tenon/edit.hpp>
#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

struct coercion {
  value root;
  std::vector<edit> edits;  // empty: it fitted as it was
};

/// Empty if the value cannot be made to fit. `text` is what the spans of the value speak of.
std::optional<coercion> coerce(const schema::program& shape, const value& root, std::string_view text);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
