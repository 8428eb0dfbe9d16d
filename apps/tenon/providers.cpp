#include "providers.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>

#include <tenon/nearest.hpp>
#include <tenon/wire.hpp>

namespace tenon::cli {

namespace {

/// Asked at a time.
constexpr std::size_t most_probes = 8;

/// An address as it may be shown: a variable of the environment may hold a password in it, which a call
/// refuses.
std::string shown_address(std::string_view url) {
  const auto scheme = url.find("://");
  const auto begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const auto at = url.find_last_of('@');
  const auto query = url.find_first_of("?#");
  std::string shown(url.substr(0, query));
  if (at != std::string_view::npos && at > begin && at < shown.size())
    shown.replace(begin, at - begin, "***");
  return excerpt(shown);
}

provider_row row_of(const std::string& name, const settings& set) {
  provider_row row{.name = name, .profile = name, .base_url = {}, .key = {}};
  const auto section = set.what.providers.find(name);
  if (section != set.what.providers.end()) {
    if (!section->second.profile.empty()) row.profile = section->second.profile;
    row.base_url = shown_address(section->second.base_url);
    row.configured = true;
  }
  if (row.base_url.empty())
    if (const auto* const profile = wire::find_profile(row.profile); profile != nullptr)
      row.base_url = profile->base_url;
  if (auto key = look_up_key(name, set.what)) row.key = std::move(*key);
  row.configured = row.configured || row.key.found;
  return row;
}

fault no_provider(const std::string& name, const std::vector<std::string>& all) {
  const std::vector<std::string_view> candidates(all.begin(), all.end());
  std::string known;
  for (const std::string& one : all) known += (known.empty() ? "" : ", ") + one;
  const auto near = nearest(name, candidates);
  return usage_fault("there is no provider '" + excerpt(name) + "'" +
                     (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                     " There are: " + known);
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  if (out.size() < width) out.append(width - out.size(), ' ');
  return out + "  ";
}

std::int64_t milliseconds(duration d) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
}

std::string probe_text(const probe_result& probed) {
  if (!probed.why) return "reachable, " + std::to_string(milliseconds(probed.took)) + " ms";
  return std::string(to_string(probed.why->kind)) + ": " + explain(*probed.why);
}

void add_rows(std::string& out, const std::vector<provider_row>& rows, bool configured) {
  std::size_t name = 0;
  std::size_t address = 0;
  bool first = true;
  for (const provider_row& row : rows) {
    name = std::max(name, row.name.size());
    address = std::max(address, std::min<std::size_t>(row.base_url.size(), 48));
  }
  for (const provider_row& row : rows) {
    if (row.configured != configured) continue;
    if (std::exchange(first, false)) out += configured ? "Configured providers:\n" : "Other providers:\n";
    out += "  " + padded(row.name, name) +
           padded(row.base_url.empty() ? "(no address)" : row.base_url, address) + key_text(row.key) + "\n";
    if (row.probed) out += "    " + probe_text(*row.probed) + "\n";
  }
}

}  // namespace

std::string key_text(const key_place& at) {
  if (!at.file.empty()) return "file " + at.file + (at.found ? "" : " (cannot be read, or empty)");
  if (at.variable.empty()) return "no key needed";
  return at.variable + (at.found ? " (set)" : at.needed ? " (not set)" : " (not set, not needed)");
}

result<std::vector<provider_row>, fault> provider_rows(const settings& set,
                                                       const std::vector<std::string>& names) {
  std::vector<std::string> all;
  all.reserve(set.what.providers.size() + wire::profiles().size());
  for (const auto& [name, unused] : set.what.providers) all.push_back(name);
  for (const auto& p : wire::profiles())
    if (!set.what.providers.contains(p.name)) all.emplace_back(p.name);
  std::vector<provider_row> rows;
  for (const std::string& name : names.empty() ? all : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) return no_provider(name, all);
    rows.push_back(row_of(name, set));
  }
  return rows;
}

void probe(std::vector<provider_row>& rows, const settings& set, const std::stop_token& stop) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (auto i = next.fetch_add(1); i < rows.size() && !stop.stop_requested(); i = next.fetch_add(1))
      rows[i].probed = probe_service(rows[i].name, set.what, stop);
  };
  std::vector<std::jthread> workers;
  for (std::size_t i = 1; i < std::min(most_probes, rows.size()); ++i) workers.emplace_back(work);
  work();
}

status status_of(const std::vector<provider_row>& rows) noexcept {
  status worst = status::done;
  for (const provider_row& row : rows) {
    if (!row.probed || !row.probed->why) continue;
    const status one = status_of(row.probed->why->kind);
    if (one == status::cancelled) return one;
    // Every other failure of a service that was reached says that it cannot be used as it is set.
    if (one == status::environment)
      worst = one;
    else if (worst == status::done)
      worst = status::usage;
  }
  return worst;
}

std::string provider_text(const std::vector<provider_row>& rows) {
  std::string out;
  add_rows(out, rows, true);
  add_rows(out, rows, false);
  return out;
}

value to_json(const provider_row& row) {
  value out = value::object({{"name", row.name},
                             {"profile", row.profile},
                             {"base_url", row.base_url},
                             {"configured", row.configured},
                             {"key_variable", row.key.variable},
                             {"key_file", row.key.file},
                             {"key_needed", row.key.needed},
                             {"key_found", row.key.found}});
  if (!row.probed) return out;
  const auto& why = row.probed->why;
  value probed = value::object({{"reachable", !why},
                                {"url", row.probed->url},
                                {"http_status", row.probed->status},
                                {"milliseconds", milliseconds(row.probed->took)}});
  probed.set("failure", why ? to_json(*why, {}) : value());
  out.set("probe", std::move(probed));
  return out;
}

}  // namespace tenon::cli
