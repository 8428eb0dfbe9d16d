#include "asking.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace cases {

namespace {

using tenon::value;

/// Around a model that says its text at once: lets it arrive in the pieces given for each call.
class in_pieces final : public tenon::model {
 public:
  in_pieces(tenon::model_ptr inner, std::vector<std::vector<std::string>> pieces)
      : inner_(std::move(inner)), pieces_(std::move(pieces)) {}

  std::string_view name() const noexcept override { return inner_->name(); }
  const tenon::capabilities& can() const noexcept override { return inner_->can(); }
  std::unique_ptr<tenon::call_handle> start(tenon::model_request request,
                                            tenon::call_events events) override {
    const std::size_t call = next();
    if (call < pieces_.size() && !pieces_[call].empty() && events.delta) {
      events.delta = [pieces = pieces_[call], say = events.delta](std::string_view, std::uint64_t tokens) {
        for (const std::string& piece : pieces) say(piece, tokens);
      };
    }
    return inner_->start(std::move(request), std::move(events));
  }

 private:
  std::size_t next() {
    const std::scoped_lock hold(lock_);
    return calls_++;
  }

  const tenon::model_ptr inner_;
  const std::vector<std::vector<std::string>> pieces_;
  std::mutex lock_;
  std::size_t calls_ = 0;
};

}  // namespace

tenon::result<tenon::schema::program> shape_of(const value* schema) {
  return tenon::schema::program::compile(schema != nullptr ? *schema : value(true));
}

asked ask(const tenon::schema::program& shape, mode m, question q) {
  tenon::script_options script;
  script.can.tools = true;
  script.after = q.repeat_last ? tenon::after_script::repeat_last : tenon::after_script::fail;
  auto model = tenon::scripted(std::move(q.steps), std::move(script));
  tenon::fake_clock time;
  std::vector<std::string> heard;
  tenon::client_options how;
  how.policy = std::move(q.policy);
  how.mode = q.how;
  how.reading = m == mode::strict ? tenon::reading_level::strict : tenon::reading_level::coerce;
  how.decorators.emplace_back([pieces = std::move(q.pieces)](tenon::model_ptr inner) -> tenon::model_ptr {
    return std::make_shared<in_pieces>(std::move(inner), pieces);
  });
  how.observer.on_delta = [&heard](std::string_view text, std::uint64_t) { heard.emplace_back(text); };
  how.observer.on_attempt = [&heard](const tenon::attempt&) { heard.emplace_back(); };
  how.world = time.world();
  const tenon::request asked_for{.prompt = "Read the note and give the value."};
  const std::string before = asked_for.prompt;
  auto got = tenon::client(model, std::move(how)).ask(shape, asked_for);
  const bool kept = asked_for.prompt == before && asked_for.messages.empty() && asked_for.examples.empty();
  return {std::move(got), model->requests(), kept, std::move(heard)};
}

}  // namespace cases
