// What random schemas and instances are made of: few words, so that they meet.
#pragma once

#include <array>
#include <string_view>

namespace test::words {

inline constexpr std::array<std::string_view, 9> names = {"a", "b", "ab", "c", "x-1", "é", "a/b~", "", "bb"};

inline constexpr std::array<std::string_view, 14> strings = {
    "", "a", "b", "ab", "ba", "abc", "é", "éa", "😀", "12", "a\nb", "x-1", "2024-02-29", "aaaaaaaa"};

/// Literals: some are one number spelt twice, some have no double.
inline constexpr std::array<std::string_view, 24> numbers = {"0",
                                                             "1",
                                                             "2",
                                                             "-1",
                                                             "3",
                                                             "10",
                                                             "0.5",
                                                             "1.5",
                                                             "1.0",
                                                             "0.1",
                                                             "0.3",
                                                             "-0",
                                                             "1e2",
                                                             "100",
                                                             "-2.5",
                                                             "0.01",
                                                             "7",
                                                             "1e-2",
                                                             "9007199254740993",
                                                             "9007199254740992.0",
                                                             "18446744073709551616",
                                                             "0.30000000000000004",
                                                             "1e400",
                                                             "-3e-400"};

/// A pattern, texts in which it is found, and texts in which it is not.
struct pattern {
  std::string_view text;
  std::array<std::string_view, 3> found;
  std::array<std::string_view, 2> missing;
};
inline constexpr std::array<pattern, 16> patterns = {{
    {"^a", {"a", "ab", "aaaaaaaa"}, {"b", ""}},
    {"b$", {"b", "ab", "bb"}, {"a", "ba"}},
    {"^a+b?$", {"a", "ab", "aaaaaaaa"}, {"abb", "b"}},
    {"[0-9]{2}", {"12", "2024-02-29", "a99"}, {"x-1", "1"}},
    {"^x-", {"x-1", "x-", "x-é"}, {"-x", "a"}},
    {"^.{2}$", {"ab", "éa", "😀b"}, {"abc", "a"}},
    {"a|b", {"a", "cb", "ba"}, {"c", ""}},
    {"^(ab|ba)*$", {"", "abba", "ab"}, {"aab", "a"}},
    {"é", {"é", "éa", "aé"}, {"e", "a"}},
    {"^[^a]*$", {"b", "", "😀"}, {"a", "ba"}},
    {"^\\d+$", {"12", "0", "99"}, {"1a", ""}},
    {"\\S", {"a", "b c", "é"}, {" ", "\n"}},
    {"^(?!b)", {"a", "", "ab"}, {"b", "ba"}},
    {"^.*$", {"a", "", "é"}, {"a\nb", "\n"}},
    {"^a{2,4}$", {"aa", "aaa", "aaaa"}, {"a", "aaaaa"}},
    {"c*", {"c", "", "ab"}, {"", ""}},
}};

struct format {
  std::string_view name;
  std::array<std::string_view, 2> right;
  std::array<std::string_view, 2> wrong;
};
inline constexpr std::array<format, 8> formats = {{
    {"date", {"2024-02-29", "1999-12-31"}, {"2023-02-29", "2024-2-9"}},
    {"time", {"12:00:00Z", "23:59:60Z"}, {"12:00", "24:00:00Z"}},
    {"date-time",
     {"2024-02-29T12:00:00Z", "1999-12-31t00:00:00.5+01:00"},
     {"2024-02-29", "2024-02-30T00:00:00Z"}},
    {"ipv4", {"127.0.0.1", "0.0.0.0"}, {"127.0.0.01", "1.2.3"}},
    {"uuid", {"00000000-0000-4000-8000-000000000000", "ABCDEF01-2345-6789-abcd-ef0123456789"}, {"0-0", ""}},
    {"json-pointer", {"", "/a~1b"}, {"a", "/~2"}},
    {"email", {"a@b.c", "x-1@example.com"}, {"a", "@b"}},
    {"nobodys-format", {"a", ""}, {"b", "ab"}},
}};

}  // namespace test::words
