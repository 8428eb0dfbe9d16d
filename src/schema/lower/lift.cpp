// A reply on its way to the user's shape.
//
// Where alternatives have to be told apart, those count whose lowered form the value satisfies; of several
// the first whose lifted value the user's schema admits. What fits no form is handed on as it is: it may be
// in the user's shape already, and what is wrong with it validation says.
#include "lower/lifting.hpp"
#include "lower/satisfies.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// Steps within steps; a level of a reply takes one to three.
constexpr std::size_t max_lifted_depth = 500;
/// So many values are copied and judged to tell alternatives apart, and so many more for each value of the
/// reply; from then on the first that looks right is taken.
constexpr std::size_t max_tried = 100'000;
constexpr std::size_t max_tried_per_value = 20;

std::size_t size_of(const value& v) {
  std::size_t size = 0;
  std::vector<const value*> waiting{&v};
  while (!waiting.empty()) {
    const value& one = *waiting.back();
    waiting.pop_back();
    ++size;
    if (one.is_array()) {
      for (const value& item : one.items()) waiting.push_back(&item);
    } else if (one.is_object()) {
      for (const json::member& m : one.members()) waiting.push_back(&m.value);
    }
  }
  return size;
}

void set_sources(value& v, json::source_span where) {
  std::vector<value*> waiting{&v};
  while (!waiting.empty()) {
    value& one = *waiting.back();
    waiting.pop_back();
    one.set_source(where);
    if (one.is_array()) {
      for (value& item : one.items()) waiting.push_back(&item);
    } else if (one.is_object()) {
      for (json::member& m : one.members()) {
        m.name_source = where;
        waiting.push_back(&m.value);
      }
    }
  }
}

/// {"key": "…", "value": …}
bool is_pair(const value& v) {
  if (!v.is_object() || v.size() != 2) return false;
  const value* key = v.find("key");
  return key != nullptr && key->is_string() && v.find("value") != nullptr;
}

bool are_pairs(const value& v) {
  return v.is_array() && std::all_of(v.items().begin(), v.items().end(), is_pair);
}

class lifter {
 public:
  explicit lifter(const lift_plan& plan) : plan_(plan) {}

  result<value> run(value from) {
    left_ = max_tried + max_tried_per_value * size_of(from);
    value to = plan_.wrapper.empty() ? at(plan_.root, std::move(from)) : unwrapped(std::move(from));
    if (error_) return *std::move(error_);
    return to;
  }

 private:
  /// Which nulls stay in a record: those that are no absence by their form, or all, or none.
  enum class nulls : std::uint8_t { that_mean_it, all, none };

  /// The wrapper may be there, may have another name, or may be missing. What has its name, and holds what
  /// could stand in it, is the wrapper, whatever is wrong with what it holds; else what the user's schema
  /// admits decides.
  value unwrapped(value from) {
    if (!from.is_object() || from.size() != 1) return at(plan_.root, std::move(from));
    json::member& only = from.members().front();
    const bool named = only.name == plan_.wrapper;
    const program::data& lowered = plan_.lowered->nodes();
    const bool meant = named && (possible_types(lowered, only.value) & lowered.nodes[plan_.inner].reach) != 0;
    if (!meant && plan_.user.accepts(lifted_or_same(plan_.root, from)))
      return at(plan_.root, std::move(from));
    const bool inner = named || plan_.user.accepts(lifted_or_same(plan_.root, only.value));
    return at(plan_.root, inner ? std::move(only.value) : std::move(from));
  }

  /// Whether something may still be tried with this value.
  bool may_try(const value& v) {
    if (left_ == 0) return false;
    left_ -= std::min(left_, size_of(v));
    return true;
  }

  bool hits(const lift_aim& aim, const value& v) const {
    const program::data& user = plan_.user.nodes();
    return satisfies(user, aim.nodes, v) &&
           (aim.either.empty() || std::any_of(aim.either.begin(), aim.either.end(),
                                              [&](const auto& nodes) { return satisfies(user, nodes, v); }));
  }

  /// Without an error: what cannot be lifted stays.
  value lifted_or_same(number step, const value& v) {
    const std::optional<problem> before = std::exchange(error_, std::nullopt);
    const std::string place = place_;
    value to = at(step, v);
    if (error_) to = v;
    error_ = before;
    place_ = place;
    return to;
  }

