// Events to a value. The builder keeps a pointer to every open container; a pointer stays good because a
// container grows only while none of its children is open.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

/// True if two members have the same name. Few are compared pair by pair, many are sorted, so that
/// no choice of names makes it quadratic.
class repeat_finder {
 public:
  bool any(std::span<const member> members) {
    constexpr std::size_t few = 16;
    if (members.size() > few) return any_of_many(members);
    for (std::size_t i = 1; i < members.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (members[i].name == members[k].name) return true;
      }
    }
    return false;
  }

  /// Positions of members whose name stood before, in order.
  static std::vector<std::size_t> all(std::span<const member> members) {
    std::vector<std::size_t> order(members.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      const int by_name = members[a].name.compare(members[b].name);
      return by_name != 0 ? by_name < 0 : a < b;
    });
    std::vector<std::size_t> repeats;
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (members[order[i]].name == members[order[i - 1]].name) repeats.push_back(order[i]);
    }
    std::ranges::sort(repeats);
    return repeats;
  }

 private:
  bool any_of_many(std::span<const member> members) {
    names_.clear();
    for (const member& m : members) names_.emplace_back(m.name);
    std::ranges::sort(names_, [](std::string_view a, std::string_view b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    return std::ranges::adjacent_find(names_) != names_.end();
  }

  std::vector<std::string_view> names_;
};

class builder final : public handler {
 public:
  bool on_null(source_span where) override { return put(value(), where); }
  bool on_boolean(bool b, source_span where) override { return put(value(b), where); }
  bool on_number(std::string_view literal, source_span where) override {
    return put(value::from_literal(std::string(literal)), where);
  }
  bool on_string(std::string_view text, source_span where) override { return put(value(text), where); }
  bool on_name(std::string_view text, source_span where) override {
    open_.back()->members().push_back({std::string(text), value(), where});
    return true;
  }
  bool on_begin_array(std::uint64_t /*at*/) override { return begin(value::array()); }
  bool on_end_array(source_span where) override { return end(where); }
  bool on_begin_object(std::uint64_t /*at*/) override { return begin(value::object()); }
  bool on_end_object(source_span where) override {
    repeated_ = repeated_ || repeats_.any(open_.back()->members());
    return end(where);
  }

  value take() { return std::move(root_); }
  bool repeated() const noexcept { return repeated_; }

 private:
  value& place(value v) {
    if (open_.empty()) return root_ = std::move(v);
    value& parent = *open_.back();
    if (parent.is_array()) return parent.push_back(std::move(v));
    return parent.members().back().value = std::move(v);
  }
  bool put(value v, source_span where) {
    place(std::move(v)).set_source(where);
    return true;
  }
  bool begin(value container) {
    open_.push_back(&place(std::move(container)));
    return true;
  }
  bool end(source_span where) {
    open_.back()->set_source(where);
    open_.pop_back();
    return true;
  }

  value root_;
  std::vector<value*> open_;
  repeat_finder repeats_;
  bool repeated_ = false;
};

/// Walks a value in the order of its text and lists the members whose name stood before in their object.
class repeat_lister {
 public:
  repeat_lister(const value& root, std::size_t text_size) : budget_(2 * text_size) { open(root); }

  problems list() {
    while (!open_.empty() && found_.size() < document::max_duplicates) {
      frame& top = open_.back();
      if (top.next == top.container->size()) {
        open_.pop_back();
        continue;
      }
      const std::size_t i = top.next++;
      if (top.repeat < top.repeats.size() && top.repeats[top.repeat] == i) {
        ++top.repeat;
        if (!add(top.container->members()[i])) break;
      }
      open(top.container->is_array() ? top.container->items()[i] : top.container->members()[i].value);
    }
    return std::move(found_);
  }

 private:
  struct frame {
    const value* container;
    std::size_t next = 0;
    std::vector<std::size_t> repeats;
    std::size_t repeat = 0;
  };

  void open(const value& v) {
    if (v.size() == 0) return;
    open_.push_back({&v, 0, v.is_object() ? repeat_finder::all(v.members()) : std::vector<std::size_t>(), 0});
  }

  bool add(const member& repeated) {
    problem p;
    p.kind = failure_kind::duplicate_key;
    p.code = "duplicate_key";
    for (const frame& f : open_) {
      if (f.container->is_array()) {
        append_index(p.place, f.next - 1);
      } else {
        append_token(p.place, f.container->members()[f.next - 1].name);
      }
    }
    if (p.place.size() > budget_) return false;
    budget_ -= p.place.size();
    p.expected = "every member name once";
    p.found = excerpt(repeated.name);
    p.message = "the member name stood before in the same object";
    p.offset = repeated.name_source.begin;
    found_.push_back(std::move(p));
    return true;
  }

  std::size_t budget_;
  std::vector<frame> open_;
  problems found_;
};

}  // namespace

result<document> read(std::string_view text, const read_limits& limits) {
  builder built;
  reader bytes(built, limits);
  if (!bytes.feed(text) || !bytes.finish()) return bytes.error();
  document made;
  made.root = built.take();
  if (built.repeated()) made.duplicates = repeat_lister(made.root, text.size()).list();
  return made;
}

result<value> read_unique(std::string_view text, const read_limits& limits) {
  auto made = read(text, limits);
  if (!made) return std::move(made).error();
  if (!made->duplicates.empty()) return std::move(made->duplicates.front());
  return std::move(made->root);
}

text_position locate(std::string_view text, std::uint64_t offset) noexcept {
  const std::string_view before =
      text.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(offset, text.size())));
  const std::size_t last_line = before.rfind('\n') + 1;  // npos + 1 is 0
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
          utf8::code_points(before.substr(last_line)) + 1};
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
