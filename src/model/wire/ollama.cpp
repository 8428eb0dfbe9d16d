#include "adapter.hpp"

namespace tenon {
inline namespace v0 {
namespace wire {

namespace {

result<encoded> encode_request(const provider& /*p*/, const model_request& /*what*/, bool /*streamed*/) {
  return problem{.kind = failure_kind::invalid_argument, .code = "family", .message = "not there yet"};
}

void read_body(const value& /*body*/, collector& into) {
  into.fail_protocol("family", "not there yet");
}

class events final : public stream_adapter {
 public:
  void event(std::string_view /*name*/, const value& /*data*/, collector& into) override {
    into.fail_protocol("family", "not there yet");
  }
};

std::unique_ptr<stream_adapter> open_stream() {
  return std::make_unique<events>();
}

}  // namespace

const adapter& ollama_adapter() noexcept {
  static constexpr adapter table{.encode = encode_request, .read = read_body, .open = open_stream};
  return table;
}

}  // namespace wire
}  // namespace v0
}  // namespace tenon
