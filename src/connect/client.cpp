// The blocking driver of the attempt machine.
//
// The machine decides, this performs: it calls the model, sleeps, and reads the clock, each through
// the injected interfaces. Everything that belongs to one call is on the stack of that call, so one
// client serves many threads.
#include "driving.hpp"

#include <ranges>
#include <utility>

#include <tenon/guarded.hpp>
#include <tenon/timer.hpp>

namespace tenon {
inline namespace v0 {

namespace {

problem no_model(std::string message) {
  return {.kind = failure_kind::invalid_argument,
          .code = "no_model",
          .place = "model",
          .message = std::move(message)};
}

/// The environment with every gap filled by the system's.
environment complete(const std::optional<environment>& given) {
  auto world = system_environment();
  world.later = &system_timers();
  if (!given) return world;
  if (given->time != nullptr) world.time = given->time;
  if (given->wait != nullptr) world.wait = given->wait;
  if (given->chance != nullptr) world.chance = given->chance;
  if (given->later != nullptr) world.later = given->later;
  return world;
}

/// The last one in the list sits next to the model.
std::optional<problem> decorate(model_ptr& model, const std::vector<model_decorator>& decorators) {
  for (const model_decorator& one : std::ranges::reverse_view(decorators)) {
    if (auto broken = asking::guarded("decorators", [&] { model = one(model); })) return broken;
    if (!model) return no_model("a decorator returned no model");
  }
  return std::nullopt;
}

std::vector<asking::hop> hops_of(const model_ptr& first, const std::vector<model_ptr>& others,
                                 const client_options& options) {
  std::vector<asking::hop> all;
  const auto add = [&](const tenon::model& m) {
    asking::hop h{.model = std::string(m.name()), .can = m.can(), .state = options.routes->of(m.name())};
    if (const auto* each = options.prices.find(m.name())) {
      h.each = *each;
    } else if (m.can().in_process) {
      h.each = price{};  // nobody is paid
    }
    all.push_back(std::move(h));
  };
  add(*first);
  for (const auto& other : others) add(*other);
  return all;
}

}  // namespace

/// One owner of retries (S5-20): a model that repeats by itself goes only with a policy that does not.
std::optional<problem> client::repeats_twice(const state& s) {
  const auto rules = s.options.policy.value_or(policies::standard(s.model->can().in_process));
  if (rules.max_attempts == 1) return std::nullopt;
  bool retries = s.model->can().retries;
  for (const auto& other : s.fallbacks) retries = retries || other->can().retries;
  if (!retries) return std::nullopt;
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "retries_twice",
                 .place = "policy",
                 .expected = "the policy once for a model that repeats its calls by itself",
                 .found = rules.name,
                 .message = "model and policy would both repeat calls"};
}

client::client(model_ptr model, client_options options) {
  auto made = std::make_shared<state>();
  made->model = std::move(model);
  made->options = std::move(options);
  made->world = complete(made->options.world);
  made->fallbacks = made->options.fallbacks;
  if (!made->model) made->broken = no_model("the client has no model");
  made->broken = made->broken ? made->broken : decorate(made->model, made->options.decorators);
  for (auto& other : made->fallbacks) {
    if (made->broken) break;
    made->broken = other ? decorate(other, made->options.decorators) : no_model("a fallback is no model");
  }
  if (!made->options.routes) made->options.routes = std::make_shared<routes>();
  if (!made->broken) made->broken = repeats_twice(*made);
  if (!made->broken) made->hops = hops_of(made->model, made->fallbacks, made->options);
  state_ = std::move(made);
}

const tenon::model& client::model() const noexcept {
  return *state_->model;
}

reply::read_options client::reading(const request& r) const {
  reply::read_options how;
  how.level = r.reading.value_or(state_->options.reading);
  how.cleaners = state_->options.cleaners;
  return how;
}

namespace connecting {

asking::setup setup_for(const client_options& options, const std::vector<asking::hop>& hops,
                        reply::read_options reading) {
  asking::setup how;
  how.hops = hops;
  const bool in_process = hops.front().can.in_process;
  how.policy = options.policy.value_or(policies::standard(in_process));
  how.mode = options.mode.value_or(in_process ? output_mode::automatic : output_mode::prompt);
  how.reading = std::move(reading);
  how.format = options.format;
  how.strict_native = options.strict_native;
  how.validator = options.validator;
  how.checks = options.checks;
  return how;
}

asking::action told(asking::machine& m, model_answer answer, const observer& listener,
                    const environment& world) {
  auto next = m.on_answer(std::move(answer), world.time->now(), world.chance->next());
  if (listener.on_attempt) {
    if (auto threw = asking::guarded("observer", [&] { listener.on_attempt(m.account().attempts.back()); })) {
      return m.on_error(std::move(*threw), world.time->now());
    }
  }
  return next;
}

}  // namespace connecting

namespace {

/// What was stopped because it ran away, as a reply of which the machine knows what to do with it.
model_answer ran_away(model_failure cancelled, const reply::stream& text) {
  model_reply reply;
  reply.text = std::string(text.text());
  reply.finish = finish_reason::runaway;
  reply.finish_text = text.runaway()->message;
  reply.usage = cancelled.usage.value_or(usage{});
  reply.id = std::move(cancelled.id);
  reply.timings = cancelled.timings;
  return reply;
}

}  // namespace

model_answer client::followed(tenon::model& by, model_request what, const std::stop_token& stop,
                              follower& with) const {
  const auto& s = *state_;
  with.begin();
  std::stop_source own;
  const std::stop_callback chained(stop, [&own] { own.request_stop(); });
  auto answer = call(by, std::move(what), own.get_token(), [&](std::string_view delta, std::uint64_t n) {
    if (s.options.observer.on_delta) s.options.observer.on_delta(delta, n);
    with.hear(delta);
    if (with.followed().runaway() != nullptr) own.request_stop();
  });
  const bool stopped =
      !answer && answer.error().why.kind == failure_kind::cancelled && !stop.stop_requested();
  if (!stopped || with.followed().runaway() == nullptr) return answer;
  return ran_away(std::move(answer).error(), with.followed());
}

client::ending client::run(const asking::target& to, const request& r, const reply::read_options* own,
                           follower* with) const {
  const auto& s = *state_;
  if (s.broken) return refuse(*s.broken, r);
  asking::machine m(r, to, connecting::setup_for(s.options, s.hops, own != nullptr ? *own : reading(r)));
  const auto& world = s.world;
  const auto& listener = s.options.observer;

  auto next = m.start(world.time->now());
  if (r.stop.stop_requested()) next = m.on_stop(world.time->now());
  for (;;) {
    if (auto* what = std::get_if<asking::send>(&next)) {
      tenon::model& by = s.at(what->hop);
      auto answer = with != nullptr ? followed(by, std::move(what->request), r.stop, *with)
                                    : call(by, std::move(what->request), r.stop, listener.on_delta);
      if (with != nullptr && !with->followed().text().empty()) m.shown();
      next = connecting::told(m, std::move(answer), listener, world);
    } else if (const auto* wait = std::get_if<asking::pause>(&next)) {
      const bool woken = world.wait->sleep_until(wait->until, r.stop);
      next = woken ? m.on_wake(world.time->now()) : m.on_stop(world.time->now());
    } else {
      break;
    }
  }
  ending e;
  if (const auto* failed = m.failure()) e.failure = *failed;
  e.root = std::move(m.root());
  e.account = std::move(m).take_account();
  return e;
}

/// Why a typed stream cannot be had.
std::optional<problem> client::no_stream(const request& r) const {
  const auto& s = *state_;
  if (s.broken) return s.broken;
  const policy p =
      r.policy ? *r.policy : s.options.policy.value_or(policies::standard(s.model->can().in_process));
  problem why;
  why.kind = failure_kind::invalid_argument;
  if (!p.typed_streams) {
    why.code = "no_typed_streams";
    why.place = "policy.typed_streams";
    why.message = "the policy " + p.name + " has no typed streams: collect the text, then convert it";
    return why;
  }
  if (p.max_corrections == 0 && p.max_semantic_corrections == 0) return std::nullopt;
  why.code = "stream_with_corrections";
  why.place = p.max_corrections > 0 ? "policy.max_corrections" : "policy.max_semantic_corrections";
  why.expected = "0";
  why.found = std::to_string(p.max_corrections > 0 ? p.max_corrections : p.max_semantic_corrections);
  why.message = "a correction would take back what was shown of the reply before";
  return why;
}

reply::stream_options client::streaming(const request& r) const {
  reply::stream_options how;
  how.reading = reading(r);
  how.runaway = state_->options.runaway;
  how.given = {r.source, r.prompt};
  for (const auto& [name, text] : r.args) how.given.emplace_back(text);
  for (const auto& one : r.messages) how.given.emplace_back(one.text);
  return how;
}

client::ending client::refuse(problem why, const request& r) const {
  ending e;
  e.account.prompt_name = r.prompt_name;
  e.account.prompt_version = r.prompt_version;
  e.account.requested_mode = r.mode.value_or(state_->options.mode.value_or(output_mode::automatic));
  tenon::failure f;
  f.kind = why.kind;
  f.errors.push_back(std::move(why));
  e.failure = std::move(f);
  return e;
}

outcome<value> client::ask(const schema::program& shape, const request& r) const {
  return ask_shape(shape, r, nullptr);
}

outcome<value> client::ask_shape(const schema::program& shape, const request& r, follower* with) const {
  asking::target to;
  to.shape = shape;
  auto e = run(to, r, nullptr, with);
  std::optional<value> made = std::move(e.root);
  return concluded<value>(std::move(e), std::move(made));
}

result<model_request> client::preview(const schema::program& shape, const request& r) const {
  asking::target to;
  to.shape = shape;
  return preview(to, r);
}

result<model_request> client::preview(const asking::target& to, const request& r) const {
  const auto& s = *state_;
  if (s.broken) return *s.broken;
  auto how = connecting::setup_for(s.options, s.hops, reading(r));
  // What is not sent takes no turn in a rate limit, and is no probe of an open circuit.
  for (asking::hop& one : how.hops) {
    if (one.state) one.state = one.state->unlimited();
  }
  asking::machine m(r, to, std::move(how));
  auto first = m.start(s.world.time->now());
  if (auto* what = std::get_if<asking::send>(&first)) return std::move(what->request);
  return m.failure()->errors.front();
}

}  // namespace v0
}  // namespace tenon
