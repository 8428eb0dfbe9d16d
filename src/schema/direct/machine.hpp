// The direct driver: reads a text as the plan expects it and checks, and stores, as it goes.
//
// An instruction says what must come; the text is compared with it, most often by one look at a block: the
// next name with its comma, quotes and colon. There are no events and no tree. Open arrays and objects
// stand on a stack of frames, so nothing recurses. The state is a few local variables that the compiler keeps
// in registers, which is why everything hot is inlined into `run` and everything else is a function that is
// handed what it needs: the address of the machine must never be taken.
//
// The rules for what may stand in this file are those of direct/text.hpp.
#pragma once

#include "direct/leaf.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

template <class V>
struct trial_runs;

/// Bind: results are stored.
template <class V, bool Bind>
class machine {
  using read = tokens<V>;
  using at = leaf<V>;
  using at_trials = trial_runs<V>;

 public:
  /// Does the text fit? If not, s.unsure tells whether that is certain.
  static bool run(session& s, void* to) {
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the text is padded, or copied so that it is
    machine m(s, s.code.root, read::skip_space(s.text.data()), static_cast<char*>(to), s.frames);
    return m.value() && read::skip_space(m.p_) == s.text.data() + s.text.size();
  }

 private:
  machine(session& s, const instruction* n, const char* p, char* to, frame* bottom)
      : s_(s), p_(p), n_(n), to_(to), f_(bottom) {}

  /// The value at p_, and p_ is behind it; where it does not fit, somewhere in it.
  [[gnu::always_inline]] bool value() {
    static constexpr instruction bottom(op::finish);
    f_->n = &bottom;
    f_->expected = &no_name;
    while (true) {
      bool fits = false;
      bool inside = false;  // another value comes first
      switch (n_->kind) {
        case op::string:
          fits = string();
          break;
        case op::literal:
          fits = literal();
          break;
        case op::integer:
          fits = integer();
          break;
        case op::number:
          fits = number();
          break;
        case op::boolean:
          fits = boolean();
          break;
        case op::null:
          fits = null();
          break;
        case op::object:
          fits = open_object(inside);
          break;
        case op::array:
          fits = open_array(inside);
          break;
        case op::pick:
          n_ = at::pick(n_->pick, *p_);
          continue;
        case op::optional:
          fits = optional(inside);
          break;
        case op::choice:
          fits = inside = choose();
          break;
        case op::trials:
          fits = open_trials(inside);
          break;
        case op::skip:
          fits = skip();
          break;
        case op::slow:
          fits = slow();
          break;
        case op::refuse:
          return false;
        case op::finish:
          __builtin_unreachable();  // is in no plan
      }
      if (!fits) [[unlikely]]
        return false;
      if (inside) continue;
      if (!next()) return n_ == nullptr;
    }
  }

  static constexpr name no_name{};

  /// What comes after a value; false if nothing does (n_ is null), or does not fit.
  [[gnu::always_inline]] bool next() {
    while (true) {
      const name& expected = *f_->expected;
      if (V::same(p_, expected)) [[likely]] {
        p_ += expected.length;
        return member(expected);
      }
      if (f_->n->kind == op::array) {
        if (f_->n->array.unique) s_.note_item(f_->item, p_);
        if (*p_ == ',') return item(p_ + 1);
        p_ = read::skip_space(p_);
        if (*p_ == ',') return item(p_ + 1);
        if (*p_ != ']' || !close_array()) return false;
      } else if (f_->n->kind == op::object) {
        p_ = read::skip_space(p_);
        if (*p_ == ',') {
          p_ = read::skip_space(p_ + 1);
          return any_member();
        }
        if (*p_ != '}' || !close_object()) return false;
      } else if (f_->n->kind == op::trials) {
        if (!at_trials::all_hold(s_, f_->n->trials, f_->begin, f_)) return false;
        --f_;
        continue;
      } else {
        n_ = nullptr;
        return false;
      }
      ++p_;
      --f_;
    }
  }

  // ---- scalars ----

  [[gnu::always_inline]] bool string() {
    decoded text;
    const char* const end = read::string(p_, text, s_);
    if (end == nullptr) [[unlikely]]
      return false;
    p_ = end;
    if (!at::fits(n_->string, text, s_)) [[unlikely]]
      return false;
    if constexpr (Bind) at::store_text(*n_, text, to_);
    return true;
  }

