#include "repeats.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

/// Positions of the members whose name stood before, in order.
std::vector<std::size_t> repeated_positions(std::span<const member> members) {
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

/// Walks a value in the order of its text and lists the members whose name stood before in their object.
class repeat_lister {
  static constexpr std::size_t free_pointer_text = std::size_t{64} << 10U;

 public:
  repeat_lister(const value& root, std::size_t text_size) : budget_(2 * text_size + free_pointer_text) {
    open(root);
  }

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
    open_.push_back({&v, 0, v.is_object() ? repeated_positions(v.members()) : std::vector<std::size_t>(), 0});
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

bool has_repeats(std::span<const member> members, std::vector<std::string_view>& names) {
  constexpr std::size_t few = 16;
  if (members.size() <= few) {
    for (std::size_t i = 1; i < members.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (members[i].name == members[k].name) return true;
      }
    }
    return false;
  }
  names.clear();
  for (const member& m : members) names.emplace_back(m.name);
  std::ranges::sort(names, [](std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return std::ranges::adjacent_find(names) != names.end();
}

problems list_repeats(const value& root, std::size_t text_size) {
  return repeat_lister(root, text_size).list();
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
