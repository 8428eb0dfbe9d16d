// The everyday face: a model, a policy, a mode, checks and decorators, ready to be asked.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/converter.hpp>
#include <tenon/model.hpp>
#include <tenon/outcome.hpp>
#include <tenon/policy.hpp>
#include <tenon/request.hpp>

namespace tenon {
inline namespace v0 {

/// Replaces the program's own validation; see S2-44: one judge, never two.
using validator = std::function<problems(const value&)>;
/// A rule about meaning. Sees only schema-valid values; returns kind semantic_invalid.
using value_check = std::function<problems(const value&)>;

struct client_options {
  /// Empty: policies::standard(model.can().in_process).
  std::optional<tenon::policy> policy;
  /// The library default is the prompt; an in-process model defaults to automatic.
  std::optional<output_mode> mode;
  reading_level reading = reading_level::clean;
  std::optional<std::vector<reply::cleaner>> cleaners;
  format_place format = format_place::automatic;
  /// The requested mode or an error, never another mode.
  bool strict_native = false;
  std::vector<model_decorator> decorators;  // outermost first
  std::optional<tenon::validator> validator;
  std::vector<value_check> checks;
  tenon::observer observer;
  /// Empty: system_environment().
  std::optional<environment> world;
};

/// Immutable after construction; safe from many threads. Calls block the calling thread.
class client {
 public:
  explicit client(model_ptr model, client_options options = {});

  /// A value of a C++ type: a described record, or any type that `describe` knows.
  template <class T>
  outcome<T> ask(const request& r) const;
  /// A value by a schema known at run time.
  outcome<value> ask(const schema::program& shape, const request& r) const;
  /// A value by a converter: list, map, or the caller's own.
  template <converter C>
  outcome<typename C::value_type> ask(const C& how, const request& r) const;
  /// The messages that the first attempt would send; calls nothing.
  result<model_request> preview(const schema::program& shape, const request& r) const;
  template <class T>
  result<model_request> preview(const request& r) const;

  const tenon::model& model() const noexcept;

 private:
  struct state;
  std::shared_ptr<const state> state_;
};

/// The one-line form.
template <class T>
outcome<T> ask(model_ptr model, std::string prompt) {
  return client(std::move(model)).ask<T>({.prompt = std::move(prompt)});
}

}  // namespace v0
}  // namespace tenon
