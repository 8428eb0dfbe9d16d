// The reader allocates nothing in the steady state, and comparing small values never does.
#include "allocation_counter.hpp"

#include <cstddef>
#include <gtest/gtest.h>
#include <string>

#include <tenon/reader.hpp>

namespace {

using test::allocations;

class counter final : public tenon::json::handler {
 public:
  bool on_null(tenon::json::source_span) override { return ++events != 0; }
  bool on_boolean(bool, tenon::json::source_span) override { return ++events != 0; }
  bool on_number(std::string_view, tenon::json::source_span) override { return ++events != 0; }
  bool on_string(std::string_view, tenon::json::source_span) override { return ++events != 0; }
  bool on_name(std::string_view, tenon::json::source_span) override { return ++events != 0; }
  bool on_begin_array(std::uint64_t) override { return ++events != 0; }
  bool on_end_array(tenon::json::source_span) override { return ++events != 0; }
  bool on_begin_object(std::uint64_t) override { return ++events != 0; }
  bool on_end_object(tenon::json::source_span) override { return ++events != 0; }
  std::size_t events = 0;
};

std::string document() {
  std::string text = "[";
  for (int i = 0; i < 200; ++i) {
    text += R"({"id":)" + std::to_string(i) + R"(,"text":"escaped \n \u20ac and long enough to be split",)" +
            R"("deep":[[[{"a":[1.5e-3,null,true]}]]]},)";
  }
  text.back() = ']';
  return text;
}

bool read_once(tenon::json::reader& reader, std::string_view text, std::size_t step) {
  reader.reset();
  for (std::size_t at = 0; at < text.size(); at += step) {
    if (!reader.feed(text.substr(at, step))) return false;
  }
  return reader.finish();
}

TEST(Reader, after_warming_up_nothing_is_allocated_at_any_chunk_size) {
  const std::string text = document();
  counter events;
  tenon::json::reader reader(events);
  ASSERT_TRUE(read_once(reader, text, 1));
  for (const std::size_t step :
       {std::size_t{1}, std::size_t{4}, std::size_t{7}, std::size_t{64}, text.size()}) {
    const std::size_t before = allocations;
    ASSERT_TRUE(read_once(reader, text, step));
    EXPECT_EQ(allocations, before) << "in steps of " << step;
  }
  EXPECT_GT(events.events, 1000U);
}

TEST(Value, comparing_small_and_flat_values_allocates_nothing) {
  const std::string text =
      R"({"a":[1,2.0,{"b":"a string that is too long to be kept in place","c":[null,true]}],"d":1e2})";
  const auto a = tenon::json::read(text);
  const auto b = tenon::json::read(text);
  ASSERT_TRUE(a && b);
  const std::size_t before = allocations;
  const bool same = a->root == b->root;
  EXPECT_EQ(allocations, before);
  EXPECT_TRUE(same);
}

TEST(Reader, the_counter_of_this_test_counts) {
  const std::size_t before = allocations;
  const std::string text(1000, 'x');
  EXPECT_GT(allocations, before);
}

}  // namespace
