// What decides each format: from a text to yes or no. The files format_*.cpp hold one kind each and name
// their documents; format.cpp has the table.
#pragma once

#include <cstddef>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace formats {

// Limits of the documents, in octets.
inline constexpr std::size_t max_name_octets = 253;     // RFC 1035, 2.3.4: 255 on the wire
inline constexpr std::size_t max_label_octets = 63;     // RFC 1035, 2.3.4
inline constexpr std::size_t max_local_octets = 64;     // RFC 5321, 4.5.3.1.1
inline constexpr std::size_t max_mailbox_octets = 254;  // RFC 5321, 4.5.3.1.3: a path less its brackets

// formats/time.cpp
bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);

// formats/address.cpp
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);
/// What stands between the brackets of a mailbox: RFC 5321, section 4.1.3.
bool is_address_literal(std::string_view text);

// formats/host.cpp
bool is_ascii_hostname(std::string_view text);
bool is_hostname(std::string_view text);
bool is_idn_hostname(std::string_view text);
/// The part after the @: RFC 5321, section 4.1.2, with `international` RFC 6531, section 3.3.
bool is_mail_domain(std::string_view text, bool international);

// formats/mail.cpp
bool is_email(std::string_view text);
bool is_idn_email(std::string_view text);

// formats/uri.cpp
bool is_uri(std::string_view text);
bool is_uri_reference(std::string_view text);
bool is_iri(std::string_view text);
bool is_iri_reference(std::string_view text);

// formats/template.cpp
bool is_uri_template(std::string_view text);

// formats/pointer.cpp
bool is_json_pointer(std::string_view text);
bool is_relative_json_pointer(std::string_view text);

// formats/regex.cpp
bool is_regex(std::string_view text);

// formats/uuid.cpp
bool is_uuid(std::string_view text);

}  // namespace formats
}  // namespace schema
}  // namespace v0
}  // namespace tenon
