// The structure of broken JSON: containers, commas, colons, closing brackets.
#include "mend.hpp"

#include "mender.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

mender::mender(std::string_view text, std::size_t begin, std::size_t end, const mend_options& how)
    : text_(text), at_(begin), end_(end), how_(how), ahead_(text, end) {}

result<mended, unmended> mender::run() {
  bool going = true;
  if (how_.opened != 0)
    open_missing(how_.opened);
  else
    going = open(text_[at_]);
  while (going && !frames_.empty()) going = step();
  if (cut_ && how_.complete && !why_) going = complete();
  if (going) {
    mended out{{std::move(root_), std::move(repeated_)},
               at_,
               std::move(edits_),
               std::move(loose_),
               mismatched_,
               std::move(unclosed_)};
    return out;
  }
  unmended out;
  out.cut = cut_ && !why_;
  if (out.cut) {
    out.why.kind = failure_kind::truncated;
    out.why.code = "unexpected_end";
    out.why.message = "the text ends in the middle of the value";
    out.why.offset = end_;
    out.committed = committed();
  } else {
    out.why = std::move(*why_);
  }
  return out;
}

bool mender::fail(std::string code, std::size_t at, std::string message) {
  problem p;
  p.kind = failure_kind::not_json;
  p.code = std::move(code);
  p.message = std::move(message);
  p.offset = at;
  if (at < end_) p.found = excerpt(text_.substr(at, std::min<std::size_t>(end_ - at, problem::max_excerpt)));
  why_ = std::move(p);
  return false;
}

bool mender::ambiguous(std::size_t at, std::string first, std::string second) {
  fail("ambiguous", at, "what stands here can be read in two ways: " + first + ", or " + second);
  why_->kind = failure_kind::ambiguous;
  why_->expected = "one sensible reading";
  return false;
}

void mender::note(const repair& what, std::size_t begin, std::size_t end, std::string_view after) {
  edits_.push_back(made(what, begin, end, after));
  // In the order of the text: what is noted late stands a few entries further up.
  for (auto at = edits_.size() - 1; at > 0 && edits_[at].begin < edits_[at - 1].begin; --at)
    std::swap(edits_[at], edits_[at - 1]);
}

bool mender::ran_out(std::size_t from) {
  cut_ = true;
  if (from == nowhere || !how_.complete) return false;
  // A member without its value goes as a whole.
  const auto& top = frames_.back();
  if (top.container.is_object() && !top.name_source.empty())
    from = std::min(from, static_cast<std::size_t>(top.name_source.begin));
  note(mends::cut_off, from, stopped_at());
  return false;
}

/// One item, member, comma or closing bracket.
bool mender::step() {
  if (!trivia()) return false;
  if (ahead_.at_end(at_)) {
    if (at_ < end_ && frames_.back().comma == nowhere && frames_.back().container.size() != 0 &&
        how_.fitting) {
      // The fence was closed, so the model was done: brackets are missing. Whether nothing else is, the
      // schema says.
      while (!frames_.empty()) close_unclosed(at_);
      return true;
    }
    return ran_out();
  }
  const char c = text_[at_];
  if (c == ',') return comma();
  if (c == '}' || c == ']') return close(c);
  return frames_.back().container.is_object() ? member() : put_value();
}

bool mender::comma() {
  auto& top = frames_.back();
  if (top.comma != nowhere || top.container.size() == 0)
    note(mends::extra_comma, at_, at_ + 1);
  else
    top.comma = at_;
  ++at_;
  return true;
}

bool mender::enclosed_by(json::kind k) const noexcept {
  return std::any_of(frames_.begin(), frames_.end() - 1,
                     [k](const frame& f) { return f.container.kind() == k; });
}

