// What must not be left to libcurl's defaults, and why, stands beside each option here.
#include "options.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <new>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {
namespace {

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// RFC 9110, section 5.6.2: what a method and a header's name are made of.
bool is_token(std::string_view text) noexcept {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [marks](char c) {
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
           marks.find(c) != std::string_view::npos;
  });
}

problem wrong(std::string_view code, std::string place, std::string message) {
  return {.kind = failure_kind::invalid_argument,
          .code = std::string(code),
          .place = std::move(place),
          .message = std::move(message)};
}

/// One part of a parsed URL; empty if it has none.
std::string part(CURLU* url, CURLUPart which) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, 0) != CURLUE_OK) return {};
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return text;
}

/// The URL itself is never shown: what is wrong with it may be its secret.
std::optional<problem> check_url(const std::string& text, std::string& place) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), &curl_url_cleanup);
  if (url == nullptr) throw std::bad_alloc();
  const CURLUcode code = text.find('\0') == std::string::npos
                             ? curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_DISALLOW_USER)
                             : CURLUE_MALFORMED_INPUT;
  if (code == CURLUE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code == CURLUE_USER_NOT_ALLOWED) {
    return wrong("url", "url", "a user or password in the URL; they belong into a secret header");
  }
  if (code != CURLUE_OK) return wrong("url", "url", std::string("not a URL: ") + curl_url_strerror(code));
  const std::string scheme = part(url.get(), CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return wrong("url", "url", "the URL is neither http nor https");
  const std::string port = part(url.get(), CURLUPART_PORT);
  place = scheme + "://" + part(url.get(), CURLUPART_HOST) + (port.empty() ? "" : ":" + port) +
          part(url.get(), CURLUPART_PATH);
  return std::nullopt;
}

std::optional<problem> check_headers(const std::vector<header>& headers) {
  // The first two would contradict the body that is sent; the last has libcurl repeat a request (417).
  constexpr std::array<std::string_view, 3> ours = {"content-length", "transfer-encoding", "expect"};
  for (const header& h : headers) {
    if (!is_token(h.name)) return wrong("header", "headers", "a header's name is not a token");
    if (std::any_of(ours.begin(), ours.end(),
                    [&h](std::string_view name) { return same_name(h.name, name); })) {
      return wrong("header", h.name, "this header cannot be given: it is made from the request");
    }
    if (h.value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      return wrong("header", h.name, "the header's value has a line end or a NUL in it");
    }
  }
  return std::nullopt;
}

long milliseconds(const std::optional<duration>& limit) {
  constexpr long longest = std::numeric_limits<int>::max();
  if (!limit) return longest;
  const auto whole = std::chrono::ceil<std::chrono::milliseconds>(*limit).count();
  return std::clamp<long>(whole, 1, longest);
}

void set_method(option_setter& set, const request& what) {
  const bool has_body =
      !what.body.empty() || what.method == "POST" || what.method == "PUT" || what.method == "PATCH";
  if (has_body) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(what.body.size()));
    set(CURLOPT_POSTFIELDS, what.body.data());
    if (what.method != "POST") set(CURLOPT_CUSTOMREQUEST, what.method.c_str());
  } else if (what.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (what.method != "GET") {
    set(CURLOPT_CUSTOMREQUEST, what.method.c_str());
  }
}

void set_proxy(option_setter& set, const request& what) {
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);  // of a proxy of the environment's, too
  if (what.proxy.empty()) return;
  set(CURLOPT_PROXY, what.proxy == "none" ? "" : what.proxy.c_str());
  set(CURLOPT_NOPROXY, "");
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<problem> check(const request& what, std::string& place) {
  if (auto bad = check_url(what.url, place)) return bad;
  if (!is_token(what.method) || what.method == "CONNECT") {
    return wrong("method", "method", "the method is not one that can be sent");
  }
  if (what.method == "HEAD" && !what.body.empty())
    return wrong("method", "method", "a HEAD request has no body");
  if (what.proxy.find('\0') != std::string::npos) return wrong("proxy", "proxy", "the proxy is not a URL");
  return check_headers(what.headers);
}

curl_slist* header_list(const request& what) {
  curl_slist* list = nullptr;
  const auto add = [&list](const std::string& line) {
    curl_slist* const longer = curl_slist_append(list, line.c_str());
    if (longer != nullptr) {
      list = longer;
      return true;
    }
    curl_slist_free_all(list);
    list = nullptr;
    return false;
  };
  // libcurl asks for permission before it sends a large body, and repeats the request where that is refused.
  if (!add("Expect:")) return nullptr;
  if (!find_header(what.headers, "content-type") && !add("Content-Type:")) return nullptr;
  for (const header& h : what.headers) {
    const bool blank = h.value.find_first_not_of(" \t") == std::string::npos;
    if (!add(blank ? h.name + ";" : h.name + ": " + h.value)) return nullptr;
  }
  return list;
}

void set_options(option_setter& set, const request& what, curl_slist* headers, const client_options& how) {
  set(CURLOPT_URL, what.url.c_str());
  set(CURLOPT_HTTPHEADER, headers);
  set_method(set, what);
  set_proxy(set, what);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_HTTP_VERSION, static_cast<long>(what.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  set(CURLOPT_HTTP09_ALLOWED, 0L);   // else any bytes at all are a reply
  set(CURLOPT_ACCEPT_ENCODING, "");  // all that can be undone
  set(CURLOPT_NOSIGNAL, 1L);         // this is not the only thread
  set(CURLOPT_QUICK_EXIT, 1L);       // a cancelled name resolution is left to its thread, not waited for
  set(CURLOPT_TCP_NODELAY, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);  // a model may think for minutes; middle boxes forget silent connections
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  // Ours is the timer that decides; libcurl divides this one among the addresses of a host.
  set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(what.within.connect));
  set(CURLOPT_MAXAGE_CONN,
      static_cast<long>(std::chrono::ceil<std::chrono::seconds>(how.max_idle_time).count()));
  if (!what.ca_file.empty()) set(CURLOPT_CAINFO, what.ca_file.c_str());
}

problem option_failure(CURLcode code, CURLoption option, const std::string& place) {
  if (code == CURLE_OUT_OF_MEMORY) throw std::bad_alloc();
  if (option == CURLOPT_PROXY) return wrong("proxy", "proxy", "the proxy is not one that libcurl knows");
  if (option == CURLOPT_CAINFO)
    return wrong("ca_file", "ca_file", "this libcurl cannot read certificates from a file");
  problem p = wrong("option", place, "this libcurl does not know an option that is needed");
  const curl_easyoption* const known = curl_easy_option_by_id(option);
  if (known != nullptr) p.found = known->name;
  return p;
}

}  // namespace detail

std::optional<std::string_view> find_header(const std::vector<header>& headers,
                                            std::string_view name) noexcept {
  for (const header& h : headers) {
    if (detail::same_name(h.name, name)) return h.value;
  }
  return std::nullopt;
}

}  // namespace http
}  // namespace v0
}  // namespace tenon
