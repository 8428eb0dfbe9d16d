#include "replies.hpp"

#include <array>
#include <string_view>

namespace bench {

namespace {

struct record {
  std::size_t number;
  std::string_view service;
  std::string_view level;
  std::string_view text;
  bool open;
};

record record_at(std::size_t i) {
  constexpr std::array<std::string_view, 5> services = {"payments-api", "checkout", "search", "mail-relay",
                                                        "identity"};
  constexpr std::array<std::string_view, 4> levels = {"SEV1", "SEV2", "SEV3", "SEV4"};
  constexpr std::array<std::string_view, 6> texts = {
      "Requests answer with HTTP 502 since the last deployment, about one in four",
      "The queue grows and nothing is taken from it",
      "Certificates of two hosts ended last night; both were renewed by hand",
      "Searching for a name with an accent finds nothing",
      "The disk of the primary is full and writes are refused",
      "Users are signed out after a minute, again and again"};
  return {i, services[i * 7 % services.size()], levels[i * 5 % levels.size()], texts[i * 11 % texts.size()],
          i % 3 != 0};
}

}  // namespace

std::string valid_reply(std::size_t bytes) {
  std::string text = "[";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    const auto r = record_at(i);
    if (i > 0) text += ", ";
    text += "{\"id\": " + std::to_string(r.number) + ", \"service\": \"" + std::string(r.service) +
            "\", \"level\": \"" + std::string(r.level) + "\", \"open\": " + (r.open ? "true" : "false") +
            ", \"owner\": null, \"text\": \"" + std::string(r.text) + "\", \"minutes\": [" +
            std::to_string(i % 60) + ", " + std::to_string(i % 7) + ".5]}";
  }
  return text + "]";
}

std::string broken_reply(std::size_t bytes) {
  std::string text = "Here is the list that you asked for:\n\n```json\n[\n";
  for (std::size_t i = 0; text.size() < bytes; ++i) {
    const auto r = record_at(i);
    text += "  {'id': " + std::to_string(r.number) + ", service: '" + std::string(r.service) +
            "', \"level\": \"" + std::string(r.level) + "\", 'open': " + (r.open ? "True" : "False") +
            ", 'owner': None,";
    text += i % 4 == 0 ? " // as reported\n   " : " ";
    text += "\"text\": \"" + std::string(r.text) + (i % 2 == 0 ? "\nSee above" : "") + "\", 'minutes': [" +
            std::to_string(i % 60) + ", " + std::to_string(i % 7) + ".5,],},\n";
  }
  return text + "]\n```\nTell me if something is missing.\n";
}

}  // namespace bench
