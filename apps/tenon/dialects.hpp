// What the providers make of a schema: names of their dialects, and what each will not hold.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/program.hpp>
#include <tenon/value.hpp>

namespace tenon::cli {

std::vector<std::string> dialect_names();

/// "/properties/a/minLength: minLength: …"
std::string note_text(const schema::lowering_note& note);

/// One dialect's answer to a schema.
struct held_by {
  schema::dialect to{};
  result<schema::lowered> form;
};
std::vector<held_by> ask_dialects(const schema::program& code, std::span<const schema::dialect> which);

/// A line for each rule that some of them do not hold, with their names, and for each dialect that has no
/// form of the schema at all. Empty if there are none. At most `most` lines, 0: all.
std::string held_text(std::span<const held_by> all, std::size_t most, std::size_t width);
/// [{"dialect", "notes": [{"place", "keyword", "reason"}], "refused"}]
value held_json(std::span<const held_by> all);

}  // namespace tenon::cli
