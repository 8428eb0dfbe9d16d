#include "lower/render.hpp"

#include "lower/sentences.hpp"
#include "lower/walk.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

using object = value::object_type;

/// How often each form is used, and which lead back to themselves.
class census {
 public:
  explicit census(const graph& g) : uses(g.forms.size(), 0), recursive(g.forms.size(), false) {
    depth_first walk(
        g,
        [](const form& f) {
          std::vector<number> used;
          for_each_use(f, [&used](const use& u) { used.push_back(u.form); });
          return used;
        },
        [this](number n, meeting how) {
          ++uses[n];
          if (how == meeting::on_the_way) recursive[n] = true;
          if (how == meeting::first) order.push_back(n);
        });
    walk.from(g.root.form);
  }

  std::vector<std::size_t> uses;
  std::vector<bool> recursive;
  std::vector<number> order;
};

value types_value(std::uint8_t bits, bool lists) {
  value all = value::array();
  if ((bits & types::object) != 0) all.push_back("object");
  if ((bits & types::array) != 0) all.push_back("array");
  if ((bits & types::string) != 0) all.push_back("string");
  if ((bits & types::fraction) != 0)
    all.push_back("number");
  else if ((bits & types::integer) != 0)
    all.push_back("integer");
  if ((bits & types::boolean) != 0) all.push_back("boolean");
  if ((bits & types::null) != 0) all.push_back("null");
  if (all.size() == 1 || !lists) return all.items().front();
  return all;
}

class writer {
 public:
  writer(const graph& g, const dialect_rules& to, bool to_judge)
      : g_(g), to_(to), to_judge_(to_judge), seen_(g) {}

  result<rendering> run() {
    std::string pointer;
    value root;
    if (g_.wrapper.empty()) {
      root = body(g_.root.form, pointer);
      describe(root, g_.root.title, g_.root.description, {});
    } else {
      json::append_token(pointer, "properties");
      json::append_token(pointer, g_.wrapper);
      value properties = value::object();
      properties.set(g_.wrapper, written(g_.root, pointer));
      root = value::object({{"type", "object"}, {"properties", std::move(properties)}});
      close(root, {g_.wrapper}, true);
    }
    value definitions = value::object();
    for (std::size_t i = 0; i < named_.size() && !over_; ++i) {
      std::string at = "/$defs";
      json::append_token(at, names_[named_[i]]);
      value one = body(named_[i], at);
      definitions.set(names_[named_[i]], std::move(one));
    }
    if (over_) return *std::move(over_);
    if (definitions.size() > 0) root.set("$defs", std::move(definitions));
    return rendering{std::move(root), std::move(places_)};
  }

 private:
  bool has(std::uint32_t words) const { return (to_.words & words) == words; }

  /// Definitions are what is used more than once, or leads back to itself.
  bool is_named(const use& u) const {
    const form& f = g_.forms[u.form];
    if (to_.references == references::none) return false;
    if (seen_.recursive[u.form]) return true;
    if (seen_.uses[u.form] < 2) return false;
    if (!to_.wraps_references && !u.description.empty()) return false;
    switch (f.kind) {
      case form::what::record:
      case form::what::choice:
      case form::what::list:
      case form::what::tuple:
      case form::what::pairs:
        return true;
      case form::what::scalar:
        return f.literals.size() > few;
      default:
        return false;
    }
  }

  std::string name_of(number n) {
    const auto known = names_.find(n);
    if (known != names_.end()) return known->second;
    const std::string& hint = g_.forms[n].name;
    const std::string name = hint.empty() ? "part" : hint;
    std::string given = name;
    for (int i = 2; !taken_.insert(given).second; ++i) given = name + "_" + std::to_string(i);
    names_.emplace(n, given);
    named_.push_back(n);
    return given;
  }

  value written(const use& u, const std::string& pointer) {
    if (is_named(u)) {
      value to = value::object({{"$ref", "#/$defs/" + name_of(u.form)}});
      const bool says =
          (!u.description.empty() && has(words::description)) || (!u.title.empty() && has(words::title));
      if (!says) return to;
      value ways = value::array();
      ways.push_back(std::move(to));
      value around = value::object({{"anyOf", std::move(ways)}});
      describe(around, u.title, u.description, {});
      return around;
    }
    value one = body(u.form, pointer);
    const form& f = g_.forms[u.form];
    if (!u.description.empty() || !u.title.empty()) {
      one = without_texts(std::move(one));
      describe(one, u.title.empty() ? f.title : u.title,
               u.description.empty() ? f.description : u.description, f.said);
    }
    return one;
  }

