// What the direct driver does at a scalar: checks that are nearly always decided at once, and stores. The
// functions of direct/machine.hpp that need no state but what they are handed.
//
// The rules for what may stand in this file are those of direct/text.hpp.
#pragma once

#include "direct/session.hpp"
#include "direct/text.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace direct {

template <class V>
struct leaf {
  using read = tokens<V>;

  // ---- strings ----

  [[gnu::always_inline]] static bool fits(const string_part& part, const decoded& text, session& s) {
    if (part.has_pattern && !matches(part, text, s)) return false;
    if (text.size - part.sure_low <= part.sure_span) [[likely]]
      return true;
    return fits_rest(*part.rest, text, s);
  }
  [[gnu::always_inline]] static bool matches(const string_part& part, const decoded& text, session& s) {
    if (part.shape == nullptr) return s.matches(*part.match, {text.data, text.size});
    const pattern_shape& shape = *part.shape;
    const std::size_t middle = text.size - shape.prefix.length - shape.suffix.length;
    if (middle - shape.least > shape.most - shape.least || !V::in_ranges(text.data, shape.prefix))
      return false;
    if (shape.most == 0) return true;
    const char* const behind = text.data + shape.prefix.length;
    return V::in_ranges(behind + middle, shape.suffix) && V::all_in(behind, middle, shape.middle);
  }
  [[gnu::noinline]] static bool fits_rest(const string_rest& rest, const decoded& text, const session& s) {
    const std::string_view view(text.data, text.size);
    return schema::fits(*s.code.source, rest.rule, view) &&
           (rest.demand == none || s.fits(rest.demand, view));
  }

  // NOLINTNEXTLINE(readability-non-const-parameter): it is written through where a type is bound
  [[gnu::always_inline]] static void store_text(const instruction& n, const decoded& text, char* to) {
    if (n.how == store::text) reinterpret_cast<std::string*>(to)->assign(text.data, text.size);
  }

  // ---- literals ----

  /// A literal, null if it is none of the list, and what is behind it.
  struct literal {
    const name* one;
    const char* end;
  };
  [[gnu::always_inline]] static literal find(const literal_part& part, const char* p, session& s) {
    const std::uint64_t first_characters = load_word(p + 1) & part.prefix;
    const name* const one = part.first + part.slots[(first_characters * part.multiplier) >> part.shift];
    if (!V::same(p, *one)) [[unlikely]]
      return find_in_full(part, p, s);
    return {one, p + one->length};
  }
  /// It may be spelt with escapes, or be too long for a block.
  [[gnu::noinline]] static literal find_in_full(const literal_part& part, const char* p, session& s) {
    decoded text;
    p = read::string(p, text, s);
    if (p == nullptr || !s.charge_text(text.size)) return {nullptr, p};
    return {find(*part.names, text), p};
  }
  /// Precondition: the list is hashed.
  static const name* find(const name_list& list, const decoded& text) {
    std::uint64_t at = hash_name(text.data, text.size) & list.mask;
    while (true) {
      const std::uint16_t number = list.slots[at];
      if (number == plan::empty_slot) return nullptr;
      if (list.bare[number] == std::string_view(text.data, text.size)) return list.first + number;
      at = (at + 1) & list.mask;
    }
  }

  // ---- numbers ----

  [[gnu::noinline]] static const char* number_in_full(session& s, const instruction& n, const char* p,
                                                      char* to) {
    const char* const end = read::number_end(p);
    if (end == nullptr || !s.charge_text(static_cast<std::size_t>(end - p)) ||
        !s.number(n, {p, static_cast<std::size_t>(end - p)}, to))
      return nullptr;
    return end;
  }

  /// The number fits the type: bounds were narrowed to it.
  [[gnu::always_inline]] static void store_integer(store how, std::int64_t number, char* to) {
    if (how == store::i64 || how == store::u64) {
      std::memcpy(to, &number, sizeof number);
    } else if (how == store::i32 || how == store::u32) {
      const auto low = static_cast<std::uint32_t>(number);
      std::memcpy(to, &low, sizeof low);
    } else if (how == store::i16 || how == store::u16) {
      const auto low = static_cast<std::uint16_t>(number);
      std::memcpy(to, &low, sizeof low);
    } else if (how != store::nothing) {
      const auto low = static_cast<std::uint8_t>(number);
      std::memcpy(to, &low, sizeof low);
    }
  }
  [[gnu::always_inline]] static void store_real(store how, double number, char* to) {
    if (how == store::f64) {
      std::memcpy(to, &number, sizeof number);
    } else if (how == store::f32) {
      const auto single = static_cast<float>(number);  // of 15 digits: not too large
      std::memcpy(to, &single, sizeof single);
    }
  }

