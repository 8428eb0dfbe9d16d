// The table of repairs: what each is called in the ledger, and the sentence that goes with it.
//
// To add one: a row here, its line in docs/reading.md, and cases in tests/reply/mend_cases.jsonl.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tenon/edit.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

struct repair {
  edit_kind kind;
  std::string_view name;
  std::string_view sentence;
};

namespace mends {

// Structure.
inline constexpr repair trailing_comma{edit_kind::dropped, "trailing_comma", "A comma behind the last."};
inline constexpr repair extra_comma{edit_kind::dropped, "extra_comma", "A comma with nothing before it."};
inline constexpr repair missing_comma{edit_kind::supplied, "missing_comma", "No comma between two values."};
inline constexpr repair missing_colon{edit_kind::supplied, "missing_colon", "No colon behind a name."};
inline constexpr repair other_separator{edit_kind::replaced, "other_separator",
                                        "Another sign for the colon."};
inline constexpr repair missing_closer{edit_kind::supplied, "missing_closer",
                                       "A bracket that was not closed."};
inline constexpr repair missing_opener{edit_kind::supplied, "missing_opener",
                                       "The first bracket of all is missing."};
inline constexpr repair mismatched_closer{edit_kind::replaced, "mismatched_closer",
                                          "A closing bracket of the other kind."};
inline constexpr repair extra_closer{edit_kind::dropped, "extra_closer", "A closing bracket too many."};
inline constexpr repair doubled_brace{edit_kind::dropped, "doubled_brace",
                                      "Braces doubled as in a template."};
inline constexpr repair comment{edit_kind::dropped, "comment", "A comment."};
inline constexpr repair odd_space{edit_kind::dropped, "odd_space", "White space that JSON does not know."};

// Names and words.
inline constexpr repair bare_name{edit_kind::replaced, "bare_name", "A name without quotation marks."};
inline constexpr repair bare_text{edit_kind::replaced, "bare_text", "Text without quotation marks."};
inline constexpr repair other_literal{edit_kind::replaced, "other_literal",
                                      "A literal as another language spells it."};
inline constexpr repair number_form{edit_kind::replaced, "number_form",
                                    "A number as JSON does not spell it."};

// Strings.
inline constexpr repair other_quotes{edit_kind::replaced, "other_quotes", "Other quotation marks."};
inline constexpr repair missing_quote{edit_kind::supplied, "missing_quote", "A quotation mark is missing."};
inline constexpr repair inner_quote{edit_kind::replaced, "inner_quote",
                                    "Quotation marks inside of a text, not escaped."};
inline constexpr repair raw_control{edit_kind::replaced, "raw_control",
                                    "Line ends or control characters inside of a text, not escaped."};
inline constexpr repair bad_escape{edit_kind::replaced, "bad_escape", "A backslash that escapes nothing."};
inline constexpr repair joined_text{edit_kind::replaced, "joined_text", "A text in several pieces."};

// What was not there at all.
inline constexpr repair completed{edit_kind::supplied, "completed",
                                  "The text was cut off; supplied on request."};
inline constexpr repair cut_off{edit_kind::dropped, "cut_off", "Cut off before it was whole."};

}  // namespace mends

inline edit made(const repair& what, std::size_t begin, std::size_t end, std::string_view after = {}) {
  return {what.kind, begin, end, what.name, std::string(after), what.sentence};
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