  static value without_texts(value v) {
    std::erase_if(v.members(),
                  [](const json::member& m) { return m.name == "title" || m.name == "description"; });
    return v;
  }

  void describe(value& to, const std::string& title, const std::string& description,
                const std::vector<std::string>& said) const {
    if (!to.is_object()) return;
    std::string text = description;
    for (const std::string& sentence : said) {
      if (!text.empty() && text.back() != '.' && text.back() != '!' && text.back() != '?') text += ".";
      text += (text.empty() ? "" : " ") + sentence;
    }
    object front;
    if (!title.empty() && has(words::title)) front.push_back({"title", title, {}});
    if (!text.empty() && has(words::description)) front.push_back({"description", text, {}});
    if (front.empty()) return;
    to = without_texts(std::move(to));
    object& members = to.members();
    members.insert(members.begin(), std::make_move_iterator(front.begin()),
                   std::make_move_iterator(front.end()));
  }

  void too_large(std::string_view limit, std::size_t most, std::string_view noun) {
    if (over_) return;
    problem p;
    p.kind = failure_kind::unsupported_schema;
    p.code = limit;
    p.expected = "at most " + std::to_string(most) + " " + std::string(noun);
    p.found = "more";
    p.message = "written out for " + std::string(to_.provider) + ", the schema has more than " +
                std::to_string(most) + " " + std::string(noun) + " (" + std::string(limit) +
                "); split it or make it flatter, or ask without the provider's constraint";
    over_ = std::move(p);
  }

  value body(number n, const std::string& pointer) {
    if (++count_ > max_lowered_schemas) too_large("max_lowered_schemas", max_lowered_schemas, "subschemas");
    if (depth_ >= max_written_depth) too_large("max_lowered_depth", max_written_depth, "levels");
    if (over_) return value::object();
    places_.emplace(n, pointer);
    const form& f = g_.forms[n];
    ++depth_;
    value out = shape(f, pointer);
    --depth_;
    const use* only = sole(f);
    if (only == nullptr || is_named(*only)) {
      describe(out, f.title, f.description, f.said);
      return out;
    }
    const form& inner = g_.forms[only->form];
    const auto first = [](const std::string& a, const std::string& b,
                          const std::string& c) -> const std::string& {
      return !a.empty() ? a : !b.empty() ? b : c;
    };
    std::vector<std::string> said = f.said;
    said.insert(said.end(), inner.said.begin(), inner.said.end());
    describe(out, first(f.title, only->title, inner.title),
             first(f.description, only->description, inner.description), said);
    return out;
  }

  static bool is_container(const form& f) {
    return f.kind == form::what::list || f.kind == form::what::tuple || f.kind == form::what::record ||
           f.kind == form::what::pairs || f.kind == form::what::choice;
  }

  bool is_null(const use& u) const {
    const form& f = g_.forms[u.form];
    return f.kind == form::what::scalar && f.types == types::null;
  }

  /// The alternative that stands alone, null apart.
  const use* sole(const form& f) const {
    if (f.kind != form::what::choice) return nullptr;
    const auto counts = [&](const use& u) { return !is_null(u); };
    if (std::count_if(f.prefix.begin(), f.prefix.end(), counts) != 1) return nullptr;
    return &*std::find_if(f.prefix.begin(), f.prefix.end(), counts);
  }

  value shape(const form& f, const std::string& pointer) {
    switch (f.kind) {
      case form::what::pending:
      case form::what::never:
      case form::what::anything:
        return value::object();
      case form::what::text:
        return value::object({{"type", "string"}});
      case form::what::scalar:
        return scalar(f);
      case form::what::names: {
        value texts = value::array();
        for (const std::string& text : f.texts) texts.push_back(text);
        return value::object({{"type", "string"}, {"enum", std::move(texts)}});
      }
      case form::what::list:
        return list(f, pointer);
      case form::what::tuple:
      case form::what::record:
        return record(f, pointer);
      case form::what::pairs:
        return pairs(f, pointer);
      case form::what::choice:
        return choice(f, pointer);
    }
    return value::object();
  }

