// Equality as JSON Schema means it, without recursion, and without allocation unless a value nests deeper
// than `near_depth` or an object has more than `few_members`. The trap: names may repeat, and then only the
// last member of a name counts on either side.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <tenon/decimal.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

constexpr std::size_t near_depth = 32;
constexpr std::size_t few_members = 16;

using members_view = std::span<const member>;

/// Two values that are being compared: containers of which the children before `next` are done, or any
/// two values that have not been looked at.
struct pair {
  static constexpr std::size_t unopened = static_cast<std::size_t>(-1);
  const value* a = nullptr;
  const value* b = nullptr;
  std::size_t next = unopened;
};

/// A stack whose first places need no memory from elsewhere.
class pair_stack {
 public:
  bool empty() const noexcept { return size_ == 0; }
  void push(pair p) {
    if (size_ < near_.size()) {
      near_[size_] = p;
    } else {
      far_.push_back(p);
    }
    ++size_;
  }
  pair& top() noexcept { return size_ <= near_.size() ? near_[size_ - 1] : far_.back(); }
  void pop() noexcept {
    if (size_ > near_.size()) far_.pop_back();
    --size_;
  }

 private:
  std::array<pair, near_depth> near_{};
  std::vector<pair> far_;
  std::size_t size_ = 0;
};

/// The members that count, in order of name.
std::vector<const member*> by_name(members_view members) {
  std::vector<const member*> sorted;
  sorted.reserve(members.size());
  for (const member& m : members) sorted.push_back(&m);
  std::ranges::sort(sorted, [](const member* x, const member* y) {
    const int order = x->name.compare(y->name);
    return order != 0 ? order < 0 : x > y;
  });
  const auto rest =
      std::ranges::unique(sorted, [](const member* x, const member* y) { return x->name == y->name; });
  sorted.erase(rest.begin(), rest.end());
  return sorted;
}

bool counts(const value& object, const member& m) noexcept {
  return object.find(m.name) == &m.value;
}

class comparison {
 public:
  bool equal(const value& a, const value& b) {
    if (!begin(a, b)) return false;
    while (!open_.empty()) {
      pair& top = open_.top();
      if (top.next == pair::unopened) {
        const pair unopened = top;
        open_.pop();
        if (!begin(*unopened.a, *unopened.b)) return false;
      } else if (top.next == top.a->size()) {
        open_.pop();
      } else if (!begin_child(*top.a, *top.b, top.next++)) {
        return false;
      }
    }
    return true;
  }

 private:
  /// Compares what can be compared at once, and opens the rest.
  bool begin(const value& a, const value& b) {
    if (a.kind() != b.kind()) return false;
    switch (a.kind()) {
      case kind::null:
        return true;
      case kind::boolean:
        return a.boolean() == b.boolean();
      case kind::number:
        return a.literal() == b.literal() || decimal::equal(a.literal(), b.literal());
      case kind::string:
        return a.string() == b.string();
      case kind::array:
        if (a.size() != b.size()) return false;
        open_.push({&a, &b, 0});
        return true;
      case kind::object:
        return begin_objects(a, b);
    }
    return false;
  }

  bool begin_objects(const value& a, const value& b) {
    if (std::max(a.size(), b.size()) > few_members) return begin_large_objects(a.members(), b.members());
    const auto different = [](const value& object) {
      return std::ranges::count_if(object.members(), [&](const member& m) { return counts(object, m); });
    };
    if (different(a) != different(b)) return false;
    open_.push({&a, &b, 0});
    return true;
  }

  bool begin_large_objects(members_view a, members_view b) {
    const auto x = by_name(a);
    const auto y = by_name(b);
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i]->name != y[i]->name) return false;
      open_.push({&x[i]->value, &y[i]->value, pair::unopened});
    }
    return true;
  }

  bool begin_child(const value& a, const value& b, std::size_t i) {
    if (a.is_array()) return begin(a.items()[i], b.items()[i]);
    const member& m = a.members()[i];
    if (!counts(a, m)) return true;
    const value* const other = b.find(m.name);
    return other != nullptr && begin(m.value, *other);
  }

  pair_stack open_;
};

}  // namespace

bool operator==(const value& a, const value& b) {
  return comparison().equal(a, b);
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
