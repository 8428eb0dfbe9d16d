// A model to look at, not to ask: what `--show-request` needs, without loading weights.
#include "asking.hpp"

#if TENON_LOCAL
#include <algorithm>

#include <tenon/local.hpp>
#endif

namespace tenon::cli {

#if TENON_LOCAL

namespace {

class unasked_model final : public model {
 public:
  explicit unasked_model(std::string name) : name_(std::move(name)), can_(local::standard_capabilities()) {}
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

}  // namespace

result<model_ptr, fault> unasked_model_from(const arguments& args) {
  const std::string name = model_name(args);
  if (is_local(name)) return model_ptr(std::make_shared<unasked_model>(name));
  return model_from(args);  // a wrong name, with the message that it deserves
}

#else

result<model_ptr, fault> unasked_model_from(const arguments& args) {
  return model_from(args);
}

#endif

}  // namespace tenon::cli
