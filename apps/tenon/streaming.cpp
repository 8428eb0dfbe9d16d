#include "streaming.hpp"

#include "live.hpp"
#include "newly_done.hpp"
#include "one_call.hpp"

#include <stop_token>
#include <utility>

#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

/// Writes the lines. Whoever reads them may go away: the call is stopped then, for nobody waits for it.
class change_lines {
 public:
  explicit change_lines(session& out) : out_(out), chained_(out.stop(), [this] { stop_.request_stop(); }) {}

  void see(const reply::stream& now) {
    if (broken_) return;
    if (const value* const root = now.root(); root != nullptr)
      news_.look(*root, [this](const std::string& place, const value& node) {
        put(value::object({{"place", place}, {"partial", node}}));
      });
    if (now.state() == reply::stream_state::doomed && !std::exchange(doomed_, true))
      put(value::object({{"doomed", to_json(now.why(), now.text())}}));
  }

  std::optional<fault> end(const outcome<value>& got) {
    if (broken_) return broken_;
    value last = got ? value::object({{"value", *got}})
                     : value::object({{"failure", to_json(from_outcome(got.failure(), got.report()))}});
    last.set("account", account_json(got.report()));
    put(last);
    return broken_;
  }

  std::stop_token stop() const { return stop_.get_token(); }

 private:
  void put(const value& line) {
    if (broken_) return;
    broken_ = out_.put(json::write(line) + "\n");
    if (broken_) stop_.request_stop();
  }

  session& out_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> chained_;
  newly_done news_;
  bool doomed_ = false;
  std::optional<fault> broken_;
};

result<status, fault> live(const arguments& args, const settings& set, const shape& what, request asked,
                           session& out) {
  live_view view(what.code, out.colour());
  bool shown = false;
  const auto got = ask(args, set, what, std::move(asked), out, [&](const reply::stream& now, progress& line) {
    view.see(now);
    if (!std::exchange(shown, true))
      line.above([&view](std::size_t columns, std::size_t lines) { return view.lines(columns, lines); });
  });
  if (!got) return got.error();
  return finish(*got, args, out, print_value(args, out));
}

result<status, fault> in_lines(const arguments& args, const settings& set, const shape& what, request asked,
                               session& out) {
  change_lines lines(out);
  asked.stop = lines.stop();
  const auto got = ask(args, set, what, std::move(asked), out, [&](const reply::stream& now, progress& line) {
    // Both may be on one terminal, and the lines themselves say how it goes.
    line.end();
    lines.see(now);
  });
  if (!got) return got.error();
  return finish(*got, args, out, [&](const outcome<value>& end) { return lines.end(end); });
}

}  // namespace

std::optional<fault> check_stream(const arguments& args, const settings& set) {
  if (args.operands().size() > 1 || args.has("--output") || args.has("--jobs"))
    return usage_fault("--stream is for one input, and goes with neither --output nor --jobs");
  const auto attempts = args.whole("--attempts");
  const std::string one_call = "--stream makes one call: a correction would take back what was shown";
  if (attempts && *attempts > 1)
    return usage_fault(one_call + "; leave --attempts " + std::to_string(*attempts) + " out");
  const auto name = args.text("--policy");
  if (!name) return std::nullopt;
  const auto named = set.what.find_policy(*name);
  if (!named) return from_problem(named.error());
  if (!named->typed_streams) return usage_fault("--policy " + *name + " has no streams of typed values");
  if (attempts || (named->max_corrections == 0 && named->max_semantic_corrections == 0)) return std::nullopt;
  return usage_fault(one_call + ", and --policy " + *name + " makes corrections; add --attempts 1");
}

result<status, fault> extract_streamed(const arguments& args, const settings& set, const shape& what,
                                       request asked, session& out) {
  return out.watched() ? live(args, set, what, std::move(asked), out)
                       : in_lines(args, set, what, std::move(asked), out);
}

}  // namespace tenon::cli
