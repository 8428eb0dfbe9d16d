#include "chat.hpp"

#include "file.hpp"

#include <limits>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

constexpr const char* chatml = "chatml";

/// Negative: a template that llama.cpp does not know.
std::int32_t apply(const std::string& chat_template, std::span<const llama_chat_message> chat,
                   std::string& out) {
  const auto length = llama_chat_apply_template(chat_template.c_str(), chat.data(), chat.size(), true,
                                                out.data(), static_cast<std::int32_t>(out.size()));
  if (length > static_cast<std::int32_t>(out.size())) {
    out.resize(static_cast<std::size_t>(length));
    return apply(chat_template, chat, out);
  }
  if (length >= 0) out.resize(static_cast<std::size_t>(length));
  return length;
}

bool knows_chatml(const llama_vocab& vocabulary) {
  for (const std::string mark : {"<|im_start|>", "<|im_end|>"}) {
    llama_token token = 0;
    const auto n = llama_tokenize(&vocabulary, mark.data(), static_cast<std::int32_t>(mark.size()), &token, 1,
                                  false, true);
    if (n != 1 || !llama_vocab_is_control(&vocabulary, token)) return false;
  }
  return true;
}

/// As the templates spell it.
const char* template_role(role who) {
  switch (who) {
    case role::system:
      return "system";
    case role::user:
      return "user";
    case role::assistant:
      return "assistant";
    case role::tool:
      break;
  }
  return "tool";
}

std::string placeholder(std::size_t number) {
  return "\x02tenon-" + std::to_string(number) + "\x03";
}

}  // namespace

result<std::string> template_of(const llama_model& weights) {
  if (const char* own = llama_model_chat_template(&weights, nullptr); own != nullptr) {
    const llama_chat_message probe{"user", "x"};
    std::string out(256, '\0');
    if (apply(own, std::span(&probe, 1), out) >= 0) return std::string(own);
  }
  if (knows_chatml(*llama_model_get_vocab(&weights))) return std::string(chatml);
  return unavailable("unknown_chat_template", "",
                     "the model has no chat template that llama.cpp knows; take an instruct model");
}

result<std::vector<fragment>> render(const std::string& chat_template, std::span<const message> messages) {
  std::vector<std::string> marks;
  std::vector<llama_chat_message> chat;
  marks.reserve(messages.size());
  for (const message& m : messages) {
    if (m.who == role::tool) {
      problem p;
      p.kind = failure_kind::bad_request;
      p.code = "tool_role";
      p.place = "messages";
      p.message = "an embedded model takes no messages of the role tool";
      return p;
    }
    marks.push_back(placeholder(marks.size()));
    chat.push_back({template_role(m.who), marks.back().c_str()});
  }
  std::string text(1024, '\0');
  if (apply(chat_template, chat, text) < 0) {
    return unavailable("chat_template", "", "llama.cpp cannot apply the model's chat template");
  }
  std::vector<fragment> fragments;
  std::size_t from = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const std::size_t at = text.find(marks[i], from);
    if (at == std::string::npos) {
      problem p;
      p.kind = failure_kind::bad_request;
      p.code = "unsupported_role";
      p.place = "messages/" + std::to_string(i);
      p.found = to_string(messages[i].who);
      p.message = "the model's chat template has no place for a message of this role here";
      return p;
    }
    fragments.push_back({text.substr(from, at - from), true});
    fragments.push_back({messages[i].text, false});
    from = at + marks[i].size();
  }
  fragments.push_back({text.substr(from), true});
  return fragments;
}

result<std::vector<llama_token>> tokenize(const llama_vocab& vocabulary,
                                          std::span<const fragment> fragments) {
  std::vector<llama_token> tokens;
  if (llama_vocab_get_add_bos(&vocabulary)) tokens.push_back(llama_vocab_bos(&vocabulary));
  for (const fragment& f : fragments) {
    if (f.text.empty()) continue;
    if (f.text.size() > std::numeric_limits<std::int32_t>::max() / 2) {
      return unavailable("tokenizer", "messages", "the text is too long for llama.cpp");
    }
    const std::size_t before = tokens.size();
    // A token is at least a byte long, but for the space that some vocabularies put in front.
    std::size_t room = f.text.size() + 8;
    tokens.resize(before + room);
    const auto n = llama_tokenize(&vocabulary, f.text.data(), static_cast<std::int32_t>(f.text.size()),
                                  tokens.data() + before, static_cast<std::int32_t>(room), false, f.markup);
    if (n < 0)
      return unavailable("tokenizer", "messages", "llama.cpp cannot tokenize the text " + take_last_log());
    tokens.resize(before + static_cast<std::size_t>(n));
  }
  // A template that writes the mark itself would give it twice.
  if (tokens.size() >= 2 && llama_vocab_get_add_bos(&vocabulary) && tokens[0] == tokens[1]) {
    tokens.erase(tokens.begin());
  }
  return tokens;
}

std::string_view piece_of(const llama_vocab& vocabulary, llama_token token, std::string& buffer) {
  if (buffer.size() < 64) buffer.resize(64);
  for (;;) {
    const auto n = llama_token_to_piece(&vocabulary, token, buffer.data(),
                                        static_cast<std::int32_t>(buffer.size()), 0, false);
    if (n >= 0) return std::string_view(buffer).substr(0, static_cast<std::size_t>(n));
    buffer.resize(static_cast<std::size_t>(-n));
  }
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
