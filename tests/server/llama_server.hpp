// A real server of llama.cpp as a child of the test: found in the cache, started on a free port of the
// loopback, ended with the test.
//
// It is the caller's to skip where `find_llama_server` or `find_model` finds nothing. Who waits here, waits
// for the child to end, for a few milliseconds at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include <tenon/configuration.hpp>
#include <tenon/http.hpp>

namespace test {

/// TENON_LLAMA_SERVER, else what script/third-party llama-server has built; empty if there is none.
std::string find_llama_server();
/// The file of a model that `tenon models fetch` has brought; empty if there is none.
std::string find_model(std::string_view name);

class llama_server {
 public:
  /// Starts it, and does not wait for it. Throws std::runtime_error where it cannot be started.
  llama_server(const std::string& program, const std::string& model, std::vector<std::string> options = {});
  llama_server(const llama_server&) = delete;
  llama_server& operator=(const llama_server&) = delete;
  ~llama_server();

  /// Until it has loaded its model. False: it ended instead, or took longer than two minutes.
  bool wait_until_ready();
  /// Until it answers at all; the status of the first answer, 0 as above.
  int wait_until_it_answers();
  /// Until its answer to a GET is as it should be; false as above.
  bool wait_until(std::string_view path, const std::function<bool(const tenon::http::reply&)>& good);
  /// Ends it at once, as a crash would.
  void kill();

  std::string url() const;
  /// The provider "llamacpp" at this address.
  tenon::configuration configuration() const;
  /// GET; empty where no reply came.
  std::optional<tenon::http::reply> get(std::string_view path);
  /// Its words so far, for the message of a test that failed.
  std::string log() const;

 private:
  /// True: it has ended.
  bool ended_within(int milliseconds);

  std::string log_file_;
  std::uint16_t port_ = 0;
  pid_t process_ = -1;
  int watch_ = -1;  // a descriptor that tells of the end of the process
  std::unique_ptr<tenon::http::client> http_;
};

}  // namespace test
