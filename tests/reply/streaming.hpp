// A text fed to a stream, and all that can be seen of it on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/program.hpp>
#include <tenon/stream.hpp>
#include <tenon/writer.hpp>

namespace test {

using tenon::reply::stream;
using tenon::reply::stream_options;
using tenon::reply::stream_state;

/// What a caller sees between two pieces.
struct sight {
  stream_state state = stream_state::waiting;
  tenon::problem why;
  std::string shown;  // compact JSON, "nothing" before the answer begins
  std::vector<std::string> done;
  std::optional<tenon::problem> runaway;

  friend bool operator==(const sight&, const sight&) = default;
  friend std::ostream& operator<<(std::ostream& out, const sight& s) {
    out << to_string(s.state) << ' ' << s.shown << " done:";
    for (const auto& d : s.done) out << " '" << d << '\'';
    if (!s.why.code.empty()) out << " because " << s.why.code << " at " << s.why.offset.value_or(0);
    return out;
  }
};

inline sight look(const stream& s) {
  return {s.state(), s.why(), s.root() == nullptr ? "nothing" : tenon::json::write(*s.root()), s.done(),
          s.runaway() == nullptr ? std::nullopt : std::optional<tenon::problem>(*s.runaway())};
}

/// After every byte.
inline std::vector<sight> byte_by_byte(stream& s, std::string_view text) {
  s.reset();
  std::vector<sight> all{look(s)};
  for (const char c : text) {
    s.feed({&c, 1});
    all.push_back(look(s));
  }
  return all;
}

/// How it ended: the value with its ledger, or every problem.
struct ending {
  std::string value;  // empty for a failure
  std::vector<tenon::edit> ledger;
  tenon::problems errors;

  friend bool operator==(const ending&, const ending&) = default;
  friend std::ostream& operator<<(std::ostream& out, const ending& e) {
    out << (e.value.empty() ? "failure" : e.value);
    for (const auto& p : e.errors) out << "; " << to_string(p.kind) << ' ' << p.code << ' ' << explain(p);
    return out;
  }
};

inline ending as_ending(tenon::result<tenon::reply::read_value, tenon::problems> got) {
  if (!got) return {"", {}, std::move(got).error()};
  return {tenon::json::write(got->root), std::move(got->ledger), {}};
}

inline ending finish(stream& s) {
  return as_ending(s.finish());
}

/// What reading the whole and validating it says.
inline ending whole(std::string_view text, const tenon::schema::program* shape,
                    tenon::reply::read_options how) {
  how.shape = shape;
  auto read = tenon::reply::read(text, how);
  if (!read) return as_ending(std::move(read.error().errors));
  tenon::result<tenon::reply::read_value, tenon::problems> got = std::move(*read);
  if (shape == nullptr) return as_ending(std::move(got));
  auto wrong = shape->validate(got->root);
  if (!wrong.empty()) return {"", {}, std::move(wrong)};
  return as_ending(std::move(got));
}

}  // namespace test
