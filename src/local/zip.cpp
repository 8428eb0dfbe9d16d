#include "zip.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <zlib.h>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr std::uint32_t local_magic = 0x04034b50;
constexpr std::uint32_t entry_magic = 0x02014b50;
constexpr std::uint32_t end_magic = 0x06054b50;
constexpr std::uint32_t end64_magic = 0x06064b50;
constexpr std::uint32_t locator64_magic = 0x07064b50;
constexpr std::size_t local_bytes = 30;
constexpr std::size_t entry_bytes = 46;
constexpr std::size_t end_bytes = 22;
constexpr std::size_t end64_bytes = 56;
constexpr std::size_t locator64_bytes = 20;
constexpr std::size_t max_comment = 0xffff;
constexpr std::size_t chunk = std::size_t{256} << 10U;

/// Little-endian numbers at fixed places. Precondition: they lie inside.
template <class T>
T number(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t n = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) n = (n << 8U) | std::to_integer<std::uint64_t>(bytes[at + i]);
  return static_cast<T>(n);
}
std::uint16_t u16(std::span<const std::byte> b, std::size_t at) {
  return number<std::uint16_t>(b, at);
}
std::uint32_t u32(std::span<const std::byte> b, std::size_t at) {
  return number<std::uint32_t>(b, at);
}
std::uint64_t u64(std::span<const std::byte> b, std::size_t at) {
  return number<std::uint64_t>(b, at);
}

/// Numbers that do not fit 32 bits stand in the extra field 1, in this order, only those that overflow.
bool widen(zip_entry& e, std::span<const std::byte> extra) {
  constexpr std::uint64_t wide = 0xffffffff;
  if (e.bytes != wide && e.packed_bytes != wide && e.header_offset != wide) return true;
  while (extra.size() >= 4) {
    const std::size_t length = u16(extra, 2);
    if (length + 4 > extra.size()) return false;
    if (u16(extra, 0) == 1) {
      auto field = extra.subspan(4, length);
      for (std::uint64_t* n : {&e.bytes, &e.packed_bytes, &e.header_offset}) {
        if (*n != wide) continue;
        if (field.size() < 8) return false;
        *n = u64(field, 0);
        field = field.subspan(8);
      }
      return true;
    }
    extra = extra.subspan(length + 4);
  }
  return false;
}

class inflater {
 public:
  inflater() { good_ = inflateInit2(&stream_, -MAX_WBITS) == Z_OK; }
  inflater(const inflater&) = delete;
  inflater& operator=(const inflater&) = delete;
  ~inflater() {
    if (good_) inflateEnd(&stream_);
  }
  bool good() const noexcept { return good_; }
  void give(std::span<std::byte> packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
  }
  /// One buffer of output; false if the data are damaged.
  bool take(std::span<std::byte> buffer, std::size_t& produced, bool& ended) {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    produced = buffer.size() - stream_.avail_out;
    ended = status == Z_STREAM_END;
    return status == Z_OK || status == Z_STREAM_END || (status == Z_BUF_ERROR && produced == 0);
  }
  bool hungry() const noexcept { return stream_.avail_in == 0; }

 private:
  z_stream stream_{};
  bool good_ = false;
};

}  // namespace

problem zip_archive::damaged(std::string_view code, std::string message) const {
  return unavailable(std::string(code), from_.name().string(), std::move(message));
}

result<zip_archive> zip_archive::open(const path& name) {
  auto from = file::open(name);
  if (!from) return from.error();
  auto facts = from->look();
  if (!facts) return facts.error();
  zip_archive archive(std::move(*from), facts->bytes);
  if (auto bad = archive.read_directory()) return *bad;
  return archive;
}

result<zip_archive::extent> zip_archive::find_directory() const {
  std::vector<std::byte> tail(std::min<std::uint64_t>(bytes_, end_bytes + max_comment + locator64_bytes));
  auto got = from_.read_at(bytes_ - tail.size(), tail);
  if (!got) return got.error();
  // The end record is the last thing in the file but for a comment, so it is looked for backwards.
  std::size_t at = std::string::npos;
  for (std::size_t i = tail.size() < end_bytes ? 0 : tail.size() - end_bytes + 1; i-- > 0;) {
    if (u32(tail, i) == end_magic && i + end_bytes + u16(tail, i + 20) == tail.size()) {
      at = i;
      break;
    }
  }
  if (at == std::string::npos) {
    return damaged("not_a_zip", "this is not a zip file, or its end is missing (a download that broke off?)");
  }
  extent found{u32(tail, at + 16), u32(tail, at + 12), u16(tail, at + 10)};
  if (at >= locator64_bytes && u32(tail, at - locator64_bytes) == locator64_magic) {
    std::array<std::byte, end64_bytes> end{};
    got = from_.read_at(u64(tail, at - locator64_bytes + 8), end);
    if (!got) return got.error();
    if (*got != end.size() || u32(end, 0) != end64_magic) {
      return damaged("truncated", "its zip64 end record is missing");
    }
    found = {u64(end, 48), u64(end, 40), u64(end, 32)};
  }
  if (found.entries > max_entries || found.bytes > max_directory_bytes) {
    return damaged("unsupported_zip",
                   "its directory is larger than max_entries or max_directory_bytes allow");
  }
  if (found.offset > bytes_ || found.bytes > bytes_ - found.offset) {
    return damaged("truncated", "its directory lies outside the file");
  }
  return found;
}

