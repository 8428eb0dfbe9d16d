// Keywords that say nothing where they stand: of another type, another draft, without their partner, or
// misspelt.
#include "lint/remarks.hpp"
#include "load/keyword.hpp"
#include "walk/literals.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

namespace {

constexpr std::array<draft, 5> all_drafts = {draft::d4, draft::d6, draft::d7, draft::d2019, draft::d2020};

std::string_view name_of(draft d) {
  constexpr std::array<std::string_view, 5> names = {"draft 4", "draft 6", "draft 7", "draft 2019-09",
                                                     "draft 2020-12"};
  return names[static_cast<std::size_t>(d)];
}

/// The instance types that a keyword speaks of; all for those that speak of any.
std::uint8_t speaks_of(word w) {
  switch (w) {
    case word::minimum:
    case word::maximum:
    case word::exclusive_minimum:
    case word::exclusive_maximum:
    case word::multiple_of:
      return types::number;
    case word::min_length:
    case word::max_length:
    case word::pattern:
    case word::content_encoding:
    case word::content_media_type:
    case word::content_schema:
    case word::verbatim:
      return types::string;
    case word::min_items:
    case word::max_items:
    case word::unique_items:
    case word::items:
    case word::prefix_items:
    case word::additional_items:
    case word::contains:
    case word::min_contains:
    case word::max_contains:
    case word::unevaluated_items:
      return types::array;
    case word::properties:
    case word::pattern_properties:
    case word::additional_properties:
    case word::property_names:
    case word::required:
    case word::min_properties:
    case word::max_properties:
    case word::dependencies:
    case word::dependent_required:
    case word::dependent_schemas:
    case word::unevaluated_properties:
      return types::object;
    default:
      return types::all;
  }
}

/// The keywords of each draft, made once: the names that a misspelt one is compared with.
class known_names {
 public:
  /// Empty if none is near. Short names are near to too much, and who writes "_format" means to switch off.
  std::string nearest(std::string_view name, const schema_dialect& rules) {
    if (name.size() < shortest || name.front() == '_' || ++compared_ > most_compared) return {};
    auto& set = sets_[static_cast<std::size_t>(rules.draft)];
    if (!set) set.emplace(names_of(rules));
    std::vector<const value*> all;
    all.reserve(set->size());
    for (const value& one : *set) all.push_back(&one);
    const std::string near = nearest_literal(literal_set(std::move(all), ""), value(name));
    return near.empty() || edit_distance(near, name) > (name.size() < 6 ? 1U : 2U) ? std::string() : near;
  }

 private:
  static constexpr std::size_t shortest = 3;
  static constexpr std::size_t most_compared = 500;

  static std::vector<value> names_of(const schema_dialect& rules) {
    std::vector<value> names;
    for (std::size_t w = 0; w < static_cast<std::size_t>(word::count); ++w) {
      const std::string_view name = to_string(static_cast<word>(w));
      if (find_keyword(name, rules) != nullptr && name.size() > shortest) names.emplace_back(name);
    }
    return names;
  }

  std::array<std::optional<std::vector<value>>, 5> sets_;
  std::size_t compared_ = 0;
};

bool is_annotation(const keyword& k) {
  return k.vocabulary == vocabularies::metadata || k.vocabulary == vocabularies::content ||
         k.what == word::comment;
}

class keyword_rules {
 public:
  explicit keyword_rules(remarks& to) : to_(to), k_(to.k) {
    for (const node& n : k_.d.nodes) asked_ = asked_ || (n.flags & flags::asks) != 0;
  }

  void run(index n) {
    const value& schema = *k_.d.places[n].schema;
    if (!schema.is_object()) return;
    const schema_dialect& rules = k_.d.resources[k_.d.places[n].resource].rules;
    const bool lone = is_lone_reference(schema, rules);
    for (const json::member& m : schema.members()) {
      const keyword* k = find_keyword(m.name, rules);
      if (lone)
        beside_reference(n, m, k);
      else if (k == nullptr)
        unknown(n, m, rules);
      else
        of_other_type(n, m, *k);
    }
    if (!lone) without_partner(n, keywords(schema, rules));
  }

  /// After the last: names that demand nothing anyway are told once.
  void finish() {
    for (const auto& [name, first] : unknown_) {
      std::string message = no_keyword(name, first.near);
      if (first.count > 1) message += " (so also in " + counted(first.count - 1, "other place") + ")";
      to_.at(first.node, *first.member, remark_level::note,
             first.near.empty() ? "unknown_keyword" : "misspelt_keyword", std::move(message));
    }
  }

 private:
  void beside_reference(index n, const json::member& m, const keyword* k) {
    const bool harmless = k == nullptr || k->what == word::ref || k->what == word::definitions ||
                          is_annotation(*k) || k->what == word::dialect;
    if (!harmless)
      to_.at(n, m, remark_level::warning, "beside_ref",
             m.name + " says nothing beside $ref before draft 2019-09");
  }

