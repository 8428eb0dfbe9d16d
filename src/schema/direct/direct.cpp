// A thread keeps its buffers from text to text. A run takes them away for as long as it lasts, so that a
// codec which reads a text itself gets others.
#include "direct/direct.hpp"

#include "direct/planner.hpp"
#include "direct/slot.hpp"

#include <cstring>
#include <memory>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

static_assert(padding <= json::padded_view::padding);

/// What is larger is given back.
constexpr std::size_t most_kept = std::size_t{4} << 20U;
/// Items and names are counted in 32 bits.
constexpr std::size_t most_bytes = std::size_t{1} << 30U;

/// Constant initialisation and no destructor, so that looking at it costs nothing; `keeper` ends what it
/// points to with the thread.
constinit thread_local buffers* spare = nullptr;
struct keeper {
  ~keeper() {
    delete spare;
    spare = nullptr;
  }
};

[[gnu::noinline]] buffers* new_buffers() {
  static thread_local keeper at_the_end;
  static_cast<void>(at_the_end);
  return new buffers;
}

void shrink(buffers& memory) {
  if (memory.arena_size > most_kept) memory.arena.reset();
  if (memory.copy_size > most_kept) memory.copy.reset();
  if (!memory.arena) memory.arena_size = 0;
  if (!memory.copy) memory.copy_size = 0;
  if (memory.texts.capacity() * sizeof(std::string_view) > most_kept) memory.texts = {};
  if (memory.table.capacity() * sizeof(std::uint32_t) > most_kept) memory.table = {};
}

class lease {
 public:
  lease() : held_(std::exchange(spare, nullptr)) {
    if (held_ == nullptr) held_ = new_buffers();
  }
  lease(const lease&) = delete;
  lease& operator=(const lease&) = delete;
  ~lease() {
    if (spare != nullptr) {
      delete held_;
      return;
    }
    if (held_->arena_size + held_->copy_size + held_->texts.capacity() > most_kept) shrink(*held_);
    spare = held_;
  }

  buffers& operator*() const noexcept { return *held_; }

 private:
  buffers* held_;
};

answer run_with(const driver& with, const plan& code, std::string_view padded, buffers& memory,
                const session_limits& limits, void* to) {
  session s(code, padded, memory, limits);
  if (to == nullptr ? with.validate(s) : with.bind(s, to)) return answer::fits;
  return s.unsure ? answer::unsure : answer::misfit;
}

const driver& fastest() {
  static const driver* const chosen = &drivers().front();
  return *chosen;
}

std::string_view padded_copy(std::string_view text, buffers& memory) {
  const std::size_t wanted = text.size() + padding;
  if (memory.copy_size < wanted) {
    memory.copy_size = 0;
    memory.copy.reset(new char[wanted]);
    memory.copy_size = wanted;
  }
  if (!text.empty()) std::memcpy(memory.copy.get(), text.data(), text.size());
  std::memset(memory.copy.get() + text.size(), 0, padding);
  return {memory.copy.get(), text.size()};
}

}  // namespace

answer run(const driver& with, const plan& code, json::padded_view text, const session_limits& limits,
           void* to) {
  if (text.text().size() > most_bytes) return answer::unsure;
  const lease memory;
  return run_with(with, code, text.text(), *memory, limits, to);
}

answer run(const plan& code, json::padded_view text, const session_limits& limits, void* to) {
  return run(fastest(), code, text, limits, to);
}

answer run(const plan& code, std::string_view text, const session_limits& limits, void* to) {
  if (text.size() > most_bytes) return answer::unsure;
  const lease memory;
  return run_with(fastest(), code, padded_copy(text, *memory), *memory, limits, to);
}

plan_slot::~plan_slot() {
  delete made_.load(std::memory_order_relaxed);
}

const plan& plan_slot::get(const program::data& of) const {
  const plan* known = made_.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto fresh = std::make_unique<plan>();
  planner(of, *fresh).run(nullptr);
  if (made_.compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *known;
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