failure zip_archive::read_directory() {
  auto where = find_directory();
  if (!where) return where.error();
  std::vector<std::byte> directory(static_cast<std::size_t>(where->bytes));
  auto got = from_.read_at(where->offset, directory);
  if (!got) return got.error();
  std::span<const std::byte> rest = directory;
  for (std::uint64_t i = 0; i < where->entries; ++i) {
    if (rest.size() < entry_bytes || u32(rest, 0) != entry_magic) {
      return damaged("truncated", "its directory ends early");
    }
    const std::size_t name = u16(rest, 28);
    const std::size_t extra = u16(rest, 30);
    const std::size_t whole = entry_bytes + name + extra + u16(rest, 32);
    if (whole > rest.size()) return damaged("truncated", "its directory ends early");
    zip_entry e;
    e.name.assign(reinterpret_cast<const char*>(rest.data()) + entry_bytes, name);
    e.flags = u16(rest, 8);
    e.method = u16(rest, 10);
    e.crc32 = u32(rest, 16);
    e.packed_bytes = u32(rest, 20);
    e.bytes = u32(rest, 24);
    e.header_offset = u32(rest, 42);
    if (!widen(e, rest.subspan(entry_bytes + name, extra))) {
      return damaged("truncated", "a zip64 size is missing");
    }
    entries_.push_back(std::move(e));
    rest = rest.subspan(whole);
  }
  return std::nullopt;
}

failure zip_archive::extract(const zip_entry& entry, const sink& to) const {
  constexpr std::uint16_t encrypted = 1;
  if ((entry.flags & encrypted) != 0 || (entry.method != 0 && entry.method != 8)) {
    return damaged("unsupported_zip",
                   "its member " + excerpt(entry.name) + " is encrypted or packed in an unknown way");
  }
  std::array<std::byte, local_bytes> header{};
  auto n = from_.read_at(entry.header_offset, header);
  if (!n) return n.error();
  if (*n != header.size() || u32(header, 0) != local_magic) {
    return damaged("truncated", "the header of its member " + excerpt(entry.name) + " is missing");
  }
  const std::uint64_t offset = entry.header_offset + local_bytes + u16(header, 26) + u16(header, 28);
  if (offset > bytes_ || entry.packed_bytes > bytes_ - offset ||
      (entry.method == 0 && entry.packed_bytes != entry.bytes)) {
    return damaged("truncated", "its member " + excerpt(entry.name) + " does not fit into the file");
  }
  return unpack(entry, offset, to);
}

failure zip_archive::unpack(const zip_entry& entry, std::uint64_t offset, const sink& to) const {
  std::vector<std::byte> packed(std::clamp<std::uint64_t>(entry.packed_bytes, 1, chunk));
  std::vector<std::byte> plain(std::clamp<std::uint64_t>(entry.bytes, 1, chunk));
  inflater inflate;
  if (!inflate.good()) return damaged("unsupported_zip", "zlib does not start");
  std::uint64_t left = entry.packed_bytes;
  std::uint64_t produced = 0;
  uLong crc = ::crc32(0, nullptr, 0);
  bool ended = entry.method == 0;
  // Also refuses a member that unpacks to more than it declares.
  auto pass = [&](std::span<const std::byte> bytes) -> failure {
    produced += bytes.size();
    if (produced > entry.bytes)
      return damaged("damaged", "its member " + excerpt(entry.name) + " is too long");
    crc = ::crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size()));
    return to(bytes);
  };
  while (left > 0) {
    const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(left, packed.size()));
    auto got = from_.read_at(offset, std::span(packed).first(want));
    if (!got) return got.error();
    if (*got != want) return damaged("truncated", "its member " + excerpt(entry.name) + " ends early");
    offset += want;
    left -= want;
    if (entry.method == 0) {
      if (auto bad = pass(std::span(packed).first(want))) return bad;
      continue;
    }
    inflate.give(std::span(packed).first(want));
    for (std::size_t size = plain.size(); !ended && (size == plain.size() || !inflate.hungry());) {
      if (!inflate.take(plain, size, ended)) {
        return damaged("damaged", "its member " + excerpt(entry.name) + " cannot be unpacked");
      }
      if (auto bad = pass(std::span(plain).first(size))) return bad;
    }
    if (ended) break;
  }
  if (!ended || produced != entry.bytes || crc != entry.crc32) {
    return damaged("damaged", "its member " + excerpt(entry.name) + " is not what its checksum says");
  }
  return std::nullopt;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
