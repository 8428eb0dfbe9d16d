// The sentences are ours. Of libcurl's own only those about TLS are quoted, as they alone say what no code
// does; others hold parts of URLs and proxies. What is quoted is searched for every secret of the request.
#include "failure.hpp"

#include <cerrno>
#include <chrono>
#include <system_error>

namespace tenon {
inline namespace v0 {
namespace http {
namespace detail {
namespace {

struct verdict {
  failure_kind kind;
  std::string_view code;
  std::string_view message;
};

constexpr verdict reset{failure_kind::network_error, "connection_reset",
                        "the connection was reset before a reply came"};
constexpr verdict closed{failure_kind::network_error, "connection_closed",
                         "the server closed the connection before a reply came"};
constexpr verdict head_cut{failure_kind::incomplete_stream, "head_cut",
                           "the reply broke off within its head"};
constexpr verdict body_cut{failure_kind::incomplete_stream, "body_cut",
                           "the reply's body broke off before its end"};
constexpr verdict refused{failure_kind::network_error, "connection_refused", "the connection was refused"};
constexpr verdict unreachable{failure_kind::network_error, "unreachable", "the host cannot be reached"};
constexpr verdict no_proxy{failure_kind::network_error, "proxy", "the proxy cannot be used"};
constexpr verdict tls{failure_kind::network_error, "tls", "no trusted TLS connection came about"};
constexpr verdict invalid_reply{failure_kind::protocol_error, "invalid_reply", "what came back is not HTTP"};
constexpr verdict long_line{failure_kind::protocol_error, "max_head",
                            "a line of the reply's head is too long"};
constexpr verdict other{failure_kind::network_error, "network", "the network failed"};

verdict unconnected(const circumstances& how) {
  // The connection that was kept alive had died, and transfer::on_open refused libcurl another one.
  if (how.sent) return closed;
  switch (how.system_error) {
    case ECONNREFUSED:
      return refused;
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ETIMEDOUT:
      return unreachable;
    case ECONNRESET:
      return reset;
    default:
      return other;
  }
}

verdict broken(const circumstances& how) {
  if (how.tunnel_status >= 300) return no_proxy;
  if (how.head) return body_cut;
  if (how.heard) return head_cut;
  return how.system_error == ECONNRESET || how.system_error == EPIPE ? reset : closed;
}

verdict judge(const circumstances& how, const request& what) {
  switch (how.code) {
    case CURLE_OPERATION_TIMEDOUT:
      return {failure_kind::timed_out, "connect", "no connection came about in time"};
    case CURLE_COULDNT_RESOLVE_HOST:
      return {failure_kind::network_error, "dns", "the host's name cannot be resolved"};
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
      return no_proxy;
    case CURLE_COULDNT_CONNECT:
      return unconnected(how);
    case CURLE_ABORTED_BY_CALLBACK:  // transfer::on_send refused a repetition
    case CURLE_GOT_NOTHING:
      return closed;
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_FAIL_REWIND:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return broken(how);
    case CURLE_PARTIAL_FILE:
      return body_cut;
    case CURLE_UNSUPPORTED_PROTOCOL:  // no status line
    case CURLE_WEIRD_SERVER_REPLY:
      return invalid_reply;
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:
      return {failure_kind::protocol_error, "content_encoding", "the reply's body cannot be decompressed"};
    case CURLE_SSL_CACERT_BADFILE:
      if (what.ca_file.empty()) return tls;
      return {failure_kind::invalid_argument, "ca_file", "the file of trusted certificates cannot be read"};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED:
      return tls;
#if LIBCURL_VERSION_NUM >= 0x080600
    case CURLE_TOO_LARGE:
#endif
    case CURLE_OUT_OF_MEMORY:
      // What libcurl also says of a line that is longer than CURL_MAX_HTTP_HEADER.
      if (how.heard && !how.head) return long_line;
      return {failure_kind::network_error, "out_of_memory", "no memory for the request"};
    default:
      return other;
  }
}

void blot_out(std::string& text, std::string_view secret) {
  if (secret.empty()) return;
  for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
    text.replace(at, secret.size(), "***");
    at += 3;
  }
}

std::string quoted(std::string_view text, const request& what) {
  std::string shown(text);
  for (const header& h : what.headers) {
    if (h.secret) blot_out(shown, h.value);
  }
  const std::size_t query = what.url.find_first_of("?#");
  if (query != std::string::npos) blot_out(shown, std::string_view(what.url).substr(query + 1));
  blot_out(shown, what.proxy);
  return excerpt(shown);
}

}  // namespace

problem failure_of(const circumstances& how, const request& what, const std::string& place) {
  const verdict v = judge(how, what);
  problem p{.kind = v.kind, .code = std::string(v.code), .place = place, .message = std::string(v.message)};
  if (v.code == tls.code || v.code == "ca_file") {
    p.found = quoted(how.text.empty() ? curl_easy_strerror(how.code) : how.text, what);
  } else if (how.tunnel_status >= 300) {
    p.found = "status " + std::to_string(how.tunnel_status);
  } else if (v.code == other.code) {
    p.found = how.system_error != 0 ? std::generic_category().message(static_cast<int>(how.system_error))
                                    : std::string(curl_easy_strerror(how.code));
  }
  return p;
}

problem time_failure(std::string_view code, const time_limits& limits, const std::string& place) {
  std::string message;
  std::optional<duration> limit = limits.total;
  if (code == "connect") {
    message = "no connection came about";
    limit = limits.connect;
  } else if (code == "first_byte") {
    message = "no byte of a reply came";
    limit = limits.first_byte;
  } else if (code == "idle") {
    message = "nothing more of the reply came";
    limit = limits.idle;
  } else {
    message = "the reply was not whole";
  }
  if (limit) {
    const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(*limit).count();
    message += " within " + std::to_string(whole) + " ms";
  }
  return {.kind = failure_kind::timed_out,
          .code = std::string(code),
          .place = place,
          .message = std::move(message)};
}

}  // namespace detail
}  // namespace http
}  // namespace v0
}  // namespace tenon
