// The table of formats: what decides each name, and where that depends on the draft.
//
// A schema of an older draft may name a format that came later: every draft allows formats beyond its own,
// and who writes "uuid" into a schema of draft 7 means it. So a name is known in all of them.
#include "formats/format.hpp"

#include "formats/rules.hpp"

#include <array>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

struct row {
  format what;
  std::string_view name;
  draft first;  // and up to
  draft last;
  bool (*holds)(std::string_view text);
};

constexpr draft d4 = draft::d4;
constexpr draft d6 = draft::d6;
constexpr draft d7 = draft::d7;
constexpr draft d2020 = draft::d2020;

bool anything(std::string_view) {
  return true;
}

constexpr std::array<row, 21> table = {{
    {format::loose, "", d4, d2020, anything},
    {format::date, "date", d4, d2020, formats::is_date},
    {format::date_time, "date-time", d4, d2020, formats::is_date_time},
    {format::time, "time", d4, d2020, formats::is_time},
    {format::duration, "duration", d4, d2020, formats::is_duration},
    {format::email, "email", d4, d2020, formats::is_email},
    {format::idn_email, "idn-email", d4, d2020, formats::is_idn_email},
    {format::ascii_hostname, "hostname", d4, d6, formats::is_ascii_hostname},
    {format::hostname, "hostname", d7, d2020, formats::is_hostname},
    {format::idn_hostname, "idn-hostname", d4, d2020, formats::is_idn_hostname},
    {format::ipv4, "ipv4", d4, d2020, formats::is_ipv4},
    {format::ipv6, "ipv6", d4, d2020, formats::is_ipv6},
    {format::uri, "uri", d4, d2020, formats::is_uri},
    {format::uri_reference, "uri-reference", d4, d2020, formats::is_uri_reference},
    {format::iri, "iri", d4, d2020, formats::is_iri},
    {format::iri_reference, "iri-reference", d4, d2020, formats::is_iri_reference},
    {format::uri_template, "uri-template", d4, d2020, formats::is_uri_template},
    {format::json_pointer, "json-pointer", d4, d2020, formats::is_json_pointer},
    {format::relative_json_pointer, "relative-json-pointer", d4, d2020, formats::is_relative_json_pointer},
    {format::regex, "regex", d4, d2020, formats::is_regex},
    {format::uuid, "uuid", d4, d2020, formats::is_uuid},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].what) != i) return false;
  }
  return true;
}
static_assert(in_order(), "a format is the number of its row");

const row& row_of(format f) {
  return table[static_cast<std::size_t>(f)];
}

}  // namespace

format format_from(std::string_view name, draft d) noexcept {
  for (const row& r : table) {
    if (r.name == name && r.first <= d && d <= r.last) return r.what;
  }
  return format::loose;
}

std::string_view to_string(format f) noexcept {
  return row_of(f).name;
}

bool matches(format f, std::string_view text) {
  return row_of(f).holds(text);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
