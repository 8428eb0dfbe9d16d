// The report as a described type. Its schema has every rule that such a schema usually has: patterns,
// lengths, ranges, enumerations, items that differ, an object told by its tag, closed objects throughout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tenon/describe.hpp>

namespace bench {

enum class Severity { sev1, sev2, sev3, sev4 };
enum class Status { investigating, identified, monitoring, resolved };
enum class Kind { alert, deploy, rollback, comment, mitigation };
enum class Priority { p0, p1, p2 };
enum class Region { us_east_1, us_west_2, eu_west_1, eu_central_1, ap_southeast_2 };
constexpr auto describe(tenon::type<Region>) {
  using namespace tenon;
  return enumeration("", named<Region::us_east_1>("us-east-1"), named<Region::us_west_2>("us-west-2"),
                     named<Region::eu_west_1>("eu-west-1"), named<Region::eu_central_1>("eu-central-1"),
                     named<Region::ap_southeast_2>("ap-southeast-2"));
}

inline constexpr std::string_view timestamp = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$";

struct Service {
  std::string name = {};
  Region region = {};
  double error_rate = 0;
  std::int64_t latency_p99_ms = 0;
  std::string owner = {};
};
constexpr auto describe(tenon::type<Service>) {
  using namespace tenon;
  return record("", field<&Service::name>("", {.min_length = 1}),
                field<&Service::error_rate>("", {.minimum = 0, .maximum = 1}),
                field<&Service::latency_p99_ms>("", {.minimum = 0}),
                field<&Service::owner>("", {.pattern = "^[a-z.]+@example\\.test$"}));
}

struct Impact {
  std::int64_t users_affected = 0;
  double revenue_usd = 0;
  std::vector<Region> regions = {};
};
constexpr auto describe(tenon::type<Impact>) {
  using namespace tenon;
  return record("", field<&Impact::users_affected>("", {.minimum = 0}),
                field<&Impact::revenue_usd>("", {.minimum = 0}),
                field<&Impact::regions>("", {.unique_items = true}));
}

struct CodeCause {
  tenon::constant<"code"> kind = {};
  std::string commit = {};
};
constexpr auto describe(tenon::type<CodeCause>) {
  return tenon::record("", tenon::field<&CodeCause::commit>("", {.pattern = "^[0-9a-f]{7,40}$"}));
}
struct ConfigCause {
  tenon::constant<"config"> kind = {};
  std::string key = {};
  std::string before = {};
  std::string after = {};
};
struct DependencyCause {
  tenon::constant<"dependency"> kind = {};
  std::string vendor = {};
};

struct Evidence {
  std::int64_t start = 0;
  std::int64_t end = 0;
};
constexpr auto describe(tenon::type<Evidence>) {
  using namespace tenon;
  return record("", field<&Evidence::start>("", {.minimum = 0}), field<&Evidence::end>("", {.minimum = 0}));
}
struct Event {
  std::string at = {};
  std::string actor = {};
  Kind kind = {};
  std::string message = {};
  Evidence evidence = {};
};
constexpr auto describe(tenon::type<Event>) {
  using namespace tenon;
  return record("", field<&Event::at>("", {.pattern = timestamp}),
                field<&Event::message>("", {.min_length = 1, .max_length = 2'000}));
}

struct Action {
  std::int64_t id = 0;
  std::string title = {};
  std::string owner = {};
  Priority priority = {};
  bool done = false;
};
constexpr auto describe(tenon::type<Action>) {
  using namespace tenon;
  return record("", field<&Action::id>("", {.minimum = 1}), field<&Action::title>("", {.min_length = 1}));
}

struct Incident {
  std::string incident_id = {};
  std::string title = {};
  Severity severity = {};
  Status status = {};
  std::string detected_at = {};
  std::optional<std::string> resolved_at = {};
  std::string summary = {};
  std::vector<Service> services = {};
  Impact impact = {};
  std::variant<CodeCause, ConfigCause, DependencyCause> root_cause = {};
  std::vector<Event> timeline = {};
  std::vector<Action> action_items = {};
  std::vector<std::string> tags = {};
  double confidence = 0;
};
constexpr auto describe(tenon::type<Incident>) {
  using namespace tenon;
  return record("", field<&Incident::incident_id>("", {.pattern = "^INC-[0-9]{6}$"}),
                field<&Incident::title>("", {.min_length = 5, .max_length = 200}),
                field<&Incident::detected_at>("", {.pattern = timestamp}),
                field<&Incident::resolved_at>("", {.pattern = timestamp}),
                field<&Incident::summary>("", {.min_length = 1, .max_length = 4'000}),
                field<&Incident::services>("", {.min_items = 1, .max_items = 200}),
                field<&Incident::timeline>("", {.min_items = 1}),
                field<&Incident::tags>("", {.max_items = 20, .items = {.min_length = 1, .max_length = 40}}),
                field<&Incident::confidence>("", {.minimum = 0, .maximum = 1}));
}

}  // namespace bench