  void of_other_type(index n, const json::member& m, const keyword& k) {
    const std::uint8_t possible = k_.of(n).possible;
    const std::uint8_t declared = k_.d.nodes[n].types;
    if ((speaks_of(k.what) & declared) != 0 && ((speaks_of(k.what) & possible) != 0 || possible == 0)) return;
    // Where a conflict has taken the type away, that is remarked on.
    for (const conflict& c : k_.conflicts(n)) {
      if ((c.types & speaks_of(k.what)) != 0) return;
    }
    const std::uint8_t here = possible == 0 ? declared : possible;
    to_.at(n, m, remark_level::warning, "wrong_type",
           std::string(k.name) + " speaks of " + types_words(speaks_of(k.what)) + ", and here only " +
               types_words(here) + " is admitted");
  }

  void unknown(index n, const json::member& m, const schema_dialect& rules) {
    const std::string_view name = m.name;
    if (name.starts_with("x-") || name == "$defs") return;
    for (const draft other : all_drafts) {
      schema_dialect there = rules;
      there.draft = other;
      const keyword* k = find_keyword(name, there);
      if (other != rules.draft && k != nullptr) return of_other_draft(n, m, *k, there, rules);
    }
    schema_dialect everything = rules;
    everything.vocabularies = vocabularies::all;
    if (find_keyword(name, everything) != nullptr) {
      to_.at(n, m, remark_level::warning, "no_vocabulary",
             m.name + " says nothing: the metaschema leaves its vocabulary out");
      return;
    }
    if (name == "nullable") {
      to_.at(n, m, remark_level::warning, "other_draft",
             "nullable is of OpenAPI 3.0; JSON Schema says \"null\" among the types");
      return;
    }
    const auto known = unknown_.find(name);
    if (known != unknown_.end()) {
      ++known->second.count;
      return;
    }
    const std::string near = misspelt_.nearest(name, rules);
    const keyword* const meant = near.empty() ? nullptr : find_keyword(near, rules);
    if (meant == nullptr || is_annotation(*meant)) {
      unknown_.emplace(name, occurrence{n, &m, 1, near});
      return;
    }
    to_.at(n, m, remark_level::warning, "misspelt_keyword", no_keyword(name, near));
  }

  static std::string no_keyword(std::string_view name, const std::string& near) {
    return "\"" + excerpt(name, 60) + "\" is no keyword, so it demands nothing" +
           (near.empty() ? "" : "; is \"" + near + "\" meant?");
  }

  void of_other_draft(index n, const json::member& m, const keyword& k, const schema_dialect& there,
                      const schema_dialect& here) {
    const bool newer = there.draft > here.draft;
    const std::string range = newer ? "from " + std::string(name_of(there.draft)) + " on"
                                    : "up to " + std::string(name_of(last_draft(m.name, here)));
    to_.at(n, m, is_annotation(k) ? remark_level::note : remark_level::warning, "other_draft",
           m.name + " says nothing in " + std::string(name_of(here.draft)) + "; it is a keyword " + range);
  }

  static draft last_draft(std::string_view name, schema_dialect rules) {
    draft last = draft::d4;
    for (const draft d : all_drafts) {
      rules.draft = d;
      if (find_keyword(name, rules) != nullptr) last = d;
    }
    return last;
  }

  void without_partner(index n, const keywords& words) {
    const auto alone = [&](word w, const std::string& why) {
      if (words.has(w))
        to_.at(n, to_string(w), remark_level::warning, "no_effect",
               std::string(to_string(w)) + " says nothing " + why);
    };
    if (!words.has(word::condition)) {
      alone(word::then, "without if");
      alone(word::otherwise, "without if");
    } else if (!words.has(word::then) && !words.has(word::otherwise) && !asked_) {
      alone(word::condition, "without then or else");
    }
    if (!words.has(word::contains)) {
      alone(word::min_contains, "without contains");
      alone(word::max_contains, "without contains");
    }
    const value* items = words[word::items];
    if (items == nullptr || !items->is_array()) alone(word::additional_items, "unless items is a list");
  }

  struct occurrence {
    index node;
    const json::member* member;
    std::size_t count;
    std::string near;
  };

  remarks& to_;
  knowledge& k_;
  known_names misspelt_;
  bool asked_ = false;  // something asks what has been evaluated, for which `if` alone is enough
  std::unordered_map<std::string_view, occurrence> unknown_;
};

void remark_on_draft(remarks& to) {
  const value& document = to.k.d.document;
  if (!document.is_object() || document.find("$schema") != nullptr) return;
  to.on(0, remark_level::note, "draft_assumed",
        "$schema is missing; the schema is read as " +
            std::string(name_of(to.k.d.resources.front().rules.draft)));
}

}  // namespace

void remark_on_keywords(remarks& to) {
  remark_on_draft(to);
  keyword_rules rules(to);
  for (index n = 0; n < to.k.d.nodes.size(); ++n) {
    if (to.wanted(n)) rules.run(n);
  }
  rules.finish();
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
