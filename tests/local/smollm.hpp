// The small model for tests of the mechanics. Nothing is claimed about what it says.
#pragma once

#include "engine.hpp"

#include <gtest/gtest.h>

#include <tenon/local.hpp>

namespace test {

inline const tenon::local::known_model* smollm() {
  for (const auto& m : tenon::local::known_models()) {
    if (m.name == "smollm2-135m") return &m;
  }
  return nullptr;
}

inline bool has_smollm() {
  return std::filesystem::exists(tenon::local::model_file(*smollm()));
}

/// Few threads: tests run side by side.
inline tenon::local::options few_threads() {
  tenon::local::options how;
  how.threads = 1;
  how.context_tokens = 1024;
  return how;
}

}  // namespace test

#define TENON_NEEDS_SMOLLM()                                                      \
  if (!test::has_smollm())                                                        \
  GTEST_SKIP() << "skipped: model smollm2-135m not fetched (script/test fetches " \
                  "it)"
