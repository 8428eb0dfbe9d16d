// A value that grows while its text comes in.
//
// Hears what a reader says, asks the watcher first, and shows only what is certain: see stream.hpp. The
// invariant: an open node has an empty source span, and the open nodes are the last child each of the one
// before, from the root on; all others are done and are never touched again. So a copy of the value carries
// its states.
//
// The trap: pointers to open containers are kept. They hold because whatever grows is the innermost one, and
// what a vector moves when it grows are its elements, which are done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/reader.hpp>
#include <tenon/value.hpp>
#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

class growing_tree final : public json::token_handler {
 public:
  /// Borrows the watcher.
  explicit growing_tree(schema::watcher& judge) : judge_(&judge), told_(&judge.events()) {}

  /// Forgets the value. `base`: where the text that the reader gets begins in the reply.
  void begin(std::uint64_t base);
  /// Null before it begins.
  const value* root() const noexcept { return begun_ ? &root_ : nullptr; }
  bool ended() const noexcept { return begun_ && !root_.source().empty(); }
  /// Precondition: ended(). Nothing is shown afterwards.
  value take();

  // False once the watcher objects: watcher::why().
  bool on_null(json::source_span where) override;
  bool on_boolean(bool b, json::source_span where) override;
  bool on_number(std::string_view literal, json::source_span where) override;
  bool on_string(std::string_view text, json::source_span where) override;
  bool on_name(std::string_view text, json::source_span where) override;
  bool on_begin_array(std::uint64_t at) override;
  bool on_end_array(json::source_span where) override;
  bool on_begin_object(std::uint64_t at) override;
  bool on_end_object(json::source_span where) override;
  bool on_begin_scalar(char first, std::uint64_t at) override;
  bool on_begin_name(std::uint64_t at) override { return told_->on_begin_name(at); }
  bool on_text(std::string_view piece, std::uint64_t at, bool escaped) override;
  bool on_escape(std::uint32_t first, std::uint32_t last, std::uint64_t at) override {
    return told_->on_escape(first, last, at);
  }
  bool on_comma(std::uint64_t at) override { return told_->on_comma(at); }

 private:
  json::source_span placed(json::source_span where) const noexcept {
    return {base_ + where.begin, base_ + where.end};
  }
  value& put(value v, json::source_span where);
  bool put_done(value v, json::source_span where);
  bool open(value v, std::uint64_t at);
  bool close(json::source_span where);
  void show(std::string_view piece);

  schema::watcher* judge_;
  json::token_handler* told_;
  std::uint64_t base_ = 0;
  value root_;
  bool begun_ = false;
  std::vector<value*> open_;  // containers, from the root on
  std::string name_;          // of the member at hand
  json::source_span name_source_;
  value* string_ = nullptr;    // the one that grows
  std::array<char, 4> cut_{};  // the begin of a character of it
  std::size_t cut_size_ = 0;
};

/// Appends, to a copy that was made before, what has come since.
void bring_up_to_date(value& copy, const value& now);
/// See stream::done.
std::vector<std::string> done_below(const value& root);

}  // namespace reply
}  // namespace v0
}  // namespace tenon
