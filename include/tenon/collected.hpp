// The text of a streamed reply, put together before anything is made of it.
//
//   tenon::collected_text text;
//   const auto answer = tenon::call(model, request, {}, text.listener());
//   if (answer) text.end(*answer);
//   tenon::result<Page, tenon::problems> page = text.convert<Page>();
//
// For a caller who streams text and wants a value of it at the end, and not before (S2-52): until the stream
// has ended well there is nothing that could be converted, however much of it looks like an answer. Who wants
// to see the value grow takes client::stream.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <tenon/converter.hpp>
#include <tenon/model.hpp>
#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {

/// One thread at a time.
class collected_text {
 public:
  void add(std::string_view delta) { text_ += delta; }
  /// What `call` and `observer` want to tell deltas to. Borrows this.
  std::function<void(std::string_view delta, std::uint64_t output_tokens)> listener() {
    return [this](std::string_view delta, std::uint64_t) { add(delta); };
  }
  /// The stream has ended with this reply. One that was cut off, filtered or refused has no end: nothing will
  /// be made of it.
  void end(const model_reply& reply) {
    ended_ = reply.finish == finish_reason::stop || reply.finish == finish_reason::other;
    if (!reply.text.empty()) text_ = reply.text;
  }

  bool ended() const noexcept { return ended_; }
  /// All so far.
  std::string_view text() const noexcept { return text_; }

  /// What the converter makes of the whole text. Errors: those of the converter; incomplete_stream, code
  /// "not_ended", before the end.
  template <converter C>
  result<typename C::value_type, problems> convert(const C& how) const {
    if (!ended_) return problems{not_ended()};
    return how.convert(text_);
  }
  template <class T>
  result<T, problems> convert() const {
    return convert(converters::typed<T>());
  }

 private:
  problem not_ended() const {
    problem p;
    p.kind = failure_kind::incomplete_stream;
    p.code = "not_ended";
    p.message = "the stream has not ended: what came of it is no answer";
    p.offset = text_.size();
    return p;
  }

  std::string text_;
  bool ended_ = false;
};

}  // namespace v0
}  // namespace tenon
