#include "judge.hpp"

#include "kinds.hpp"

#include <algorithm>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace cases {

using tenon::value;

observed observed::of(const tenon::outcome<value>& got) {
  observed o;
  if (got) {
    o.root = *got;
  } else {
    o.kind = got.failure().kind;
    o.attempts_exhausted = got.failure().attempts_exhausted;
    o.errors = got.failure().errors;
  }
  if (!got.report().attempts.empty()) {
    o.ledger = got.report().attempts.back().ledger;
    o.partial = got.report().attempts.back().partial;
  }
  return o;
}

observed observed::of(tenon::problem why) {
  observed o;
  o.kind = why.kind;
  o.errors.push_back(std::move(why));
  return o;
}

std::string describe(const observed& got) {
  if (got.root) return "the value " + tenon::excerpt(tenon::json::write(*got.root), 300);
  std::string line(to_string(got.kind));
  if (!got.errors.empty()) line += " (" + got.errors.front().code + ": " + explain(got.errors.front()) + ")";
  return line;
}

bool among(const value* list, const value& v) {
  if (list == nullptr || !list->is_array()) return false;
  const auto items = list->items();
  return std::find(items.begin(), items.end(), v) != items.end();
}

namespace {

ending ending_of(const observed& got) {
  return {.kind = got.kind,
          .code = got.errors.empty() ? std::string_view() : std::string_view(got.errors.front().code),
          .attempts_exhausted = got.attempts_exhausted};
}

bool is_any(const observed& got, const value* kinds) {
  if (got.root || kinds == nullptr || !kinds->is_array()) return false;
  const auto items = kinds->items();
  return std::any_of(items.begin(), items.end(), [&](const value& kind) {
    return kind.is_string() && is_kind(ending_of(got), kind.string());
  });
}

/// The cases name the object in which a member stands that is not allowed; ours is the place of that member.
bool is_at(const tenon::problem& p, std::string_view path) {
  if (p.place == path) return true;
  if (p.code != "additionalProperties" && p.code != "unevaluatedProperties") return false;
  return p.place.starts_with(path) && p.place.rfind('/') == path.size();
}

/// One of the problems stands at `path` and names `keyword`; a keyword that is accepted besides may stand
/// elsewhere.
bool is_located(const value& expected, const observed& got) {
  const value* path = expected.find("path");
  const value* keyword = expected.find("keyword");
  if (path == nullptr && keyword == nullptr) return true;
  const value* also = expected.find("accept_also_keywords");
  return std::any_of(got.errors.begin(), got.errors.end(), [&](const tenon::problem& p) {
    if (among(also, value(p.code))) return true;
    return (path == nullptr || is_at(p, path->string())) &&
           (keyword == nullptr || p.code == keyword->string());
  });
}

void judge_value(const value& expected, const observed& got, std::string_view label, verdict& v) {
  const value& wanted = *expected.find("value");
  if (!got.root) {
    if (is_any(got, expected.find("accept_also_errors"))) return;
    return v.object(label, "gives " + describe(got) + " in place of a value");
  }
  if (*got.root == wanted || among(expected.find("accept_also"), *got.root) ||
      among(expected.find("accept_values"), *got.root)) {
    return;
  }
  v.silently_wrong = true;
  v.object(label, "silently wrong: gives " + describe(got));
}

void judge_error(const value& expected, const observed& got, std::string_view label, verdict& v) {
  const std::string_view wanted = expected.find("error")->string();
  if (got.root) {
    if (among(expected.find("accept_also"), *got.root) || among(expected.find("accept_values"), *got.root))
      return;
    v.silently_wrong = true;
    return v.object(label, "silently wrong: gives " + describe(got) + " in place of " + std::string(wanted));
  }
  if (is_any(got, expected.find("accept_also_errors"))) return;
  if (!is_kind(ending_of(got), wanted))
    return v.object(label, "gives " + describe(got) + " in place of " + std::string(wanted));
  if (!is_located(expected, got)) v.object(label, "names another place or keyword: " + describe(got));
  if (const value* partial = expected.find("partial")) {
    if (!got.partial)
      v.object(label, "shows no part of the value");
    else if (*got.partial != *partial)
      v.object(label, "shows another part: " + tenon::json::write(*got.partial));
  }
}

void judge_behaviour(const value& expected, const observed& got, std::string_view label, verdict& v) {
  const value* result = expected.find("result");
  const value* accepted = expected.find("accept_values");
  if (result == nullptr && accepted == nullptr) return;
  if (!got.root) {
    if (!is_any(got, expected.find("accept_also_errors"))) v.object(label, "gives " + describe(got));
    return;
  }
  if ((result != nullptr && *got.root == *result) || among(accepted, *got.root)) return;
  v.silently_wrong = true;
  v.object(label, "silently wrong: gives " + describe(got));
}

}  // namespace

void judge(const value& expected, const observed& got, std::string_view label, verdict& v) {
  const value& kind = *expected.find("kind");
  if (kind == value("value"))
    judge_value(expected, got, label, v);
  else if (kind == value("error"))
    judge_error(expected, got, label, v);
  else
    judge_behaviour(expected, got, label, v);
  if (got.root && among(expected.find("must_not_values"), *got.root)) {
    v.silently_wrong = true;
    v.object(label, "gives a value that it must not give");
  }
  if (is_any(got, expected.find("must_not_errors"))) v.object(label, "must not be " + describe(got));
}

void judge_ledger(std::string_view text, const observed& got, std::string_view label, verdict& v) {
  if (!got.root) return;
  const auto strict = tenon::json::read_unique(text);
  const bool as_it_came = strict && *strict == *got.root;
  if (as_it_came && !got.ledger.empty()) v.object(label, "the ledger lists a change, and there is none");
  if (!as_it_came && got.ledger.empty()) v.object(label, "the ledger lists none of the changes");
}

}  // namespace cases
