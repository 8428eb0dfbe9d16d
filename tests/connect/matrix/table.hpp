// The matrix as text, made of the rules: a row per fault, a column per group of services. Where all services,
// modes and ways of a group agree a cell has one entry, else the smallest set of them that tells entries
// apart.
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
    made += "\n";
    for (std::size_t i = 0; i < notes_.size(); ++i)
      made += "[^" + std::to_string(i + 1) + "]: " + notes_[i] + "\n";
    return made;
  }

 private:
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

  static bool tells_apart(const std::vector<told>& all, unsigned parts) {
    std::map<std::string, std::string> known;
    return std::all_of(all.begin(), all.end(), [&](const told& t) {
      return known.emplace(name_of(t.where, parts), t.what).first->second == t.what;
    });
  }

  std::string entry(const value& fault, const column& of) {
    std::vector<told> all;
    for (const auto& at : book::instance().services()) {
      if (std::find(of.services.begin(), of.services.end(), at.name) == of.services.end()) continue;
      for (const auto& c : cells_of(at)) all.push_back({c, told_of(fault, c)});
    }
    // Fewest words first.
    unsigned parts = 7;
    for (const unsigned p : {0U, 1U, 2U, 4U, 3U, 5U, 6U}) {
      if (tells_apart(all, p)) {
        parts = p;
        break;
      }
    }
    if (parts == 0) return all.front().what;
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const auto& t : all) {
      auto found =
          std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == t.what; });
      if (found == groups.end()) found = groups.insert(groups.end(), {t.what, {}});
      const auto name = name_of(t.where, parts);
      if (std::find(found->second.begin(), found->second.end(), name) == found->second.end())
        found->second.push_back(name);
    }
    return joined(groups);
  }

  /// What holds for the most stands last, as "else", if it would need a list of names.
  static std::string joined(std::vector<std::pair<std::string, std::vector<std::string>>>& groups) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < groups.size(); ++i) {
      if (groups[i].second.size() > groups[most].second.size()) most = i;
    }
    std::string made;
    const auto add = [&](const std::string& names, const std::string& what) {
      made += (made.empty() ? "" : "<br>") + names + ": " + what;
    };
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i == most && groups[i].second.size() > 1) continue;
      std::string names;
      for (const auto& n : groups[i].second) names += (names.empty() ? "" : "; ") + n;
      add(names, groups[i].first);
    }
    if (groups[most].second.size() > 1) add("else", groups[most].first);
    return made;
  }

  std::vector<std::string> notes_ = {};
};

}  // namespace matrix
