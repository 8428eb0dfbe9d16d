#include "partials.hpp"

#include <map>
#include <utility>

#include <tenon/stream.hpp>

namespace cases {

namespace {

class streamed final : public partial_source {
 public:
  streamed(const tenon::schema::program& shape, const tenon::reply::stream_options& options)
      : stream_(shape, options) {}

  void feed(std::string_view piece) override { stream_.feed(piece); }
  const tenon::value* shown() const override { return stream_.root(); }

  std::vector<std::string> complete() override {
    auto places = stream_.done();
    std::erase(places, std::string());
    return places;
  }

  std::vector<tenon::value> take_elements(std::string_view pointer) override {
    auto& list = lists_.try_emplace(std::string(pointer), stream_, std::string(pointer)).first->second;
    std::vector<tenon::value> taken;
    while (const tenon::value* one = list.next()) taken.push_back(*one);
    return taken;
  }

  bool failed() const override {
    return stream_.state() == tenon::reply::stream_state::doomed || !stream_.why().code.empty();
  }

  observed finish() override {
    auto end = stream_.finish();
    observed o;
    if (end) {
      o.root = std::move(end->root);
      o.ledger = std::move(end->ledger);
    } else if (!end.error().empty()) {
      o.kind = end.error().front().kind;
      o.errors = std::move(end.error());
    }
    return o;
  }

 private:
  tenon::reply::stream stream_;
  std::map<std::string, tenon::reply::elements, std::less<>> lists_;
};

}  // namespace

std::unique_ptr<partial_source> library_partials(const tenon::schema::program& shape, mode m) {
  tenon::reply::stream_options options;
  options.reading.level = m == mode::strict ? tenon::reading_level::strict : tenon::reading_level::coerce;
  return std::make_unique<streamed>(shape, options);
}

}  // namespace cases
