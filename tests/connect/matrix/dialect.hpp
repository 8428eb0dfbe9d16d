// From a line of replies.jsonl to bytes: slots are filled in, and events framed as the language does it.
#pragma once

#include "data.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace matrix {

/// A reply in bytes, both ways.
struct rendered {
  std::string whole = {};
  // The stream: its first half, the rest, and the end mark with all that only comes with it.
  std::string first = {};
  std::string rest = {};
  std::string mark = {};
};

using slots = std::map<std::string, value, std::less<>>;

inline bool counts_tokens(std::string_view name) {
  return name == "usage" || name == "usageMetadata" || name == "prompt_eval_count" || name == "eval_count";
}

inline value filled(const value& in, const slots& with, bool usage) {
  if (in.is_string()) {
    const auto found = with.find(in.string());
    return found != with.end() ? found->second : in;
  }
  if (in.is_array()) {
    auto list = value::array();
    for (const auto& one : in.items()) list.push_back(filled(one, with, usage));
    return list;
  }
  if (!in.is_object()) return in;
  auto made = value::object();
  for (const auto& m : in.members()) {
    if (usage || !counts_tokens(m.name)) made.set(m.name, filled(m.value, with, usage));
  }
  return made;
}

/// An event of a stream. Those of two languages have names; a string is one that is no JSON.
inline std::string framed(const value& event, std::string_view speaks) {
  if (event.is_string()) {
    const auto text = std::string(event.string());
    return text.starts_with(':') ? text + "\n\n" : "data: " + text + "\n\n";
  }
  const auto text = json::write(event);
  if (speaks == "ollama") return text + "\n";
  const bool named = speaks == "anthropic" || speaks == "responses";
  return (named ? "event: " + text_in(event, "type") + "\n" : std::string()) + "data: " + text + "\n\n";
}

/// What a reply should be, by the words of the data.
struct wish {
  std::string shape = {};
  std::string text = "right";
  std::string ending = {};
  bool usage = true;
};

inline slots slots_for(const service& at, const wish& w) {
  slots made;
  for (const auto& line : book::instance().replies()) {
    if (text_in(line, "text") == w.text && line.find("is") != nullptr) {
      const auto text = text_in(line, "is");
      const auto half = text.size() / 2;
      made["@TEXT"] = text;
      made["@HEAD"] = text.substr(0, half);
      made["@TAIL"] = text.substr(half);
      const value* object = line.find("object");
      if (const auto read = json::read(text)) made["@OBJECT"] = read->root;
      if (object != nullptr) made["@OBJECT"] = *object;
    }
    if (text_in(line, "speaks") == at.speaks && text_in(line, "ending") == w.ending) {
      for (const auto& m : line.find("slots")->members()) made[std::string(m.name)] = m.value;
    }
  }
  return made;
}

inline rendered render(const service& at, wish w) {
  const value* line = book::instance().reply(at, w.shape);
  if (line != nullptr && line->find("like") != nullptr) {
    w.shape = text_in(*line, "like");
    w.text = text_in(*line, "text", w.text);
    w.ending = text_in(*line, "ending", w.ending);
    line = book::instance().reply(at, w.shape);
  }
  if (line == nullptr) throw std::runtime_error("no reply of shape " + w.shape + " for " + at.name);
  if (w.ending.empty()) w.ending = w.shape == "call" ? "call" : "stop";
  const auto with = slots_for(at, w);
  rendered made{.whole = json::write(filled(*line->find("whole"), with, w.usage))};
  std::string* to = &made.first;
  for (const auto& event : line->find("stream")->items()) {
    if (event.is_string() && event.string() == "|") {
      to = &made.rest;
    } else if (event.is_string() && event.string() == "$") {
      to = &made.mark;
    } else {
      *to += framed(filled(event, with, w.usage), at.speaks);
    }
  }
  return made;
}

}  // namespace matrix
