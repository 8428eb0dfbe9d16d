// PCRE2 for this module: 8-bit units, and owners for what it hands out. Only a failed allocation throws.
#pragma once

#define PCRE2_CODE_UNIT_WIDTH 8
#include <memory>
#include <new>
#include <pcre2.h>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace pcre2 {

struct deleter {
  void operator()(pcre2_code* p) const noexcept { pcre2_code_free(p); }
  void operator()(pcre2_match_data* p) const noexcept { pcre2_match_data_free(p); }
  void operator()(pcre2_match_context* p) const noexcept { pcre2_match_context_free(p); }
  void operator()(pcre2_compile_context* p) const noexcept { pcre2_compile_context_free(p); }
};

using code = std::unique_ptr<pcre2_code, deleter>;
using match_data = std::unique_ptr<pcre2_match_data, deleter>;
using match_context = std::unique_ptr<pcre2_match_context, deleter>;
using compile_context = std::unique_ptr<pcre2_compile_context, deleter>;

template <class T>
T* or_bad_alloc(T* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

/// Null, and `error`, if PCRE2 does not accept the pattern.
inline code compile(std::string_view text, std::uint32_t options, pcre2_compile_context* context,
                    int& error) {
  PCRE2_SIZE offset = 0;
  code made(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), options, &error, &offset,
                          context));
  if (made == nullptr && error == PCRE2_ERROR_HEAP_FAILED) throw std::bad_alloc();
  return made;
}

}  // namespace pcre2
}  // namespace schema
}  // namespace v0
}  // namespace tenon
