// The drivers that this machine can run: one per width of vectors, all of one template.
#pragma once

#include "direct/session.hpp"

#include <span>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

struct driver {
  std::string_view name;
  /// Does the text fit the plan? If not, session::unsure tells whether that is certain.
  bool (*validate)(session&);
  /// The same, and stores into the object.
  bool (*bind)(session&, void* to);
};

/// Fastest first; at least one.
std::span<const driver> drivers();

// One pair for each width, in a file of its own.
bool validate_swar(session& s);
bool bind_swar(session& s, void* to);
#if defined(__x86_64__)
bool validate_sse2(session& s);
bool bind_sse2(session& s, void* to);
bool validate_avx2(session& s);
bool bind_avx2(session& s, void* to);
#endif

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
