// The header of a GGUF file (version 2 or 3, little-endian), read far enough to know how long the file
// must be. llama.cpp checks less, and later: a file cut short ends in a crash or in nonsense there.
//
// The trap: every number in the header is a stranger's. Counts and lengths are held against the bytes
// that are left before anything is allocated or skipped.
#include "check.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <llama.h>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr std::uint64_t max_pairs = 1'000'000;
constexpr std::uint64_t max_tensors = 1'000'000;
constexpr std::uint64_t max_array = 100'000'000;
constexpr std::uint32_t max_dimensions = 4;
constexpr std::uint64_t read_ahead = std::uint64_t{1} << 18U;
constexpr std::string_view alignment_key = "general.alignment";
constexpr std::uint64_t default_alignment = 32;

enum value_type : std::uint32_t {
  u8,
  i8,
  u16,
  i16,
  u32,
  i32,
  f32,
  boolean,
  string,
  array,
  u64,
  i64,
  f64,
  types
};
constexpr std::uint64_t width[types] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

/// Reads forward through a buffer. Once something did not fit, everything after reads as 0 and ok() is
/// false: one check per record is enough.
class header_reader {
 public:
  header_reader(const file& from, std::uint64_t bytes) : from_(from), bytes_(bytes) {}

  bool ok() const noexcept { return ok_; }
  std::uint64_t offset() const noexcept { return offset_; }

  template <class T>
  T number() {
    T n{};
    take(&n, sizeof n);
    return n;
  }
  void skip(std::uint64_t n) {
    if (n > bytes_ - offset_) ok_ = false;
    if (ok_) offset_ += n;
  }
  std::string text(std::uint64_t longest) {
    const auto length = number<std::uint64_t>();
    if (length > longest || length > bytes_ - offset_) ok_ = false;
    std::string s(ok_ ? static_cast<std::size_t>(length) : 0, '\0');
    take(s.data(), s.size());
    return s;
  }
  void skip_text() { skip(number<std::uint64_t>()); }

 private:
  void take(void* into, std::size_t n) {
    if (n > bytes_ - offset_) ok_ = false;
    if (!ok_) return;
    if (offset_ < start_ || offset_ + n > start_ + filled_) fill(n);
    if (!ok_) return;
    std::memcpy(into, buffer_.data() + (offset_ - start_), n);
    offset_ += n;
  }
  void fill(std::size_t n) {
    const std::uint64_t ahead = std::min<std::uint64_t>(bytes_ - offset_, read_ahead);
    buffer_.resize(std::max<std::size_t>(n, static_cast<std::size_t>(ahead)));
    auto got = from_.read_at(offset_, buffer_);
    start_ = offset_;
    filled_ = got ? *got : 0;
    if (filled_ < n) ok_ = false;
  }

  const file& from_;
  std::uint64_t bytes_;
  std::uint64_t offset_ = 0;
  std::vector<std::byte> buffer_;
  std::uint64_t start_ = 0;
  std::size_t filled_ = 0;
  bool ok_ = true;
};

/// False for a type that does not exist.
bool skip_value(header_reader& in, std::uint32_t type) {
  if (type == string) {
    in.skip_text();
    return true;
  }
  if (type == array) {
    const auto element = in.number<std::uint32_t>();
    const auto count = in.number<std::uint64_t>();
    // No arrays of arrays: llama.cpp refuses them too.
    if (element >= types || element == array || count > max_array) return false;
    if (element != string) {
      in.skip(count * width[element]);
      return true;
    }
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) in.skip_text();
    return true;
  }
  if (type >= types) return false;
  in.skip(width[type]);
  return true;
}

/// Bytes of a tensor; 0 where the type is one that this llama.cpp does not know (it will say so).
std::uint64_t tensor_bytes(std::uint32_t type, std::uint64_t elements) {
  if (type >= GGML_TYPE_COUNT) return 0;
  const auto kind = static_cast<ggml_type>(type);
  const auto block = static_cast<std::uint64_t>(ggml_blck_size(kind));
  return block == 0 ? 0 : elements / block * ggml_type_size(kind);
}

