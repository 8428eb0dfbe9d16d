// The everyday face: a model, a policy, a mode, checks and decorators, ready to be asked.
//
// A client adds no rule of its own: it drives the attempt machine (machine.hpp) with a model, a clock
// and a sleeper. Failures are values; nothing but std::bad_alloc leaves a call.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/converter.hpp>
#include <tenon/machine.hpp>
#include <tenon/model.hpp>
#include <tenon/outcome.hpp>
#include <tenon/partial.hpp>
#include <tenon/pending.hpp>
#include <tenon/policy.hpp>
#include <tenon/request.hpp>

namespace tenon {
inline namespace v0 {

struct client_options {
  /// Empty: policies::standard(model.can().in_process).
  std::optional<tenon::policy> policy = {};
  /// The library default is the prompt; an in-process model defaults to automatic.
  std::optional<output_mode> mode = {};
  reading_level reading = reading_level::clean;
  /// In place of the standard cleaners; an empty list removes nothing (S2-30).
  std::optional<std::vector<reply::cleaner>> cleaners = {};
  format_place format = format_place::automatic;
  /// The requested mode or an error, never another mode.
  bool strict_native = false;
  std::vector<model_decorator> decorators = {};  // outermost first
  /// Asked in this order where the models before did not answer (S5-77). Each passes the decorators.
  std::vector<model_ptr> fallbacks = {};
  /// By the models' names; for policy::max_cost and for the report.
  price_table prices = {};
  /// Breaker, limiter and memory of each model by its name; share it between clients. Null: one of this
  /// client's own, without breaker and limits.
  std::shared_ptr<tenon::routes> routes = {};
  std::optional<tenon::validator> validator = {};
  std::vector<value_check> checks = {};
  tenon::observer observer = {};
  /// From where on a reply that is streamed has run away: the call is stopped then. Empty: never.
  std::optional<runaway_limits> runaway = runaway_limits{};
  /// Empty: system_environment().
  std::optional<environment> world = {};
};

/// Immutable after construction; safe from many threads. Calls block the calling thread.
///
/// A shape is given either by a type or by a schema: there is no call that takes both (S2-45, S4-11).
class client {
 public:
  /// Never fails: a null model or a broken decorator is the failure of every call.
  explicit client(model_ptr model, client_options options = {});

  /// A value of a C++ type: a described record, or any type that `describe` knows.
  template <class T>
  outcome<T> ask(const request& r) const;
  /// A value by a schema known at run time.
  outcome<value> ask(const schema::program& shape, const request& r) const;
  /// A value by a converter: list, map, or the caller's own.
  template <converter C>
  outcome<typename C::value_type> ask(const C& how, const request& r) const;
  template <class T>
  outcome<T> ask(const converters::typed<T>& how, const request& r) const;
  /// A type and a schema at once contradict each other.
  template <class T>
  outcome<T> ask(const schema::program& shape, const request& r) const = delete;

  /// As ask<T>, and `show` sees the reply while it arrives: it takes a partial<T>, or the tenon::stream<T>
  /// itself, by const reference, and is called for every delta on whichever thread the model answers on. The
  /// value is that of ask: it exists once the whole is valid. invalid_argument where the policy allows
  /// corrections, which would take back what was shown, or no typed streams (S2-50, S4-09, X-19). For the
  /// same reason a call is made again only while nothing of its reply has been shown (R3-07).
  template <class T, class Show>
  outcome<T> stream(const request& r, Show&& show) const;
  /// The same by a schema known at run time; `show` takes a reply::stream.
  template <class Show>
  outcome<value> stream(const schema::program& shape, const request& r, Show&& show) const;

  /// As ask<T>, without waiting: `then` is called exactly once, on whichever thread the call ends on, also
  /// before this returns. What it throws is lost. The request and all it needs are kept until then; the
  /// client need not outlive the call.
  template <class T>
  pending start(request r, std::function<void(outcome<T>)> then) const;
  pending start(const schema::program& shape, request r, std::function<void(outcome<value>)> then) const;

  /// The messages that the first attempt would send; calls nothing.
  result<model_request> preview(const schema::program& shape, const request& r) const;
  template <class T>
  result<model_request> preview(const request& r) const;

  /// With all decorators around it. Precondition: one was given.
  const tenon::model& model() const noexcept;

 private:
  struct state;
  class operation;
  static std::optional<problem> repeats_twice(const state& s);

  /// How a call ended: `failure`, or the value.
  struct ending {
    std::optional<tenon::failure> failure = {};
    value root = {};
    tenon::report account = {};
  };
  /// Who follows the text of each attempt.
  struct follower {
    virtual ~follower() = default;
    virtual void begin() = 0;
    virtual void hear(std::string_view delta) = 0;
    virtual const reply::stream& followed() const = 0;
  };
  template <class Stream, class Show>
  struct showing;

  ending run(const asking::target& to, const request& r, const reply::read_options* own = nullptr,
             follower* with = nullptr) const;
  pending begin(asking::target to, request r, std::function<void(ending)> then) const;
  ending refuse(problem why, const request& r) const;
  model_answer followed(tenon::model& by, model_request what, const std::stop_token& stop,
                        follower& with) const;
  std::optional<problem> no_stream(const request& r) const;
  reply::stream_options streaming(const request& r) const;
  reply::read_options reading(const request& r) const;
  result<model_request> preview(const asking::target& to, const request& r) const;

  template <class T, class Map>
  outcome<T> ask_typed(const request& r, const Map& map, const reply::read_options* reading,
                       follower* with = nullptr) const;
  outcome<value> ask_shape(const schema::program& shape, const request& r, follower* with) const;
  template <class T>
  static outcome<T> concluded(ending e, std::optional<T> made);

  std::shared_ptr<const state> state_;
};

/// The one-line form.
template <class T>
outcome<T> ask(model_ptr model, std::string prompt) {
  return client(std::move(model)).ask<T>({.prompt = std::move(prompt)});
}

// Bodies of the templates: each erases its type and hands over to `run`.

template <class T>
outcome<T> client::concluded(ending e, std::optional<T> made) {
  if (e.failure) return outcome<T>(std::move(*e.failure), std::move(e.account));
  return outcome<T>(std::move(*made), std::move(e.account));
}

template <class T, class Map>
outcome<T> client::ask_typed(const request& r, const Map& map, const reply::read_options* reading,
                             follower* with) const {
  const auto& shape = program_of<T>();
  if (!shape) return concluded<T>(refuse(shape.error(), r), std::nullopt);
  std::optional<T> made;
  asking::target to;
  to.shape = *shape;
  to.take = [&made, &map](const value& valid) -> problems {
    result<T, problems> one = map(valid);
    if (!one) return std::move(one).error();
    made.emplace(*std::move(one));
    return {};
  };
  auto e = run(to, r, reading, with);
  return concluded<T>(std::move(e), std::move(made));
}

template <class T>
outcome<T> client::ask(const request& r) const {
  return ask_typed<T>(r, [](const value& valid) { return bind<T>(valid); }, nullptr);
}

template <class T>
pending client::start(request r, std::function<void(outcome<T>)> then) const {
  const auto& shape = program_of<T>();
  if (!shape) {
    then(concluded<T>(refuse(shape.error(), r), std::nullopt));
    return {};
  }
  const auto made = std::make_shared<std::optional<T>>();
  asking::target to;
  to.shape = *shape;
  to.take = [made](const value& valid) -> problems {
    result<T, problems> one = bind<T>(valid);
    if (!one) return std::move(one).error();
    made->emplace(*std::move(one));
    return {};
  };
  return begin(std::move(to), std::move(r), [made, then = std::move(then)](ending e) {
    then(concluded<T>(std::move(e), std::move(*made)));
  });
}

template <class T>
outcome<T> client::ask(const converters::typed<T>& how, const request& r) const {
  const auto own = how.reading_for(reading(r));
  return ask_typed<T>(r, [&how](const value& valid) { return how.map(valid); }, &own);
}

template <converter C>
outcome<typename C::value_type> client::ask(const C& how, const request& r) const {
  using T = typename C::value_type;
  std::optional<T> made;
  asking::target to;
  auto described = asking::describe_target(to, [&how](asking::target& t) -> std::optional<value> {
    t.format = how.format();
    if constexpr (converter_with_schema<C>) return how.json_schema();
    return std::nullopt;
  });
  if (described) return concluded<T>(refuse(std::move(*described), r), std::nullopt);
  to.convert = [&made, &how](std::string_view text, const reply::read_options& reading) -> problems {
    result<T, problems> one = [&]() -> result<T, problems> {
      if constexpr (reading_converter<C>) {
        return how.convert(text, reading);
      } else {
        return how.convert(text);
      }
    }();
    if (!one) return std::move(one).error();
    made.emplace(*std::move(one));
    return {};
  };
  auto e = run(to, r);
  return concluded<T>(std::move(e), std::move(made));
}

template <class Stream, class Show>
struct client::showing final : follower {
  showing(Stream opened, Show& to) : text(std::move(opened)), show(to) {}

  void begin() override { text.reset(); }
  void hear(std::string_view delta) override {
    text.feed(delta);
    if constexpr (requires { show(std::as_const(text).now()); }) {
      show(std::as_const(text).now());
    } else {
      show(std::as_const(text));
    }
  }
  const reply::stream& followed() const override {
    if constexpr (std::is_same_v<Stream, reply::stream>) {
      return text;
    } else {
      return text.json();
    }
  }

  Stream text;
  Show& show;
};

template <class T, class Show>
outcome<T> client::stream(const request& r, Show&& show) const {
  static_assert(
      std::invocable<Show&, const partial<T>&> || std::invocable<Show&, const tenon::stream<T>&>,
      "tenon: what is given to stream<T> must take a const partial<T>& or a const tenon::stream<T>&");
  if (auto why = no_stream(r)) return concluded<T>(refuse(std::move(*why), r), std::nullopt);
  showing<tenon::stream<T>, std::remove_reference_t<Show>> with(tenon::stream<T>(streaming(r)), show);
  return ask_typed<T>(r, [](const value& valid) { return bind<T>(valid); }, nullptr, &with);
}

template <class Show>
outcome<value> client::stream(const schema::program& shape, const request& r, Show&& show) const {
  static_assert(std::invocable<Show&, const reply::stream&>,
                "tenon: what is given to stream must take a const tenon::reply::stream&");
  if (auto why = no_stream(r)) return concluded<value>(refuse(std::move(*why), r), std::nullopt);
  showing<reply::stream, std::remove_reference_t<Show>> with(reply::stream(shape, streaming(r)), show);
  return ask_shape(shape, r, &with);
}

template <class T>
result<model_request> client::preview(const request& r) const {
  const auto& shape = program_of<T>();
  if (!shape) return shape.error();
  return preview(*shape, r);
}

}  // namespace v0
}  // namespace tenon