  [[gnu::always_inline]] bool literal() {
    const auto [one, end] = at::find(n_->literal, p_, s_);
    if (one == nullptr) [[unlikely]]
      return false;
    p_ = end;
    if (n_->literal.distinct) {
      const std::uint64_t bit = std::uint64_t{1} << one->bit;
      if ((f_->seen & bit) != 0) return false;
      f_->seen |= bit;
    }
    if constexpr (Bind) store_literal(*one);
    return true;
  }
  [[gnu::always_inline]] void store_literal(const name& one) {
    if (n_->how == store::nothing) return;
    if (n_->how != store::text) return at::store_integer(n_->how, n_->literal.values[one.number], to_);
    const std::string_view bare = n_->literal.names->bare[one.number];
    at::store_text(*n_, {bare.data(), bare.size(), false}, to_);
  }

  [[gnu::always_inline]] bool integer() {
    std::int64_t number = 0;
    const char* const end = read::integer(p_, number);
    const integer_part& part = n_->integer;
    const std::uint64_t above = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(part.low);
    if (end == nullptr || above > part.span) [[unlikely]]
      return number_in_full();
    if constexpr (Bind) at::store_integer(n_->how, number, to_);
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] bool number() {
    double number = 0;
    const char* const end = read::real(p_, number);
    const number_part& part = n_->number;
    if (end == nullptr || !(number >= part.low && number <= part.high)) [[unlikely]]
      return number_in_full();
    if constexpr (Bind) at::store_real(n_->how, number, to_);
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] bool number_in_full() { return go_to(at::number_in_full(s_, *n_, p_, to_)); }

  [[gnu::always_inline]] bool go_to(const char* end) {
    if (end == nullptr) return false;
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] bool boolean() {
    const bool truth = std::memcmp(p_, "true", 4) == 0;
    if (!truth && std::memcmp(p_, "false", 5) != 0) return false;
    if (!(truth ? n_->boolean.admits_true : n_->boolean.admits_false)) return false;
    if constexpr (Bind) {
      if (n_->how == store::truth) std::memcpy(to_, &truth, sizeof truth);
    }
    p_ += truth ? 4 : 5;
    return true;
  }

  [[gnu::always_inline]] bool null() {
    if (std::memcmp(p_, "null", 4) != 0) return false;
    p_ += 4;
    return true;
  }

  // ---- what comes decides ----

  [[gnu::always_inline]] bool optional(bool& inside) {
    const optional_part& part = n_->optional;
    if (*p_ == 'n') {
      part.operations->reset(to_);
      return part.admits_null && null();
    }
    void* const held = part.fresh ? nullptr : const_cast<void*>(part.operations->get(to_));
    to_ = static_cast<char*>(held != nullptr ? held : part.operations->emplace(to_));
    n_ = part.inside;
    return inside = true;
  }

  [[gnu::always_inline]] bool choose() {
    const branch* const chosen = at::choose(n_->choice, p_, s_);
    if (chosen == nullptr) return false;
    if constexpr (Bind) {
      const variant_operations* const variant = n_->choice.variant;
      if (variant != nullptr) {
        const bool again = !chosen->fresh && variant->index(to_) == chosen->alternative;
        to_ = static_cast<char*>(again ? const_cast<void*>(variant->get(to_))
                                       : variant->emplace(to_, chosen->alternative));
      }
    }
    n_ = chosen->child;
    return true;
  }

  [[gnu::always_inline]] bool slow() {
    return go_to(at::slow(s_, n_->slow, p_, static_cast<std::size_t>(f_ - s_.frames), to_));
  }

  [[gnu::always_inline]] bool skip() { return go_to(read::skip_known(p_)); }

  // ---- other instructions on the same value ----

  /// The base first, on top of a frame that remembers where the value begins.
  [[gnu::always_inline]] bool open_trials(bool& inside) {
    const instruction* const base = n_->trials.base;
    if (base == nullptr) return go_to(at_trials::read_and_hold(s_, n_->trials, p_, f_));
    if (!push(no_name)) return false;
    f_->begin = p_;
    n_ = base;
    return inside = true;
  }

  // ---- arrays ----

