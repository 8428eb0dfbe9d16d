#include "lower/lifting.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

namespace {

/// Before it is known which steps change anything, a form's step has the form's number, and one more.
number step_of(const use& u) {
  return u ? u.form + 1 : 0;
}

lift_step step_for(const form& f) {
  lift_step s;
  switch (f.kind) {
    case form::what::pending:
    case form::what::never:
    case form::what::anything:
    case form::what::scalar:
      break;
    case form::what::text:
      s.kind = lift_step::what::text;
      break;
    case form::what::names:
      s.kind = lift_step::what::names;
      for (std::size_t i = 0; i < f.texts.size(); ++i) s.names.emplace_back(f.texts[i], f.literals[i]);
      break;
    case form::what::list:
      s.kind = lift_step::what::list;
      for (const use& u : f.prefix) s.members.push_back({{}, step_of(u), false});
      s.item = step_of(f.item);
      break;
    case form::what::tuple:
    case form::what::record:
      s.kind = f.kind == form::what::tuple ? lift_step::what::tuple : lift_step::what::record;
      for (const form_member& m : f.members) s.members.push_back({m.name, step_of(m.what), m.gone});
      s.item = step_of(f.item);
      s.rest = !f.rest.empty();
      s.rest_name = f.rest;
      s.least = f.least;
      s.loosened = f.loosened;
      s.aim = {f.nodes, f.either};
      s.by_name.resize(s.members.size());
      std::iota(s.by_name.begin(), s.by_name.end(), number{0});
      std::sort(s.by_name.begin(), s.by_name.end(),
                [&](number a, number b) { return s.members[a].name < s.members[b].name; });
      break;
    case form::what::pairs:
      s.kind = lift_step::what::pairs;
      s.item = step_of(f.item);
      break;
    case form::what::choice:
      s.kind = lift_step::what::choice;
      break;
  }
  return s;
}

/// Whether a value is changed by the step itself, whatever lies below.
bool changes(const lift_step& s) {
  switch (s.kind) {
    case lift_step::what::text:
    case lift_step::what::names:
    case lift_step::what::tuple:
    case lift_step::what::pairs:
      return true;
    case lift_step::what::record:
      return s.rest || s.loosened ||
             std::any_of(s.members.begin(), s.members.end(), [](const lift_member& m) { return m.gone; });
    default:
      return false;
  }
}

std::vector<number> below(const lift_step& s) {
  std::vector<number> all{s.item};
  for (const lift_member& m : s.members) all.push_back(m.step);
  for (const lift_way& w : s.ways) all.push_back(w.step);
  return all;
}

/// What leads to nothing that changes anything is the step that changes nothing.
std::vector<bool> which_change(const std::vector<lift_step>& steps) {
  std::vector<std::vector<number>> above(steps.size());
  std::vector<number> waiting;
  std::vector<bool> changing(steps.size(), false);
  for (number n = 0; n < steps.size(); ++n) {
    for (const number to : below(steps[n])) above[to].push_back(n);
    if (!changes(steps[n])) continue;
    changing[n] = true;
    waiting.push_back(n);
  }
  while (!waiting.empty()) {
    const number n = waiting.back();
    waiting.pop_back();
    for (const number a : above[n]) {
      if (changing[a]) continue;
      changing[a] = true;
      waiting.push_back(a);
    }
  }
  changing[0] = false;
  return changing;
}

}  // namespace

result<std::shared_ptr<const lift_plan>> plan_lift(const program& user, const graph& g,
                                                   const rendering& judged) {
  lift_plan plan{.steps = std::vector<lift_step>(g.forms.size() + 1),
                 .root = step_of(g.root),
                 .wrapper = g.wrapper,
                 .user = user,
                 .lowered = {},
                 .inner = none};
  const std::vector<number> order = reachable(g);
  for (const number n : order) {
    lift_step& s = plan.steps[n + 1];
    s = step_for(g.forms[n]);
    if (s.kind != lift_step::what::choice) continue;
    for (const use& u : g.forms[n].prefix) {
      lift_way way{step_of(u), none, {g.forms[u.form].nodes, g.forms[u.form].either}};
      way.aim.nodes.insert(way.aim.nodes.end(), g.forms[n].nodes.begin(), g.forms[n].nodes.end());
      s.ways.push_back(std::move(way));
    }
  }
  const std::vector<bool> changing = which_change(plan.steps);
  if (!changing[plan.root] && plan.wrapper.empty()) return std::shared_ptr<const lift_plan>();
  bool judges = !plan.wrapper.empty();
  for (number n = 0; n < plan.steps.size(); ++n) {
    if (!changing[n]) plan.steps[n] = {};
    lift_step& s = plan.steps[n];
    for (lift_member& m : s.members) m.step = changing[m.step] ? m.step : 0;
    for (lift_way& w : s.ways) w.step = changing[w.step] ? w.step : 0;
    s.item = changing[s.item] ? s.item : 0;
    // What stands alone is no choice.
    if (s.kind == lift_step::what::choice && s.ways.size() > 1) judges = true;
  }
  if (!changing[plan.root]) plan.root = 0;
  if (!judges) return std::make_shared<const lift_plan>(std::move(plan));
  compile_options options;
  options.assert_formats = user.loose_formats().empty();
  auto code = program::compile(judged.schema, options);
  if (!code) return code.error();
  std::map<std::string, index> nodes;
  const program::data& d = code->nodes();
  for (index n = 0; n < d.places.size(); ++n) nodes.emplace(d.places[n].pointer, n);
  if (!plan.wrapper.empty()) {
    std::string pointer = "/properties";
    json::append_token(pointer, plan.wrapper);
    plan.inner = nodes.at(pointer);
  }
  for (const number n : order) {
    lift_step& s = plan.steps[n + 1];
    for (std::size_t i = 0; i < s.ways.size(); ++i) {
      const auto place = judged.places.find(g.forms[n].prefix[i].form);
      if (place == judged.places.end()) continue;
      const auto node = nodes.find(place->second);
      if (node != nodes.end()) s.ways[i].form = node->second;
    }
  }
  plan.lowered = *std::move(code);
  return std::make_shared<const lift_plan>(std::move(plan));
}

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
