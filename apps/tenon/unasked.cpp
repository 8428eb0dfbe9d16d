// A model to look at, not to ask: what `--show-request` needs, without weights, keys and network.
#include "asking.hpp"

#include <algorithm>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/service.hpp>
#include <tenon/wire.hpp>

#if TENON_LOCAL
#include <tenon/local.hpp>
#endif

namespace tenon::cli {

namespace {

constexpr std::string_view hidden = "***";

class unasked_model final : public model {
 public:
  unasked_model(std::string name, capabilities can) : name_(std::move(name)), can_(can) {}
  std::string_view name() const noexcept override { return name_; }
  const capabilities& can() const noexcept override { return can_; }
  std::unique_ptr<call_handle> start(model_request, call_events events) override {
    model_failure none;
    none.why.message = "this model is only here to be looked at";
    events.done(std::move(none));
    return nullptr;
  }

 private:
  std::string name_;
  capabilities can_;
};

#if TENON_LOCAL
constexpr std::string_view prefix = "local:";

/// Would open_model find this name, were the weights there?
bool is_local(std::string_view name) {
  if (name == "local") return true;
  if (!name.starts_with(prefix)) return false;
  const std::string_view rest = name.substr(prefix.size());
  if (rest == "default" || rest.find('/') != std::string_view::npos || rest.ends_with(".gguf")) return true;
  const auto known = local::known_models();
  return std::any_of(known.begin(), known.end(), [&](const auto& m) { return m.name == rest; });
}
#endif

struct two_sides {
  std::string_view provider;
  std::string_view model;
};

/// Empty for what is no model of a provider.
std::optional<two_sides> sides_of(std::string_view name, const settings& set) {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos || colon + 1 == name.size()) return std::nullopt;
  const two_sides sides{name.substr(0, colon), name.substr(colon + 1)};
  if (!set.what.providers.contains(sides.provider) && wire::find_profile(sides.provider) == nullptr)
    return std::nullopt;
  return sides;
}

result<model_ptr, fault> look_at(const std::string& name, const settings& set) {
#if TENON_LOCAL
  if (is_local(name)) return model_ptr(std::make_shared<unasked_model>(name, local::standard_capabilities()));
#endif
  const auto sides = sides_of(name, set);
  if (!sides) return open_named(name, set.what);  // a wrong name, with the message that it deserves
  auto found = look_up_service(sides->provider, sides->model, set.what);
  if (!found) return from_problem(std::move(found.error()));
  return model_ptr(std::make_shared<unasked_model>(name, found->can));
}

value http_json(const wire::http_request& r) {
  value headers = value::object();
  for (const auto& h : r.headers) headers.set(h.name, h.secret ? hidden : std::string_view(h.value));
  const auto body = json::read(r.body);
  return value::object({{"method", "POST"},
                        {"url", r.url},
                        {"headers", std::move(headers)},
                        {"body", body ? body->root : value(r.body)}});
}

}  // namespace

result<asked_model, fault> unasked_model_from(const arguments& args, const settings& set) {
  auto seen = look_at(model_name(args, set), set);
  if (!seen) return std::move(seen.error());
  auto how = client_options_from(args, set, **seen);
  if (!how) return std::move(how.error());
  return asked_model{std::move(*seen), std::move(*how)};
}

result<value, fault> shown_request(const model_request& r, std::string_view name, const settings& set,
                                   bool streamed) {
  value shown = to_json(r);
  const auto sides = sides_of(name, set);
  if (!sides) return shown;
  auto to = look_up_service(sides->provider, sides->model, set.what);
  if (!to) return from_problem(std::move(to.error()));
  const auto key = look_up_key(sides->provider, set.what);
  // In the place of the key, so that its header is shown; the key itself is not even read for it.
  if (key && (key->needed || key->found)) to->key = hidden;
  const auto provider = set.what.providers.find(sides->provider);
  const bool always = provider != set.what.providers.end() && provider->second.always_stream;
  auto sent = wire::encode(*to, r, streamed || always);
  if (!sent) return from_problem(std::move(sent.error()));
  shown.set("http", http_json(sent->request));
  value notes = value::array();
  for (const auto& note : sent->notes) notes.push_back(note);
  shown.set("notes", std::move(notes));
  return shown;
}

}  // namespace tenon::cli