  static void add_words(value& to, const form& f) {
    for (const auto& [keyword, content] : f.words) to.set(keyword, content);
  }

  value scalar(const form& f) const {
    value out = value::object();
    const bool containers = std::any_of(f.literals.begin(), f.literals.end(),
                                        [](const value& v) { return v.is_array() || v.is_object(); });
    if (!containers) out.set("type", types_value(f.types, to_.type_lists));
    if (f.types == types::null && to_.nullable && !to_judge_)
      out = value::object({{"type", "string"}, {"nullable", true}});
    if (f.constant && f.literals.size() == 1) {
      out.set("const", f.literals.front());
    } else if (!f.literals.empty() && f.types != types::null) {
      value all = value::array();
      for (const value& v : f.literals) all.push_back(v);
      out.set("enum", std::move(all));
    }
    add_words(out, f);
    return out;
  }

  static std::string below(const std::string& pointer, std::string_view keyword) {
    std::string to = pointer;
    json::append_token(to, keyword);
    return to;
  }
  static std::string below(const std::string& pointer, std::string_view keyword, std::string_view token) {
    std::string to = below(pointer, keyword);
    json::append_token(to, token);
    return to;
  }

  value list(const form& f, const std::string& pointer) {
    value out = value::object({{"type", "array"}});
    if (!f.prefix.empty()) {
      value places = value::array();
      for (std::size_t i = 0; i < f.prefix.size(); ++i)
        places.push_back(written(f.prefix[i], below(pointer, "prefixItems", std::to_string(i))));
      out.set("prefixItems", std::move(places));
    }
    if (f.item) out.set("items", written(f.item, below(pointer, "items")));
    add_words(out, f);
    return out;
  }

  void close(value& to, const std::vector<std::string>& required, bool closed) const {
    if (!required.empty() || to_.all_required) {
      value names = value::array();
      for (const std::string& name : required) names.push_back(name);
      to.set("required", std::move(names));
    }
    if (closed && (to_.writes_closed || to_judge_)) to.set("additionalProperties", false);
  }

  value record(const form& f, const std::string& pointer) {
    value out = value::object({{"type", "object"}});
    value properties = value::object();
    std::vector<std::string> required;
    value order = value::array();
    const auto add = [&](const std::string& name, const use& what, bool must) {
      properties.members().push_back({name, written(what, below(pointer, "properties", name)), {}});
      if (must) required.push_back(name);
      order.push_back(name);
    };
    for (const form_member& m : f.members) add(m.name, m.what, m.required);
    if (!f.rest.empty()) add(f.rest, f.item, true);
    const bool named = properties.size() > 0;
    if (named || to_.closed) out.set("properties", std::move(properties));
    if (has(words::ordering) && order.size() > 1) out.set("propertyOrdering", std::move(order));
    close(out, required, to_.closed || (f.closed && f.key_pattern.empty()));
    if (!to_.closed && f.item && f.rest.empty()) {
      if (f.key_pattern.empty()) {
        const bool free = g_.forms[f.item.form].kind == form::what::anything && f.item.description.empty();
        out.set("additionalProperties",
                free ? value(true) : written(f.item, below(pointer, "additionalProperties")));
      } else {
        value patterns = value::object();
        patterns.set(f.key_pattern, written(f.item, below(pointer, "patternProperties", f.key_pattern)));
        out.set("patternProperties", std::move(patterns));
        out.set("additionalProperties", false);
      }
    }
    if (f.key) out.set("propertyNames", written(f.key, below(pointer, "propertyNames")));
    add_words(out, f);
    return out;
  }

  value pairs(const form& f, const std::string& pointer) {
    const std::string items = below(pointer, "items");
    value properties = value::object();
    properties.set("key", written(f.key, below(items, "properties", "key")));
    properties.set("value", written(f.item, below(items, "properties", "value")));
    value pair = value::object({{"type", "object"}, {"properties", std::move(properties)}});
    if (has(words::ordering)) {
      value order = value::array();
      order.push_back("key");
      order.push_back("value");
      pair.set("propertyOrdering", std::move(order));
    }
    close(pair, {"key", "value"}, true);
    value out = value::object({{"type", "array"}, {"items", std::move(pair)}});
    add_words(out, f);
    return out;
  }

