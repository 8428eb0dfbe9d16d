#include "file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tenon {
inline namespace v0 {
namespace local {

problem unavailable(std::string code, std::string place, std::string message) {
  problem p;
  p.kind = failure_kind::model_unavailable;
  p.code = std::move(code);
  p.place = std::move(place);
  p.message = std::move(message);
  return p;
}

namespace {

std::string_view code_of(int error) {
  switch (error) {
    case ENOENT:
      return "no_such_file";
    case EACCES:
    case EPERM:
      return "no_permission";
    case ENOSPC:
    case EDQUOT:
      return "disk_full";
    default:
      return "file_error";
  }
}

}  // namespace

problem system_failure(int error, std::string_view doing, const path& where) {
  std::string message(doing);
  message += ": " + std::generic_category().message(error);
  if (code_of(error) == "disk_full")
    message += "; free some space, or set TENON_CACHE to a folder that has it";
  return unavailable(std::string(code_of(error)), where.string(), std::move(message));
}

problem stopped(std::string_view doing) {
  problem p;
  p.kind = failure_kind::cancelled;
  p.code = "cancelled";
  p.message = std::string(doing) + " was cancelled";
  return p;
}

file::~file() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

result<file> file::open(const path& name) {
  // Without O_NONBLOCK a pipe of that name would hang us here.
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return system_failure(errno, "cannot open the file", name);
  file opened(descriptor, name);
  struct stat facts{};
  if (::fstat(descriptor, &facts) != 0) return system_failure(errno, "cannot look at the file", name);
  if (S_ISDIR(facts.st_mode)) return unavailable("not_a_file", name.string(), "this is a folder, not a file");
  if (!S_ISREG(facts.st_mode)) return unavailable("not_a_file", name.string(), "this is not a regular file");
  return opened;
}

result<file> file::create(const path& name) {
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) return system_failure(errno, "cannot create the file", name);
  return file(descriptor, name);
}

result<file> file::open_lock(const path& name) {
  const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return system_failure(errno, "cannot create the lock file", name);
  return file(descriptor, name);
}

result<file::facts> file::look() const {
  struct stat found{};
  if (::fstat(descriptor_, &found) != 0) return system_failure(errno, "cannot look at the file", name_);
  facts f;
  f.bytes = static_cast<std::uint64_t>(found.st_size);
  f.changed = static_cast<std::int64_t>(found.st_mtim.tv_sec) * 1'000'000'000 + found.st_mtim.tv_nsec;
  return f;
}

result<std::size_t> file::read_at(std::uint64_t offset, std::span<std::byte> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t n =
        ::pread(descriptor_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_failure(errno, "cannot read the file", name_);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

failure file::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_failure(errno, "cannot write the file", name_);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return std::nullopt;
}

failure file::sync() {
  if (::fsync(descriptor_) != 0) return system_failure(errno, "cannot write the file to disk", name_);
  return std::nullopt;
}

bool file::try_lock() const noexcept {
  return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

failure rename_durably(const path& from, const path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return system_failure(errno, "cannot rename the file", to);
  // The name lives in the folder, so the folder is what has to reach the disk.
  const path folder = to.has_parent_path() ? to.parent_path() : path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
  return std::nullopt;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
