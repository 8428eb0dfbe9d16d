// What doomed a text, in words: keyword, what was expected, what was found as far as it was read.
#include "formats/format.hpp"
#include "walk/content.hpp"
#include "walk/numbers.hpp"
#include "walk/report.hpp"
#include "watch/machine.hpp"

#include <string>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::string quoted(std::string_view text) {
  return "\"" + excerpt(text, 60) + "\"";
}

}  // namespace

std::string watch_machine::found_so_far(const reason& why) const {
  const frame& f = frames_.back();
  switch (f.types) {
    case types::null:
      return "null";
    case types::boolean:
      return f.first_byte == 't' ? "boolean true" : "boolean false";
    case types::number:
      return why.text.empty() ? "a number" : "number " + excerpt(why.text, 80);
    case types::string:
      return why.text.empty() ? "a string" : "string " + quoted(why.text);
    case types::array:
      return "an array";
    default:
      return "an object";
  }
}

watch_machine::words watch_machine::words_for(const reason& why) const {
  switch (why.kind) {
    case reason::what::type: {
      const node& s = d_.nodes[why.node];
      if ((s.flags & flags::never) != 0) return {"false", "nothing", found_so_far(why)};
      return {"type", wanted_text(d_, s), found_so_far(why)};
    }
    case reason::what::literal: {
      const literal_set& set = d_.literal_sets[why.detail];
      words said{set.keyword(), literals_text(set), found_so_far(why)};
      if (!why.text.empty()) said.nearest = nearest_literal(set, value(why.text));
      return said;
    }
    case reason::what::number: {
      const number_check& check = d_.number_checks[why.detail];
      return {keyword_of(check.kind), expected_of(check), excerpt(why.text, 80)};
    }
    case reason::what::min_length:
    case reason::what::max_length:
    case reason::what::pattern:
    case reason::what::format:
    case reason::what::content:
      return words_for_text(why);
    case reason::what::min_items:
    case reason::what::max_items:
    case reason::what::unique_items:
    case reason::what::few_contained:
    case reason::what::many_contained:
      return words_for_items(why);
    case reason::what::no_branch:
    case reason::what::many_branches:
    case reason::what::negation:
    case reason::what::then:
    case reason::what::otherwise:
    case reason::what::dependent_schema:
    case reason::what::whole:
      return words_for_junction(why);
    default:
      return words_for_members(why);
  }
}

watch_machine::words watch_machine::words_for_text(const reason& why) const {
  const string_rule& rule = d_.string_rules[d_.nodes[why.node].string];
  switch (why.kind) {
    case reason::what::min_length:
      return {"minLength", "at least " + counted(rule.min_length, "character"), std::to_string(points_)};
    case reason::what::max_length:
      return {"maxLength", "at most " + counted(rule.max_length, "character"), "more"};
    case reason::what::pattern:
      return {"pattern", "string matching " + excerpt(d_.pattern_texts[rule.pattern], 100),
              found_so_far(why)};
    case reason::what::content: {
      const std::string_view broken = broken_content(rule.content, why.text);
      const std::string wanted = broken == "contentEncoding" ? "string in base64" : "string that holds JSON";
      return {broken, wanted, found_so_far(why)};
    }
    default:
      return {"format", "string of format " + std::string(to_string(rule.format)), found_so_far(why)};
  }
}

watch_machine::words watch_machine::words_for_items(const reason& why) const {
  const index array = d_.nodes[why.node].array;
  const array_rule& rule = d_.array_rules[array];
  const std::string fitting = " that fit contains";
  switch (why.kind) {
    case reason::what::min_items:
      return {"minItems", "at least " + counted(rule.min_items, "item"),
              std::to_string(frames_.back().count)};
    case reason::what::max_items: {
      const array_plan& plan = plan_.arrays[array];
      const std::string_view by_schema = rule.legacy ? "additionalItems" : "items";
      return {plan.by_schema ? by_schema : "maxItems", "at most " + counted(plan.max_items, "item"), "more"};
    }
    case reason::what::unique_items:
      return {"uniqueItems", "items that all differ", "an item that stood before"};
    case reason::what::few_contained:
      return {rule.min_contains == 1 ? "contains" : "minContains",
              "at least " + counted(rule.min_contains, "item") + fitting, "fewer"};
    default:
      return {"maxContains", "at most " + counted(rule.max_contains, "item") + fitting, "more"};
  }
}

