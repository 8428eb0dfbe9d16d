// What the behaviour tests ask for: a ticket with a fault of every kind to be had, and a union.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tenon/client.hpp>
#include <tenon/scripted.hpp>

namespace behaviour {

using namespace tenon;

enum class Level { LOW, MIDDLE, HIGH };

struct Owner {
  std::string name;
};

struct Ticket {
  std::string title;
  int count = 0;
  Level level = Level::LOW;
  Owner owner;
  std::vector<std::string> tags;
  std::optional<std::string> note;
  double ratio = 0;
};
constexpr auto describe(type<Ticket>) {
  return record("A ticket", field<&Ticket::title>("", {.max_length = 10, .pattern = "^[A-Z]"}),
                field<&Ticket::count>("", {.minimum = 1, .maximum = 99}),
                field<&Ticket::tags>("", {.min_items = 1, .max_items = 2, .unique_items = true}),
                field<&Ticket::note>("", {.may_be_absent = true}));
}

struct Card {
  constant<"card"> kind;
  std::string last4;
};
struct Transfer {
  constant<"transfer"> kind;
  std::string iban;
  int amount = 0;
};
struct Payment {
  std::variant<Card, Transfer> method;
};

/// A valid ticket with one member replaced by other JSON text, or left out.
inline std::string ticket(std::string_view member = {}, std::string_view text = {}) {
  const std::pair<std::string_view, std::string_view> members[] = {
      {"title", "\"Disk\""}, {"count", "3"},          {"level", "\"HIGH\""}, {"owner", R"({"name":"Ada"})"},
      {"tags", R"(["a"])"},  {"note", "\"call me\""}, {"ratio", "0.5"}};
  std::string made;
  for (const auto& [name, usual] : members) {
    const auto written = name == member ? text : usual;
    if (written.empty()) continue;
    made += (made.empty() ? "{\"" : ",\"") + std::string(name) + "\":" + std::string(written);
  }
  return made + "}";
}

inline request question() {
  return {.prompt = "Read the report."};
}

template <class T>
outcome<T> ask_with(const std::shared_ptr<scripted_model>& model, const policy& p, fake_clock& time,
                    const request& r = question()) {
  return client(model, {.policy = p, .world = time.world()}).ask<T>(r);
}

/// One call of a single reply.
inline outcome<Ticket> ask_once(const std::string& reply) {
  fake_clock time;
  return ask_with<Ticket>(scripted({step::reply(reply)}), policies::once(), time);
}

}  // namespace behaviour
