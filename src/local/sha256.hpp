// SHA-256 by libcrypto, of bytes as they pass or of a whole file.
#pragma once

#include "file.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace tenon {
inline namespace v0 {
namespace local {

class sha256 {
 public:
  sha256();
  ~sha256();
  sha256(sha256&&) noexcept;
  sha256& operator=(sha256&&) = delete;
  void update(std::span<const std::byte> bytes) noexcept;
  /// 64 lower-case hexadecimal digits; empty if libcrypto has no SHA-256. Ends the sum.
  std::string hex();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Called with the bytes done so far.
using bytes_done = std::function<void(std::uint64_t)>;

/// Errors: model_unavailable, cancelled.
result<std::string> sha256_of(const file& from, const bytes_done& progress = {}, std::stop_token stop = {});

}  // namespace local
}  // namespace v0
}  // namespace tenon
