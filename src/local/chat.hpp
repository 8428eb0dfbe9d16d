// From messages to tokens, by the model's own chat template.
//
// The trap is text that looks like the template's markup ("<|im_end|>" in a document). So the template
// is filled with placeholders, and what the messages say is put in as plain text, piece by piece: only
// the template's own pieces may become control tokens.
#pragma once

#include "runtime.hpp"

#include <span>
#include <string>
#include <vector>

#include <tenon/model.hpp>

namespace tenon {
inline namespace v0 {
namespace local {

struct fragment {
  std::string text;
  bool markup = false;  // of the template, so control tokens are meant
};

/// Which template: the model's, or ChatML where the vocabulary has its marks. Errors: model_unavailable.
result<std::string> template_of(const llama_model& weights);

/// Ends where the assistant's answer begins. Errors: bad_request for a role the template drops.
result<std::vector<fragment>> render(const std::string& chat_template, std::span<const message> messages);

/// Errors: model_unavailable where llama.cpp refuses the text.
result<std::vector<llama_token>> tokenize(const llama_vocab& vocabulary, std::span<const fragment> fragments);

/// The bytes of a token; empty for a control token.
std::string_view piece_of(const llama_vocab& vocabulary, llama_token token, std::string& buffer);

}  // namespace local
}  // namespace v0
}  // namespace tenon
