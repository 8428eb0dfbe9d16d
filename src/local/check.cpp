#include "check.hpp"

#include <array>
#include <string>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

path stamp_of(const path& name) {
  return path(name) += ".checked";
}

std::string stamp_text(const file::facts& facts, std::string_view sha256) {
  return std::to_string(facts.bytes) + " " + std::to_string(facts.changed) + " " + std::string(sha256) + "\n";
}

bool stamped(const path& name, const std::string& wanted) {
  auto stamp = file::open(stamp_of(name));
  if (!stamp) return false;
  std::array<std::byte, 256> bytes{};
  auto n = stamp->read_at(0, bytes);
  return n && std::string_view(reinterpret_cast<const char*>(bytes.data()), *n) == wanted;
}

std::string fetch_again(const known_model& known) {
  return "; remove it and run `tenon models fetch " + std::string(known.name) + "`";
}

}  // namespace

void write_stamp(const file& checked, std::string_view sha256) {
  auto facts = checked.look();
  if (!facts) return;
  auto stamp = file::create(stamp_of(checked.name()));
  if (!stamp) return;
  const std::string text = stamp_text(*facts, sha256);
  // A stamp cut short matches nothing, so a failure needs no answer.
  [[maybe_unused]] const auto ignored = stamp->write(std::as_bytes(std::span(text)));
}

failure check_identity(const path& name, const known_model& known, const bytes_done& progress,
                       std::stop_token stop) {
  auto opened = file::open(name);
  if (!opened) return opened.error();
  auto facts = opened->look();
  if (!facts) return facts.error();
  if (facts->bytes != known.bytes) {
    auto p = unavailable(
        facts->bytes < known.bytes ? "truncated" : "wrong_size", name.string(),
        std::string(facts->bytes < known.bytes ? "the file is cut short" : "the file is too long") +
            fetch_again(known));
    p.expected = std::to_string(known.bytes) + " bytes";
    p.found = std::to_string(facts->bytes) + " bytes";
    return p;
  }
  if (stamped(name, stamp_text(*facts, known.sha256))) return std::nullopt;
  auto sum = sha256_of(*opened, progress, std::move(stop));
  if (!sum) return sum.error();
  if (*sum != known.sha256) {
    auto p = unavailable("wrong_hash", name.string(),
                         "the file's SHA-256 is not that of " + std::string(known.name) + fetch_again(known));
    p.expected = known.sha256;
    p.found = *sum;
    return p;
  }
  write_stamp(*opened, *sum);
  return std::nullopt;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
