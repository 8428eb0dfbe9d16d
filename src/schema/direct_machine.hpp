// The direct driver: reads a text as the plan expects it and checks, and stores, as it goes.
//
// An instruction says what must come; the text is compared with it, most often by one look at a block: the
// next name with its comma, quotes and colon. There are no events and no tree. Open arrays and objects
// stand on a stack of frames, so nothing recurses. The state is a few local variables that the compiler keeps
// in registers, which is why everything hot is inlined into `run` and everything else is a function that is
// handed what it needs: the address of the machine must never be taken.
//
// The rules for what may stand in this file are those of direct_text.hpp.
#pragma once

#include "direct_session.hpp"
#include "direct_text.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

/// Bind: results are stored.
template <class V, bool Bind>
class machine {
  using read = tokens<V>;

 public:
  /// Does the text fit? If not, s.unsure tells whether that is certain.
  static bool run(session& s, void* to) {
    machine m(s, static_cast<char*>(to));
    return m.all();
  }

 private:
  machine(session& s, char* to)
      : s_(s), code_(s.code.code.data()), p_(s.text.data()), n_(code_ + s.code.root), to_(to), f_(s.frames) {}

  [[gnu::always_inline]] inline bool all() {
    static constexpr instruction bottom(op::finish);
    f_->n = &bottom;
    p_ = read::skip_space(p_);
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
          n_ = code_ + pick(n_->pick, *p_);
          continue;
        case op::optional:
          fits = optional(inside);
          break;
        case op::choice:
          fits = inside = choose();
          break;
        case op::slow:
          fits = slow();
          break;
        case op::refuse:
        case op::finish:
          return false;
      }
      if (!fits) [[unlikely]]
        return false;
      if (inside) continue;
      if (!next()) return n_ == nullptr && read::skip_space(p_) == s_.text.data() + s_.text.size();
    }
  }

  /// What comes after a value; false if nothing does (n_ is null), or does not fit.
  [[gnu::always_inline]] inline bool next() {
    while (true) {
      if (f_->n->kind == op::object) {
        const name_list& names = f_->n->object.names;
        if (f_->next < names.count) [[likely]] {
          const name& expected = s_.code.names[names.first + f_->next];
          if (V::same(p_, expected)) [[likely]] {
            p_ += expected.length;
            return member(expected, f_->next);
          }
        }
        p_ = read::skip_space(p_);
        if (*p_ == ',') {
          p_ = read::skip_space(p_ + 1);
          return any_member();
        }
        if (*p_ != '}' || !close_object()) return false;
      } else if (f_->n->kind == op::array) {
        if (f_->n->array.unique) s_.note_item(f_->item, p_);
        if (*p_ == ',') return item(p_ + 1);
        p_ = read::skip_space(p_);
        if (*p_ == ',') return item(p_ + 1);
        if (*p_ != ']' || !close_array()) return false;
      } else {
        n_ = nullptr;
        return false;
      }
      ++p_;
      --f_;
    }
  }

  // ---- scalars ----

  [[gnu::always_inline]] inline bool string() {
    char* const mark = s_.top;
    decoded text;
    const char* const end = read::string(p_, text, s_);
    if (end == nullptr || !fits(n_->string, text, s_)) [[unlikely]]
      return false;
    if constexpr (Bind) store_text(*n_, text, to_);
    s_.top = mark;
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] static inline bool fits(const string_part& part, const decoded& text, session& s) {
    if (part.fixed != nullptr) {
      if (text.size != part.fixed->length || !V::in_ranges(text.data, *part.fixed)) return false;
    } else if (part.match != nullptr) {
      if (!part.match->found_in({text.data, text.size})) return false;
    }
    const std::size_t least = text.ascii ? text.size : (text.size + 3) / 4;  // code points
    if (text.size <= part.max_length && least >= part.min_length) [[likely]]
      return !part.more || fits_more(part, text, s);
    return fits_more(part, text, s);
  }
  /// Lengths that have to be counted, and what is seldom asked.
  [[gnu::noinline]] static bool fits_more(const string_part& part, const decoded& text, const session& s) {
    const std::string_view view(text.data, text.size);
    string_rule rule;
    rule.min_length = part.min_length;
    rule.max_length = part.max_length;
    rule.format = part.format;
    return schema::fits(*s.code.source, rule, view) && (part.demand == none || s.fits(part.demand, view));
  }

  [[gnu::always_inline]] static inline void store_text(const instruction& n, const decoded& text, char* to) {
    if (n.how == store::text) reinterpret_cast<std::string*>(to)->assign(text.data, text.size);
  }

  [[gnu::always_inline]] inline bool literal() {
    char* const mark = s_.top;
    decoded text;
    const char* const end = short_string(text);
    if (end == nullptr) [[unlikely]]
      return false;
    const std::uint32_t number = find(s_.code, n_->literal.names, text);
    if (number == none) return false;
    if constexpr (Bind) {
      if (n_->how == store::text) {
        store_text(*n_, text, to_);
      } else if (n_->how != store::nothing) {
        store_integer(*n_, s_.code.values[n_->literal.values + number], to_);
      }
    }
    s_.top = mark;
    p_ = end;
    return true;
  }

  /// Most literals end in the first block.
  [[gnu::always_inline]] inline const char* short_string(decoded& to) {
    if (*p_ != '"') [[unlikely]]
      return nullptr;
    const auto stop = V::stops(V::load(p_ + 1));
    if (stop != 0) [[likely]] {
      const std::size_t size = V::first(stop);
      if (p_[1 + size] == '"') [[likely]] {
        to = {p_ + 1, size, false};  // looked up only: what equals a name is valid
        return p_ + 2 + size;
      }
    }
    return read::string(p_, to, s_);
  }

  /// Position in the list, or `none`. Precondition: the list is hashed.
  [[gnu::always_inline]] static inline std::uint32_t find(const plan& code, const name_list& list,
                                                          const decoded& text) {
    std::uint64_t at = hash_name(text.data, text.size) & list.mask;
    while (true) {
      const std::uint8_t number = code.slots[list.slots + at];
      if (number == plan::empty_slot) return none;
      const name& one = code.names[list.first + number];
      if (one.size == text.size && std::memcmp(one.data, text.data, text.size) == 0) return number;
      at = (at + 1) & list.mask;
    }
  }

  [[gnu::always_inline]] inline bool integer() {
    std::int64_t number = 0;
    const char* const end = read::integer(p_, number);
    if (end == nullptr || n_->integer.inexact) [[unlikely]]
      return number_in_full();
    if (number < n_->integer.low || number > n_->integer.high) return false;
    if constexpr (Bind) {
      if (number == 0 && n_->how >= store::f32) return number_in_full();  // -0
      store_integer(*n_, number, to_);
    }
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] inline bool number() {
    double number = 0;
    const char* const end = read::real(p_, number);
    if (end == nullptr || n_->number.inexact) [[unlikely]]
      return number_in_full();
    if (!(number >= n_->number.low && number <= n_->number.high)) return false;
    if constexpr (Bind) {
      if (n_->how == store::f64) [[likely]] {
        std::memcpy(to_, &number, sizeof number);
      } else if (n_->how != store::nothing) {
        return number_in_full();
      }
    }
    p_ = end;
    return true;
  }

  [[gnu::always_inline]] inline bool number_in_full() {
    const char* const end = number_in_full(s_, *n_, p_, to_);
    p_ = end;
    return end != nullptr;
  }
  [[gnu::noinline]] static const char* number_in_full(session& s, const instruction& n, const char* p,
                                                      char* to) {
    const char* const end = read::number_end(p);
    if (end == nullptr || !s.number(n, {p, static_cast<std::size_t>(end - p)}, to)) return nullptr;
    return end;
  }

  /// The number fits the type: bounds were narrowed to it.
  [[gnu::always_inline]] static inline void store_integer(const instruction& n, std::int64_t number,
                                                          char* to) {
    switch (n.how) {
      case store::i64:
      case store::u64:
        std::memcpy(to, &number, 8);
        break;
      case store::i32:
      case store::u32: {
        const auto small = static_cast<std::uint32_t>(number);
        std::memcpy(to, &small, 4);
        break;
      }
      case store::i16:
      case store::u16: {
        const auto small = static_cast<std::uint16_t>(number);
        std::memcpy(to, &small, 2);
        break;
      }
      case store::i8:
      case store::u8:
        *to = static_cast<char>(static_cast<std::uint8_t>(number));
        break;
      case store::f64: {
        const auto real = static_cast<double>(number);
        std::memcpy(to, &real, sizeof real);
        break;
      }
      case store::f32: {
        const auto real = static_cast<float>(number);
        std::memcpy(to, &real, sizeof real);
        break;
      }
      default:
        break;
    }
  }

  [[gnu::always_inline]] inline bool boolean() {
    const bool truth = std::memcmp(p_, "true", 4) == 0;
    if (!truth && std::memcmp(p_, "false", 5) != 0) return false;
    if (!(truth ? n_->boolean.admits_true : n_->boolean.admits_false)) return false;
    if constexpr (Bind) {
      if (n_->how == store::truth) std::memcpy(to_, &truth, sizeof truth);
    }
    p_ += truth ? 4 : 5;
    return true;
  }

  [[gnu::always_inline]] inline bool null() {
    if (std::memcmp(p_, "null", 4) != 0) return false;
    p_ += 4;
    return true;
  }

  // ---- what comes decides ----

  [[gnu::always_inline]] static inline std::uint32_t pick(const pick_part& part, char c) {
    switch (c) {
      case '"':
        return part.string;
      case '{':
        return part.object;
      case '[':
        return part.array;
      case 'n':
        return part.null;
      case 't':
      case 'f':
        return part.boolean;
      default:
        return part.number;
    }
  }

  [[gnu::always_inline]] inline bool optional(bool& inside) {
    const optional_part& part = n_->optional;
    if (*p_ == 'n') {
      part.operations->reset(to_);
      return part.admits_null && null();
    }
    void* held = part.fresh ? nullptr : const_cast<void*>(part.operations->get(to_));
    to_ = static_cast<char*>(held != nullptr ? held : part.operations->emplace(to_));
    n_ = code_ + part.inside;
    return inside = true;
  }

  [[gnu::always_inline]] inline bool choose() {
    const branch* const chosen = choose(s_, n_->choice, p_);
    if (chosen == nullptr) return false;
    if constexpr (Bind) {
      const variant_operations* const variant = n_->choice.variant;
      if (variant != nullptr) {
        const bool again = !chosen->fresh && variant->index(to_) == chosen->alternative;
        to_ = static_cast<char*>(again ? const_cast<void*>(variant->get(to_))
                                       : variant->emplace(to_, chosen->alternative));
      }
    }
    n_ = code_ + chosen->child;
    return true;
  }

  /// Looks for the tag of the object at `p`, which mostly comes first.
  [[gnu::noinline]] static const branch* choose(session& s, const choice_part& part, const char* p) {
    if (*p != '{') return nullptr;
    const char* const begin = p;
    const name& tag = s.code.names[part.tag];
    p = read::skip_space(p + 1);
    while (true) {
      char* const mark = s.top;
      decoded text;
      p = read::string(p, text, s);
      if (p == nullptr) return nullptr;
      const bool here = std::string_view(text.data, text.size) == tag.bare();
      s.top = mark;
      p = read::skip_space(p);
      if (*p != ':') return nullptr;
      p = read::skip_space(p + 1);
      if (here) return s.look_again(static_cast<std::size_t>(p - begin)) ? branch_of(s, part, p) : nullptr;
      p = read::skip(p);
      if (p == nullptr) return nullptr;
      p = read::skip_space(p);
      if (*p != ',') return nullptr;
      p = read::skip_space(p + 1);
    }
  }
  static const branch* branch_of(session& s, const choice_part& part, const char* p) {
    char* const mark = s.top;
    decoded text;
    if (read::string(p, text, s) == nullptr) return nullptr;
    s.top = mark;
    const std::uint32_t number = find(s.code, part.tags, text);
    return number == none ? nullptr : &s.code.branches[part.branches + number];
  }

  [[gnu::always_inline]] inline bool slow() {
    p_ = slow(s_, n_->slow, p_, static_cast<std::size_t>(f_ - s_.frames), to_);
    return p_ != nullptr;
  }
  [[gnu::noinline]] static const char* slow(session& s, const slow_part& part, const char* p,
                                            std::size_t depth, char* to) {
    const char* const end = read::skip(p);
    if (end == nullptr || !s.slow(part, {p, static_cast<std::size_t>(end - p)}, depth, to)) return nullptr;
    return end;
  }

  // ---- arrays ----

  [[gnu::always_inline]] inline bool open_array(bool& inside) {
    if (*p_ != '[' || !push()) [[unlikely]]
      return false;
    f_->begin = p_;
    const array_part& part = n_->array;
    if (part.unique) s_.open_unique(*f_);
    if constexpr (Bind) open_list(*f_);
    ++p_;
    p_ = read::skip_space(p_);
    if (*p_ != ']') return inside = item(p_);
    if (!close_array()) return false;
    ++p_;
    --f_;
    return true;
  }

  [[gnu::always_inline]] inline bool push() {
    if (f_ == s_.last) return s_.doubt();
    ++f_;
    f_->n = n_;
    f_->to = to_;
    f_->seen = 0;
    f_->next = 0;
    return true;
  }

  [[gnu::always_inline]] static inline void open_list(frame& f) {
    const array_part& part = f.n->array;
    f.count = part.length;
    f.data = f.to;
    if (part.list == nullptr) return;
    if (part.fresh) part.list->truncate(f.to, 0);
    f.count = static_cast<std::uint32_t>(part.list->size(f.to));
    f.data = f.count == 0 ? nullptr : static_cast<char*>(const_cast<void*>(part.list->at(f.to, 0)));
  }

  /// The item at `p`.
  [[gnu::always_inline]] inline bool item(const char* p) {
    const array_part& part = f_->n->array;
    const std::uint32_t number = f_->next++;
    if (number >= part.max_items) return false;
    n_ = code_ + (number < part.prefix_count ? s_.code.children[part.prefix + number] : part.items);
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
  [[gnu::always_inline]] inline bool close_array() {
    const array_part& part = f_->n->array;
    if (f_->next < part.min_items) return false;
    if (part.unique && !items_differ(s_, *f_, p_ + 1)) return false;
    if constexpr (Bind) {
      if (f_->next < f_->count) {
        if (part.list == nullptr) return false;  // fewer than a std::array has
        part.list->truncate(f_->to, f_->next);
      }
    }
    return true;
  }

  /// Strings are compared here, other items as values.
  [[gnu::noinline]] static bool items_differ(session& s, frame& f, const char* end) {
    const std::span<std::string_view> items = s.items_of(f);
    char* const mark = s.top;
    bool strings = true;
    for (std::string_view& item : items) {
      decoded text;
      strings = read::string(item.data(), text, s) != nullptr;
      if (!strings) break;
      item = {text.data, text.size};
    }
    const auto depth = static_cast<std::size_t>(&f - s.frames) - 1;
    const bool differ =
        items.size() < 2 || (strings ? session::all_differ(items) : s.all_differ(f, end, depth));
    s.close_unique(f);
    s.top = mark;
    return differ;
  }

  // ---- objects ----

  [[gnu::always_inline]] inline bool open_object(bool& inside) {
    if (*p_ != '{' || !push()) [[unlikely]]
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
  [[gnu::always_inline]] inline bool any_member() {
    const name_list& names = f_->n->object.names;
    if (f_->next < names.count) {
      const name& expected = s_.code.names[names.first + f_->next];
      if (V::same_but_comma(p_ - 1, expected)) {
        p_ += expected.length - 1;
        return member(expected, f_->next);
      }
    }
    found which;
    p_ = find_member(s_, *f_, p_, which);
    if (p_ == nullptr) return false;
    if (which.number != none) return member(s_.code.names[names.first + which.number], which.number);
    n_ = which.n;
    if constexpr (Bind) to_ = which.to;
    p_ = read::skip_space(p_);
    return true;
  }

  /// Behind the colon of the declared member.
  [[gnu::always_inline]] inline bool member(const name& one, std::uint32_t number) {
    const std::uint64_t bit = std::uint64_t{1} << one.bit;
    f_->next = number + 1;
    if (f_->n->object.wide) [[unlikely]] {
      if (!s_.mark_wide(*f_, number)) return false;
    } else {
      if ((f_->seen & bit) != 0) [[unlikely]]
        return false;
      f_->seen |= bit;
    }
    n_ = code_ + one.child;
    if constexpr (Bind) to_ = f_->to + one.offset;
    p_ = read::skip_space(p_);
    return true;
  }

  struct found {
    std::uint32_t number = none;  // of a declared member; else
    const instruction* n = nullptr;
    char* to = nullptr;
  };
  /// Reads a name that was not expected, and its colon.
  [[gnu::noinline]] static const char* find_member(session& s, frame& f, const char* p, found& which) {
    const object_part& object = f.n->object;
    char* const mark = s.top;
    decoded text;
    p = read::string(p, text, s);
    if (p == nullptr) return nullptr;
    const std::string_view bare(text.data, text.size);
    if (object.wide) {
      index hint = f.next;
      which.number = object.rule->names.find(bare, hint);
    } else {
      which.number = find(s.code, object.names, text);
    }
    if (which.number != none) {
      s.top = mark;
    } else {
      if (!object.special) return nullptr;
      which.n = s.other_member(f, bare, which.to);
      if (which.n == nullptr) return nullptr;
    }
    p = read::skip_space(p);
    return *p == ':' ? p + 1 : nullptr;
  }

  /// At the brace.
  [[gnu::always_inline]] inline bool close_object() {
    const object_part& object = f_->n->object;
    if (object.special) [[unlikely]]
      return s_.close_object(*f_);
    return (object.required & ~f_->seen) == 0;
  }

  session& s_;
  const instruction* const code_;
  const char* p_;
  const instruction* n_;
  char* to_;
  frame* f_;
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
