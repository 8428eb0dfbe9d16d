// simdjson On-Demand into a record, without any validation. Enumerations stay strings, which saves it the
// look-up; lists and strings are used again. Two ways: the members of the root in a loop with one comparison
// after the other, as most programs do it, and each asked for by name in the order in which they stand, which
// is the fastest there is. This file alone is compiled for the processor at hand, because On-Demand chooses
// its implementation when it is compiled.
#include "contenders.hpp"

#include <memory>
#include <simdjson.h>

namespace bench {
namespace {

namespace ondemand = simdjson::ondemand;

template <class S>
struct Service {
  S name, region, owner;
  double error_rate = 0;
  std::int64_t latency = 0;
};
template <class S>
struct Event {
  S at, actor, kind, message;
  std::int64_t start = 0, end = 0;
};
template <class S>
struct Action {
  std::int64_t id = 0;
  S title, owner, priority;
  bool done = false;
};
template <class S>
struct Incident {
  S id, title, severity, status, detected, resolved, summary;
  std::vector<Service<S>> services;
  std::int64_t users = 0;
  double revenue = 0;
  std::vector<S> regions;
  S kind, key, before, after;
  std::vector<Event<S>> timeline;
  std::vector<Action<S>> actions;
  std::vector<S> tags;
  double confidence = 0;
};

template <class Value, class S>
bool text(Value&& v, S& to) {
  std::string_view got;
  if (v.get_string().get(got)) return false;
  if constexpr (std::is_same_v<S, std::string>) {
    to.assign(got);
  } else {
    to = got;
  }
  return true;
}

template <class Value, class List, class Fill>
bool each(Value&& v, List& list, Fill fill) {
  ondemand::array items;
  if (v.get_array().get(items)) return false;
  std::size_t count = 0;
  for (auto item : items) {
    if (count == list.size()) list.emplace_back();
    if (!fill(item, list[count])) return false;
    ++count;
  }
  list.resize(count);
  return true;
}

struct fill_service {
  template <class Value, class S>
  bool operator()(Value&& v, Service<S>& to) const {
    ondemand::object o;
    return !v.get_object().get(o) && text(o["name"], to.name) && text(o["region"], to.region) &&
           !o["error_rate"].get_double().get(to.error_rate) &&
           !o["latency_p99_ms"].get_int64().get(to.latency) && text(o["owner"], to.owner);
  }
};
struct fill_event {
  template <class Value, class S>
  bool operator()(Value&& v, Event<S>& to) const {
    ondemand::object o;
    ondemand::object evidence;
    return !v.get_object().get(o) && text(o["at"], to.at) && text(o["actor"], to.actor) &&
           text(o["kind"], to.kind) && text(o["message"], to.message) &&
           !o["evidence"].get_object().get(evidence) && !evidence["start"].get_int64().get(to.start) &&
           !evidence["end"].get_int64().get(to.end);
  }
};
struct fill_action {
  template <class Value, class S>
  bool operator()(Value&& v, Action<S>& to) const {
    ondemand::object o;
    return !v.get_object().get(o) && !o["id"].get_int64().get(to.id) && text(o["title"], to.title) &&
           text(o["owner"], to.owner) && text(o["priority"], to.priority) &&
           !o["done"].get_bool().get(to.done);
  }
};
struct fill_text {
  template <class Value, class S>
  bool operator()(Value&& v, S& to) const {
    return text(v, to);
  }
};

template <class Value, class S>
bool fill_impact(Value&& v, Incident<S>& to) {
  ondemand::object o;
  return !v.get_object().get(o) && !o["users_affected"].get_int64().get(to.users) &&
         !o["revenue_usd"].get_double().get(to.revenue) && each(o["regions"], to.regions, fill_text{});
}
template <class Value, class S>
bool fill_cause(Value&& v, Incident<S>& to) {
  ondemand::object o;
  return !v.get_object().get(o) && text(o["kind"], to.kind) && text(o["key"], to.key) &&
         text(o["before"], to.before) && text(o["after"], to.after);
}

template <class S>
bool read_by_name(ondemand::parser& parser, const simdjson::padded_string& from, Incident<S>& to) {
  ondemand::document document;
  ondemand::object o;
  if (parser.iterate(from).get(document) || document.get_object().get(o)) return false;
  return text(o["incident_id"], to.id) && text(o["title"], to.title) && text(o["severity"], to.severity) &&
         text(o["status"], to.status) && text(o["detected_at"], to.detected) &&
         text(o["resolved_at"], to.resolved) && text(o["summary"], to.summary) &&
         each(o["services"], to.services, fill_service{}) && fill_impact(o["impact"], to) &&
         fill_cause(o["root_cause"], to) && each(o["timeline"], to.timeline, fill_event{}) &&
         each(o["action_items"], to.actions, fill_action{}) && each(o["tags"], to.tags, fill_text{}) &&
         !o["confidence"].get_double().get(to.confidence);
}

template <class S>
bool member(std::string_view name, ondemand::value v, Incident<S>& to) {
  if (name == "incident_id") return text(v, to.id);
  if (name == "title") return text(v, to.title);
  if (name == "severity") return text(v, to.severity);
  if (name == "status") return text(v, to.status);
  if (name == "detected_at") return text(v, to.detected);
  if (name == "resolved_at") return text(v, to.resolved);
  if (name == "summary") return text(v, to.summary);
  if (name == "services") return each(v, to.services, fill_service{});
  if (name == "impact") return fill_impact(v, to);
  if (name == "root_cause") return fill_cause(v, to);
  if (name == "timeline") return each(v, to.timeline, fill_event{});
  if (name == "action_items") return each(v, to.actions, fill_action{});
  if (name == "tags") return each(v, to.tags, fill_text{});
  if (name == "confidence") return !v.get_double().get(to.confidence);
  return true;
}

template <class S>
bool read_in_a_loop(ondemand::parser& parser, const simdjson::padded_string& from, Incident<S>& to) {
  ondemand::document document;
  ondemand::object o;
  if (parser.iterate(from).get(document) || document.get_object().get(o)) return false;
  for (auto field : o) {
    std::string_view name;
    ondemand::value v;
    if (field.unescaped_key().get(name) || field.value().get(v) || !member(name, v, to)) return false;
  }
  return true;
}

template <class S>
struct reused {
  std::vector<simdjson::padded_string> texts;
  ondemand::parser parser;
  Incident<S> record;
};

template <class S>
using reader = bool (*)(ondemand::parser&, const simdjson::padded_string&, Incident<S>&);

template <class S>
std::function<bool(std::size_t)> into_reused(const std::vector<std::string>& documents, reader<S> read) {
  auto all = std::make_shared<reused<S>>();
  for (const std::string& one : documents) all->texts.emplace_back(one);
  return [all, read](std::size_t d) { return read(all->parser, all->texts[d], all->record); };
}

}  // namespace

std::vector<contender> simdjson_contenders(const std::vector<std::string>& documents) {
  auto fresh = std::make_shared<reused<std::string>>();
  for (const std::string& one : documents) fresh->texts.emplace_back(one);
  const auto made = [&](const char* name, std::function<bool(std::size_t)> run) {
    return in_process(jobs::unchecked_record, name, documents.size(), std::move(run));
  };
  return {made("On-Demand: strings, in a loop, reused", into_reused<std::string>(documents, &read_in_a_loop)),
          made("On-Demand: strings, by name, reused", into_reused<std::string>(documents, &read_by_name)),
          made("On-Demand: views, by name, reused", into_reused<std::string_view>(documents, &read_by_name)),
          made("On-Demand: strings, by name, new record", [fresh](std::size_t d) {
            Incident<std::string> one;
            return read_by_name(fresh->parser, fresh->texts[d], one);
          })};
}

#define TENON_BENCH_TEXT_OF(x) #x
#define TENON_BENCH_TEXT(x) TENON_BENCH_TEXT_OF(x)
std::string simdjson_version() {
  return std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
         std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + ", On-Demand for " +
         TENON_BENCH_TEXT(SIMDJSON_BUILTIN_IMPLEMENTATION) + ", index by " +
         simdjson::get_active_implementation()->name();
}

}  // namespace bench
