#include "documents.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace bench {
namespace {

class author {
 public:
  std::string record(int number) {
    out_.clear();
    out_ += R"({"incident_id":"INC-)" + std::to_string(10'000 + number) + R"(","summary":")" + sentence(3);
    out_ += R"(","severity":"SEV)" + std::to_string(1 + pick(4)) + R"(","service":{"name":")" + word();
    out_ += R"(-api","environment":"production","region":null},"symptoms":[)";
    list([this] { out_ += '"' + sentence(1) + '"'; }, 2 + pick(4));
    out_ += R"(],"error_codes":[)";
    list([this] { out_ += R"("HTTP )" + std::to_string(500 + pick(5)) + '"'; }, 1 + pick(3));
    out_ += R"(],"timeline":[)";
    list([this] { step(); }, 2 + pick(4));
    out_ += R"(],"metrics":{"p95_ms":)" + std::to_string(100 + pick(9000)) + "." + std::to_string(pick(10));
    out_ += R"(,"error_rate":0.0)" + std::to_string(1 + pick(900)) + R"(,"requests":)" +
            std::to_string(pick(1'000'000));
    out_ += R"(,"drift":-1.)" + std::to_string(pick(100)) + R"(e-3},"customer_facing":)" +
            (pick(2) == 0 ? "true" : "false");
    out_ +=
        R"(,"resolved":false,"notes":"first line\nsecond \"quoted\" line\n\tna\u00efve caf\u00e9 — 10 µs"})";
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
  std::string sentence(std::size_t length) {
    std::string text = word();
    for (std::size_t n = length * (4 + pick(6)); n > 0; --n) text += ' ' + word();
    return text + '.';
  }
  void step() {
    out_ += R"({"at":"2024-05-0)" + std::to_string(1 + pick(9)) + "T1" + std::to_string(pick(10)) +
            R"(:04:00Z","event":")";
    out_ += sentence(1) + R"(","source":)" + std::to_string(pick(40)) + "}";
  }
  template <class Item>
  void list(Item item, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) out_ += ',';
      item();
    }
  }

  std::uint64_t seed_ = 42;
  std::string out_;
};

}  // namespace

std::string incidents(std::size_t bytes) {
  author writer;
  std::string text = "[";
  for (int number = 0; text.size() + 1 < bytes; ++number) {
    if (number != 0) text += ',';
    text += writer.record(number);
  }
  return text + "]";
}

}  // namespace bench