  // ---- what comes decides ----

  [[gnu::always_inline]] static const instruction* pick(const pick_part& part, char c) {
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

  /// The branch for the object at `p`, by its tag, which mostly comes first.
  [[gnu::always_inline]] static const branch* choose(const choice_part& part, const char* p, session& s) {
    if (*p == '{' && V::same_but_comma(p, *part.tag)) [[likely]] {
      p = read::skip_space(p + part.tag->length);
      return branch_of(part, find(*part.tags, p, s).one);
    }
    return choose_in_full(part, p, s);
  }
  static const branch* branch_of(const choice_part& part, const name* tag) {
    return tag == nullptr ? nullptr : part.branches + tag->number;
  }
  [[gnu::noinline]] static const branch* choose_in_full(const choice_part& part, const char* p, session& s) {
    if (*p != '{') return nullptr;
    const char* const begin = p;
    p = read::skip_space(p + 1);
    while (true) {
      decoded text;
      p = read::string(p, text, s);
      if (p == nullptr) return nullptr;
      const bool here = std::string_view(text.data, text.size) == part.bare_tag;
      p = read::skip_space(p);
      if (*p != ':') return nullptr;
      p = read::skip_space(p + 1);
      if (here) {
        if (!s.look_again(static_cast<std::size_t>(p - begin))) return nullptr;
        return branch_of(part, find(*part.tags, p, s).one);
      }
      p = read::skip(p);
      if (p == nullptr) return nullptr;
      p = read::skip_space(p);
      if (*p != ',') return nullptr;
      p = read::skip_space(p + 1);
    }
  }

  [[gnu::noinline]] static const char* slow(session& s, const slow_part& part, const char* p,
                                            std::size_t depth, char* to) {
    const char* const end = read::skip(p);
    if (end == nullptr || !s.slow(part, {p, static_cast<std::size_t>(end - p)}, depth, to)) return nullptr;
    return end;
  }

  // ---- members and items ----

  /// The name that begins at `p` and is `text`; most often a colon follows at once.
  [[gnu::always_inline]] static const name* find_at(const name_list& list, const char* p,
                                                    const decoded& text) {
    const std::uint16_t number = list.slots[hash_name(text.data, text.size) & list.mask];
    if (number == plan::empty_slot) return nullptr;
    const name* const one = list.first + number;
    return V::same_but_comma(p - 1, *one) ? one : find(list, text);
  }

  /// A member that was not expected: its instruction and where it goes.
  struct member {
    const name* declared = nullptr;  // or
    const instruction* n = nullptr;
    char* to = nullptr;
  };
  /// Reads its name and its colon.
  [[gnu::noinline]] static const char* find_member(session& s, frame& f, const char* p, member& which) {
    const object_part& object = f.n->object;
    const char* const begin = p;
    decoded text;
    p = read::string(p, text, s);
    if (p == nullptr) return nullptr;
    which.declared = object.names.slots != nullptr ? find_at(object.names, begin, text)
                                                   : session::find_name(f, {text.data, text.size});
    if (which.declared == nullptr) {
      if (object.special) which.n = s.other_member(f, {text.data, text.size}, which.to);
      if (which.n == nullptr) return nullptr;
    }
    p = read::skip_space(p);
    return *p == ':' ? p + 1 : nullptr;
  }

  /// Strings are compared here, other items as values.
  [[gnu::noinline]] static bool items_differ(session& s, frame& f, const char* end) {
    const std::span<std::string_view> items = s.items_of(f);
    char* const mark = s.top;
    bool strings = true;
    for (std::string_view& item : items) {
      decoded text;
      // It ends by its quotation mark.
      // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage)
      strings = read::string(item.data(), text, s) != nullptr;
      if (!strings) break;
      item = {text.data, text.size};
      s.keep(item);
    }
    const auto depth = static_cast<std::size_t>(&f - s.frames) - 1;
    const bool differ = items.size() < 2 || (strings ? s.all_differ(items) : s.all_differ(f, end, depth));
    s.close_unique(f);
    s.top = mark;
    return differ;
  }
};

}  // namespace direct
}  // namespace schema
}  // namespace v0
}  // namespace tenon
