#include "patterns/plain.hpp"

#include <span>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

using what = pattern_term::what;

std::span<const pattern_term> parts_of(const pattern_term& tree) {
  if (tree.kind == what::sequence) return tree.parts;
  if (tree.kind == what::empty) return {};
  return {&tree, 1};
}

/// Takes ^ off the front and $ off the back.
void take_anchors(std::span<const pattern_term>& parts, bool& at_begin, bool& at_end) {
  at_begin = !parts.empty() && parts.front().kind == what::begin;
  if (at_begin) parts = parts.subspan(1);
  at_end = !parts.empty() && parts.back().kind == what::end;
  if (at_end) parts = parts.first(parts.size() - 1);
}

/// A character that stands for itself and nothing else: U+FFFD also stands for what is no UTF-8.
bool is_literal(const pattern_term& t) {
  if (t.kind != what::set || t.set->size() != 1) return false;
  const code_range r = t.set->front();
  return r.first == r.last && r.first != 0xfffd && (r.first < 0xd800 || r.first > 0xdfff);
}

}  // namespace

std::optional<plain_text> plain_text::of(const pattern_term& tree) {
  std::span<const pattern_term> parts = parts_of(tree);
  plain_text made;
  take_anchors(parts, made.at_begin_, made.at_end_);
  for (const pattern_term& part : parts) {
    if (!is_literal(part)) return std::nullopt;
    utf8::append(made.text_, part.set->front().first);
  }
  return made;
}

bool plain_text::search(std::string_view text) const noexcept {
  if (at_begin_ && at_end_) return text == text_;
  if (at_begin_) return text.starts_with(text_);
  if (at_end_) return text.ends_with(text_);
  return text.find(text_) != std::string_view::npos;
}

std::optional<class_run> class_run::of(const pattern_term& tree) {
  std::span<const pattern_term> parts = parts_of(tree);
  bool at_begin = false;
  bool at_end = false;
  take_anchors(parts, at_begin, at_end);
  if (!at_begin || !at_end || parts.size() != 1) return std::nullopt;
  const pattern_term& only = parts.front();
  const bool repeated = only.kind == what::repeat;
  const pattern_term& one = repeated ? only.parts.front() : only;
  if (one.kind != what::set) return std::nullopt;
  auto letters = alphabet::of({one.set.get()});
  if (!letters) return std::nullopt;
  class_run made;
  made.letters_ = *std::move(letters);
  made.min_ = repeated ? only.min : 1;
  made.max_ = repeated ? only.max : 1;
  for (unsigned char c = 0; c < 128; ++c) made.ascii_[c] = made.letters_.member(0, made.letters_.ascii(c));
  return made;
}

bool class_run::search(std::string_view text) const noexcept {
  // A character has one to four bytes.
  if (text.size() < min_ || text.size() / 4 > max_) return false;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::size_t count = 0;
  for (; at < end; ++count) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < 128) {
      if (!ascii_[byte]) return false;
      ++at;
    } else if (!letters_.member(0, letters_.next(at, end))) {
      return false;
    }
  }
  return count >= min_ && (count <= max_ || max_ == pattern_term::no_limit);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
