// TLS as it must be: nobody is trusted who cannot show that he is who was asked for.
#include "asking.hpp"

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string>
#include <thread>

namespace {

using test::get;
using test::verdict;

/// Signs itself, for this name ("IP:127.0.0.1", "DNS:…").
class certificate {
 public:
  explicit certificate(const std::string& name) : key_(EVP_EC_gen("P-256")), made_(X509_new()) {
    X509_set_version(made_.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made_.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made_.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(made_.get()), 3600);
    X509_set_pubkey(made_.get(), key_.get());
    X509_NAME* const subject = X509_get_subject_name(made_.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("tenon test"), -1, -1, 0);
    X509_set_issuer_name(made_.get(), subject);
    extend(NID_basic_constraints, "critical,CA:TRUE");
    extend(NID_subject_alt_name, name.c_str());
    X509_sign(made_.get(), key_.get(), EVP_sha256());
  }
  X509* get() const { return made_.get(); }
  EVP_PKEY* key() const { return key_.get(); }
  void write(const std::filesystem::path& to) const {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(to.c_str(), "w"), &std::fclose);
    ASSERT_NE(file, nullptr);
    PEM_write_X509(file.get(), made_.get());
  }

 private:
  void extend(int id, const char* content) {
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> e(
        X509V3_EXT_conf_nid(nullptr, nullptr, id, content), &X509_EXTENSION_free);
    X509_add_ext(made_.get(), e.get(), -1);
  }

  struct release {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
    void operator()(X509* made) const { X509_free(made); }
  };
  std::unique_ptr<EVP_PKEY, release> key_;
  std::unique_ptr<X509, release> made_;
};

/// Answers one request per connection, until it is destroyed.
class tls_server : public test::deaf_port {
 public:
  explicit tls_server(const certificate& shown) : context_(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free) {
    SSL_CTX_use_certificate(context_.get(), shown.get());
    SSL_CTX_use_PrivateKey(context_.get(), shown.key());
    ::listen(socket_, 8);
    serving_ = std::thread([this] { serve(); });
  }
  tls_server(const tls_server&) = delete;
  tls_server& operator=(const tls_server&) = delete;
  ~tls_server() {
    ::shutdown(socket_, SHUT_RDWR);
    serving_.join();
  }
  int requests() const { return requests_; }

 private:
  void serve() {
    sigset_t pipe;  // OpenSSL writes to a client that has just hung up
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    for (;;) {
      const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) return;
      const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context_.get()), &SSL_free);
      SSL_set_fd(ssl.get(), socket);
      char bytes[4096];
      if (SSL_accept(ssl.get()) == 1 && SSL_read(ssl.get(), bytes, sizeof bytes) > 0) {
        ++requests_;
        const std::string answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 6\r\n\r\nsecret";
        SSL_write(ssl.get(), answer.data(), static_cast<int>(answer.size()));
        SSL_shutdown(ssl.get());
      }
      ::close(socket);
    }
  }

  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::atomic<int> requests_ = 0;
  std::thread serving_;
};

class Tls : public testing::Test {
 protected:
  void SetUp() override {
    file_ = testing::TempDir() + "/tenon-http-tls-" + std::to_string(::getpid()) + ".pem";
  }
  void TearDown() override { std::filesystem::remove(file_); }

  test::http::request trusting(const certificate& trusted, const tls_server& s) const {
    trusted.write(file_);
    auto what = get(s.url("/v1?key=sk-secret", "https"));
    what.ca_file = file_;
    return what;
  }
  std::string file_;
};

TEST_F(Tls, a_certificate_that_is_trusted_and_names_the_host_is_enough) {
  const certificate shown("IP:127.0.0.1");
  tls_server s(shown);
  auto client = test::open_client();
  for (const bool http2 : {false, true}) {  // offered, and not taken up by this server
    auto what = trusting(shown, s);
    what.http2 = http2;
    const auto got = test::http::call(client, what);
    ASSERT_TRUE(got) << tenon::explain(got.error().why);
    EXPECT_EQ(got->body, "secret");
  }
  EXPECT_EQ(s.requests(), 2);
}

TEST_F(Tls, an_unknown_issuer_and_another_hosts_certificate_are_refused_before_the_request_is_sent) {
  const certificate unknown("IP:127.0.0.1");
  const certificate wrong_host("DNS:other.test");
  auto client = test::open_client();
  tls_server first(unknown);
  tls_server second(wrong_host);
  for (const auto& [what, s] :
       {std::pair{trusting(wrong_host, first), &first}, {trusting(wrong_host, second), &second}}) {
    const auto got = test::http::call(client, what);
    EXPECT_EQ(verdict(got), "network_error tls");
    EXPECT_EQ(got.error().partial.spent.requests, 0U);
    EXPECT_FALSE(got.error().why.found.empty());
    EXPECT_EQ(tenon::explain(got.error().why).find("sk-secret"), std::string::npos);
    EXPECT_EQ(s->requests(), 0);
  }
  EXPECT_EQ(verdict(test::http::call(client, get(first.url("/", "https")))), "network_error tls")
      << "the system's certificates do not know it either";
}

TEST_F(Tls, a_file_of_certificates_that_is_not_there_is_the_callers_mistake) {
  const certificate shown("IP:127.0.0.1");
  tls_server s(shown);
  auto client = test::open_client();
  auto what = get(s.url("/", "https"));
  what.ca_file = "/nowhere/ca.pem";
  EXPECT_EQ(verdict(test::http::call(client, what)), "invalid_argument ca_file");
}

}  // namespace
