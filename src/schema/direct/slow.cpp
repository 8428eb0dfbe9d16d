// The part of a text that one pass cannot decide: read into a value, walked, bound.
#include "direct/session.hpp"
#include "walk/walk.hpp"

#include <algorithm>

#include <tenon/bind.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

namespace {

/// Hands on to a builder, with offsets in the whole text.
class shifted final : public json::handler {
 public:
  shifted(json::builder& to, std::uint64_t by) : to_(to), by_(by) {}

  bool on_null(json::source_span where) override { return to_.on_null(moved(where)); }
  bool on_boolean(bool b, json::source_span where) override { return to_.on_boolean(b, moved(where)); }
  bool on_number(std::string_view literal, json::source_span where) override {
    return to_.on_number(literal, moved(where));
  }
  bool on_string(std::string_view text, json::source_span where) override {
    return to_.on_string(text, moved(where));
  }
  bool on_name(std::string_view text, json::source_span where) override {
    return to_.on_name(text, moved(where));
  }
  bool on_begin_array(std::uint64_t at) override { return to_.on_begin_array(at + by_); }
  bool on_end_array(json::source_span where) override { return to_.on_end_array(moved(where)); }
  bool on_begin_object(std::uint64_t at) override { return to_.on_begin_object(at + by_); }
  bool on_end_object(json::source_span where) override { return to_.on_end_object(moved(where)); }

 private:
  json::source_span moved(json::source_span where) const { return {where.begin + by_, where.end + by_}; }

  json::builder& to_;
  std::uint64_t by_;
};

}  // namespace

bool session::read(std::string_view part_text, std::size_t depth, value& to) {
  memory.built.reset();
  shifted events(memory.built, static_cast<std::uint64_t>(part_text.data() - text.data()));
  json::reader bytes(events, {.max_bytes = part_text.size(), .max_depth = limits.max_depth - depth});
  if (!bytes.feed(part_text) || !bytes.finish()) {
    return bytes.error().code == "max_depth" ? doubt() : false;
  }
  json::document made = memory.built.take();
  if (!made.duplicates.empty()) return false;
  to = std::move(made.root);
  return true;
}

bool session::slow(const slow_part& part, std::string_view part_text, std::size_t depth, void* to) {
  value v;
  constexpr std::size_t bytes_a_visit = 16;  // of the walker, in the time of which so many are read
  if (!charge(part_text.size() / bytes_a_visit) || !read(part_text, depth, v)) return false;
  const std::span<const index> nodes(part.nodes, part.count);
  run shared(*code.source, v, limits.validation);
  shared.depth = depth;
  walker<mode::verdict> walk(shared);
  const bool valid = std::ranges::all_of(nodes, [&](index n) { return walk.visit(n, v); });
  if (shared.hit != run::limit::unmet || shared.work() > work_left_) return doubt();
  work_left_ -= shared.work();
  if (!valid || part.type == nullptr) return valid;
  problems errors;
  return schema::bind(v, *part.type, to, errors) || doubt();
}

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