  value at(number n, value v) {
    if (n == 0 || error_) return v;
    if (depth_ == max_lifted_depth) {
      too_deep();
      return v;
    }
    ++depth_;
    const lift_step& s = plan_.steps[n];
    switch (s.kind) {
      case lift_step::what::same:
        break;
      case lift_step::what::text:
        v = read(std::move(v));
        break;
      case lift_step::what::names:
        v = named(s, std::move(v));
        break;
      case lift_step::what::list:
        items(s, v);
        break;
      case lift_step::what::tuple:
        v = v.is_object() ? places(s, std::move(v)) : (items(s, v), std::move(v));
        break;
      case lift_step::what::record:
        v = record(s, std::move(v));
        break;
      case lift_step::what::pairs:
        v = pairs(s, std::move(v));
        break;
      case lift_step::what::choice:
        v = choice(s, std::move(v));
        break;
    }
    --depth_;
    return v;
  }

  void too_deep() {
    problem p;
    p.kind = failure_kind::bind_failed;
    p.code = "max_lifted_depth";
    p.place = excerpt(place_);
    p.expected = "at most " + std::to_string(max_lifted_depth) + " steps from the provider's shape to yours";
    p.message = "the reply is nested deeper than it can be turned back into your shape";
    error_ = std::move(p);
  }

  value part(number step, value v, std::string_view token) {
    const std::size_t length = place_.size();
    json::append_token(place_, token);
    v = at(step, std::move(v));
    if (!error_) place_.resize(length);
    return v;
  }

  static value read(value v) {
    if (!v.is_string()) return v;
    auto inner = json::read_unique(v.string());
    if (!inner) return v;
    set_sources(*inner, v.source());
    return *std::move(inner);
  }

  static value named(const lift_step& s, value v) {
    if (!v.is_string()) return v;
    const auto at = std::find_if(s.names.begin(), s.names.end(),
                                 [&](const auto& name) { return name.first == v.string(); });
    if (at == s.names.end()) return v;
    value to = at->second;
    set_sources(to, v.source());
    return to;
  }

  void items(const lift_step& s, value& v) {
    if (!v.is_array()) return;
    std::size_t i = 0;
    for (value& item : v.items()) {
      const number step = i < s.members.size()              ? s.members[i].step
                          : s.kind == lift_step::what::list ? s.item
                                                            : 0;
      item = part(step, std::move(item), std::to_string(i));
      ++i;
    }
  }

  /// Members "0", "1" … in their order, up to the last that is there.
  value places(const lift_step& s, value v) {
    std::vector<value*> there;
    std::size_t count = 0;
    for (const lift_member& place : s.members) {
      there.push_back(v.find(place.name));
      const bool counts =
          there.back() != nullptr && (!there.back()->is_null() || there.size() <= s.least || !place.gone);
      if (counts) count = there.size();
    }
    value* rest = s.rest ? v.find(s.rest_name) : nullptr;
    if (rest != nullptr && !rest->is_array()) rest = nullptr;
    if (rest != nullptr && rest->size() > 0) count = s.members.size();
    const bool whole = std::find(there.begin(), there.begin() + static_cast<std::ptrdiff_t>(count),
                                 nullptr) == there.begin() + static_cast<std::ptrdiff_t>(count);
    if (!whole || (count == 0 && s.least > 0)) return v;  // in another shape
    value to = value::array();
    to.set_source(v.source());
    for (std::size_t i = 0; i < count; ++i)
      to.push_back(part(s.members[i].step, std::move(*there[i]), s.members[i].name));
    if (rest == nullptr) return to;
    value more = part(s.item, std::move(*rest), s.rest_name);
    for (value& item : more.items()) to.push_back(std::move(item));
    return to;
  }

  value record(const lift_step& s, value v) {
    if (!v.is_object()) return v;
    if (!s.loosened) return members(s, std::move(v), nulls::that_mean_it);
    // Whether a null is one or an absence shows in what the schema admits.
    for (const nulls kept : {nulls::that_mean_it, nulls::all, nulls::none}) {
      if (error_ || !may_try(v)) break;
      value one = members(s, v, kept);
      const bool fits = !error_ && hits(s.aim, one);
      error_.reset();
      if (fits) return one;
    }
    return members(s, std::move(v), nulls::that_mean_it);
  }

  static const lift_member* member_of(const lift_step& s, std::string_view name) {
    const auto at = std::lower_bound(s.by_name.begin(), s.by_name.end(), name,
                                     [&](number i, std::string_view n) { return s.members[i].name < n; });
    return at == s.by_name.end() || s.members[*at].name != name ? nullptr : &s.members[*at];
  }