  [[gnu::always_inline]] bool push(const name& expected) {
    if (f_ == s_.last) [[unlikely]]
      return s_.doubt();
    ++f_;
    f_->n = n_;
    f_->expected = &expected;
    f_->to = to_;
    f_->seen = 0;
    return true;
  }

  [[gnu::always_inline]] bool open_array(bool& inside) {
    if (*p_ != '[' || !push(no_name)) [[unlikely]]
      return false;
    f_->next = 0;
    f_->begin = p_;
    if (n_->array.unique) s_.open_unique(*f_);
    if constexpr (Bind) open_list(*f_);
    ++p_;
    p_ = read::skip_space(p_);
    if (*p_ != ']') return inside = item(p_);
    if (!close_array()) return false;
    ++p_;
    --f_;
    return true;
  }

  [[gnu::always_inline]] static void open_list(frame& f) {
    const array_part& part = f.n->array;
    f.count = part.length;
    f.data = f.to;
    if (part.list == nullptr) return;
    if (part.fresh) part.list->truncate(f.to, 0);
    const list_operations::elements held = part.list->all(f.to);
    f.count = static_cast<std::uint32_t>(held.count);
    f.data = static_cast<char*>(held.first);
  }

  /// The item at `p`.
  [[gnu::always_inline]] bool item(const char* p) {
    const array_part& part = f_->n->array;
    const std::uint32_t number = f_->next++;
    if (number >= part.max_items) return false;
    n_ = number < part.prefix_count ? part.prefix[number] : part.items;
    p_ = read::skip_space(p);
    if (part.unique) f_->item = p_;
    if constexpr (Bind) {
      if (number < f_->count) {
        to_ = f_->data + std::size_t{number} * part.stride;
      } else if (part.list != nullptr) {
        to_ = static_cast<char*>(part.list->append(f_->to));
      } else if (part.stride != 0) {
        return false;  // more than a std::array has
      }
    }
    return true;
  }

  /// At the bracket.
  [[gnu::always_inline]] bool close_array() {
    const array_part& part = f_->n->array;
    if (f_->next < part.min_items) return false;
    if (part.unique && !at::items_differ(s_, *f_, p_ + 1)) return false;
    if constexpr (Bind) {
      if (f_->next < f_->count) {
        if (part.list == nullptr) return false;  // fewer than a std::array has
        part.list->truncate(f_->to, f_->next);
      }
    }
    return true;
  }

  // ---- objects ----

  [[gnu::always_inline]] bool open_object(bool& inside) {
    if (*p_ != '{' || !push(*n_->object.names.first)) [[unlikely]]
      return false;
    if (n_->object.special) s_.open_object(*f_);
    ++p_;
    p_ = read::skip_space(p_);
    if (*p_ != '}') return inside = any_member();
    if (!close_object()) return false;
    ++p_;
    --f_;
    return true;
  }

  /// The member whose name begins at p_.
  [[gnu::always_inline]] bool any_member() {
    const name& expected = *f_->expected;
    if (V::same_but_comma(p_ - 1, expected)) {
      p_ += expected.length - 1;
      return member(expected);
    }
    typename at::member which;
    if (!go_to(at::find_member(s_, *f_, p_, which))) return false;
    if (which.declared != nullptr) return member(*which.declared);
    n_ = which.n;
    if constexpr (Bind) to_ = which.to;
    p_ = read::skip_space(p_);
    return true;
  }

  /// Behind the colon of the declared member.
  [[gnu::always_inline]] bool member(const name& one) {
    f_->expected = &one + 1;
    n_ = one.child;
    if constexpr (Bind) to_ = f_->to + one.offset;
    p_ = read::skip_space(p_);
    if (one.bit == wide_bit) [[unlikely]]
      return s_.mark_wide(*f_, one.number);
    const std::uint64_t bit = std::uint64_t{1} << one.bit;
    const std::uint64_t before = f_->seen;
    f_->seen = before | bit;
    return (before & bit) == 0;
  }

  /// At the brace.
  [[gnu::always_inline]] bool close_object() {
    const object_part& object = f_->n->object;
    if (object.special) [[unlikely]]
      return s_.close_object(*f_);
    return (object.required & ~f_->seen) == 0;
  }

  session& s_;
  const char* p_;
  const instruction* n_;
  char* to_;
  frame* f_;
  friend struct trial_runs<V>;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon

#include "direct/trial.hpp"