  /// A value that admits null as well, if it can be told in the schema itself.
  bool add_null(value& to) const {
    if (to.find("$ref") != nullptr || to.find("const") != nullptr) return false;
    value* type = to.find("type");
    if (type == nullptr || !type->is_string() || type->string() == "object" || type->string() == "array")
      return false;
    value* list = to.find("enum");
    if (list != nullptr && to_.enums < enumerations::scalars) return false;
    if (list != nullptr) list->push_back(nullptr);
    value both = value::array();
    both.push_back(*type);
    both.push_back("null");
    *type = std::move(both);
    return true;
  }

  value choice(const form& f, const std::string& pointer) {
    const bool flag = to_.nullable && !to_judge_;
    const use* only = sole(f);
    const bool alone = only != nullptr;
    bool null = std::any_of(f.prefix.begin(), f.prefix.end(), [&](const use& u) { return is_null(u); });
    // A container beside null is an alternative; a scalar may take null in.
    const bool one_of_two = alone && null && !flag && is_container(g_.forms[only->form]);
    const std::string first = alone && !one_of_two ? pointer : below(pointer, "anyOf", "0");
    value ways = value::array();
    std::unordered_map<std::string, std::size_t> texts;
    for (const use& u : f.prefix) {
      if (is_null(u)) continue;
      const std::string at = ways.size() == 0 ? first : below(pointer, "anyOf", std::to_string(ways.size()));
      value way = written(u, at);
      const auto [same, fresh] = texts.emplace(json::write(way), ways.size());
      if (fresh) {
        ways.push_back(std::move(way));
      } else {
        places_[u.form] = below(pointer, "anyOf", std::to_string(same->second));
      }
    }
    if (null && !flag && to_.type_lists) {
      for (value& way : ways.items()) {
        if (!add_null(way)) continue;
        null = false;
        break;
      }
    }
    if (ways.size() == 0) {
      form nothing;
      nothing.kind = form::what::scalar;
      nothing.types = types::null;
      return scalar(nothing);
    }
    const bool apart = null && !flag;
    if (apart) ways.push_back(value::object({{"type", "null"}}));
    if (alone && apart && !one_of_two) {
      const auto place = places_.find(only->form);
      if (place != places_.end() && place->second == pointer) place->second = below(pointer, "anyOf", "0");
    }
    // What is said of it is said of both.
    if (alone && apart && !is_named(*sole(f)))
      ways.items().front() = without_texts(std::move(ways.items().front()));
    value out;
    if (ways.size() == 1) {
      out = std::move(ways.items().front());
      if (!alone || one_of_two) move_places(below(pointer, "anyOf", "0"), pointer);
      if (out.find("$ref") != nullptr && !f.description.empty()) {
        value around = value::array();
        around.push_back(std::move(out));
        out = value::object({{"anyOf", std::move(around)}});
      }
    } else {
      out = value::object({{"anyOf", std::move(ways)}});
    }
    if (null && flag) out.set("nullable", true);
    return out;
  }

  /// What was written there stands elsewhere in the end.
  void move_places(const std::string& from, const std::string& to) {
    const std::string below = from + "/";
    for (auto& [form, place] : places_) {
      if (place == from || place.starts_with(below)) place.replace(0, from.size(), to);
    }
  }

  static constexpr std::size_t few = 8;

  const graph& g_;
  const dialect_rules& to_;
  bool to_judge_;
  census seen_;
  std::unordered_map<number, std::string> names_;
  std::unordered_set<std::string> taken_;
  std::vector<number> named_;
  std::unordered_map<number, std::string> places_;
  std::size_t count_ = 0;
  std::size_t depth_ = 0;
  std::optional<problem> over_;
};

}  // namespace

std::vector<number> reachable(const graph& g) {
  return census(g).order;
}

result<rendering> render(const graph& g, const dialect_rules& to, bool to_judge) {
  return writer(g, to, to_judge).run();
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