  value members(const lift_step& s, value v, nulls kept) {
    value rest;
    json::value::object_type to;
    for (json::member& m : v.members()) {
      if (s.rest && m.name == s.rest_name && are_pairs(m.value)) {
        rest = std::move(m.value);
        continue;
      }
      const lift_member* known = member_of(s, m.name);
      if (known == nullptr) {
        if (!s.rest) m.value = part(s.item, std::move(m.value), m.name);
      } else {
        const bool absent = kept == nulls::none || (kept == nulls::that_mean_it && known->gone);
        if (absent && m.value.is_null()) continue;
        m.value = part(known->step, std::move(m.value), m.name);
      }
      to.push_back(std::move(m));
    }
    v.members() = std::move(to);
    if (!rest.is_array()) return v;
    rest = part(s.item, std::move(rest), s.rest_name);
    if (error_ || !rest.is_object()) return v;
    std::set<std::string, std::less<>> names;
    for (const json::member& m : v.members()) names.insert(m.name);
    for (json::member& m : rest.members()) {
      if (names.find(m.name) != names.end()) {
        claimed_twice(m.name);
        return v;
      }
      v.members().push_back(std::move(m));
    }
    return v;
  }

  void claimed_twice(std::string_view name) {
    if (error_) return;
    problem p;
    p.kind = failure_kind::bind_failed;
    p.code = "duplicate_key";
    p.place = place_;
    p.found = excerpt(name);
    p.expected = "each key once";
    p.message = "two pairs have the key " + excerpt(name);
    error_ = std::move(p);
  }

  value pairs(const lift_step& s, value v) {
    if (v.is_object()) {
      for (json::member& m : v.members()) m.value = part(s.item, std::move(m.value), m.name);
      return v;
    }
    if (!are_pairs(v)) return v;
    value to = value::object();
    to.set_source(v.source());
    std::set<std::string, std::less<>> names;
    std::size_t i = 0;
    for (value& pair : v.items()) {
      const value& key = *pair.find("key");
      const std::size_t length = place_.size();
      json::append_index(place_, i++);
      if (!names.emplace(key.string()).second) {
        claimed_twice(key.string());
        return v;
      }
      value content = part(s.item, std::move(*pair.find("value")), "value");
      if (error_) return v;
      place_.resize(length);
      to.members().push_back({std::string(key.string()), std::move(content), key.source()});
    }
    return to;
  }

  value choice(const lift_step& s, value v) {
    if (v.is_null()) return v;
    if (s.ways.size() == 1) return at(s.ways.front().step, std::move(v));
    std::vector<const lift_way*> fitting;
    for (const lift_way& way : s.ways) {
      if (way.form != none && resembles(plan_.lowered->nodes(), way.form, v)) fitting.push_back(&way);
    }
    if (fitting.size() == 1 || (fitting.size() > 1 && !may_try(v)))
      return at(fitting.front()->step, std::move(v));
    std::erase_if(fitting,
                  [&](const lift_way* way) { return !satisfies(plan_.lowered->nodes(), {way->form}, v); });
    if (fitting.empty()) return closest(s, std::move(v));
    for (const lift_way* way : fitting) {
      if (fitting.size() == 1 || !may_try(v)) return at(way->step, std::move(v));
      value one = lifted_or_same(way->step, v);
      if (hits(way->aim, one)) return one;
    }
    return at(fitting.front()->step, std::move(v));
  }

  /// It fits no form: perhaps it is in the user's shape, or one mistake away from a form.
  value closest(const lift_step& s, value v) {
    for (const lift_way& way : s.ways) {
      if (!may_try(v)) break;
      value one = lifted_or_same(way.step, v);
      if (hits(way.aim, one)) return one;
    }
    const lift_way* best = nullptr;
    std::size_t fewest = 0;
    for (const lift_way& way : s.ways) {
      if (way.form == none || !may_try(v)) continue;
      const std::size_t wrong = failures(plan_.lowered->nodes(), way.form, v);
      if (best != nullptr && wrong >= fewest) continue;
      best = &way;
      fewest = wrong;
    }
    return best == nullptr ? v : at(best->step, std::move(v));
  }

  const lift_plan& plan_;
  std::optional<problem> error_;
  std::string place_;
  std::size_t depth_ = 0;
  std::size_t left_ = 0;  // to be tried
};

}  // namespace

result<value> carry_out(const lift_plan& plan, value from) {
  return lifter(plan).run(std::move(from));
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