bool mender::close(char bracket) {
  auto& top = frames_.back();
  if (top.comma != nowhere) note(mends::trailing_comma, top.comma, top.comma + 1);
  const bool object = top.container.is_object();
  if ((bracket == '}') == object) {
    if (top.doubled) {
      if (at_ + 1 >= end_ || text_[at_ + 1] != '}')
        return fail("unexpected_byte", at_ + 1, "braces that were opened twice and closed once");
      note(mends::doubled_brace, at_, at_ + 1);
      ++at_;
    }
    ++at_;
    end_container(at_);
    return true;
  }
  if (top.doubled || top.container.size() == 0)
    return fail("unexpected_byte", at_, "a closing bracket of the other kind");
  const bool possible = enclosed_by(object ? json::kind::array : json::kind::object);
  mismatched_ = mismatched_ || possible;
  if (possible && how_.closers == mismatch::missing) {
    close_unclosed(at_);
    return true;  // the bracket is looked at again, for the container around
  }
  note(mends::mismatched_closer, at_, at_ + 1, object ? "}" : "]");
  unclosed_.push_back(top.begin);
  ++at_;
  end_container(at_);
  return true;
}

void mender::close_unclosed(std::size_t at) {
  note(mends::missing_closer, at, at, frames_.back().container.is_object() ? "}" : "]");
  unclosed_.push_back(frames_.back().begin);
  end_container(at);
}

/// The container on top is whole and ends at `at`.
void mender::end_container(std::size_t at) {
  auto done = std::move(frames_.back());
  frames_.pop_back();
  if (done.container.is_object() && done.container.size() > 1) find_repeated(done);
  put(std::move(done.container), done.begin, at);
}

/// As the strict reader does: one problem for each later name.
void mender::find_repeated(const frame& of) {
  const auto members = std::as_const(of.container).members();
  names_.assign(members.size(), {});
  std::transform(members.begin(), members.end(), names_.begin(),
                 [](const json::member& m) { return std::string_view(m.name); });
  std::sort(names_.begin(), names_.end());
  if (std::adjacent_find(names_.begin(), names_.end()) == names_.end()) return;
  std::set<std::string_view> seen;
  for (const auto& m : members) {
    if (seen.insert(m.name).second || repeated_.size() >= json::document::max_duplicates) continue;
    problem p;
    p.kind = failure_kind::duplicate_key;
    p.code = "duplicate_key";
    p.found = excerpt(m.name);
    p.message = "the name stands twice in one object";
    p.offset = m.name_source.begin;
    for (const auto& f : frames_) {
      if (f.container.is_array())
        json::append_index(p.place, f.container.size());
      else
        json::append_token(p.place, f.name);
    }
    json::append_token(p.place, m.name);
    repeated_.push_back(std::move(p));
  }
}

void mender::put(json::value v, std::size_t begin, std::size_t end) {
  v.set_source({begin, end});
  if (frames_.empty()) {
    root_ = std::move(v);
    return;
  }
  auto& top = frames_.back();
  top.comma = nowhere;
  if (top.container.is_array())
    top.container.items().push_back(std::move(v));
  else
    top.container.members().push_back(
        {std::move(top.name), std::move(v), std::exchange(top.name_source, {})});
}

bool mender::open(char bracket) {
  if (frames_.size() >= how_.limits.max_depth)
    return fail("max_depth", at_, "nested deeper than max_depth allows");
  frame f;
  f.container = bracket == '{' ? json::value::object() : json::value::array();
  f.begin = at_;
  frames_.push_back(std::move(f));
  ++at_;
  return true;
}

void mender::open_missing(char bracket) {
  frame f;
  f.container = bracket == '{' ? json::value::object() : json::value::array();
  f.begin = at_;
  frames_.push_back(std::move(f));
  note(mends::missing_opener, at_, at_, std::string_view(&bracket, 1));
}

/// Where a value or a name begins and no comma came since the last one.
void mender::between() {
  const auto& top = frames_.back();
  if (top.container.size() == 0 || top.comma != nowhere) return;
  const auto before = trim_space(text_, top.begin, at_);
  note(mends::missing_comma, before, before, ",");
}

bool mender::member() {
  auto& top = frames_.back();
  const auto begin = at_;
  if (text_[at_] == '{' && top.container.size() == 0 && !top.doubled && at_ == top.begin + 1) {
    top.doubled = true;
    note(mends::doubled_brace, at_, at_ + 1);
    ++at_;
    return true;
  }
  between();
  auto from = begin;
  if (quote_at(text_, at_, end_).length != 0) {
    if (!text(place::name, top.name, from)) return false;
    top.name_source = {from, at_};
  } else if (!bare_name()) {
    return false;
  }
  if (!separator(begin) || !trivia()) return false;
  if (ahead_.at_end(at_)) return ran_out(begin);
  const char c = text_[at_];
  if (c == ',' || c == '}' || c == ']') return fail("unexpected_byte", at_, "a name without a value");
  return put_value();
}

