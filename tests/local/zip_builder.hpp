// Writes zip files for the tests: the format by hand, so that any part of it can be made wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>
#include <zlib.h>

namespace test {

struct zip_member {
  std::string name;
  std::string bytes;
  bool deflated = true;
};

struct zip_options {
  bool zip64 = false;
  std::string comment = {};
  std::uint32_t crc_error = 0;
  /// Added to the declared size.
  std::int64_t size_error = 0;
};

inline std::string little(std::uint64_t n, std::size_t bytes) {
  std::string s;
  for (std::size_t i = 0; i < bytes; ++i) s += static_cast<char>(i < 8 ? (n >> (8 * i)) & 255U : 0);
  return s;
}

inline std::string deflated(const std::string& bytes) {
  z_stream z{};
  deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&z, static_cast<uLong>(bytes.size())), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

inline std::string zip(const std::vector<zip_member>& members, const zip_options& how = {}) {
  std::string file;
  std::string directory;
  for (const zip_member& m : members) {
    const std::string packed = m.deflated ? deflated(m.bytes) : m.bytes;
    const std::uint64_t size = m.bytes.size() + static_cast<std::uint64_t>(how.size_error);
    const auto crc = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(m.bytes.data()), static_cast<uInt>(m.bytes.size())));
    const std::uint64_t offset = file.size();
    const std::string common = little(m.deflated ? 8 : 0, 2) + little(0, 4) + little(crc ^ how.crc_error, 4);
    file += "PK\3\4" + little(45, 2) + little(0, 2) + common + little(packed.size(), 4) + little(size, 4) +
            little(m.name.size(), 2) + little(0, 2) + m.name + packed;
    const std::string extra = how.zip64 ? little(1, 2) + little(24, 2) + little(size, 8) +
                                              little(packed.size(), 8) + little(offset, 8)
                                        : std::string();
    const std::uint64_t wide = 0xffffffff;
    directory += "PK\1\2" + little(45, 2) + little(45, 2) + little(0, 2) + common +
                 little(how.zip64 ? wide : packed.size(), 4) + little(how.zip64 ? wide : size, 4) +
                 little(m.name.size(), 2) + little(extra.size(), 2) + little(0, 10) +
                 little(how.zip64 ? wide : offset, 4) + m.name + extra;
  }
  const std::uint64_t at = file.size();
  file += directory;
  if (how.zip64) {
    const std::uint64_t end = file.size();
    file += "PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) +
            little(members.size(), 8) + little(members.size(), 8) + little(directory.size(), 8) +
            little(at, 8);
    file += "PK\6\7" + little(0, 4) + little(end, 8) + little(1, 4);
  }
  file += "PK\5\6" + little(0, 4) + little(how.zip64 ? 0xffff : members.size(), 2) +
          little(how.zip64 ? 0xffff : members.size(), 2) +
          little(how.zip64 ? 0xffffffff : directory.size(), 4) + little(how.zip64 ? 0xffffffff : at, 4) +
          little(how.comment.size(), 2) + how.comment;
  return file;
}

}  // namespace test
