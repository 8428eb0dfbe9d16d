// Walks a value and a descriptor side by side and fills an object.
//
// Recursion follows the value, whose depth is bounded by max_bind_depth. The frames of records (member
// addresses, which were seen) live on one shared stack, so that a level costs little. Every loop
// stops at max_bind_errors.
#include "nodes/scalars.hpp"
#include "walk/names.hpp"
#include "walk/report.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/decimal.hpp>
#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace {

/// Room made at once; a longer list grows as its items turn out to be good.
constexpr std::size_t reserved_items = 1024;

std::string quoted(std::string_view text) {
  return '"' + excerpt(text, 80) + '"';
}

/// One of the wire names, for `expected`.
template <class Names, class NameOf>
std::string listed(const Names& names, NameOf name_of) {
  constexpr std::size_t longest = 400;
  std::string out = names.size() == 1 ? "" : "one of ";
  for (const auto& one : names) {
    if (&one != &names[0]) out += ", ";
    if (out.size() > longest) return out + "… (" + std::to_string(names.size()) + " in all)";
    out += quoted(name_of(one));
  }
  return out;
}

template <class Names, class NameOf>
std::string nearest_of(const Names& names, NameOf name_of, std::string_view text) {
  name_table table;
  for (const auto& one : names) table.at(name_of(one)).child = 0;
  return nearest_name(table, text);
}

/// "integer from -128 to 127"
std::string range_text(const descriptor& d) {
  const int bits = 8 * d.width - (d.is_signed ? 1 : 0);
  const std::uint64_t top = UINT64_MAX >> (64 - bits);
  const std::string bottom = d.is_signed ? std::to_string(-static_cast<std::int64_t>(top) - 1) : "0";
  return "integer from " + bottom + " to " + std::to_string(top);
}

class binder {
 public:
  explicit binder(problems& errors) : errors_(errors), before_(errors.size()) {}

  bool ok() const { return errors_.size() == before_; }

  void fill(const value& from, const descriptor& d, void* target) {
    if (full()) return;
    if (depth_ >= max_bind_depth) {
      add("max_depth", from, "at most " + std::to_string(max_bind_depth) + " levels", "nested too deeply");
      return;
    }
    ++depth_;
    dispatch(from, d, target);
    --depth_;
  }

 private:
  bool full() const { return errors_.size() - before_ >= max_bind_errors; }

  problem& add(std::string_view code, const value& from, std::string expected, std::string message) {
    problem p;
    p.kind = failure_kind::bind_failed;
    p.code = code;
    p.place = path_;
    p.expected = std::move(expected);
    p.found = excerpt(found_text(from));
    p.message = std::move(message);
    if (!from.source().empty()) p.offset = from.source().begin;
    return errors_.emplace_back(std::move(p));
  }
  void wrong_type(const value& from, std::string_view expected) {
    const bool fraction = from.is_number() && expected == "integer";
    add("wrong_type", from, std::string(expected),
        "expected " + std::string(expected) + ", got " +
            (fraction ? found_text(from) : std::string(type_name(from))));
  }

  /// Runs `work` with a token appended to the path.
  template <class Append, class Work>
  void under(Append append, Work work) {
    const std::size_t length = path_.size();
    append(path_);
    work();
    path_.resize(length);
  }
  template <class Work>
  void under_name(std::string_view name, Work work) {
    under([&](std::string& p) { json::append_token(p, name); }, work);
  }
  template <class Work>
  void under_index(std::size_t i, Work work) {
    under([&](std::string& p) { json::append_index(p, i); }, work);
  }

  void dispatch(const value& from, const descriptor& d, void* target) {
    switch (d.kind) {
      case type_kind::boolean:
        if (!from.is_boolean()) return wrong_type(from, "boolean");
        return store(target, from.boolean());
      case type_kind::integer:
        return integer(from, d, target);
      case type_kind::number:
        return number(from, d, target);
      case type_kind::string:
        if (!from.is_string()) return wrong_type(from, "string");
        static_cast<std::string*>(target)->assign(from.string());
        return;
      case type_kind::constant:
        return constant(from, d);
      case type_kind::enumeration:
        return enumeration(from, d, target);
      case type_kind::optional:
        if (from.is_null()) return d.optional->reset(target);
        return dispatch(from, d.elements[0](), d.optional->emplace(target));
      case type_kind::list:
        return list(from, d, target);
      case type_kind::array:
        return array(from, d, target);
      case type_kind::map:
        return map(from, d, target);
      case type_kind::variant:
        return variant(from, d, target);
      case type_kind::record:
        return record(from, d, target, {});
      case type_kind::any:
        *static_cast<value*>(target) = from;
        return;
      case type_kind::custom:
        return custom(from, d, target);
    }
  }

