// One verdict, however it is reached: the walker on a value decides, and the direct driver on a whole text,
// the watcher on a text in pieces, and the way through reading, validating and binding must say the same.
//
// `broken` names the first promise that does not hold. Where the walker gives up at a limit there is nothing
// to compare with, and nothing is.
#pragma once

#include "choices.hpp"
#include "direct/direct.hpp"
#include "direct/planner.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/bind_text.hpp>
#include <tenon/lint.hpp>
#include <tenon/output.hpp>
#include <tenon/padded.hpp>
#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/watch.hpp>

namespace test {

/// A program with everything that judges by it.
class drivers {
 public:
  explicit drivers(const tenon::schema::program& code)
      : code_(code),
        any_(code, tenon::descriptor_of<tenon::value>()),
        wide_(code),
        narrow_(code, {.limits = {}, .max_cursors = 2}) {
    tenon::schema::direct::planner(code_.nodes(), plan_).run(nullptr);
    const tenon::schema::lint_report report = tenon::schema::lint(code_);
    impossible_ = std::any_of(report.remarks.begin(), report.remarks.end(), [](const auto& r) {
      return r.level == tenon::schema::remark_level::error && r.code == "nothing_fits" && r.place.empty();
    });
  }

  /// Empty if all drivers agree on the text. `valid` tells on what, empty if a limit was met.
  std::string broken(std::string_view text, choices& from, std::optional<bool>* valid = nullptr) {
    const auto read = tenon::json::read(text);
    const bool reads = read && read->duplicates.empty();
    tenon::problems errors = !read    ? tenon::problems{read.error()}
                             : !reads ? read->duplicates
                                      : code_.validate(read->root);
    if (reads && !errors.empty() && is_limit(errors.back())) return "";
    const bool fits = errors.empty();
    if (valid != nullptr) *valid = fits;
    if (fits && impossible_) return "lint said that nothing fits";
    if (reads) {
      if (code_.accepts(read->root) != fits) return "accepts is not validate";
      const tenon::value output = tenon::schema::basic_output(code_, read->root);
      if (output.find("valid")->boolean() != fits) return "output is not validate";
      // They look at every alternative, of which one may be a dynamic reference that goes in circles.
      const bool annotated = tenon::schema::annotations(code_, read->root).has_value();
      if (annotated != fits && (annotated || !code_.nodes().dynamic)) return "annotations is not validate";
    }
    for (const auto part :
         {by_text(text, fits, errors), by_binding(text, read, errors), by_pieces(text, fits, from)}) {
      if (!part.empty()) return std::string(part);
    }
    return "";
  }

 private:
  using state = tenon::schema::watch_state;

  static bool is_limit(const tenon::problem& p) {
    return p.kind == tenon::failure_kind::schema_invalid && p.message.find("(max_") != std::string::npos;
  }

  std::string_view by_text(std::string_view text, bool fits, const tenon::problems& errors) {
    using tenon::schema::direct::answer;
    const tenon::json::padded_text padded(text);
    for (const auto& driver : tenon::schema::direct::drivers()) {
      const answer said = tenon::schema::direct::run(driver, plan_, padded, {}, nullptr);
      if (said != answer::unsure && (said == answer::fits) != fits)
        return "a direct driver is not the walker";
    }
    if (code_.accepts_text(text) != fits) return "accepts_text is not accepts";
    if (code_.accepts_text(padded) != fits) return "accepts_text of a padded text is not accepts";
    if (code_.validate_text(text) != errors) return "validate_text is not validate";
    return "";
  }

  /// Into a value, which holds anything, so what is bound is what was read.
  template <class Read>
  std::string_view by_binding(std::string_view text, const Read& read, const tenon::problems& errors) {
    tenon::value bound;
    const tenon::problems found = any_.read(text, &bound);
    if (found != errors) return "read is not read, validate and bind";
    if (errors.empty() && !(bound == read->root)) return "what is bound is not what was read";
    return "";
  }

  std::string_view by_pieces(std::string_view text, bool fits, choices& from) {
    const auto whole = watch(wide_, text, [&] { return text.size(); });
    if (!whole) return "a text was doomed and came back";
    if ((*whole == state::complete) != fits) return "the watcher is not the walker";
    const tenon::problem why = wide_.why();
    const std::size_t step = 1 + from.pick(7);
    if (watch(wide_, text, [&] { return step; }) != whole || wide_.why() != why)
      return "equal pieces make a difference";
    const auto any = [&] {
      return from.pick(std::max<std::size_t>(text.size(), 1)) + (from.one_in(2) ? 0 : 1);
    };
    if (watch(wide_, text, any) != whole || wide_.why() != why) return "the cut makes a difference";
    if (watch(narrow_, text, [&] { return step; }) != whole) return "few cursors make a difference";
    if (!fits && *narrow_.why().offset < *why.offset) return "few cursors doom earlier";
    return "";
  }

  /// The state at the end, empty if a doomed text came back. `next` gives the size of the next piece.
  template <class Next>
  static std::optional<state> watch(tenon::schema::watcher& w, std::string_view text, Next next) {
    w.reset();
    bool doomed = false;
    std::size_t idle = 0;
    while (!text.empty()) {
      std::size_t size = std::min<std::size_t>(next(), text.size());
      if (size == 0 && ++idle > 3) size = text.size();
      const state now = w.feed(text.substr(0, size));
      if (doomed && now != state::doomed) return std::nullopt;
      doomed = now == state::doomed;
      text.remove_prefix(size);
    }
    const state last = w.finish();
    if (last == state::viable || (doomed && last != state::doomed)) return std::nullopt;
    return last;
  }

  tenon::schema::program code_;
  tenon::schema::direct::plan plan_;
  tenon::schema::text_plan any_;
  tenon::schema::watcher wide_;
  tenon::schema::watcher narrow_;
  bool impossible_ = false;
};

}  // namespace test
