// The examples of RFC 3986, section 5.4, and of section 6.2.2.
#include "load/uri.hpp"

#include <gtest/gtest.h>
#include <string_view>
#include <utility>

namespace {

namespace uri = tenon::schema::uri;

}  // namespace

TEST(Uri, every_example_of_the_rfc_resolves_as_it_says) {
  constexpr std::string_view base = "http://a/b/c/d;p?q";
  const std::pair<std::string_view, std::string_view> examples[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},  // for strict parsers
  };
  for (const auto& [reference, wanted] : examples)
    EXPECT_EQ(uri::resolve(base, reference), wanted) << reference;
}

TEST(Uri, two_spellings_of_one_uri_are_one_name) {
  EXPECT_EQ(uri::normalised("HTTP://www.EXAMPLE.com/"), "http://www.example.com/");
  EXPECT_EQ(uri::normalised("eXAMPLE://a/./b/../b/%63/%7bfoo%7d"), "example://a/b/c/%7Bfoo%7D");
  EXPECT_EQ(uri::normalised("http://User@HOST:80/A"), "http://User@host:80/A");
  EXPECT_EQ(uri::normalised("urn:uuid:deadbeef"), "urn:uuid:deadbeef");
  EXPECT_EQ(uri::normalised("http://a/%"), "http://a/%");
}

TEST(Uri, a_base_need_not_be_hierarchical_or_absolute_or_there) {
  EXPECT_EQ(uri::resolve("urn:uuid:1", "#/a"), "urn:uuid:1#/a");
  EXPECT_EQ(uri::resolve("", "x.json#a"), "x.json#a");
  EXPECT_EQ(uri::resolve("folder/x.json", "y.json"), "folder/y.json");
  EXPECT_EQ(uri::resolve("http://host", "x"), "http://host/x");
  EXPECT_EQ(uri::resolve("file:///c:/a/b.json", "c.json"), "file:///c:/a/c.json");
}

TEST(Uri, fragments_are_encoded_and_decoded) {
  EXPECT_EQ(uri::as_fragment("/a^b/c d/é~1%"), "/a%5Eb/c%20d/%C3%A9~1%25");
  EXPECT_EQ(uri::decoded("/a%5eb/%C3%A9%"), "/a^b/é%");
  EXPECT_EQ(uri::split_fragment("http://a#b#c").fragment, "b#c");
  EXPECT_TRUE(uri::is_absolute("urn:x"));
  EXPECT_FALSE(uri::is_absolute("/a:b"));
  EXPECT_FALSE(uri::is_absolute("1a:b"));
}

TEST(Uri, a_path_of_many_dots_takes_linear_time) {
  std::string path = "/";
  for (int i = 0; i < 200'000; ++i) path += i % 2 == 0 ? "a/" : "../";
  EXPECT_EQ(uri::resolve("http://h/", path), "http://h/");
}
