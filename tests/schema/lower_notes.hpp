// Whether the notes of a lowering speak of a rule that a value breaks.
#pragma once

#include "lower_places.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/pointer.hpp>
#include <tenon/value.hpp>

namespace test {

using notes = std::vector<tenon::schema::lowering_note>;

/// The schemas in and below a keyword.
inline std::set<std::string> inside(const value& document, const std::string& keyword_place) {
  std::set<std::string> all;
  const value* keyword = tenon::json::resolve(document, keyword_place);
  if (keyword == nullptr) return all;
  if (keyword->is_string() && keyword_place.ends_with("/$ref")) {
    if (const auto target = target_of(document, keyword->string())) all = reachable_from(document, *target);
  } else if (keyword->is_array()) {
    for (std::size_t i = 0; i < keyword->size(); ++i)
      all.merge(reachable_from(document, joined(keyword_place, std::to_string(i))));
  } else if (keyword->is_object() &&
             (keyword_place.ends_with("/patternProperties") || keyword_place.ends_with("/dependencies") ||
              keyword_place.ends_with("/dependentSchemas"))) {
    for (const auto& m : keyword->members())
      all.merge(reachable_from(document, joined(keyword_place, m.name)));
  } else if (keyword->is_object()) {
    all = reachable_from(document, keyword_place);
  }
  return all;
}

inline std::string schema_of(const std::string& keyword_place) {
  const std::size_t slash = keyword_place.rfind('/');
  return keyword_place.substr(0, slash == std::string::npos ? 0 : slash);
}

/// Is one of the notes about this keyword, about what it consists of, or about what it is part of?
inline bool is_noted_at(const value& schema, const notes& all, const std::string& rule) {
  const std::set<std::string> below = inside(schema, rule);
  return std::any_of(all.begin(), all.end(), [&](const tenon::schema::lowering_note& note) {
    if (note.place == rule || rule.starts_with(note.place + "/") || below.count(schema_of(note.place)) > 0)
      return true;
    // What a keyword holds is not enforced if the keyword is not.
    return note.reason.find("is written as") == std::string::npos &&
           inside(schema, note.place).count(schema_of(rule)) > 0;
  });
}

/// The problem, or the alternatives that it came from: a value that fits none may have been let through by
/// another one than the one that came closest.
inline bool is_noted(const value& schema, const notes& all, const std::string& rule) {
  bool outside = false;
  const auto whole = absolute(schema, rule, &outside);
  if (outside || (whole && is_noted_at(schema, all, *whole))) return true;
  for (const std::string_view word :
       {"/anyOf/", "/oneOf/", "/then/", "/else/", "/dependencies/", "/dependentSchemas/"}) {
    for (std::size_t at = rule.find(word); at != std::string::npos; at = rule.find(word, at + 1)) {
      const bool branch = word == "/then/" || word == "/else/";
      const auto choice =
          absolute(schema, branch ? rule.substr(0, at) + "/if" : rule.substr(0, at + word.size() - 1));
      if (choice && is_noted_at(schema, all, *choice)) return true;
    }
  }
  return false;
}

}  // namespace test
