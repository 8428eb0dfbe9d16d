// A request as libcurl's options.
#pragma once

#include <curl/curl.h>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/http.hpp>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {

/// Sets options of one handle and keeps the first that was refused.
class option_setter {
 public:
  explicit option_setter(CURL* easy) : easy_(easy) {}

  template <class V>
  void operator()(CURLoption option, V content) {
    const CURLcode code = curl_easy_setopt(easy_, option, content);
    if (code == CURLE_OK || first_error_ != CURLE_OK) return;
    first_error_ = code;
    first_option_ = option;
  }
  CURLcode first_error() const noexcept { return first_error_; }
  CURLoption first_option() const noexcept { return first_option_; }

 private:
  CURL* easy_;
  CURLcode first_error_ = CURLE_OK;
  CURLoption first_option_ = CURLOPT_LASTENTRY;
};

/// Header names compare without regard to letter case (RFC 9110, section 5.1).
bool same_name(std::string_view a, std::string_view b) noexcept;

/// What is wrong with the request, if anything is; `place` becomes its URL without query and fragment.
std::optional<problem> check(const request& what, std::string& place);

/// The headers in libcurl's form; null without memory. Never empty.
curl_slist* header_list(const request& what);

/// All that the request says. It must outlive the handle's transfer: libcurl reads the body where it stands.
void set_options(option_setter& set, const request& what, curl_slist* headers, const client_options& how);

/// Names the part of the request that libcurl did not take.
problem option_failure(CURLcode code, CURLoption option, const std::string& place);

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
