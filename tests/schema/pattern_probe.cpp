// Answers for pattern_node_test.py: a line is a pattern and texts, each in hexadecimal ("-" is empty). The
// answer is `unicode`, `annex_b`, `illegal` or `unsupported`, and a digit for each text: 1 found, 0 absent,
// 2 undecided.
#include "patterns/pattern.hpp"

#include <iostream>
#include <sstream>
#include <string>

namespace {

using tenon::schema::is_ecma_pattern;
using tenon::schema::pattern;
using tenon::schema::search_outcome;

std::string plain(const std::string& hexadecimal) {
  std::string text;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2) {
    text += static_cast<char>(std::stoi(hexadecimal.substr(i, 2), nullptr, 16));
  }
  return text;
}

std::string answer(const std::string& line) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  const std::string text = plain(word);
  const auto compiled = pattern::compile(text, 10'000);
  const bool ecma = is_ecma_pattern(text);
  if (!compiled) {
    const bool illegal = compiled.error().kind == tenon::failure_kind::invalid_argument;
    if (illegal && ecma) return "is_ecma_pattern disagrees";
    return illegal ? "illegal" : "unsupported";
  }
  if (compiled->annex_b().empty() != ecma) return "is_ecma_pattern disagrees";
  std::string out = ecma ? "unicode " : "annex_b ";
  while (in >> word) {
    const search_outcome found = compiled->search(plain(word));
    out += found == search_outcome::found ? '1' : found == search_outcome::absent ? '0' : '2';
  }
  return out;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(line) << '\n';
}
