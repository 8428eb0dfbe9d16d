#include "live.hpp"

#include "layout.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

#include <tenon/pointer.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

/// Longest chain of references that is followed to find the members of an object.
constexpr int most_references = 16;
/// Deeper levels are not indented further.
constexpr std::size_t deepest_indent = 12;

/// A place in a schema, null where nothing plain is known. Only what a person would see at a glance is
/// followed: local references, `properties`, the items of a list, and the one alternative that is not null.
class outline {
 public:
  outline(const value& document, const value* here) : document_(&document), here_(resolved(here)) {}

  outline member(std::string_view name) const {
    const value* const all = keyword("properties");
    return {*document_, all == nullptr ? nullptr : all->find(name)};
  }
  outline item(std::size_t i) const {
    const value* const first = keyword("prefixItems");
    if (first != nullptr && first->is_array() && i < first->size()) return {*document_, &first->items()[i]};
    return {*document_, keyword("items")};
  }
  /// Members that have not come.
  std::vector<std::string_view> missing(const value* shown) const {
    std::vector<std::string_view> names;
    const value* const all = keyword("properties");
    if (all == nullptr || !all->is_object()) return names;
    for (const json::member& m : all->members())
      if (shown == nullptr || shown->find(m.name) == nullptr) names.emplace_back(m.name);
    return names;
  }

 private:
  const value* keyword(std::string_view name) const { return here_ == nullptr ? nullptr : here_->find(name); }

  const value* resolved(const value* at) const {
    for (int i = 0; at != nullptr && at->is_object() && i < most_references; ++i) {
      const value* const to = at->find("$ref");
      const value* next = nullptr;
      if (to != nullptr && to->is_string()) {
        const std::string_view text = to->string();
        next = text.starts_with('#') ? json::resolve(*document_, text.substr(1)) : nullptr;
      } else {
        next = only_alternative(*at);
        if (next == nullptr) return at;
      }
      at = next;
    }
    return nullptr;
  }

  static const value* only_alternative(const value& at) {
    const value* all = at.find("anyOf");
    if (all == nullptr) all = at.find("oneOf");
    if (all == nullptr || !all->is_array()) return nullptr;
    const value* found = nullptr;
    for (const value& one : all->items()) {
      const value* const type = one.find("type");
      if (type != nullptr && type->is_string() && type->string() == "null") continue;
      if (found != nullptr) return nullptr;
      found = &one;
    }
    return found;
  }

  const value* document_;
  const value* here_;
};

class drawing {
 public:
  explicit drawing(const canvas& on) : on_(on) {}

  void draw(const value* root, outline at) {
    const value* node = root;
    std::size_t level = 0;
    if (root != nullptr && !is_container(*root)) {
      line(level, "", *root);
      node = nullptr;
    } else if (root == nullptr) {
      put_missing(level, at, nullptr);
    }
    while (node != nullptr) {
      put_missing(level, at, node);
      const std::size_t count = node->size();
      const value* inner = nullptr;
      for (std::size_t i = 0; i < count; ++i) {
        const bool listed = node->is_array();
        const value& child = listed ? node->items()[i] : node->members()[i].value;
        const std::string label = listed ? std::string() : name_text(node->members()[i].name);
        if (!is_done(child) && is_container(child)) {
          header(level, label);
          at = listed ? at.item(i) : at.member(node->members()[i].name);
          inner = &child;
        } else {
          line(level, label, child);
        }
      }
      node = inner;
      ++level;
    }
  }

