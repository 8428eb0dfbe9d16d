// A C++ value while its text arrives.
//
//   tenon::stream<Triage> in;
//   while (…) {
//     in.feed(piece);
//     screen.show(in.now()[&Triage::summary].text());   // grows
//   }
//   tenon::result<Triage, tenon::problems> triage = in.finish();
//
// partial<T> is what a stream shows of a T: a type of its own, which never turns into a T. It has the shape
// of T:
//
//   a record          now[&T::member] is a partial of the member
//   string            text(); value() once it is done
//   other scalars, types with a codec
//                     value() once it is done
//   optional<X>       is_null(), *now is a partial<X>
//   vector<X>, array  size(), done_count(), now[i] is a partial<X>; element(i), an X once it is done
//   map<string, X>    size(), name(i), now["name"] is a partial<X>
//   variant<…>        index() once its discriminator is done, as<X>()
//   tenon::value      json()
//
// The trap: it is a view of what the stream shows, good until the next feed(), finish() or reset() of that.
// To keep what it saw, keep a copy of the JSON (reply::stream::update) and look at that with
// partial<T>(&copy).
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/stream.hpp>

namespace tenon {
inline namespace v0 {

namespace partials {

/// What every partial says. For a pending one all else is empty.
class node {
 public:
  node_state state() const noexcept { return reply::state_of(json_); }
  bool pending() const noexcept { return state() == node_state::pending; }
  bool open() const noexcept { return state() == node_state::open; }
  bool done() const noexcept { return state() == node_state::done; }
  /// What is shown of it; null while it is pending.
  const tenon::value* json() const noexcept { return json_; }

 protected:
  node() noexcept = default;
  explicit node(const tenon::value* json) noexcept : json_(json) {}

  const tenon::value* json_ = nullptr;
};

/// The T that a JSON value is, once it is done.
template <class T>
std::optional<T> made(const tenon::value* json) {
  if (reply::state_of(json) != node_state::done) return std::nullopt;
  result<T, problems> bound = bind<T>(*json);
  if (!bound) return std::nullopt;
  return *std::move(bound);
}

/// The name on the wire of the member that lies at `p` in `whole`; empty if it is not described.
template <class T>
std::string_view wire_name(const T& whole, const void* p) {
  using described = typing::of<T>;
  std::array<const void*, described::source::count> at{};
  described::source::addresses(&whole, at.data());
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] == p) return described::table[i].wire;
  }
  return {};
}

/// Makes `now->…` of a partial that `*now` gives.
template <class P>
class arrow {
 public:
  explicit arrow(P to) noexcept : to_(to) {}
  const P* operator->() const noexcept { return &to_; }

 private:
  P to_;
};

}  // namespace partials

/// A scalar, or a type with a codec.
template <class T>
class partial : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}

  /// Empty until it is done.
  std::optional<T> value() const { return partials::made<T>(json_); }
};

template <>
class partial<std::string> : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}

  /// As much of it as has come: whole characters, and never taken back. Good for as long as the partial is.
  std::string_view text() const noexcept {
    return json_ != nullptr && json_->is_string() ? json_->string() : std::string_view();
  }
  /// Empty until it is done.
  std::optional<std::string> value() const { return partials::made<std::string>(json_); }
};

template <>
class partial<tenon::value> : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}
};

template <class T>
  requires typing::record_type<T>
class partial<T> : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}

  /// A member, by the pointer to it. One that `describe` leaves out is always pending.
  template <class M, class Owner>
    requires std::is_base_of_v<Owner, T>
  partial<M> operator[](M Owner::* member) const {
    static const T whole{};  // only to see which member is meant
    if (json_ == nullptr) return partial<M>();
    return partial<M>(json_->find(partials::wire_name(whole, &(whole.*member))));
  }
};

template <class X>
class partial<std::optional<X>> : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}

  /// It is done, and there is nothing.
  bool is_null() const noexcept { return json_ != nullptr && json_->is_null() && done(); }
  /// Pending if there is nothing.
  partial<X> operator*() const noexcept { return is_null() ? partial<X>() : partial<X>(json_); }
  partials::arrow<partial<X>> operator->() const noexcept { return partials::arrow<partial<X>>(**this); }
};

namespace partials {

/// Of a list of any length or of a fixed one.
template <class X>
class list : public node {
 public:
  list() noexcept = default;
  explicit list(const tenon::value* json) noexcept : node(json) {}

