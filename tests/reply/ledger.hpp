// The ledger's invariant, for tests and fuzzers: each byte that is not white space stands in the value or in
// a range that the ledger lists, and each scalar either says what its own bytes say or is covered by an
// entry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/reply.hpp>

namespace tenon {

namespace ledger_check {

/// Whether an entry begins, ends or lies in this range.
inline bool touched(const reply::read_value& got, json::source_span at) {
  for (const auto& e : got.ledger)
    if (e.begin <= at.end && e.end >= at.begin) return true;
  return false;
}

inline bool same_as_bytes(std::string_view text, const value& v) {
  const auto at = v.source();
  const auto own = json::read(
      text.substr(static_cast<std::size_t>(at.begin), static_cast<std::size_t>(at.end - at.begin)));
  return own && own->root == v;
}

}  // namespace ledger_check

/// The first byte that nobody answers for; empty if all is well.
inline std::optional<std::uint64_t> unaccounted(std::string_view text, const reply::read_value& got) {
  std::vector<bool> known(text.size());
  const auto mark = [&](std::uint64_t begin, std::uint64_t end) {
    for (auto i = begin; i < end; ++i) known[static_cast<std::size_t>(i)] = true;
  };
  for (const auto& e : got.ledger) {
    if (e.end < e.begin || e.end > text.size()) return e.begin;
    mark(e.begin, e.end);
  }
  std::vector<const value*> open{&got.root};
  while (!open.empty()) {
    const auto& v = *open.back();
    open.pop_back();
    const auto at = v.source();
    if (at.end < at.begin || at.end > text.size()) return at.begin;
    if (v.is_array()) {
      for (const auto& item : v.items()) open.push_back(&item);
    } else if (v.is_object()) {
      for (const auto& m : v.members()) {
        mark(m.name_source.begin, m.name_source.end);
        const auto name =
            json::read(text.substr(static_cast<std::size_t>(m.name_source.begin),
                                   static_cast<std::size_t>(m.name_source.end - m.name_source.begin)));
        const bool same = name && name->root.is_string() && name->root.string() == m.name;
        if (!same && !ledger_check::touched(got, m.name_source)) return m.name_source.begin;
        open.push_back(&m.value);
      }
    } else {
      mark(at.begin, at.end);
      if (!ledger_check::same_as_bytes(text, v) && !ledger_check::touched(got, at)) return at.begin;
    }
  }
  const auto root = got.root.source();
  for (std::uint64_t i = 0; i < text.size(); ++i) {
    constexpr std::string_view space = " \t\n\r";
    constexpr std::string_view structure = "{}[],:";
    const char c = text[static_cast<std::size_t>(i)];
    if (known[static_cast<std::size_t>(i)] || space.find(c) != std::string_view::npos) continue;
    if (i < root.begin || i >= root.end || structure.find(c) == std::string_view::npos) return i;
  }
  return std::nullopt;
}

}  // namespace tenon
