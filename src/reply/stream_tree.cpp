#include "stream_tree.hpp"

#include <algorithm>
#include <utility>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Bytes of the code point that begins so. Precondition: valid UTF-8 begins so.
constexpr std::size_t length_of(char first) noexcept {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// The longest beginning that cuts no code point. Precondition: it begins with a whole one, or is empty.
constexpr std::size_t whole_characters(std::string_view piece) noexcept {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, piece.size()); ++back) {
    const char c = piece[piece.size() - back];
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    return length_of(c) > back ? piece.size() - back : piece.size();
  }
  return piece.size();
}

}  // namespace

void growing_tree::begin(std::uint64_t base) {
  base_ = base;
  root_ = value();
  begun_ = false;
  open_.clear();
  string_ = nullptr;
  cut_size_ = 0;
}

value growing_tree::take() {
  begun_ = false;
  return std::move(root_);
}

value& growing_tree::put(value v, json::source_span where) {
  v.set_source(where);
  if (open_.empty()) {
    root_ = std::move(v);
    begun_ = true;
    return root_;
  }
  value& in = *open_.back();
  if (in.is_array()) {
    in.items().push_back(std::move(v));
    return in.items().back();
  }
  in.members().push_back({name_, std::move(v), name_source_});
  return in.members().back().value;
}

bool growing_tree::put_done(value v, json::source_span where) {
  put(std::move(v), placed(where));
  return true;
}

bool growing_tree::open(value v, std::uint64_t at) {
  open_.push_back(&put(std::move(v), {base_ + at, base_ + at}));
  return true;
}

bool growing_tree::close(json::source_span where) {
  open_.back()->set_source(placed(where));
  open_.pop_back();
  return true;
}

void growing_tree::show(std::string_view piece) {
  if (cut_size_ > 0) {
    const std::size_t length = length_of(cut_[0]);
    const std::size_t more = std::min(length - cut_size_, piece.size());
    std::copy_n(piece.begin(), more, cut_.begin() + static_cast<std::ptrdiff_t>(cut_size_));
    cut_size_ += more;
    piece.remove_prefix(more);
    if (cut_size_ < length) return;
    string_->append({cut_.data(), length});
  }
  const std::size_t whole = whole_characters(piece);
  string_->append(piece.substr(0, whole));
  cut_size_ = piece.size() - whole;
  std::copy_n(piece.begin() + static_cast<std::ptrdiff_t>(whole), cut_size_, cut_.begin());
}

bool growing_tree::on_begin_scalar(char first, std::uint64_t at) {
  if (!told_->on_begin_scalar(first, at)) return false;
  string_ = nullptr;
  if (first == '"' && !judge_->listed()) string_ = &put(std::string(), {base_ + at, base_ + at});
  return true;
}

bool growing_tree::on_text(std::string_view piece, std::uint64_t at, bool escaped) {
  const bool good = told_->on_text(piece, at, escaped);
  if (string_ == nullptr) return good;
  if (!good) {
    // What stands before the byte that cannot be would have been shown if it had come alone.
    const std::uint64_t bad = judge_->why().offset.value_or(at);
    piece = piece.substr(0, escaped || bad < at ? 0 : static_cast<std::size_t>(bad - at));
  }
  show(piece);
  return good;
}

bool growing_tree::on_string(std::string_view text, json::source_span where) {
  if (!told_->on_string(text, where)) return false;
  if (string_ == nullptr) return put_done(text, where);
  std::exchange(string_, nullptr)->set_source(placed(where));
  return true;
}

bool growing_tree::on_name(std::string_view text, json::source_span where) {
  if (!told_->on_name(text, where)) return false;
  name_ = text;
  name_source_ = placed(where);
  return true;
}

bool growing_tree::on_null(json::source_span where) {
  return told_->on_null(where) && put_done(nullptr, where);
}
bool growing_tree::on_boolean(bool b, json::source_span where) {
  return told_->on_boolean(b, where) && put_done(b, where);
}
bool growing_tree::on_number(std::string_view literal, json::source_span where) {
  return told_->on_number(literal, where) && put_done(value::from_literal(std::string(literal)), where);
}
bool growing_tree::on_begin_array(std::uint64_t at) {
  return told_->on_begin_array(at) && open(value::array(), at);
}
bool growing_tree::on_end_array(json::source_span where) {
  return told_->on_end_array(where) && close(where);
}
bool growing_tree::on_begin_object(std::uint64_t at) {
  return told_->on_begin_object(at) && open(value::object(), at);
}
bool growing_tree::on_end_object(json::source_span where) {
  return told_->on_end_object(where) && close(where);
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
