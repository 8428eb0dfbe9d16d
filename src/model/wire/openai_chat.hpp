// OpenAI Chat Completions: the reply, whole and streamed.
#pragma once

#include "adapter.hpp"

#include <memory>

namespace tenon {
inline namespace v0 {
namespace wire {

void read_completion(const value& body, collector& into);
std::unique_ptr<stream_adapter> open_completion();

}  // namespace wire
}  // namespace v0
}  // namespace tenon
