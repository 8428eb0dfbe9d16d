// The machine for those that hear of tokens before they are whole.
#include "reader_machine.hpp"

#include <memory>

namespace tenon {
inline namespace v0 {
namespace json {

reader::reader(token_handler& to, read_limits limits)
    : state_(std::make_unique<state::machine<token_handler>>(to, limits)) {}

}  // namespace json
}  // namespace v0
}  // namespace tenon
