// The public faces of the loop and its transfers.
#include "loop.hpp"
#include "transfer.hpp"

#include <utility>

namespace tenon {
inline namespace v0 {
namespace http {

handle::handle(std::shared_ptr<detail::loop> where, std::shared_ptr<detail::transfer> what) noexcept
    : loop_(std::move(where)), transfer_(std::move(what)) {}

handle::~handle() {
  cancel();
}

handle& handle::operator=(handle&& other) noexcept {
  if (this == &other) return *this;
  cancel();
  loop_ = std::move(other.loop_);
  transfer_ = std::move(other.transfer_);
  return *this;
}

void handle::cancel() noexcept {
  if (transfer_ == nullptr || !transfer_->ask_to_cancel()) return;
  try {
    loop_->post([where = loop_.get(), what = transfer_] { where->cancel(what); });
  } catch (
      ...) {  // no memory to post it: the transfer sees the flag at its next byte, or meets its time limit
    return;
  }
}

client::client(std::shared_ptr<detail::loop> made) noexcept : loop_(std::move(made)) {}
client::client(client&&) noexcept = default;

client::~client() {
  if (loop_ != nullptr) loop_->stop();
}

client& client::operator=(client&& other) noexcept {
  if (this == &other) return *this;
  if (loop_ != nullptr) loop_->stop();
  loop_ = std::move(other.loop_);
  return *this;
}

result<client> client::open(client_options how) {
  std::shared_ptr<detail::loop> made = detail::loop::open(how);
  if (made != nullptr) return client(std::move(made));
  return problem{.kind = failure_kind::network_error,
                 .code = "http_client",
                 .message = "no thread, no descriptor or no libcurl for an HTTP client"};
}

handle client::start(request what, events to) {
  auto made = std::make_shared<detail::transfer>(std::move(what), std::move(to));
  loop_->post([where = loop_.get(), made] { where->begin(made); });
  return {loop_, std::move(made)};
}

bool client::on_loop_thread() const noexcept {
  return loop_->on_thread();
}

}  // namespace http
}  // namespace v0
}  // namespace tenon
