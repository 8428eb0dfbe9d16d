#include "partials.hpp"

namespace cases {

// With <tenon/partial.hpp> an adapter for it stands here, and nothing else changes.
std::unique_ptr<partial_source> library_partials(const tenon::schema::program&, mode) {
  return nullptr;
}

}  // namespace cases
