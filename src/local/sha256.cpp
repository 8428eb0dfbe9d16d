#include "sha256.hpp"

#include <array>
#include <openssl/evp.h>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

struct sha256::state {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  bool good = context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1;
  state() = default;
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() { EVP_MD_CTX_free(context); }
};

sha256::sha256() : state_(std::make_unique<state>()) {}
sha256::~sha256() = default;
sha256::sha256(sha256&&) noexcept = default;

void sha256::update(std::span<const std::byte> bytes) noexcept {
  state_->good = state_->good && EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1;
}

std::string sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned length = 0;
  if (!state_->good || EVP_DigestFinal_ex(state_->context, sum.data(), &length) != 1) return {};
  state_->good = false;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < length; ++i) {
    text += digits[sum[i] >> 4U];
    text += digits[sum[i] & 15U];
  }
  return text;
}

result<std::string> sha256_of(const file& from, const bytes_done& progress, std::stop_token stop) {
  std::vector<std::byte> buffer(std::size_t{1} << 20U);
  sha256 sum;
  for (std::uint64_t offset = 0;;) {
    if (stop.stop_requested()) return stopped("checking " + from.name().string());
    auto n = from.read_at(offset, buffer);
    if (!n) return n.error();
    sum.update(std::span(buffer).first(*n));
    offset += *n;
    if (progress) progress(offset);
    if (*n < buffer.size()) break;
  }
  std::string text = sum.hex();
  if (text.empty()) return unavailable("no_sha256", from.name().string(), "libcrypto offers no SHA-256");
  return text;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