  // ---- scalars ----

  void integer(const value& from, const descriptor& d, void* target) {
    if (!from.is_number() || !decimal::is_integer(from.literal())) return wrong_type(from, "integer");
    bool fits = false;
    if (d.is_signed) {
      const auto n = from.to_int64();
      fits = n && store_signed(*n, d.width, target);
    } else {
      const auto n = from.to_uint64();
      fits = n && store_unsigned(*n, d.width, target);
    }
    if (!fits)
      add("overflow", from, range_text(d),
          "expected " + range_text(d) + ", got " + excerpt(from.literal(), 80));
  }

  void number(const value& from, const descriptor& d, void* target) {
    if (!from.is_number()) return wrong_type(from, "number");
    const auto n = from.to_double();
    const bool single = d.width == sizeof(float);
    const bool fits = n && (!single || std::isfinite(static_cast<float>(*n)));
    if (!fits) {
      const std::string expected = single ? "number that a float can hold" : "number that a double can hold";
      add("overflow", from, expected, "expected " + expected + ", got " + excerpt(from.literal(), 80));
    } else if (single) {
      store(target, static_cast<float>(*n));
    } else {
      store(target, *n);
    }
  }

  void constant(const value& from, const descriptor& d) {
    const std::string_view text = d.enumerators[0].wire;
    if (!from.is_string()) return wrong_type(from, "string");
    if (from.string() == text) return;
    add("wrong_constant", from, quoted(text), "expected " + quoted(text) + ", got " + found_text(from));
  }

  void enumeration(const value& from, const descriptor& d, void* target) {
    if (!from.is_string()) return wrong_type(from, "string");
    for (const enumerator& e : d.enumerators) {
      if (e.wire != from.string()) continue;
      if (d.is_signed) {
        store_signed(e.value, d.width, target);
      } else {
        store_unsigned(static_cast<std::uint64_t>(e.value), d.width, target);
      }
      return;
    }
    const auto name_of = [](const enumerator& e) { return e.wire; };
    const std::string expected = listed(d.enumerators, name_of);
    add("unknown_enumerator", from, expected, "expected " + expected + ", got " + found_text(from)).nearest =
        nearest_of(d.enumerators, name_of, from.string());
  }

  /// The codec is the user's: what it throws becomes a problem.
  void custom(const value& from, const descriptor& d, void* target) {
    problem why;
    try {
      if (d.custom->from_value(from, target, why)) return;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      why = {.code = "codec_threw", .message = "the codec of " + std::string(d.name) + " threw: " + e.what()};
    } catch (...) {
      why = {.code = "codec_threw", .message = "the codec of " + std::string(d.name) + " threw"};
    }
    const std::string message =
        why.message.empty() ? "expected " + std::string(d.name) + ", got " + found_text(from) : why.message;
    problem& p = add(why.code.empty() ? "codec" : why.code, from, std::move(why.expected), message);
    p.nearest = std::move(why.nearest);
    p.place += why.place;
    if (p.code == "codec_threw") p.kind = failure_kind::invalid_argument;
  }

  // ---- containers ----

  void list(const value& from, const descriptor& d, void* target) {
    if (!from.is_array()) return wrong_type(from, "array");
    d.list->reset(target, std::min(from.size(), reserved_items));
    const descriptor& element = d.elements[0]();
    std::size_t i = 0;
    for (const value& item : from.items()) {
      if (full()) return;
      under_index(i++, [&] {
        if (d.list->append != nullptr) return fill(item, element, d.list->append(target));
        bool b = false;
        fill(item, element, &b);
        d.list->append_bool(target, b);
      });
    }
  }

  void array(const value& from, const descriptor& d, void* target) {
    if (!from.is_array()) return wrong_type(from, "array");
    if (from.size() != d.length) {
      const std::string expected = "array of " + counted(d.length, "item");
      add("wrong_length", from, expected, "expected " + expected + ", got " + std::to_string(from.size()));
      return;
    }
    for (std::size_t i = 0; i < d.length && !full(); ++i) {
      under_index(i,
                  [&] { fill(from.items()[i], d.elements[0](), static_cast<char*>(target) + i * d.stride); });
    }
  }

