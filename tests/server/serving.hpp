// What the tests of a real server share: SmolLM2, which is too small to be right but large enough to show
// constraint, caps, streams and accounts. Nothing here claims quality.
#pragma once

#include "llama_server.hpp"

#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tenon/tenon.hpp>

namespace test {

inline constexpr const char* small_model = "llamacpp:smollm2-135m";
inline constexpr const char* report = "payments-api answers with HTTP 502 in production since 09:12";

class Served : public testing::Test {
 protected:
  void SetUp() override {
    program_ = find_llama_server();
    if (program_.empty()) GTEST_SKIP() << "skipped: no llama-server";
    weights_ = find_model("smollm2-135m");
    if (weights_.empty()) GTEST_SKIP() << "skipped: no model";
  }

  void TearDown() override {
    if (HasFailure() && server_) std::cerr << server_->log();
  }

  /// Starts it. `options` are the server's own.
  llama_server& start(std::vector<std::string> options = {}) {
    for (const char* word : {"--ctx-size", "2048", "--no-warmup"}) options.emplace_back(word);
    server_ = std::make_unique<llama_server>(program_, weights_, std::move(options));
    return *server_;
  }
  /// From here on with another model. False: it is not fetched.
  bool load(std::string_view model) {
    weights_ = find_model(model);
    return !weights_.empty();
  }
  /// Starts it and waits for it; the model of it.
  tenon::model_ptr serve(std::vector<std::string> options = {}) {
    EXPECT_TRUE(start(std::move(options)).wait_until_ready());
    return open(server_->configuration());
  }
  static tenon::model_ptr open(const tenon::configuration& how, const char* name = small_model) {
    auto made = tenon::open_model(name, how);
    if (!made) throw std::runtime_error(explain(made.error()));
    return *made;
  }
  llama_server& server() { return *server_; }

 private:
  std::string program_;
  std::string weights_;
  std::unique_ptr<llama_server> server_;
};

inline tenon::schema::program compiled(std::string_view schema) {
  auto made = tenon::schema::program::compile_text(schema);
  if (!made) throw std::runtime_error(explain(made.error()));
  return *made;
}

/// A reading of `report`: one string of its words, one choice.
inline tenon::schema::program reading() {
  return compiled(R"({"type":"object","additionalProperties":false,"required":["words","severity"],)"
                  R"("properties":{"words":{"type":"string","maxLength":40,"x-verbatim":true},)"
                  R"("severity":{"enum":["low","high"]}}})");
}

/// A list that must have this many items, so that it takes its time.
inline tenon::schema::program long_list(int items) {
  return compiled(R"({"type":"array","items":{"enum":["here","there"]},"minItems":)" + std::to_string(items) +
                  "}");
}

inline tenon::model_request asking(tenon::output_mode mode, std::uint32_t cap,
                                   std::optional<tenon::schema::program> shape = std::nullopt) {
  tenon::model_request what;
  what.messages = {{tenon::role::system, "You read incident reports and answer in JSON."},
                   {tenon::role::user, report}};
  what.mode = mode;
  what.shape = std::move(shape);
  what.source = report;
  what.temperature = 0;
  what.max_output_tokens = cap;
  return what;
}

}  // namespace test
