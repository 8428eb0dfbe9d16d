// The public face of watching, and the life of the machine behind it.
#include "watch/machine.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

watch_machine::watch_machine(program code, const watch_options& options)
    : code_(std::move(code)), d_(code_.nodes()), plan_(d_.watching.get(d_)), options_(options) {
  reset();
}

void watch_machine::reset() {
  doomed_ = ended_ = too_many_ = false;
  now_ = points_ = work_ = values_ = 0;
  building_ = recording_ = 0;
  frames_.drop_to(0);
  cursors_.drop_to(0);
  branches_.drop_to(0);
  junctions_.drop_to(0);
  bits_.drop_to(0);
  places_.drop_to(0);
  pending_.drop_to(0);
  deaths_.drop_to(0);
  seen_.drop_to(0);
  letters_.clear();
  tape_.clear();
  builder_.reset();
  why_ = {};
  add_branch(none, none);  // the root
}

void watch_machine::stop(const problem& syntax) {
  if (doomed_) return;
  why_ = syntax;
  doomed_ = true;
}

std::string_view to_string(watch_state s) noexcept {
  switch (s) {
    case watch_state::viable:
      return "viable";
    case watch_state::complete:
      return "complete";
    case watch_state::doomed:
      return "doomed";
  }
  return "";
}

namespace {

/// Offsets and lengths have 32 bits in the machine.
json::read_limits granted(json::read_limits limits) {
  limits.max_bytes = std::min<std::size_t>(limits.max_bytes, 0xffff'ffff);
  return limits;
}

}  // namespace

struct watcher::machinery {
  machinery(const program& code, const watch_options& options)
      : machine(code, options), reader(machine, granted(options.limits)) {}

  watch_state state() const noexcept {
    if (machine.doomed()) return watch_state::doomed;
    return machine.ended() ? watch_state::complete : watch_state::viable;
  }

  watch_machine machine;
  json::reader reader;
};

watcher::watcher(const program& code, const watch_options& options)
    : machinery_(std::make_unique<machinery>(code, options)) {}
watcher::~watcher() = default;
watcher::watcher(watcher&&) noexcept = default;
watcher& watcher::operator=(watcher&&) noexcept = default;

watch_state watcher::feed(std::string_view chunk) {
  machinery& m = *machinery_;
  if (m.machine.doomed()) return watch_state::doomed;
  if (!m.reader.feed(chunk)) m.machine.stop(m.reader.error());
  return m.state();
}

watch_state watcher::finish() {
  machinery& m = *machinery_;
  if (!m.machine.doomed() && !m.reader.finish()) m.machine.stop(m.reader.error());
  return m.state();
}

watch_state watcher::state() const noexcept {
  return machinery_->state();
}

const problem& watcher::why() const noexcept {
  return machinery_->machine.why();
}

json::token_handler& watcher::events() noexcept {
  return machinery_->machine;
}

bool watcher::listed() const noexcept {
  return machinery_->machine.listed();
}

void watcher::reset() {
  machinery_->machine.reset();
  machinery_->reader.reset();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
