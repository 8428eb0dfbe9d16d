// What must hold for every text: the cut does not matter, the reader agrees with the grammar, and writing
// is the inverse of reading.
#include "documents.hpp"
#include "events.hpp"
#include "grammar.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::json::read;
using tenon::json::style;
using tenon::json::write;

RC_GTEST_PROP(Json, what_is_written_reads_back_with_order_literals_and_repeated_names, ()) {
  const auto v = *test::documents();
  for (const style how : {style::compact, style::pretty}) {
    const auto back = read(write(v, how));
    RC_ASSERT(back.has_value());
    RC_ASSERT(test::same_text(back->root, v));
    RC_ASSERT(back->root == v);
  }
}

RC_GTEST_PROP(Json, every_spelling_of_a_value_reads_as_that_value, ()) {
  const auto v = *test::documents();
  const std::string text = test::spelling().of(v);
  const auto back = read(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(test::same_text(back->root, v));
}

RC_GTEST_PROP(Json, the_cut_of_a_valid_text_does_not_matter, ()) {
  const std::string text = test::spelling().of(*test::documents());
  const test::reading whole = test::read_whole(text);
  RC_ASSERT(whole.accepted());
  RC_ASSERT(test::read_in_steps(text, 1) == whole);
  RC_ASSERT(test::read_in_steps(text, 4) == whole);
  RC_ASSERT(test::read_cut(text, test::any_cuts(text.size())) == whole);
}

RC_GTEST_PROP(Json, a_damaged_text_is_judged_as_the_grammar_says_at_the_first_wrong_byte, ()) {
  const std::string text = test::any_mutation(test::spelling().of(*test::documents()));
  const std::size_t wrong = test::grammar::first_wrong(text);
  const test::reading whole = test::read_whole(text);
  RC_ASSERT(whole.accepted() == (wrong == test::grammar::fine));
  if (!whole.accepted()) {
    RC_ASSERT(whole.offset == wrong);
    RC_ASSERT((wrong == text.size()) == (whole.code == "unexpected_end" || whole.code == "empty"));
  }
}

RC_GTEST_PROP(Json, the_cut_of_a_damaged_text_does_not_matter, ()) {
  const std::string text = test::any_mutation(test::spelling().of(*test::documents()));
  const test::reading whole = test::read_whole(text);
  RC_ASSERT(test::read_in_steps(text, 1) == whole);
  RC_ASSERT(test::read_in_steps(text, 4) == whole);
  RC_ASSERT(test::read_cut(text, test::any_cuts(text.size())) == whole);
}

RC_GTEST_PROP(Json, a_limit_is_met_at_the_same_byte_however_the_text_is_cut, ()) {
  const std::string text = test::spelling().of(*test::documents());
  const tenon::json::read_limits limits{.max_bytes = test::pick<std::size_t>(0, text.size() + 2),
                                        .max_depth = test::pick<std::size_t>(0, 4)};
  const test::reading whole = test::read_whole(text, limits);
  RC_ASSERT(test::read_in_steps(text, 1, limits) == whole);
  RC_ASSERT(test::read_cut(text, test::any_cuts(text.size()), limits) == whole);
}

/// The text of each node is where its span says.
bool spans_fit(const tenon::value& v, std::string_view text) {
  const auto [begin, end] = v.source();
  const auto part = read(text.substr(begin, end - begin));
  if (!part || !test::same_text(part->root, v)) return false;
  if (v.is_array()) {
    for (const tenon::value& item : v.items()) {
      if (!spans_fit(item, text)) return false;
    }
  } else if (v.is_object()) {
    for (const auto& m : v.members()) {
      const auto name = read(text.substr(m.name_source.begin, m.name_source.end - m.name_source.begin));
      if (!name || !name->root.is_string() || name->root.string() != m.name || !spans_fit(m.value, text))
        return false;
    }
  }
  return true;
}

RC_GTEST_PROP(Json, every_node_knows_where_it_stood, ()) {
  const std::string text = test::spelling().of(*test::documents());
  const auto made = read(text);
  RC_ASSERT(made.has_value());
  RC_ASSERT(spans_fit(made->root, text));
}

}  // namespace
