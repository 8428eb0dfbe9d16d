// Reads a zip file (a wheel is one): central directory, stored and deflated members, zip64.
//
// By the format's specification (APPNOTE 6.3.10). Only what the central directory says is believed, and
// only after it was checked against the file's size; the local header gives nothing but its own length.
// A member never yields more bytes than its entry declares, and its CRC-32 is checked.
#pragma once

#include "file.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

struct zip_entry {
  std::string name;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint16_t flags = 0;
  std::uint32_t crc32 = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t header_offset = 0;
};

class zip_archive {
 public:
  static constexpr std::size_t max_entries = 100'000;
  static constexpr std::uint64_t max_directory_bytes = std::uint64_t{64} << 20U;

  /// Errors: model_unavailable with the code not_a_zip, truncated or unsupported_zip.
  static result<zip_archive> open(const path& name);

  std::span<const zip_entry> entries() const noexcept { return entries_; }

  /// What takes the bytes of a member; a failure ends the extraction and is returned.
  using sink = std::function<failure(std::span<const std::byte>)>;
  failure extract(const zip_entry& entry, const sink& to) const;

 private:
  zip_archive(file from, std::uint64_t bytes) : from_(std::move(from)), bytes_(bytes) {}
  struct extent {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t entries;
  };
  result<extent> find_directory() const;
  failure read_directory();
  failure unpack(const zip_entry& entry, std::uint64_t offset, const sink& to) const;
  problem damaged(std::string_view code, std::string message) const;

  file from_;
  std::uint64_t bytes_;
  std::vector<zip_entry> entries_;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
