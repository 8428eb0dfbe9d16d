// The three files beside this one, read: what the services say (replies.jsonl, errors.jsonl) and what must
// come of it (rules.jsonl). Each explains itself in its first line.
#pragma once

#include "golden.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/model.hpp>
#include <tenon/reader.hpp>
#include <tenon/wire.hpp>
#include <tenon/writer.hpp>

namespace matrix {

using namespace tenon;

/// The key of all services here: it must arrive at the server and nowhere else.
inline constexpr std::string_view canary = "sk-canary-4711-0815";
inline constexpr std::string_view request_id = "req-77";

inline std::vector<value> read_lines(const std::string& name) {
  std::istringstream in(test::file_text(std::string(TENON_TEST_FILES) + "/matrix/" + name));
  std::vector<value> all;
  for (std::string line; std::getline(in, line);) {
    auto read = json::read_unique(line);
    if (!read) throw std::runtime_error(name + ": " + explain(read.error()));
    all.push_back(std::move(*read));
  }
  return all;
}

inline std::string text_in(const value& of, std::string_view name, std::string_view otherwise = {}) {
  const value* found = of.find(name);
  return std::string(found != nullptr && found->is_string() ? found->string() : otherwise);
}

inline bool flag_in(const value& of, std::string_view name, bool otherwise = false) {
  const value* found = of.find(name);
  return found != nullptr && found->is_boolean() ? found->boolean() : otherwise;
}

inline std::vector<std::string> words_in(const value& of, std::string_view name) {
  std::vector<std::string> all;
  const value* found = of.find(name);
  if (found == nullptr || !found->is_array()) return all;
  for (const auto& one : found->items()) all.emplace_back(one.string());
  return all;
}

/// Is `word` in the list? A list that is not there holds everything.
inline bool fits(const value& of, std::string_view list, std::string_view word) {
  const auto all = words_in(of, list);
  return of.find(list) == nullptr || std::find(all.begin(), all.end(), word) != all.end();
}

struct service {
  std::string name = {};
  std::string speaks = {};
  std::string model = {};
  std::string id_header = {};  // empty: it tells no request id
};

/// One cell: who is asked, for which mode, whole or streamed.
struct cell {
  const service* at = nullptr;
  output_mode asked = output_mode::prompt;
  output_mode mode = output_mode::prompt;  // that it comes to
  bool streamed = false;
};

struct expectation {
  /// Of each attempt: the name of a failure kind, or "value". Empty: the case does not exist.
  std::vector<std::string> ends = {};
  std::string then = {};
  std::string kept = {};   // as the rule says
  std::string whole = {};  // before what the service cannot tell was taken out
  std::optional<int> wait_ms = {};
  std::string why = {};  // of the last exception that fits

  bool exists() const { return !ends.empty(); }
};

class book {
 public:
  static const book& instance() {
    static const book all;
    return all;
  }

  const std::vector<service>& services() const { return services_; }
  const std::vector<value>& faults() const { return faults_; }
  const std::vector<value>& rules() const { return rules_; }
  const std::vector<value>& replies() const { return replies_; }

  /// The mode that a service comes to, which is another where it does not offer the one that was asked for.
  output_mode mode_of(const service& at, output_mode asked, std::string* why = nullptr) const {
    for (const auto& rule : rules_) {
      if (text_in(rule, "mode") != to_string(asked) || !fits(rule, "of", at.name)) continue;
      if (why != nullptr) *why = text_in(rule, "why");
      return *output_mode_from(text_in(rule, "is"));
    }
    return asked;
  }

  expectation expect(const value& fault, const cell& in) const {
    expectation e;
    apply(fault, e);
    for (const auto& rule : rules_) {
      if (text_in(rule, "except") != text_in(fault, "fault")) continue;
      const value* streamed = rule.find("streamed");
      if (!fits(rule, "of", in.at->name) || !fits(rule, "modes", to_string(in.mode)) ||
          (streamed != nullptr && streamed->boolean() != in.streamed)) {
        continue;
      }
      apply(rule, e);
      e.why = text_in(rule, "why");
    }
    e.whole = e.kept;
    for (const auto& rule : rules_) {
      if (rule.find("without") == nullptr || !fits(rule, "of", in.at->name)) continue;
      for (const char letter : text_in(rule, "without")) std::erase(e.kept, letter);
    }
    return e;
  }

  /// The line for a service, else the one for its language.
  const value* reply(const service& at, std::string_view shape) const {
    return line_for(replies_, "shape", shape, at);
  }
  const value* error(const service& at, std::string_view fault) const {
    return line_for(errors_, "fault", fault, at);
  }

 private:
  book()
      : replies_(read_lines("replies.jsonl")),
        errors_(read_lines("errors.jsonl")),
        rules_(read_lines("rules.jsonl")) {
    for (const auto& line : replies_) {
      if (line.find("profile") == nullptr) continue;
      services_.push_back({text_in(line, "profile"), text_in(line, "speaks"), text_in(line, "model"),
                           text_in(line, "id_header")});
    }
    for (const auto& line : rules_) {
      if (line.find("how") != nullptr) faults_.push_back(line);
    }
  }

  static void apply(const value& rule, expectation& to) {
    if (rule.find("expect") != nullptr) to.ends = words_in(rule, "expect");
    if (rule.find("then") != nullptr) to.then = text_in(rule, "then");
    if (rule.find("kept") != nullptr) to.kept = text_in(rule, "kept");
    if (const value* wait = rule.find("wait_ms")) {
      to.wait_ms = wait->is_number() ? std::optional(std::stoi(std::string(wait->literal()))) : std::nullopt;
    }
  }

  static const value* line_for(const std::vector<value>& lines, std::string_view key, std::string_view name,
                               const service& at) {
    for (const auto& who : {at.name, at.speaks}) {
      for (const auto& line : lines) {
        if (line.find("for") != nullptr && text_in(line, key) == name && fits(line, "for", who)) return &line;
      }
    }
    return nullptr;
  }

  std::vector<value> replies_;
  std::vector<value> errors_;
  std::vector<value> rules_;
  std::vector<service> services_;
  std::vector<value> faults_;
};

}  // namespace matrix