bool mender::separator(std::size_t name) {
  if (!trivia()) return false;
  if (ahead_.at_end(at_)) return ran_out(name);
  const char c = text_[at_];
  if (c == ':') {
    ++at_;
    return true;
  }
  if (c == '=') {
    const std::size_t length = at_ + 1 < end_ && text_[at_ + 1] == '>' ? 2 : 1;
    note(mends::other_separator, at_, at_ + length, ":");
    at_ += length;
    return true;
  }
  const bool text_follows = quote_at(text_, at_, end_).length != 0;
  if ((text_follows && !ahead_.whole_text(at_)) || !ahead_.value(at_))
    return fail("unexpected_byte", at_, "a name without a colon");
  note(mends::missing_colon, at_, at_, ":");
  return true;
}

bool mender::put_value() {
  const auto& top = frames_.back();
  const char c = text_[at_];
  if (top.container.is_array()) {
    // A name in a list says that the list has ended, unless it is a list of objects: there a brace is
    // missing.
    if (ahead_.quoted_name(at_)) {
      const auto items = std::as_const(top.container).items();
      if (!enclosed_by(json::kind::object) || (!items.empty() && !items.back().is_string() &&
                                               !items.back().is_number() && !items.back().is_boolean()))
        return fail("unexpected_byte", at_, "a member outside of an object");
      const auto comma = top.comma;
      close_unclosed(comma == nowhere ? at_ : comma);
      frames_.back().comma = comma;
      return frames_.back().container.is_object() || fail("unexpected_byte", at_, "a member in a list");
    }
    between();
  }
  if (c == '{' || c == '[') return open(c);
  if (quote_at(text_, at_, end_).length == 0) return word();
  std::string content;
  auto begin = at_;
  if (!text(top.container.is_array() ? place::item : place::member, content, begin) || !joined(content))
    return false;
  put(json::value(std::move(content)), begin, at_);
  return true;
}

/// White space and comments. False where a comment never ends.
bool mender::trivia() {
  while (at_ < end_) {
    const char c = text_[at_];
    if (is_json_space(c)) {
      ++at_;
      continue;
    }
    const auto past = ahead_.past_space(at_);
    if (past != at_) {
      note(mends::odd_space, at_, past);
      at_ = past;
      continue;
    }
    if (c != '/' && c != '#') break;
    auto stop = nowhere;
    const bool block = text_.substr(at_, 2) == "/*";
    if (block) {
      stop = text_.substr(0, end_).find("*/", at_ + 2);
      // What stands behind it cannot be told from it, so there is nothing to complete.
      if (stop == nowhere)
        return how_.complete ? fail("unexpected_end", at_, "a comment that never ends") : ran_out();
      stop += 2;
    } else if (text_.substr(at_, 2) == "//" ||
               // A colour is no comment: `"color": #fff`.
               (c == '#' && (at_ + 1 >= end_ || text_[at_ + 1] == ' ' || text_[at_ + 1] == '#'))) {
      stop = std::min(text_.substr(0, end_).find('\n', at_), end_);
    } else {
      break;
    }
    note(mends::comment, at_, stop);
    at_ = stop;
  }
  return true;
}

/// What was whole when the text ended.
json::value mender::committed() {
  while (!frames_.empty()) {
    auto top = std::move(frames_.back());
    frames_.pop_back();
    put(std::move(top.container), top.begin, end_);
  }
  return std::move(root_);
}

/// The closing run of a fence, or the end.
std::size_t mender::stopped_at() const noexcept {
  return at_ < end_ && ahead_.fence(at_) ? at_ : end_;
}

bool mender::complete() {
  const auto stop = stopped_at();
  while (!frames_.empty()) {
    auto& top = frames_.back();
    if (top.comma != nowhere) note(mends::trailing_comma, top.comma, top.comma + 1);
    note(mends::completed, stop, stop, top.container.is_object() ? "}" : "]");
    end_container(stop);
  }
  at_ = stop;
  return true;
}

result<mended, unmended> mend(std::string_view text, std::size_t begin, std::size_t end,
                              const mend_options& how) {
  return mender(text, begin, end, how).run();
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
