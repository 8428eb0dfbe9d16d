#include "documents.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace bench {
namespace {

constexpr std::array<std::string_view, 10> subjects = {
    "The checkout service", "On-call engineer",         "The payments gateway", "A canary in eu-west-1",
    "The connection pool",  "The feature flag rollout", "Customer support",     "The replica set",
    "Our rate limiter",     "The deploy pipeline"};
constexpr std::array<std::string_view, 10> verbs = {
    "began returning HTTP 503",      "reported timeouts above 30 s",    "exhausted its file descriptors",
    "failed health checks",          "was rolled back to build 4182",   "rejected 12% of requests",
    "recovered after a restart",     R"(logged \"deadline exceeded\")", "dropped to 40% capacity",
    "escalated to the database team"};
constexpr std::array<std::string_view, 8> tails = {"after the 14:05 deploy.",
                                                   "while the cache was cold.",
                                                   "because the TLS certificate had expired.",
                                                   "for customers in the Zürich region.",
                                                   "until the pool size was raised from 64 to 512.",
                                                   "without paging anyone — the alert was muted.",
                                                   "and the queue grew to 1.2 million items.",
                                                   R"(as shown on the dashboard.\nSee runbook §4.)"};
constexpr std::array<std::string_view, 5> regions = {"us-east-1", "us-west-2", "eu-west-1", "eu-central-1",
                                                     "ap-southeast-2"};

class author {
 public:
  explicit author(std::uint64_t seed) : seed_(seed) {}

  std::string report(std::size_t bytes) {
    services_ = service();
    timeline_ = event();
    actions_ = action();
    const std::string head =
        R"({"incident_id":"INC-)" + number(100'000, 999'999) +
        R"(","title":"Checkout returned 503 for 12% of requests","severity":"sev2","status":"resolved","detected_at":")" +
        time() + R"(","resolved_at":")" + time() + R"(","summary":")" + prose(bytes < 2'000 ? 1 : 3) +
        R"(","services":[)";
    const std::string middle =
        R"(],"impact":{"users_affected":)" + number(100, 90'000) + R"(,"revenue_usd":)" +
        decimal(9'000'000, 2) +
        R"(,"regions":["eu-west-1","us-east-1"]},"root_cause":{"kind":"config","key":"db.pool.size","before":"64","after":"512"},"timeline":[)";
    const std::string tail = R"(],"tags":["database","pool","deploy"],"confidence":0.87})";
    const std::string_view between = R"(],"action_items":[)";
    const auto size = [&] {
      return head.size() + services_.size() + middle.size() + timeline_.size() + between.size() +
             actions_.size() + tail.size();
    };
    for (int i = 0; size() + 150 < bytes; ++i) {
      if (i % 8 == 3) {
        services_ += ',' + service();
      } else if (i % 8 == 6) {
        actions_ += ',' + action();
      } else {
        timeline_ += ',' + event();
      }
    }
    return head + services_ + middle + timeline_ + std::string(between) + actions_ + tail;
  }

 private:
  /// A linear congruential generator (Knuth's MMIX): the same numbers on every machine.
  std::size_t pick(std::size_t below) {
    seed_ = seed_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((seed_ >> 33U) % below);
  }
  template <std::size_t N>
  std::string one_of(const std::array<std::string_view, N>& all) {
    return std::string(all[pick(N)]);
  }
  std::string number(std::size_t low, std::size_t high) { return std::to_string(low + pick(high - low + 1)); }
  std::string two(std::size_t low, std::size_t high) {
    const std::string n = number(low, high);
    return n.size() == 1 ? "0" + n : n;
  }
  /// Without zeros at the end.
  std::string decimal(std::size_t below, std::size_t places) {
    const std::size_t n = pick(below);
    std::string digits = std::to_string(n);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
    return digits;
  }
  std::string time() {
    return "2026-" + two(1, 9) + "-" + two(1, 28) + "T" + two(0, 23) + ":" + two(0, 59) + ":" + two(0, 59) +
           "Z";
  }
  std::string sentence() { return one_of(subjects) + " " + one_of(verbs) + " " + one_of(tails); }
  std::string prose(std::size_t sentences) {
    std::string text = sentence();
    for (std::size_t i = 1; i < sentences; ++i) text += " " + sentence();
    return text;
  }

  std::string service() {
    constexpr std::array<std::string_view, 5> names = {"checkout", "payments", "ledger", "search", "auth"};
    constexpr std::array<std::string_view, 2> owners = {"a.novak@example.test", "m.osei@example.test"};
    return R"({"name":")" + one_of(names) + R"(","region":")" + one_of(regions) + R"(","error_rate":)" +
           decimal(10'000, 4) + R"(,"latency_p99_ms":)" + number(20, 30'000) + R"(,"owner":")" +
           one_of(owners) + "\"}";
  }
  std::string event() {
    constexpr std::array<std::string_view, 5> actors = {"pagerduty", "a.novak", "m.osei", "deploybot",
                                                        "j.lindqvist"};
    constexpr std::array<std::string_view, 5> kinds = {"alert", "deploy", "rollback", "comment",
                                                       "mitigation"};
    return R"({"at":")" + time() + R"(","actor":")" + one_of(actors) + R"(","kind":")" + one_of(kinds) +
           R"(","message":")" + prose(1 + pick(3)) + R"(","evidence":{"start":)" + number(0, 9'000) +
           R"(,"end":)" + number(9'001, 20'000) + "}}";
  }
  std::string action() {
    constexpr std::array<std::string_view, 3> owners = {"a.novak", "m.osei", "j.lindqvist"};
    constexpr std::array<std::string_view, 3> priorities = {"p0", "p1", "p2"};
    return R"({"id":)" + std::to_string(++actions_made_) + R"(,"title":")" + sentence() + R"(","owner":")" +
           one_of(owners) + R"(","priority":")" + one_of(priorities) + R"(","done":)" +
           (pick(2) == 0 ? "true" : "false") + "}";
  }

  std::uint64_t seed_;
  int actions_made_ = 0;
  std::string services_;
  std::string timeline_;
  std::string actions_;
};

