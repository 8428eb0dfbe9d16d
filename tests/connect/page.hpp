// What the tests of this folder ask for: the metadata of a page, four required fields.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tenon/client.hpp>
#include <tenon/scripted.hpp>

namespace pages {

enum class Difficulty { INTRODUCTORY, INTERMEDIATE, ADVANCED };

struct Page {
  std::string title;
  std::string component;
  std::vector<std::string> topics;
  Difficulty difficulty = Difficulty::INTRODUCTORY;
};

inline const std::string good =
    R"({"title":"Structured Output","component":"spring-ai","topics":["json","schema"],"difficulty":"INTERMEDIATE"})";
/// Three required members are missing.
inline const std::string only_title = R"({"title":"A"})";

inline tenon::request about(std::string prompt = "Describe the page.") {
  return {.prompt = std::move(prompt)};
}

/// A model, a client over it and a clock that only tests move.
struct bench {
  tenon::fake_clock clock = {};
  std::shared_ptr<tenon::scripted_model> model = {};
  tenon::client client;

  explicit bench(std::vector<tenon::step> steps, tenon::client_options how = {},
                 tenon::script_options script = {})
      : model(tenon::scripted(std::move(steps), timed(std::move(script)))),
        client(model, timed(std::move(how))) {}
  bench(const bench&) = delete;
  bench& operator=(const bench&) = delete;

 private:
  tenon::script_options timed(tenon::script_options script) {
    script.time = &clock;
    return script;
  }
  tenon::client_options timed(tenon::client_options how) {
    how.world = clock.world();
    return how;
  }
};

inline tenon::client_options with(tenon::policy p) {
  return {.policy = std::move(p)};
}
inline tenon::script_options repeating() {
  return {.after = tenon::after_script::repeat_last};
}

}  // namespace pages