watch_machine::words watch_machine::words_for_members(const reason& why) const {
  if (why.kind == reason::what::repeated_name) {
    return {.code = "duplicate_key",
            .expected = "every member name once",
            .found = quoted(why.text),
            .member = std::string(why.text)};
  }
  if (why.kind == reason::what::empty_schema) {
    return {.code = "false",
            .expected = "no such field",
            .found = "one",
            .member = std::string(name_in(frames_.back()))};
  }
  const object_rule& rule = d_.object_rules[d_.nodes[why.node].object];
  const std::vector<name_entry>& entries = rule.names.entries();
  const std::string count = std::to_string(frames_.back().count);
  switch (why.kind) {
    case reason::what::min_properties:
      return {"minProperties", "at least " + counted(rule.min_properties, "field"), count};
    case reason::what::max_properties:
      return {"maxProperties", "at most " + counted(rule.max_properties, "field"), "more"};
    case reason::what::required:
      return {"required", "field " + quoted(first_missing(why)), "the end of the object"};
    case reason::what::dependent_required:
      return {d_.dependents[why.detail].keyword, "field " + quoted(entries[why.number].name),
              "the end of the object"};
    default:
      break;
  }
  words said{.code = "additionalProperties", .expected = "a field that is declared"};
  said.found = why.text.empty() ? "another" : quoted(why.text);
  if (frames_.back().named) said.member = std::string(name_in(frames_.back()));
  said.nearest = nearest_name(rule.names, why.text);
  return said;
}

/// Precondition: the object at hand ends without a field that this node requires.
std::string_view watch_machine::first_missing(const reason& why) const {
  const index number = d_.nodes[why.node].object;
  for (index self = frames_.back().cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if (c.node != why.node || (c.looks & looks::members) == 0) continue;
    const std::vector<name_entry>& entries = d_.object_rules[number].names.entries();
    for (index i = 0; i < entries.size(); ++i) {
      if (entries[i].required && !has(c, plan_.objects[number].place[i])) return entries[i].name;
    }
  }
  return {};
}

watch_machine::words watch_machine::words_for_junction(const reason& why) const {
  switch (why.kind) {
    case reason::what::no_branch:
    case reason::what::many_branches: {
      const union_rule& u = d_.unions[why.detail];
      const std::string_view keyword = u.exclusive ? "oneOf" : "anyOf";
      if (why.kind == reason::what::many_branches) {
        return {keyword, "exactly one alternative that fits", "more than one"};
      }
      std::uint8_t possible = 0;
      for (index k = 0; k < u.count; ++k) possible |= d_.nodes[d_.lists[u.branches + k]].reach;
      if ((possible & frames_.back().types) == 0) return {keyword, types_text(possible), found_so_far(why)};
      return {keyword, "a value that fits one of " + std::to_string(u.count) + " alternatives",
              found_so_far(why)};
    }
    case reason::what::negation:
      return {"not", "a value that does not fit the schema under not", "one that fits"};
    case reason::what::then:
      return {"then", "a value that fits then, because it fits if", "one that does not"};
    case reason::what::otherwise:
      return {"else", "a value that fits else, because it does not fit if", "one that does not"};
    default: {
      const dependent& dep = d_.dependents[why.detail];
      const object_rule& rule = d_.object_rules[d_.nodes[why.node].object];
      return {dep.keyword,
              "an object that fits what goes with field " + quoted(rule.names.entries()[dep.trigger].name),
              "one that does not"};
    }
  }
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
