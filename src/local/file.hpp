// Files as the fetcher needs them: positioned reads, whole writes, an error that names file and reason.
//
// Invariant: nothing here leaves a descriptor open, and every failure is a problem of the kind
// model_unavailable whose place is the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

using path = std::filesystem::path;
/// Empty: it went well.
using failure = std::optional<problem>;

/// A problem of the kind model_unavailable.
problem unavailable(std::string code, std::string place, std::string message);
/// The same for a system call that failed with this errno.
problem system_failure(int error, std::string_view doing, const path& where);
problem stopped(std::string_view doing);

class file {
 public:
  file(file&& other) noexcept : descriptor_(other.descriptor_), name_(std::move(other.name_)) {
    other.descriptor_ = -1;
  }
  file& operator=(file&&) = delete;
  ~file();

  /// A regular file to read; a folder or a device is an error.
  static result<file> open(const path& name);
  /// An empty file to write, whatever stood there.
  static result<file> create(const path& name);
  /// A file to lock, made if it is not there.
  static result<file> open_lock(const path& name);

  const path& name() const noexcept { return name_; }
  int descriptor() const noexcept { return descriptor_; }
  /// Size and time of the last change, in nanoseconds since the epoch.
  struct facts {
    std::uint64_t bytes = 0;
    std::int64_t changed = 0;
  };
  result<facts> look() const;

  /// Reads until `into` is full or the file ends; returns the bytes read.
  result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> into) const;
  /// Writes all of it.
  failure write(std::span<const std::byte> bytes);
  failure sync();
  /// False if another process holds the lock. It is released with the file.
  bool try_lock() const noexcept;

 private:
  file(int descriptor, path name) : descriptor_(descriptor), name_(std::move(name)) {}
  int descriptor_;
  path name_;
};

/// Renames and makes the rename last through a crash.
failure rename_durably(const path& from, const path& to);

}  // namespace local
}  // namespace v0
}  // namespace tenon
