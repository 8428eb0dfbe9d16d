// Texts that somebody has chosen so that their hashes are the same.
#pragma once

#include "nodes/hash.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace test {

/// Texts of sixteen letters with the same hash: the second word undoes what the first one did.
inline std::vector<std::string> colliding(std::size_t count) {
  const auto word = [](const std::string& text) {
    std::uint64_t w = 0;
    std::memcpy(&w, text.data(), sizeof w);
    return w;
  };
  std::mt19937_64 random(2);
  std::vector<std::string> all{"aaaaaaaabbbbbbbb"};
  const auto after = [&](const std::string& first) {
    return tenon::schema::mix(0x9e3779b97f4a7c15U ^ 16U ^ word(first));
  };
  const std::uint64_t target = after("aaaaaaaa") ^ word("bbbbbbbb");
  while (all.size() < count) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += static_cast<char>('a' + random() % 26);
    const std::uint64_t second = target ^ after(text);
    std::array<char, 8> bytes{};
    std::memcpy(bytes.data(), &second, sizeof second);
    bool plain = true;
    for (const char c : bytes) plain = plain && c >= ' ' && c < 0x7f && c != '"' && c != '\\';
    if (plain) all.push_back(text.append(bytes.data(), bytes.size()));
  }
  return all;
}

}  // namespace test
