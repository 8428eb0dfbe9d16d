#include "one_call.hpp"

#include <utility>

#include <tenon/writer.hpp>

namespace tenon::cli {

result<outcome<value>, fault> ask(const arguments& args, const settings& set, const shape& what,
                                  request asked, session& out, const looking_on& look) {
  progress line(out);
  line.stage("loading the model");
  auto who = asked_model_from(args, set);
  if (!who) return who.error();
  client_options* const how = &who->how;
  const std::string name(who->model->name());
  unsigned attempt = 1;
  const auto begin = [&] {
    line.stage(name + (attempt > 1 ? ", attempt " + std::to_string(attempt) : std::string()));
  };
  how->observer.on_attempt = [&](const tenon::attempt&) {
    ++attempt;
    begin();
  };
  // Who hears the deltas asks a provider for a stream: only where a person sees them.
  if (out.interactive()) {
    how->observer.on_delta = [&](std::string_view, std::uint64_t tokens) {
      line.detail(std::to_string(tokens) + (tokens == 1 ? " token" : " tokens"));
    };
  }
  begin();
  line.detail("reading the prompt");
  const client asker(who->model, std::move(*how));
  if (!look) return asker.ask(what.code, asked);
  return asker.stream(what.code, asked, [&](const reply::stream& now) { look(now, line); });
}

namespace {

void say_account(const tenon::report& spent, const session& out) {
  if (out.quiet()) return;
  out.say(out.json() ? json::write(account_json(spent)) : account_line(spent));
}

}  // namespace

printing print_value(const arguments& args, const session& out) {
  const json::style style = args.has("--compact") ? json::style::compact : json::style::pretty;
  return [style, &out](const outcome<value>& got) {
    return got ? out.put(json::write(*got, style) + "\n") : std::nullopt;
  };
}

result<status, fault> finish(const outcome<value>& got, const arguments& args, session& out,
                             const printing& print) {
  std::optional<fault> lost;
  if (const auto path = args.text("--report"))
    lost = write_file(*path, json::write(tenon::to_json(got.report()), json::style::pretty) + "\n");
  auto unprinted = print(got);
  if (unprinted) return *std::move(unprinted);
  if (!got) {
    if (lost && !out.json()) out.complain(to_text(*lost));
    if (!out.json()) say_account(got.report(), out);
    return from_outcome(got.failure(), got.report());
  }
  if (lost) return *std::move(lost);
  say_account(got.report(), out);
  return status::done;
}

}  // namespace tenon::cli
