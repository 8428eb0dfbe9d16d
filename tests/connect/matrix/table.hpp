// The matrix as text, made of the rules: a row per fault, a column per group of services. Where all services,
// modes and ways of a group agree a cell has one entry; else it says what holds for whom, the rest last.
#pragma once

#include "data.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace matrix {

inline constexpr std::array all_modes{output_mode::native, output_mode::tool, output_mode::json_object,
                                      output_mode::prompt};

inline std::vector<cell> cells_of(const service& at) {
  std::vector<cell> all;
  for (const auto mode : all_modes) {
    for (const bool streamed : {false, true}) {
      all.push_back({&at, mode, book::instance().mode_of(at, mode), streamed});
    }
  }
  return all;
}

struct column {
  std::string title;
  std::vector<std::string> services;
};

inline const std::vector<column>& columns() {
  static const std::vector<column> all{{"openai, azure", {"openai", "azure", "azure-dated"}},
                                       {"openai-responses", {"openai-responses"}},
                                       {"anthropic", {"anthropic"}},
                                       {"gemini", {"gemini"}},
                                       {"mistral", {"mistral"}},
                                       {"groq", {"groq"}},
                                       {"ollama", {"ollama"}},
                                       {"llamacpp, vllm", {"llamacpp", "vllm"}},
                                       {"deepseek", {"deepseek"}},
                                       {"openrouter, together, fireworks, openai-compatible",
                                        {"openrouter", "together", "fireworks", "openai-compatible"}}};
  return all;
}

class table {
 public:
  std::string text() {
    std::string made = "| fault |";
    for (const auto& c : columns()) made += " " + c.title + " |";
    made += "\n|---|";
    for (std::size_t i = 0; i < columns().size(); ++i) made += "---|";
    made += "\n";
    for (const auto& fault : book::instance().faults()) {
      made += "| " + text_in(fault, "fault") + " |";
      for (const auto& c : columns()) made += " " + entry(fault, c) + " |";
      made += "\n";
    }
    made += "\n" + general() + "\n";
    for (std::size_t i = 0; i < notes_.size(); ++i)
      made += "[^" + std::to_string(i + 1) + "]: " + notes_[i] + "\n";
    return made;
  }

 private:
  /// What holds in all rows, and is therefore not repeated in them.
  static std::string general() {
    std::string made;
    for (const auto& rule : book::instance().rules()) {
      std::string names;
      for (const auto& name : words_in(rule, "of")) names += (names.empty() ? "" : ", ") + name;
      const auto mode = text_in(rule, "mode");
      if (!mode.empty()) {
        made += "- `" + mode + "` at " + names + " is `" + text_in(rule, "is") +
                "`: " + text_in(rule, "why") + "\n";
      }
      for (const char letter : text_in(rule, "without")) {
        made += std::string("- `") + letter + "` is not to be had from " + names + ": " +
                text_in(rule, "why") + ".\n";
      }
    }
    return made;
  }

  struct told {
    cell where;
    std::string what;
  };

  std::string mark(const std::string& why) {
    if (why.empty()) return {};
    auto found = std::find(notes_.begin(), notes_.end(), why);
    if (found == notes_.end()) found = notes_.insert(notes_.end(), why);
    return "[^" + std::to_string(found - notes_.begin() + 1) + "]";
  }

  std::string told_of(const value& fault, const cell& in) {
    const auto e = book::instance().expect(fault, in);
    if (!e.exists()) return "–" + mark(e.why);
    std::string made;
    for (const auto& end : e.ends) made += (made.empty() ? "" : " → ") + end;
    return made + ", " + std::to_string(e.ends.size()) + ", " + e.whole + mark(e.why);
  }

  /// Service, mode and way of a cell, as far as `parts` has them.
  static std::string name_of(const cell& c, unsigned parts) {
    std::string made;
    const auto add = [&](unsigned part, std::string_view word) {
      if ((parts & part) != 0U) made += (made.empty() ? "" : " ") + std::string(word);
    };
    add(4, c.at->name);
    add(2, to_string(c.asked));
    add(1, c.streamed ? "stream" : "whole");
    return made;
  }

  /// The names of these cells, in the fewest words that fit none of the others.
  static std::string names_of(const std::vector<told>& these, const std::vector<told>& others) {
    for (const unsigned parts : {1U, 2U, 4U, 3U, 5U, 6U, 7U}) {
      std::string names;
      std::set<std::string> known;
      for (const auto& t : these) {
        if (const auto name = name_of(t.where, parts); known.insert(name).second) {
          names += (names.empty() ? "" : "; ") + name;
        }
      }
      const bool alone = std::none_of(others.begin(), others.end(),
                                      [&](const told& t) { return known.contains(name_of(t.where, parts)); });
      if (alone) return names;
    }
    return {};
  }

  /// The rarest first, so that who comes later needs fewer words; the last holds for all that is left.
  std::string entry(const value& fault, const column& of) {
    std::vector<told> left;
    for (const auto& at : book::instance().services()) {
      if (std::find(of.services.begin(), of.services.end(), at.name) == of.services.end()) continue;
      for (const auto& c : cells_of(at)) left.push_back({c, told_of(fault, c)});
    }
    std::string made;
    while (!left.empty()) {
      std::map<std::string, std::size_t> count;
      for (const auto& t : left) ++count[t.what];
      const auto rarest = std::min_element(count.begin(), count.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
      std::vector<told> these;
      std::vector<told> others;
      for (auto& t : left) (t.what == rarest->first ? these : others).push_back(t);
      if (!others.empty()) {
        made += names_of(these, others) + ": " + rarest->first + "<br>";
      } else {
        made += (made.empty() ? "" : "else: ") + rarest->first;
      }
      left = std::move(others);
    }
    return made;
  }

  std::vector<std::string> notes_ = {};
};

}  // namespace matrix