  /// Those that fit, with the growing line among them.
  std::vector<std::string> lines() && {
    const std::size_t growing = head_.size();
    std::vector<std::string> all = std::move(head_);
    all.insert(all.end(), std::make_move_iterator(below_.rbegin()), std::make_move_iterator(below_.rend()));
    if (all.size() <= on_.lines) return all;
    const std::size_t end = std::max(on_.lines, std::min(growing, all.size()));
    const std::size_t begin = end - on_.lines;
    std::vector<std::string> some(std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(begin)),
                                  std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(end)));
    if (begin > 0 && !some.empty())
      some.front() = painted(fitted("… " + std::to_string(begin + 1) + " lines above", on_.columns), "2");
    return some;
  }

 private:
  static bool is_container(const value& v) { return v.is_array() || v.is_object(); }
  static bool is_done(const value& v) { return reply::state_of(&v) == node_state::done; }
  static std::string name_text(std::string_view name) {
    const std::string quoted = json::write(value(name));
    return harmless(std::string_view(quoted).substr(1, quoted.size() - 2));
  }

  void put_missing(std::size_t level, const outline& at, const value* node) {
    if (node != nullptr && !node->is_object()) return;
    const auto names = at.missing(node);
    for (const std::string_view name : names | std::views::reverse)
      below_.push_back(painted(fitted(indent(level) + "· " + name_text(name), on_.columns), "2"));
  }

  void header(std::size_t level, const std::string& label) {
    head_.push_back(
        painted(fitted(indent(level) + "▸ " + (label.empty() ? "…" : label + ":"), on_.columns), "1"));
  }

  /// What is done shows its beginning, what grows its end.
  void line(std::size_t level, const std::string& label, const value& node) {
    const std::string front =
        indent(level) + (is_done(node) ? "✓ " : "▸ ") + (label.empty() ? "" : label + ": ");
    std::string text = harmless(json::write(node));
    if (is_done(node)) {
      head_.push_back(fitted(front + text, on_.columns));
      return;
    }
    if (node.is_string()) text.pop_back();  // the quote that has not come
    const std::size_t taken = utf8::code_points(front);
    const std::size_t room = on_.columns > taken ? on_.columns - taken : 0;
    head_.push_back(painted(fitted(front + tail_of(text, room), on_.columns), "1"));
  }

  static std::string tail_of(const std::string& text, std::size_t columns) {
    const std::size_t all = utf8::code_points(text);
    if (all <= columns || columns == 0) return text;
    std::size_t at = 0;
    for (std::size_t skip = all - columns + 1; skip > 0; --skip)
      at += utf8::decode(std::string_view(text).substr(at)).length;
    return "…" + text.substr(at);
  }

  static std::string indent(std::size_t level) {
    return std::string(2 * std::min(level, deepest_indent), ' ');
  }
  std::string painted(std::string text, std::string_view how) const {
    return on_.colour ? "\033[" + std::string(how) + "m" + std::move(text) + "\033[0m" : std::move(text);
  }

  const canvas& on_;
  std::vector<std::string> head_;
  std::vector<std::string> below_;  // what has yet to come, from the outermost level up
};

constexpr bool steers(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string harmless(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto one = utf8::decode(text);
    if (steers(one.code))
      out += "\xEF\xBF\xBD";
    else
      out += text.substr(0, one.length);
    text.remove_prefix(one.length);
  }
  return out;
}

std::vector<std::string> live_lines(const value* shown, const value& schema, const canvas& on) {
  drawing picture(on);
  picture.draw(shown, outline(schema, &schema));
  return std::move(picture).lines();
}

void live_view::see(const reply::stream& now) {
  const std::scoped_lock held(lock_);
  now.update(shown_);
  begun_ = now.root() != nullptr;
  remark_.clear();
  if (now.state() == reply::stream_state::doomed)
    remark_ = "✗ no value can come of this: " + explain(now.why());
  else if (now.state() == reply::stream_state::undecided)
    remark_ = "· the reply as a whole will tell";
}

std::vector<std::string> live_view::lines(std::size_t columns, std::size_t rows) const {
  const std::scoped_lock held(lock_);
  const std::size_t own = rows > 1 && !remark_.empty() ? 1 : 0;
  auto all = live_lines(begun_ ? &shown_ : nullptr, shape_.document(), {columns, rows - own, colour_});
  if (own == 1) all.push_back(fitted(harmless(remark_), columns));
  return all;
}

}  // namespace tenon::cli
