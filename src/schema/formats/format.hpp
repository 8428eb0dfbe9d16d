// The formats of JSON Schema: which name is known in which draft, and whether a text is of a format.
//
// Each is decided by the document that the drafts name for it; docs/formats.md lists them with what was
// decided where a document leaves room. Time is linear in the text for every one of them.
#pragma once

#include "load/keyword.hpp"
#include "nodes/node.hpp"

#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {

/// `format::loose` for a name that is no format in any draft; the draft matters where its rule changed.
format format_from(std::string_view name, draft d) noexcept;

/// The name in a schema; "" for `format::loose`.
std::string_view to_string(format f) noexcept;

/// True for `format::loose`. Nothing is allocated but for U-labels and A-labels (hostname, idn-hostname,
/// idn-email) and regex; there std::bad_alloc may be thrown. A text that is not UTF-8 is of no format.
bool matches(format f, std::string_view text);

}  // namespace schema
}  // namespace v0
}  // namespace tenon
