// The public face of the machine, and the machine for whole tokens.
#include "reader_machine.hpp"

#include <memory>

namespace tenon {
inline namespace v0 {
namespace json {

reader::reader(handler& to, read_limits limits)
    : state_(std::make_unique<state::machine<handler>>(to, limits)) {}
reader::~reader() = default;
reader::reader(reader&&) noexcept = default;
reader& reader::operator=(reader&&) noexcept = default;

bool reader::feed(std::string_view chunk) {
  if (state_->hears_tokens) return state_->feed(chunk);
  return static_cast<state::machine<handler>&>(*state_).feed(chunk);  // known, so inlined
}
bool reader::finish() {
  return state_->finish();
}
bool reader::complete() const noexcept {
  return state_->complete();
}
std::uint64_t reader::position() const noexcept {
  return state_->position;
}
const problem& reader::error() const noexcept {
  return state_->error;
}
void reader::reset() {
  state_->reset();
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
