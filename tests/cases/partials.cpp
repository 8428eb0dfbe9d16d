#include "partials.hpp"

#include <map>
#include <utility>

#include <tenon/stream.hpp>

namespace cases {

namespace {

namespace reply = tenon::reply;

reply::stream_options options_for(mode m) {
  reply::stream_options options;
  options.reading.level = m == mode::strict ? tenon::reading_level::strict : tenon::reading_level::coerce;
  return options;
}

class streamed final : public partial_source {
 public:
  streamed(const tenon::schema::program& shape, mode m) : text_(shape, options_for(m)) {}

  void feed(std::string_view piece) override { text_.feed(piece); }
  std::optional<tenon::value> snapshot() override {
    return text_.root() == nullptr ? std::nullopt : std::optional<tenon::value>(*text_.root());
  }
  std::vector<std::string> complete() override {
    auto all = text_.done();
    if (!all.empty() && all.back().empty()) all.pop_back();
    return all;
  }
  std::vector<tenon::value> take_elements(std::string_view pointer) override {
    auto& list = lists_.try_emplace(std::string(pointer), text_, std::string(pointer)).first->second;
    std::vector<tenon::value> given;
    while (const tenon::value* one = list.next()) given.push_back(*one);
    return given;
  }
  bool failed() const override { return text_.state() == reply::stream_state::doomed; }
  observed finish() override {
    observed o;
    auto got = text_.finish();
    if (got) {
      o.root = std::move(got->root);
      o.ledger = std::move(got->ledger);
    } else {
      o.kind = got.error().front().kind;
      o.errors = std::move(got.error());
    }
    return o;
  }

 private:
  reply::stream text_;
  std::map<std::string, reply::elements, std::less<>> lists_;
};

}  // namespace

std::unique_ptr<partial_source> library_partials(const tenon::schema::program& shape, mode m) {
  return std::make_unique<streamed>(shape, m);
}

}  // namespace cases