/// The end of the last tensor, counted from the start of the data; nothing for a malformed list.
std::optional<std::uint64_t> read_tensors(header_reader& in, std::uint64_t count) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62U;
  std::uint64_t end = 0;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    in.skip_text();
    const auto dimensions = in.number<std::uint32_t>();
    if (dimensions > max_dimensions) return std::nullopt;
    std::uint64_t elements = 1;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const auto size = in.number<std::uint64_t>();
      if (size == 0 || elements > most / 256 / size) return std::nullopt;
      elements *= size;
    }
    const auto type = in.number<std::uint32_t>();
    const auto offset = in.number<std::uint64_t>();
    const std::uint64_t bytes = tensor_bytes(type, elements);
    if (offset > most || bytes > most) return std::nullopt;
    end = std::max(end, offset + bytes);
  }
  return end;
}

struct outline {
  bool well_formed = false;
  /// What the file must have at least; empty where it ends inside the header.
  std::optional<std::uint64_t> bytes;
};

outline read_outline(header_reader& in) {
  const auto tensors = in.number<std::uint64_t>();
  const auto pairs = in.number<std::uint64_t>();
  if (tensors > max_tensors || pairs > max_pairs) return {};
  std::uint64_t alignment = default_alignment;
  for (std::uint64_t i = 0; i < pairs && in.ok(); ++i) {
    const std::string key = in.text(65'535);
    const auto type = in.number<std::uint32_t>();
    if (key == alignment_key && type == u32) {
      alignment = in.number<std::uint32_t>();
      if (in.ok() && (alignment == 0 || (alignment & (alignment - 1)) != 0)) return {};
    } else if (!skip_value(in, type)) {
      return {.well_formed = !in.ok(), .bytes = {}};
    }
  }
  const auto data = read_tensors(in, tensors);
  if (!in.ok()) return {.well_formed = true, .bytes = {}};
  if (!data) return {};
  const std::uint64_t start = (in.offset() + alignment - 1) / alignment * alignment;
  return {.well_formed = true, .bytes = tensors == 0 ? in.offset() : start + *data};
}

problem not_gguf(const path& name, std::string_view why) {
  return unavailable("not_gguf", name.string(),
                     "this is not a GGUF model file: " + std::string(why) +
                         "; `tenon models list` shows the models that tenon can fetch");
}

}  // namespace

failure check_gguf(const path& name) {
  auto opened = file::open(name);
  if (!opened) return opened.error();
  auto facts = opened->look();
  if (!facts) return facts.error();
  if (facts->bytes == 0) return not_gguf(name, "it is empty");
  header_reader in(*opened, facts->bytes);
  const auto magic = in.number<std::uint32_t>();
  if (!in.ok() || std::memcmp(&magic, "GGUF", 4) != 0)
    return not_gguf(name, "it does not start with \"GGUF\"");
  const auto version = in.number<std::uint32_t>();
  if (in.ok() && version != 2 && version != 3) {
    auto p =
        unavailable("gguf_version", name.string(), "this is a GGUF file of a version that is not supported");
    p.expected = "version 2 or 3, little-endian";
    p.found = "version " + std::to_string(version);
    return p;
  }
  const outline o = read_outline(in);
  if (!o.well_formed) return not_gguf(name, "its header makes no sense");
  if (!o.bytes || *o.bytes > facts->bytes) {
    auto p = unavailable("truncated", name.string(), "the file is cut short; copy or fetch it again");
    p.expected =
        o.bytes ? "at least " + std::to_string(*o.bytes) + " bytes" : "a header that ends inside the file";
    p.found = std::to_string(facts->bytes) + " bytes";
    return p;
  }
  return std::nullopt;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