  /// Elements that are shown, the one that is being written included.
  std::size_t size() const noexcept { return is_list() ? json_->size() : 0; }
  /// Elements that are done: all, or all but the last.
  std::size_t done_count() const noexcept {
    return size() == 0 || (*this)[size() - 1].done() ? size() : size() - 1;
  }
  /// Pending beyond the end.
  partial<X> operator[](std::size_t i) const noexcept {
    return i < size() ? partial<X>(&json_->items()[i]) : partial<X>();
  }
  /// The element itself, once it is done. It was judged by its part of the schema, as far as that can be told
  /// before the end; the whole may still turn out wrong. Empty too if it does not bind, which finish() will
  /// say.
  std::optional<X> element(std::size_t i) const {
    return i < size() ? made<X>(&json_->items()[i]) : std::nullopt;
  }

 private:
  bool is_list() const noexcept { return json_ != nullptr && json_->is_array(); }
};

template <class X>
class map : public node {
 public:
  map() noexcept = default;
  explicit map(const tenon::value* json) noexcept : node(json) {}

  std::size_t size() const noexcept { return is_map() ? json_->size() : 0; }
  /// Names in the order of the text. Precondition: i < size().
  std::string_view name(std::size_t i) const noexcept { return json_->members()[i].name; }
  partial<X> operator[](std::string_view name) const noexcept {
    return is_map() ? partial<X>(json_->find(name)) : partial<X>();
  }

 private:
  bool is_map() const noexcept { return json_ != nullptr && json_->is_object(); }
};

}  // namespace partials

template <class X, class A>
class partial<std::vector<X, A>> : public partials::list<X> {
  using partials::list<X>::list;
};
template <class X, std::size_t N>
class partial<std::array<X, N>> : public partials::list<X> {
  using partials::list<X>::list;
};
template <class X, class C, class A>
class partial<std::map<std::string, X, C, A>> : public partials::map<X> {
  using partials::map<X>::map;
};
template <class X, class H, class E, class A>
class partial<std::unordered_map<std::string, X, H, E, A>> : public partials::map<X> {
  using partials::map<X>::map;
};

template <class... X>
class partial<std::variant<X...>> : public partials::node {
 public:
  partial() noexcept = default;
  explicit partial(const tenon::value* json) noexcept : node(json) {}

  /// Which alternative it is; empty until its discriminator is done.
  std::optional<std::size_t> index() const noexcept {
    constexpr const auto& known = typing::of<std::variant<X...>>::tags;
    const tenon::value* const tag = json_ == nullptr ? nullptr : json_->find(known.discriminator);
    if (reply::state_of(tag) != node_state::done || !tag->is_string()) return std::nullopt;
    for (std::size_t i = 0; i < known.tags.size(); ++i) {
      if (known.tags[i] == tag->string()) return i;
    }
    return std::nullopt;
  }
  /// As this alternative; pending if it is another, or if that is not known yet.
  template <class One>
    requires(std::is_same_v<One, X> || ...)
  partial<One> as() const noexcept {
    constexpr std::array<bool, sizeof...(X)> same{std::is_same_v<One, X>...};
    const std::optional<std::size_t> is = index();
    return is && same[*is] ? partial<One>(json_) : partial<One>();
  }
};

/// A reply that becomes a T, by the schema of T: reply::stream with its value seen as a partial<T>.
template <class T>
class stream {
 public:
  explicit stream(const reply::stream_options& options = {}) : stream(program_of<T>(), options) {}

  reply::stream_state feed(std::string_view piece) { return broken_ ? state() : json_.feed(piece); }
  reply::stream_state state() const noexcept { return broken_ ? reply::stream_state::doomed : json_.state(); }
  /// As reply::stream::why; or that the rules of T do not compile.
  const problem& why() const noexcept { return broken_ ? *broken_ : json_.why(); }
  const problem* runaway() const noexcept { return json_.runaway(); }

  /// What is certain so far.
  partial<T> now() const noexcept { return partial<T>(json_.root()); }

  /// The text has ended: the T, or all that is wrong. Read and validated as a whole (reply::stream::finish),
  /// then bound.
  result<T, problems> finish() {
    if (broken_) return problems{*broken_};
    auto whole = json_.finish();
    if (!whole) return std::move(whole).error();
    ledger_ = std::move(whole->ledger);
    return bind<T>(whole->root);
  }
  /// What was taken away from around the answer. Known after finish().
  const std::vector<edit>& ledger() const noexcept { return ledger_; }

  const reply::stream& json() const noexcept { return json_; }
  void reset() {
    json_.reset();
    ledger_.clear();
  }

 private:
  stream(const result<schema::program>& shape, const reply::stream_options& options)
      : broken_(shape ? std::nullopt : std::optional<problem>(shape.error())),
        json_(shape ? reply::stream(*shape, options) : reply::stream(options)) {}

  std::optional<problem> broken_;
  reply::stream json_;
  std::vector<edit> ledger_;
};

}  // namespace v0
}  // namespace tenon