  void map(const value& from, const descriptor& d, void* target) {
    if (!from.is_object()) return wrong_type(from, "object");
    d.map->reset(target);
    const descriptor& element = d.elements[0]();
    for (const json::member& m : from.members()) {
      if (full()) return;
      under_name(m.name, [&] {
        void* item = d.map->insert(target, std::string(m.name));
        if (item == nullptr) return duplicate(m);
        fill(m.value, element, item);
      });
    }
  }

  void duplicate(const json::member& m) {
    problem& p = add("duplicate", m.value, "each name once", "the name occurs twice in its object");
    if (!m.name_source.empty()) p.offset = m.name_source.begin;
  }

  void variant(const value& from, const descriptor& d, void* target) {
    if (!from.is_object()) return wrong_type(from, "object");
    const value* tag = from.find(d.discriminator);
    if (tag == nullptr) return missing(from, d.discriminator);
    for (std::size_t i = 0; tag->is_string() && i < d.tags.size(); ++i) {
      if (tag->string() != d.tags[i]) continue;
      return record(from, d.elements[i](), d.variant->emplace(target, i),
                    d.tag_is_member ? std::string_view() : d.discriminator);
    }
    under_name(d.discriminator, [&] {
      const auto name_of = [](std::string_view name) { return name; };
      const std::string expected = listed(d.tags, name_of);
      problem& p =
          add("unknown_alternative", *tag, expected, "expected " + expected + ", got " + found_text(*tag));
      if (tag->is_string()) p.nearest = nearest_of(d.tags, name_of, tag->string());
    });
  }

  // ---- records ----

  void missing(const value& from, std::string_view name) {
    under_name(name, [&] {
      problem& p = add("missing", from, "member " + quoted(name), "the member is missing");
      p.found = "nothing";
    });
  }

  struct slot {
    const void* address;
    bool seen;
  };

  /// `tag` is a member that belongs to the enclosing variant, not to the record.
  void record(const value& from, const descriptor& d, void* target, std::string_view tag) {
    if (!from.is_object()) return wrong_type(from, "object");
    const std::size_t base = slots_.size();
    push_slots(d, target);
    std::size_t next = 0;
    bool tag_seen = false;
    for (const json::member& m : from.members()) {
      if (full()) break;
      if (!tag.empty() && m.name == tag) {
        if (std::exchange(tag_seen, true)) under_name(m.name, [&] { duplicate(m); });
        continue;
      }
      const std::size_t which = find(d, m.name, next);
      under_name(m.name, [&] { one(m, d, base, which); });
      next = which + 1;
    }
    for (std::size_t i = 0; i < d.members.size() && !full(); ++i) {
      if (!slots_[base + i].seen && !d.members[i].may_be_absent()) missing(from, d.members[i].wire);
    }
    slots_.resize(base);
  }

  void push_slots(const descriptor& d, const void* target) {
    addresses_.resize(d.members.size());
    d.addresses(target, addresses_.data());
    for (const void* address : addresses_) slots_.push_back({address, false});
  }

  void one(const json::member& m, const descriptor& d, std::size_t base, std::size_t which) {
    if (which == d.members.size()) return extra(m, d);
    slot& here = slots_[base + which];
    if (std::exchange(here.seen, true)) return duplicate(m);
    // The object itself is not const: addresses() only looks at it.
    fill(m.value, d.members[which].type(), const_cast<void*>(here.address));
  }

  void extra(const json::member& m, const descriptor& d) {
    problem& p = add("extra", m.value, "no such member", "the record has no such member");
    p.nearest = nearest_of(d.members, [](const member& one) { return one.wire; }, m.name);
    if (!m.name_source.empty()) p.offset = m.name_source.begin;
  }

  /// Position of the member, d.members.size() if there is none. Names mostly come in order.
  static std::size_t find(const descriptor& d, std::string_view name, std::size_t hint) {
    const std::size_t count = d.members.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = hint + i < count ? hint + i : (hint + i) % count;
      if (d.members[at].wire == name) return at;
    }
    return count;
  }

  problems& errors_;
  const std::size_t before_;
  std::size_t depth_ = 0;
  std::string path_;
  std::vector<slot> slots_;
  std::vector<const void*> addresses_;
};

}  // namespace

bool bind(const value& from, const descriptor& type, void* target, problems& errors) {
  binder work(errors);
  work.fill(from, type, target);
  return work.ok();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
