// The sections of a tenon.toml, in the order of docs/configuration.md: defaults of a call, providers, models,
// policies, the breaker. Names that refer to each other are looked at last, when all are known.
#include "section.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tenon/configuration.hpp>
#include <tenon/nearest.hpp>
#include <tenon/wire.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

namespace {

using std::string_view;

constexpr std::uint64_t most_tokens = 1'000'000'000;

std::vector<string_view> profile_names() {
  std::vector<string_view> names;
  for (const auto& p : wire::profiles()) names.push_back(p.name);
  return names;
}

// [providers.NAME]

void put_profile(const spot& at, provider_settings& to) {
  if (auto read = at.word(profile_names())) to.profile = std::move(*read);
}

/// As wire::encode has it. A text that is no such address is not repeated: it may hold a password.
void put_address(const spot& at, provider_settings& to) {
  auto read = at.text();
  if (!read) return;
  const string_view text = *read;
  const auto scheme = text.find("://");
  const bool web = text.starts_with("http://") || text.starts_with("https://");
  if (!web || text.size() == scheme + 3)
    return at.refuse("wrong_value", "is no address of the web", "https://HOST or http://HOST:PORT");
  const auto authority = text.substr(scheme + 3, text.find('/', scheme + 3) - scheme - 3);
  if (authority.find('@') != string_view::npos)
    return at.refuse(
        "key_in_file",
        "must not hold a user or a password: keys belong into the environment or a file of their own",
        "an address alone");
  const bool odd = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F || c == '?' || c == '#';
  });
  if (odd) return at.refuse("wrong_value", "holds a space, a query or a fragment", "an address alone");
  to.base_url = std::move(*read);
}

