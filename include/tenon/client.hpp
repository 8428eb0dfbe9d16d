// The everyday face: a model, a policy, a mode, checks and decorators, ready to be asked.
//
// A client adds no rule of its own: it drives the attempt machine (machine.hpp) with a model, a clock
// and a sleeper. Failures are values; nothing but std::bad_alloc leaves a call.
#pragma once

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
  std::optional<tenon::validator> validator = {};
  std::vector<value_check> checks = {};
  tenon::observer observer = {};
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

  /// The messages that the first attempt would send; calls nothing.
  result<model_request> preview(const schema::program& shape, const request& r) const;
  template <class T>
  result<model_request> preview(const request& r) const;

  /// With all decorators around it. Precondition: one was given.
  const tenon::model& model() const noexcept;

 private:
  struct state;

  /// How a call ended: `failure`, or the value.
  struct ending {
    std::optional<tenon::failure> failure = {};
    value root = {};
    tenon::report account = {};
  };
  ending run(const asking::target& to, const request& r, const reply::read_options* own = nullptr) const;
  ending refuse(problem why, const request& r) const;
  reply::read_options reading(const request& r) const;
  result<model_request> preview(const asking::target& to, const request& r) const;

  template <class T, class Map>
  outcome<T> ask_typed(const request& r, const Map& map, const reply::read_options* reading) const;
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
outcome<T> client::ask_typed(const request& r, const Map& map, const reply::read_options* reading) const {
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
  auto e = run(to, r, reading);
  return concluded<T>(std::move(e), std::move(made));
}

template <class T>
outcome<T> client::ask(const request& r) const {
  return ask_typed<T>(r, [](const value& valid) { return bind<T>(valid); }, nullptr);
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

template <class T>
result<model_request> client::preview(const request& r) const {
  const auto& shape = program_of<T>();
  if (!shape) return shape.error();
  return preview(*shape, r);
}

}  // namespace v0
}  // namespace tenon
