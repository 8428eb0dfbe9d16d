// The presets, and what makes a policy contradict itself.
#include <array>
#include <utility>

#include <tenon/policy.hpp>

namespace tenon {
inline namespace v0 {

namespace policies {

using namespace std::chrono_literals;

policy spring(unsigned repeats) {
  return {.name = "spring",
          .max_attempts = repeats + 1,
          .max_corrections = repeats,
          .max_larger_caps = 0,
          .max_transport_retries = 0,
          .max_output_tokens = 4096,
          .typed_streams = false};
}

policy opsagent() {
  return {.name = "opsagent",
          .max_attempts = 3,
          .max_corrections = 2,
          .max_larger_caps = 0,
          .max_transport_retries = 0,
          .max_output_tokens = 4096};
}

policy incidentops() {
  return {.name = "incidentops",
          .max_attempts = 3,
          .max_corrections = 1,
          .max_larger_caps = 1,
          .max_transport_retries = 2,
          .attempt_timeout = 30s,
          .total_timeout = 60s,
          .max_output_tokens = 2048};
}

policy local() {
  // No transport retries: what fails inside this process fails again. The cap is small because a small
  // model that runs away fills whatever it is given.
  return {.name = "local",
          .max_attempts = 3,
          .max_corrections = 1,
          .max_larger_caps = 1,
          .max_transport_retries = 0,
          .attempt_timeout = 180s,
          .total_timeout = 400s,
          .max_output_tokens = 700};
}

policy once() {
  return {.name = "once",
          .max_attempts = 1,
          .max_corrections = 0,
          .max_larger_caps = 0,
          .max_transport_retries = 0,
          .max_output_tokens = 2048};
}

result<policy> by_name(std::string_view name) {
  if (name == "spring") return spring();
  if (name == "opsagent") return opsagent();
  if (name == "incidentops") return incidentops();
  if (name == "local") return local();
  if (name == "once") return once();
  return problem{.kind = failure_kind::invalid_argument,
                 .code = "unknown_policy",
                 .place = "policy",
                 .expected = "spring, opsagent, incidentops, local or once",
                 .found = excerpt(name),
                 .message = "there is no policy of this name"};
}

policy standard(bool in_process) {
  return in_process ? local() : incidentops();
}

}  // namespace policies

namespace {

/// Far above any sensible use; keeps sums of counters from overflowing.
constexpr unsigned most_attempts = 1000;
/// Less could not hold the first error.
constexpr std::size_t least_feedback = 256;
constexpr std::size_t most_feedback = std::size_t{64} << 10;

problem contradiction(std::string_view member, std::string_view expected, std::string found) {
  return {.kind = failure_kind::invalid_argument,
          .code = "invalid_policy",
          .place = "policy." + std::string(member),
          .expected = std::string(expected),
          .found = std::move(found),
          .message = "the policy contradicts itself"};
}

std::string milliseconds(duration d) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(d).count()) + " ms";
}

std::optional<problem> check_times(const policy& p) {
  for (const auto& [member, limit] :
       {std::pair{"attempt_timeout", p.attempt_timeout}, std::pair{"total_timeout", p.total_timeout}}) {
    if (limit && *limit <= duration::zero())
      return contradiction(member, "more than 0 ms, or none", milliseconds(*limit));
  }
  for (const auto& [member, wait] :
       {std::pair{"max_wait", p.max_wait}, std::pair{"base_backoff", p.base_backoff},
        std::pair{"max_backoff", p.max_backoff}}) {
    if (wait < duration::zero()) return contradiction(member, "0 ms or more", milliseconds(wait));
  }
  return std::nullopt;
}

}  // namespace

std::optional<problem> check(const policy& p) {
  for (const auto& [member, count] :
       {std::pair{"max_attempts", p.max_attempts}, std::pair{"max_corrections", p.max_corrections},
        std::pair{"max_semantic_corrections", p.max_semantic_corrections},
        std::pair{"max_larger_caps", p.max_larger_caps},
        std::pair{"max_transport_retries", p.max_transport_retries}}) {
    if (count > most_attempts) return contradiction(member, "at most 1000", std::to_string(count));
  }
  if (p.max_attempts == 0) return contradiction("max_attempts", "at least 1", "0");
  if (auto wrong = check_times(p)) return wrong;
  if (p.max_larger_caps > 0 && p.max_output_tokens > 0 && p.larger_cap_factor < 2) {
    return contradiction("larger_cap_factor", "at least 2 where larger caps are allowed",
                         std::to_string(p.larger_cap_factor));
  }
  if (p.max_feedback < least_feedback || p.max_feedback > most_feedback) {
    return contradiction("max_feedback", "256 to 65536 bytes", std::to_string(p.max_feedback));
  }
  return std::nullopt;
}

}  // namespace v0
}  // namespace tenon
