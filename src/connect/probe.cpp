// One GET that costs nothing, and what its reply says of the service and the key.
#include "opening.hpp"

#include <utility>

#include <tenon/reader.hpp>
#include <tenon/service.hpp>

#if TENON_HTTP
#include "provider_model.hpp"
#endif

namespace tenon {
inline namespace v0 {

#if TENON_HTTP

namespace {

using namespace connecting;

/// OpenRouter lists some hundred models with all that is known of each: a megabyte.
constexpr std::size_t max_list = std::size_t{16} << 20;

/// The address of the list, made of that of the chat: what ends in `ending` has the list beside it.
std::string beside(std::string url, std::string_view ending, std::string_view list) {
  const auto query = url.find('?');
  std::string after = query == std::string::npos ? std::string() : url.substr(query);
  url.resize(std::min(query, url.size()));
  if (url.ends_with(ending)) url.resize(url.size() - ending.size());
  return url + std::string(list) + after;
}

/// Sources: docs/providers.md. What a family has in common is by the family; three rows differ.
std::string list_url(const wire::provider& to, const std::string& chat) {
  const std::string_view name = to.how->name;
  // Its list is for everyone: only this one looks at the key.
  if (name == "openrouter") return beside(chat, "/chat/completions", "/key");
  if (name == "azure-dated") return beside(chat, "/deployments/probe/chat/completions", "/models");
  switch (to.how->speaks) {
    case wire::family::openai_chat:
      return beside(chat, "/chat/completions", "/models");
    case wire::family::openai_responses:
      return beside(chat, "/responses", "/models");
    case wire::family::anthropic:
      return beside(chat, "/messages", "/models");
    case wire::family::gemini:
      return beside(chat, "/probe:generateContent", "");
    case wire::family::ollama:
      return beside(chat, "/chat", "/tags");
  }
  return chat;
}

http::request get_of(const wire::encoded& sent, const wire::provider& to, const provider_settings& set) {
  http::request r;
  r.url = list_url(to, sent.request.url);
  for (const auto& h : sent.request.headers)
    if (h.name != "content-type") r.headers.push_back({h.name, h.value, h.secret});
  const auto how = reach_of(set);
  r.within = how.within;
  r.within.total = max_probe_time;
  r.max_body = max_list;
  r.http2 = how.http2;
  r.proxy = how.proxy;
  r.ca_file = how.ca_file;
  return r;
}

/// What is wrong with a reply that came whole; a page of somebody else is no list of models.
std::optional<problem> judged(const wire::provider& to, const model_request& asked, const wire::encoded& sent,
                              http::reply& got) {
  if (got.status >= 200 && got.status < 300) {
    const auto body = json::read(got.body);
    // Together lists without an object around it.
    if (body && (body->root.is_object() || body->root.is_array())) return std::nullopt;
    return problem{.kind = failure_kind::protocol_error,
                   .code = "not_a_list",
                   .expected = "a JSON object or a list",
                   .message = "something answers there, but not with a list of models"};
  }
  wire::http_reply as{.status = got.status, .headers = {}, .body = std::move(got.body)};
  for (auto& h : got.headers) as.headers.push_back({std::move(h.name), std::move(h.value), h.secret});
  auto answer = wire::decode(to, asked, sent, as);
  if (!answer) return std::move(answer.error().why);
  return problem{.kind = failure_kind::protocol_error,
                 .code = "status",
                 .message = "the reply has the status " + std::to_string(got.status)};
}

}  // namespace

probe_result probe_service(std::string_view provider, const configuration& how, std::stop_token stop) {
  probe_result end{.provider = std::string(provider)};
  const auto failed = [&](problem why) {
    end.why = std::move(why);
    return end;
  };
  const auto service = open_service(provider, "probe", how);
  if (!service) return failed(service.error());
  // Never sent: its headers are those of every request, and its address is beside that of the list.
  const model_request asked{.messages = {{role::user, "probe"}}};
  const auto sent = wire::encode(service->to, asked, false);
  if (!sent) return failed(sent.error());
  auto through = shared_http();
  if (!through) return failed(std::move(through.error()));
  auto request = get_of(*sent, service->to, service->set);
  end.url = request.url;
  auto got = http::call(**through, std::move(request), std::move(stop));
  if (!got) {
    end.status = got.error().partial.status;
    end.took = got.error().partial.spent.total;
    return failed(std::move(got.error().why));
  }
  end.status = got->status;
  end.took = got->spent.total;
  end.why = judged(service->to, asked, *sent, *got);
  return end;
}

#else

probe_result probe_service(std::string_view provider, const configuration&, std::stop_token) {
  probe_result end{.provider = std::string(provider)};
  end.why = problem{.kind = failure_kind::invalid_argument,
                    .code = "not_built",
                    .message = "this build has no HTTP client (it was configured with TENON_HTTP=OFF)"};
  return end;
}

#endif

}  // namespace v0
}  // namespace tenon
