// What libcurl's way of failing is in our words.
#pragma once

#include <curl/curl.h>
#include <string>
#include <string_view>

#include <tenon/http.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {

/// How far a request had come when libcurl gave it up.
struct circumstances {
  CURLcode code = CURLE_OK;
  bool sent = false;   // it was on the wire
  bool heard = false;  // a byte of the reply had come
  bool head = false;   // all of its head had
  long system_error = 0;
  long tunnel_status = 0;  // what a proxy said to CONNECT; 0: nothing
  std::string_view text = {};
};

problem failure_of(const circumstances& how, const request& what, const std::string& place);

/// `code` is the name of a member of time_limits.
problem time_failure(std::string_view code, const time_limits& limits, const std::string& place);

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
