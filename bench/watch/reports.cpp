#include "reports.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace bench {
namespace {

class author {
 public:
  std::string extraction(std::size_t per_list) {
    number_ = 0;
    out_ =
        R"({"service":{"name":")" + word() + R"(-api","stated_explicitly":true},"environment":"production",)";
    out_ += R"("symptoms":[)";
    list(per_list, [this] { out_ += '"' + sentence(6) + '"'; });
    out_ += R"(],"error_codes":[)";
    list(per_list, [this] { out_ += R"("HTTP )" + std::to_string(500 + number_) + '"'; });
    out_ += R"(],"severity":{"level":"SEV2","rationale":")" + sentence(12) + R"("},"entities":[)";
    list(per_list, [this] { out_ += R"({"name":")" + sentence(1) + R"(","kind":"component"})"; });
    out_ += R"(],"missing_information":[)";
    list(per_list,
         [this] { out_ += R"({"field":")" + sentence(1) + R"(","question":")" + sentence(8) + R"("})"; });
    out_ += "]}";
    return out_;
  }

 private:
  /// A linear congruential generator (Knuth's MMIX): the same numbers on every machine.
  std::size_t pick(std::size_t below) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((seed_ >> 33U) % below);
  }
  std::string word() {
    constexpr std::array<std::string_view, 16> words{
        "checkout", "payments", "latency", "timeout", "database", "the", "failed", "after",
        "deploy",   "errors",   "of",      "pool",    "users",    "saw", "retry",  "queue"};
    return std::string(words[pick(words.size())]);
  }
  /// Begins with a number, so that no two are equal.
  std::string sentence(std::size_t words) {
    std::string text = std::to_string(++number_);
    for (; words > 0; --words) text += ' ' + word();
    return text;
  }
  template <class Item>
  void list(std::size_t count, Item item) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) out_ += ',';
      ++number_;
      item();
    }
  }

  std::uint64_t seed_ = 42;
  std::size_t number_ = 0;
  std::string out_;
};

}  // namespace

std::string extraction(std::size_t bytes) {
  std::string best;
  for (std::size_t per_list = 1; per_list <= 10; ++per_list) {
    std::string text = author().extraction(per_list);
    if (!best.empty() && text.size() > bytes) break;
    best = std::move(text);
  }
  return best;
}

std::string extractions(std::size_t bytes) {
  author writer;
  std::string text = "[";
  while (text.size() + 1 < bytes) {
    if (text.size() > 1) text += ',';
    text += writer.extraction(3);
  }
  return text + "]";
}

}  // namespace bench
