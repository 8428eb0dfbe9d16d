// The forms in which a pattern can run agree with each other: on generated patterns and texts, a table made
// beforehand, one made while searching, simulated states, counted repeats, and PCRE2.
#include "patterns/automaton.hpp"
#include "patterns/cache.hpp"
#include "patterns/pcre2.hpp"
#include "patterns/plain.hpp"
#include "patterns/simplify.hpp"
#include "patterns/simulation.hpp"
#include "patterns/table.hpp"

#include <array>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace tenon::schema;

constexpr automaton_limits written_out{.max_states = 10'000};
constexpr automaton_limits counted{.max_states = 10'000, .count_above = 1};

constexpr std::uint64_t table_work = 100'000;

class generator {
 public:
  explicit generator(std::uint32_t seed) : random_(seed) {}

  std::string pattern() {
    std::string text = alternation(3);
    if (below(3) == 0) text = "^(?:" + text + ")$";
    return text;
  }

  std::string text() {
    static constexpr std::array pieces = {
        "a", "a", "b", "b", "c", "aa", "ab", "-", " ", "\xc3\xa9", "\xf0\x9f\x98\x80", "\n"};
    std::string made;
    for (std::size_t n = below(12); n > 0; --n) made += pick(pieces);
    return made;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  template <std::size_t N>
  std::string pick(const std::array<const char*, N>& from) {
    return from[below(N)];
  }

  std::string alternation(int depth) {
    std::string made = sequence(depth);
    for (std::size_t n = below(3) == 0 ? 2 : 0; n > 0; --n) made += "|" + sequence(depth);
    return made;
  }

  std::string sequence(int depth) {
    std::string made;
    for (std::size_t n = below(4); n > 0; --n) made += term(depth);
    return made;
  }

  std::string term(int depth) {
    static constexpr std::array atoms = {
        "a", "b", "c", "\xc3\xa9", "\xf0\x9f\x98\x80", ".", "\\w", "\\W", "[ab]", "[^a]", "\\s", "[]", "[^]"};
    static constexpr std::array conditions = {"^", "$", "\\b", "\\B"};
    static constexpr std::array looks = {"(?=", "(?!", "(?<=", "(?<!"};
    static constexpr std::array counts = {"*",     "+",    "?",     "{2}", "{0,2}",
                                          "{1,3}", "{2,}", "{3,5}", "{0}", "{0,4}"};
    const std::size_t kind = below(depth > 0 ? 12 : 9);
    if (kind == 0) return pick(conditions);
    if (kind == 11) return pick(looks) + alternation(depth - 1) + ")";
    std::string made = kind < 9 ? pick(atoms) : "(?:" + alternation(depth - 1) + ")";
    if (below(3) == 0) made += pick(counts);
    return made;
  }

  std::mt19937 random_;
};

/// One pattern in every form that it can have.
struct every_form {
  explicit every_form(const std::string& text) {
    const auto parsed = parse_pattern(text);
    EXPECT_TRUE(parsed) << text;
    const pattern_term smaller = simplified(parsed->root);
    EXPECT_EQ(build_automaton(parsed->root, written_out, raw), "") << text;
    EXPECT_EQ(build_automaton(smaller, written_out, small), "") << text;
    EXPECT_EQ(build_automaton(smaller, counted, counting), "") << text;
    plain = plain_text::of(smaller);
    run = class_run::of(smaller);
    if (small.looks.empty()) table = pattern_table::of(small, table_work);
    if (small.looks.empty()) cache.emplace(small);
    if (auto p = pcre2_pattern::of(parsed->root)) other = *std::move(p);
  }

  /// What each form says that there is.
  std::vector<bool> search(std::string_view text) {
    std::vector<bool> all = {simulate(raw, text, nullptr), simulate(small, text, nullptr),
                             simulate(counting, text, nullptr)};
    if (plain) all.push_back(plain->search(text));
    if (run) all.push_back(run->search(text));
    if (table) all.push_back(table->search(text, nullptr));
    if (cache) all.push_back(cache->search(text, nullptr).value());
    if (other) all.push_back(other->search(text) == search_outcome::found);
    return all;
  }

  automaton raw;  // not simplified
  automaton small;
  automaton counting;
  std::optional<plain_text> plain;
  std::optional<class_run> run;
  std::optional<pattern_table> table;
  std::optional<cache_pool> cache;
  std::optional<pcre2_pattern> other;
};

}  // namespace

TEST(PatternForms, agree_on_generated_patterns_and_texts) {
  generator make(20'240'601);
  int tables = 0;
  int by_pcre2 = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = make.pattern();
    every_form forms(text);
    tables += forms.table ? 1 : 0;
    by_pcre2 += forms.other ? 1 : 0;
    for (int k = 0; k < 10; ++k) {
      const std::string in = make.text();
      const std::vector<bool> found = forms.search(in);
      EXPECT_EQ(found, std::vector<bool>(found.size(), found.front())) << text << " in " << in;
    }
  }
  EXPECT_GT(tables, 1500);
  EXPECT_GT(by_pcre2, 2000);
}

TEST(PatternForms, a_cache_that_is_full_starts_again_or_gives_up) {
  // 2^18 sets of states are possible, more than a cache holds.
  const auto parsed = parse_pattern("^(?:a|b)*a(?:a|b){17}$");
  ASSERT_TRUE(parsed);
  automaton a;
  ASSERT_EQ(build_automaton(parsed->root, written_out, a), "");
  ASSERT_FALSE(pattern_table::of(a, table_work));
  cache_pool cache(a);
  std::mt19937 random(7);
  int gave_up = 0;
  for (int i = 0; i < 50; ++i) {
    // Long periods come back to sets that are known; noise does not.
    std::string text;
    while (text.size() < 20'000) text += (i % 2 == 0 ? random() % 2 : text.size() / 50 % 2) == 0 ? 'a' : 'b';
    const bool expected = text[text.size() - 18] == 'a';
    const auto found = cache.search(text, nullptr);
    gave_up += found ? 0 : 1;
    EXPECT_EQ(found.value_or(expected), expected);
    EXPECT_EQ(simulate(a, text, nullptr), expected);
  }
  EXPECT_GT(gave_up, 10);
  EXPECT_LE(gave_up, 25);
}