/// What stands in every report, and what makes it invalid.
struct mistake {
  std::string_view right;
  std::string_view wrong;
};
constexpr std::array<mistake, 20> mistakes = {{
    {R"("incident_id":"INC-)", R"("incident_id":"INC_)"},                            // pattern
    {R"("title":"Checkout returned 503 for 12% of requests")", R"("title":"503")"},  // minLength
    {R"("severity":"sev2")", R"("severity":"SEV2")"},                                // enum
    {R"("status":"resolved",)", ""},                                                 // required
    {R"("detected_at":"2026-)", R"("detected_at":"on 2026-)"},                       // pattern through $ref
    {R"("resolved_at":"2026-)", R"("resolved_at":"2026/)"},                          // anyOf
    {R"("error_rate":0)", R"("error_rate":7)"},                                      // maximum
    {R"("latency_p99_ms":)", R"("latency_p99_ms":-)"},                               // minimum
    {R"(@example.test")", R"(@example")"},                                           // pattern in an item
    {R"("users_affected":)", R"("users_affected":0.)"},                              // integer
    {R"(["eu-west-1","us-east-1"])", R"(["eu-west-1","eu-west-1"])"},                // uniqueItems
    {R"("regions":["eu-west-1")", R"("regions":["eu-west")"},                        // enum in an item
    {R"("kind":"config")", R"("kind":"code")"},                                      // no alternative fits
    {R"("after":"512")", R"("after":512)"},                                          // type in an alternative
    {R"("evidence":{"start":)", R"("evidence":{"begin":)"},  // a name too many, one too few
    {R"("actor":")", R"("actor":null,"by":")"},              // type
    {R"("id":1,)", R"("id":0,)"},                            // minimum in an item
    {R"("done":)", R"("done":"yes","is_done":)"},            // type
    {R"("tags":["database")", R"("tags":["")"},              // minLength in an item
    {R"("confidence":0.87)", R"("confidence":"high")"},      // type
}};

}  // namespace

std::vector<std::string> broken(const std::vector<std::string>& documents) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto& [right, wrong] = mistakes[i % mistakes.size()];
    const std::size_t place = documents[i].find(right);
    if (place == std::string::npos) throw std::logic_error("no place for a mistake: " + std::string(right));
    all.push_back(documents[i]);
    all.back().replace(place, right.size(), wrong);
  }
  return all;
}

std::vector<std::string> incidents(std::size_t bytes, std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(author(20'260'817 + i * 1'000'003).report(bytes));
  return all;
}

}  // namespace bench