/// Upper case, as POSIX has it (XBD 8.1): of keys hardly one is.
void put_key_variable(const spot& at, provider_settings& to) {
  auto read = at.text();
  if (!read) return;
  const bool fits = !read->empty() && (*read)[0] > '9' && std::all_of(read->begin(), read->end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (!fits)
    return at.refuse("wrong_value",
                     "is no name of an environment variable (the key itself must not stand here)",
                     "upper-case letters, digits and _");
  to.key_variable = std::move(*read);
}

/// A path is told from a key by how it begins.
void put_key_file(const spot& at, provider_settings& to) {
  auto read = at.text();
  if (!read) return;
  if (!read->starts_with('/') && !read->starts_with("./") && !read->starts_with("../"))
    return at.refuse("wrong_value", "is no path (the key itself must not stand here)",
                     "a path that begins with /, ./ or ../; the latter from the folder of this file");
  to.key_file = std::move(*read);
  if (to.key_file.starts_with('/')) return;
  const auto slash = at.file().name().rfind('/');
  if (slash != string_view::npos) to.key_file.insert(0, at.file().name().substr(0, slash + 1));
}

void put_schema_field(const spot& at, provider_settings& to) {
  static constexpr std::array<string_view, 5> words{"responseJsonSchema", "responseSchema", "responseFormat",
                                                    "grammar", "response_format"};
  if (auto read = at.word(words)) to.schema_field = std::move(*read);
}

bool carries_a_key(string_view name, string_view text) {
  static constexpr std::array<string_view, 8> names{
      "authorization", "proxy-authorization", "x-api-key", "api-key", "x-goog-api-key",
      "cookie",        "x-auth-token",        "apikey"};
  static constexpr std::array<string_view, 4> openings{"bearer ", "basic ", "sk-", "token "};
  const auto lower = [](string_view from) {
    std::string to(from);
    for (char& c : to)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return to;
  };
  const auto small = lower(text);
  return std::find(names.begin(), names.end(), lower(name)) != names.end() ||
         std::any_of(openings.begin(), openings.end(), [&](string_view o) { return small.starts_with(o); });
}

void put_headers(const spot& at, provider_settings& to) {
  if (!at.is_table()) return;
  for (const auto& [name, node] : at.node().members) {
    const spot one = at.below(name, node);
    auto text = one.text();
    if (!text) continue;
    if (carries_a_key(name, *text)) {
      one.refuse(
          "key_in_file",
          "carries a key: that belongs into an environment variable, or into a file that key_file names",
          "headers without secrets");
    } else {
      to.headers[name] = std::move(*text);
    }
  }
}

/// "none", or an address; a user and a password may be in it, so it is never repeated.
void put_proxy(const spot& at, provider_settings& to) {
  auto read = at.text();
  if (!read) return;
  if (*read != "none" && read->find("://") == std::string::npos)
    return at.refuse("wrong_value", "is no address of a proxy", "\"none\" or http://HOST:PORT");
  if (read->find('@') != std::string::npos)
    return at.refuse("key_in_file",
                     "must not hold a user or a password: the variables https_proxy and all_proxy may",
                     "an address alone");
  to.proxy = std::move(*read);
}

constexpr std::array<row<provider_settings>, 16> provider_rows{{
    {"profile", put_profile},
    {"base_url", put_address},
    {"key_variable", put_key_variable},
    {"key_file", put_key_file},
    {"api_version", put_text<&provider_settings::api_version>},
    {"organization", put_text<&provider_settings::organization>},
    {"project", put_text<&provider_settings::project>},
    {"schema_field", put_schema_field},
    {"headers", put_headers},
    {"proxy", put_proxy},
    {"ca_file", put_text<&provider_settings::ca_file>},
    {"http2", put_flag<&provider_settings::http2>},
    {"always_stream", put_flag<&provider_settings::always_stream>},
    {"connect_timeout", put_time<&provider_settings::connect_timeout>},
    {"first_byte_timeout", put_time<&provider_settings::first_byte_timeout>},
    {"idle_timeout", put_time<&provider_settings::idle_timeout>},
}};

void put_providers(const spot& at, configuration& to) {
  if (!at.is_table()) return;
  for (const auto& [name, node] : at.node().members) {
    const spot one = at.below(name, node);
    if (name.empty() || name == "local" || name.find_first_of(": \t*") != std::string::npos) {
      one.refuse(
          "wrong_value", "cannot be the name of a provider",
          "a name without colon, space and star that is not local: it stands before the colon of a model");
      continue;
    }
    provider_settings set;
    read_table<provider_settings>(one, provider_rows, set);
    if (node.what == toml_node::type::table && !node.members.contains("profile") &&
        wire::find_profile(name) == nullptr) {
      const auto known = profile_names();
      one.refuse("missing", "has no profile, and there is none of its name",
                 "profile = \"openai-compatible\", or another of `tenon models`", {},
                 std::string(nearest(name, known)));
    }
    to.providers.emplace(name, std::move(set));
  }
}

// [models."NAME"]

void put_each(const spot& at, model_settings& to) {
  if (!at.is_table()) return;
  price each;
  read_price(at, each);
  to.each = each;
}

constexpr whole_range tokens{1, most_tokens};
constexpr whole_range per_minute{1, most_tokens};

constexpr std::array<row<model_settings>, 10> model_rows{{
    {"native_schema", put_flag<&model_settings::native_schema>},
    {"schema_invisible", put_flag<&model_settings::schema_invisible>},
    {"json_object", put_flag<&model_settings::json_object>},
    {"tools", put_flag<&model_settings::tools>},
    {"temperature", put_flag<&model_settings::temperature>},
    {"context_tokens", put_whole<&model_settings::context_tokens, tokens>},
    {"max_output_tokens", put_whole<&model_settings::max_output_tokens, tokens>},
    {"price", put_each},
    {"requests_per_minute", put_whole<&model_settings::requests_per_minute, per_minute>},
    {"tokens_per_minute", put_whole<&model_settings::tokens_per_minute, per_minute>},
}};

void put_models(const spot& at, configuration& to) {
  if (!at.is_table()) return;
  for (const auto& [name, node] : at.node().members) {
    const spot one = at.below(name, node);
    if (const auto star = name.find('*');
        name.empty() || (star != std::string::npos && star + 1 != name.size()))
      one.refuse("wrong_value", "is no name of models",
                 "a model's name, or its beginning and a star at the end");
    read_table<model_settings>(one, model_rows, to.models[name]);
  }
}

// [policies.NAME]

std::vector<string_view> presets() {
  return {"incidentops", "local", "once", "opsagent", "spring"};
}

void put_policies(const spot& at, configuration& to) {
  if (!at.is_table()) return;
  for (const auto& [name, node] : at.node().members) {
    const spot one = at.below(name, node);
    if (name.empty() || policies::by_name(name)) {
      one.refuse("wrong_value", "cannot be the name of a policy", "a name that no preset has");
      continue;
    }
    if (!one.is_table()) continue;
    policy made = policies::incidentops();
    if (const auto base = node.members.find("base"); base != node.members.end()) {
      const auto preset = one.below("base", base->second).word(presets());
      if (preset) made = *policies::by_name(*preset);
    }
    made.name = name;
    read_policy(one, made);
    if (const auto wrong = check(made))
      one.refuse("wrong_value", "contradicts itself in " + wrong->place.substr(wrong->place.find('.') + 1),
                 wrong->expected, wrong->found);
    to.policies.emplace(name, std::move(made));
  }
}

// [breaker]

constexpr std::array<row<breaker_options>, 2> breaker_rows{{
    {"failures", put_whole<&breaker_options::failures, whole_range{0, 1000}>},
    {"open_for", put_time<&breaker_options::open_for>},
}};

void put_breaker(const spot& at, configuration& to) {
  read_table<breaker_options>(at, breaker_rows, to.breaker);
}

// The top of the file.

void put_fallbacks(const spot& at, configuration& to) {
  if (auto read = at.texts()) to.fallbacks = std::move(*read);
}

void put_mode(const spot& at, configuration& to) {
  static constexpr std::array<string_view, 5> words{"auto", "native", "tool", "json", "prompt"};
  if (const auto read = at.word(words))
    to.mode = *read == "json" ? output_mode::json_object : output_mode_from(*read);
}

void put_reading(const spot& at, configuration& to) {
  static constexpr std::array<string_view, 5> words{"strict", "clean", "wrapper", "syntax", "coerce"};
  if (const auto read = at.word(words)) to.reading = reading_level_from(*read);
}

/// Judged once the policies are known.
void skip(const spot&, configuration&) {}

constexpr std::array<row<configuration>, 9> top_rows{{
    {"model", put_text<&configuration::model>},
    {"fallbacks", put_fallbacks},
    {"mode", put_mode},
    {"reading", put_reading},
    {"policy", skip},
    {"policies", put_policies},
    {"providers", put_providers},
    {"models", put_models},
    {"breaker", put_breaker},
}};

// Names that refer to other sections.

void judge_policy(const spot& at, configuration& to) {
  auto known = presets();
  for (const auto& [name, unused] : to.policies) known.push_back(name);
  if (const auto name = at.word(known)) to.policy = *to.find_policy(*name);
}

/// What stands before the colon of a model has to be known, or a misspelt name would be passed over.
void judge_model(const spot& at, string_view name, const configuration& with) {
  const auto colon = name.find(':');
  const auto family = name.substr(0, colon);
  const bool begins = colon == string_view::npos && name.ends_with('*');
  if (family == "local" || begins) return;
  const bool known = with.providers.contains(family) || wire::find_profile(family) != nullptr;
  if (known && colon != string_view::npos && colon + 1 < name.size()) return;
  auto families = profile_names();
  for (const auto& [one, unused] : with.providers) families.push_back(one);
  at.refuse("wrong_value", "names no model", "local, local:NAME, or PROVIDER:MODEL", excerpt(name),
            known ? std::string() : std::string(nearest(family, families)));
}

const toml_node* member(const toml_node& of, string_view name) {
  const auto found = of.members.find(name);
  return found == of.members.end() ? nullptr : &found->second;
}

void judge_names(const spot& top, configuration& to) {
  if (const auto* node = member(top.node(), "policy")) judge_policy(top.below("policy", *node), to);
  if (const auto* node = member(top.node(), "model"); node != nullptr && node->what == toml_node::type::text)
    judge_model(top.below("model", *node), to.model, to);
  if (const auto* node = member(top.node(), "fallbacks"))
    for (std::size_t i = 0; i < to.fallbacks.size(); ++i)
      judge_model(spot(top.file(), node->items[i], "fallbacks[" + std::to_string(i) + "]"), to.fallbacks[i],
                  to);
  const auto* const models = member(top.node(), "models");
  if (models == nullptr || models->what != toml_node::type::table) return;
  for (const auto& [name, node] : models->members)
    if (!name.empty()) judge_model(top.below("models", *models).below(name, node), name, to);
}

/// By line, as a person reads the file; those of one line as they were found.
void in_order(problems& errors) {
  const auto line = [](const problem& p) {
    const auto colon = p.place.rfind(':');
    std::size_t number = 0;
    if (colon == std::string::npos) return number;
    for (const char c : p.place.substr(colon + 1))
      if (c >= '0' && c <= '9') number = number * 10 + static_cast<std::size_t>(c - '0');
    return number;
  };
  std::vector<std::pair<std::size_t, std::size_t>> order;
  order.reserve(errors.size());
  for (std::size_t i = 0; i < errors.size(); ++i) order.emplace_back(line(errors[i]), i);
  std::sort(order.begin(), order.end());
  problems sorted;
  for (const auto& [unused, i] : order) sorted.push_back(std::move(errors[i]));
  errors = std::move(sorted);
}

}  // namespace

}  // namespace connecting

result<configuration, problems> read_configuration(std::string_view toml, std::string_view file_name) {
  using namespace connecting;
  const auto root = read_toml(toml, file_name);
  if (!root) return problems{root.error()};
  problems errors;
  settings_file file(file_name, errors);
  const spot top(file, *root, {});
  configuration made;
  read_table<configuration>(top, top_rows, made);
  judge_names(top, made);
  if (errors.empty()) return made;
  in_order(errors);
  return errors;
}

}  // namespace v0
}  // namespace tenon
