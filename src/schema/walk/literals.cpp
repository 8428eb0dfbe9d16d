#include "walk/literals.hpp"

#include "nodes/hash.hpp"
#include "nodes/node.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tenon/decimal.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Beyond this an exponent is left out of the hash: there it may not fit a machine word, and equal numbers
// may be written with different ones.
constexpr std::int64_t largest_hashed_exponent = 1'000'000'000'000'000;

std::int64_t read_exponent(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  std::int64_t e = 0;
  for (const char c : text) e = std::min(e * 10 + (c - '0'), 100 * largest_hashed_exponent);
  return negative ? -e : e;
}

}  // namespace

std::uint64_t hash_number(std::string_view literal) {
  const bool negative = literal.front() == '-';
  const std::size_t exponent_at = literal.find_first_of("eE");
  const std::string_view digits = literal.substr(0, exponent_at);
  std::int64_t exponent =
      exponent_at == std::string_view::npos ? 0 : read_exponent(literal.substr(exponent_at + 1));
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return mix(7);
  const std::size_t last = digits.find_last_of("123456789");
  const std::size_t point = std::min(digits.find('.'), digits.size());
  // The exponent that the last significant digit has.
  exponent +=
      last < point ? static_cast<std::int64_t>(point - last - 1) : -static_cast<std::int64_t>(last - point);
  std::uint64_t h = negative ? 11 : 13;
  for (std::size_t i = first; i <= last; ++i) {
    if (is_digit(digits[i])) h = (h ^ static_cast<unsigned char>(digits[i])) * 0x100000001b3U;
  }
  if (exponent > -largest_hashed_exponent && exponent < largest_hashed_exponent) {
    h ^= static_cast<std::uint64_t>(exponent) << 1U;
  }
  return mix(h);
}

namespace {

constexpr std::size_t value_bytes = 64;  // as run::value_bytes

/// Of a string or a number.
std::string_view text_of(const value& v) {
  if (v.is_string()) return v.string();
  return v.is_number() ? v.literal() : std::string_view();
}

std::optional<std::uint64_t> hash_array(const value& v, std::size_t depth, std::uint64_t* work) {
  std::uint64_t h = mix(17 + v.size());
  for (const value& item : v.items()) {
    const auto one = hash_value(item, depth - 1, work);
    if (!one) return std::nullopt;
    h = mix(h ^ *one);
  }
  return h;
}

std::optional<std::uint64_t> hash_object(const value& v, std::size_t depth, std::uint64_t* work) {
  std::uint64_t h = mix(19 + v.size());
  for (const json::member& m : v.members()) {
    const auto one = hash_value(m.value, depth - 1, work);
    if (!one) return std::nullopt;
    if (work != nullptr) *work += m.name.size() / value_bytes;
    h += mix(hash_text(m.name) ^ mix(*one));  // a sum: order does not matter
  }
  return h;
}

}  // namespace

bool equal_values(const value& a, const value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case json::kind::null:
      return true;
    case json::kind::boolean:
      return a.boolean() == b.boolean();
    case json::kind::number:
      return decimal::equal(a.literal(), b.literal());
    case json::kind::string:
      return a.string() == b.string();
    case json::kind::array:
    case json::kind::object:
      return a.size() == b.size() && a == b;
  }
  return false;
}

std::optional<std::uint64_t> hash_value(const value& v, std::size_t depth, std::uint64_t* work) {
  if (work != nullptr) *work += 1 + text_of(v).size() / value_bytes;
  switch (v.kind()) {
    case json::kind::null:
      return mix(3);
    case json::kind::boolean:
      return mix(v.boolean() ? 4 : 5);
    case json::kind::number:
      return hash_number(v.literal());
    case json::kind::string:
      return hash_text(v.string());
    case json::kind::array:
      return depth == 0 ? std::nullopt : hash_array(v, depth, work);
    case json::kind::object:
      return depth == 0 ? std::nullopt : hash_object(v, depth, work);
  }
  return std::nullopt;
}

void canonical_text(std::string& out, const value& v) {
  if (v.is_number()) {
    out += decimal::canonical(v.literal());
  } else if (v.is_array()) {
    out += '[';
    for (const value& item : v.items()) {
      canonical_text(out, item);
      out += ',';
    }
    out += ']';
  } else if (v.is_object()) {
    std::vector<const json::member*> sorted;
    sorted.reserve(v.size());
    for (const json::member& m : v.members()) sorted.push_back(&m);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
    out += '{';
    for (const json::member* m : sorted) {
      json::write_string(out, m->name);
      out += ':';
      canonical_text(out, m->value);
      out += ',';
    }
    out += '}';
  } else {
    json::write_to(out, v);
  }
}

literal_set::literal_set(std::vector<const value*> values, std::string_view keyword)
    : values_(std::move(values)), keyword_(keyword) {
  // A number may be spelt as an integer here and with a fraction in the instance.
  for (const value* v : values_) {
    types_ = static_cast<std::uint8_t>(types_ | (v->is_number() ? types::number : type_of(*v)));
  }
  if (values_.size() <= few) {
    for (const value* v : values_) static_cast<void>(hash_value(*v, max_hash_depth, &weight_));
    return;
  }
  std::size_t wanted = 16;
  while (wanted < values_.size() * 2) wanted *= 2;
  slots_.assign(wanted, none);
  for (index i = 0; i < values_.size(); ++i) {
    const auto hash = hash_value(*values_[i]);
    if (!hash) continue;  // no instance that deep is ever compared
    std::size_t at = *hash & (wanted - 1);
    for (std::size_t probes = 0; slots_[at] != none; ++probes) {
      if (probes == most_probes) {
        sort();
        return;
      }
      at = (at + 1) & (wanted - 1);
    }
    slots_[at] = i;
  }
}

void literal_set::sort() {
  for (index i = 0; i < values_.size(); ++i) {
    if (!hash_value(*values_[i])) continue;  // no instance that deep is ever compared
    std::string text;
    canonical_text(text, *values_[i]);
    sorted_.emplace(std::move(text), i);
  }
}

index literal_set::find_sorted(const std::string& canonical) const {
  const auto at = sorted_.find(canonical);
  return at == sorted_.end() ? none : at->second;
}

template <class Same>
index literal_set::find(std::optional<std::uint64_t> hash, Same same) const {
  if (slots_.empty()) {
    const auto at = std::find_if(values_.begin(), values_.end(), same);
    return at == values_.end() ? none : static_cast<index>(at - values_.begin());
  }
  if (!hash) return none;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = *hash & mask; slots_[at] != none; at = (at + 1) & mask) {
    if (same(values_[slots_[at]])) return slots_[at];
  }
  return none;
}

bool literal_set::contains(const value& v) const {
  std::uint64_t work = 0;
  return contains(v, work);
}

bool literal_set::contains(const value& v, std::uint64_t& work) const {
  if ((types_ & (v.is_number() ? types::number : type_of(v))) == 0) return false;
  std::uint64_t* const count =
      v.is_array() || v.is_object() || text_of(v).size() > value_bytes ? &work : nullptr;
  if (slots_.empty() && v.size() > 0) work += weight_;
  const auto hash = slots_.empty() ? std::nullopt : hash_value(v, max_hash_depth, count);
  if (!sorted_.empty()) {
    std::string text;
    if (hash) canonical_text(text, v);
    return hash && find_sorted(text) != none;
  }
  return find(hash, [&](const value* one) { return equal_values(*one, v); }) != none;
}

index literal_set::find_string(std::string_view text) const {
  if (!sorted_.empty()) {
    std::string quoted;
    json::write_string(quoted, text);
    return find_sorted(quoted);
  }
  const std::uint64_t hash = slots_.empty() ? 0 : hash_text(text);
  return find(hash, [&](const value* one) { return one->is_string() && one->string() == text; });
}

bool literal_set::contains_number(std::string_view literal) const {
  if (!sorted_.empty()) return find_sorted(decimal::canonical(literal)) != none;
  const std::uint64_t hash = slots_.empty() ? 0 : hash_number(literal);
  return find(hash, [&](const value* one) {
           return one->is_number() && decimal::equal(one->literal(), literal);
         }) != none;
}

bool literal_set::only_strings() const noexcept {
  return types_ == types::string;
}

namespace {

struct hashed_item {
  std::uint64_t hash;
  std::uint32_t at;
};

using hashed_items = std::span<const hashed_item>;
using found_pair = std::optional<repeated_items>;

void keep_first(found_pair& kept, std::size_t a, std::size_t b) {
  if (!kept || b < kept->second) kept = repeated_items{a, b};
}

/// Items whose hashes are the same: nearly always equal, unless somebody made them collide.
void search_run(hashed_items run, std::span<const value> items, found_pair& kept) {
  constexpr std::size_t few = 16;
  if (run.size() <= few) {
    for (std::size_t j = 1; j < run.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        if (equal_values(items[run[i].at], items[run[j].at])) keep_first(kept, run[i].at, run[j].at);
      }
    }
    return;
  }
  std::vector<std::pair<std::string, std::uint32_t>> texts(run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    canonical_text(texts[i].first, items[run[i].at]);
    texts[i].second = run[i].at;
  }
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].first == texts[i - 1].first) keep_first(kept, texts[i - 1].second, texts[i].second);
  }
}

}  // namespace

uniqueness_verdict find_repeated(std::span<const value> items, std::size_t depth, std::uint64_t* work) {
  if (items.size() < 2) return {};
  static thread_local std::vector<hashed_item> order;
  order.clear();
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const auto hash = hash_value(items[i], depth, work);
    if (!hash) return {uniqueness::too_deep, {}};
    order.push_back({*hash, i});
  }
  std::sort(order.begin(), order.end(), [](const hashed_item& a, const hashed_item& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.at < b.at;
  });
  found_pair kept;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && order[end].hash == order[begin].hash) ++end;
    if (end - begin > 1) search_run(hashed_items(order).subspan(begin, end - begin), items, kept);
    begin = end;
  }
  if (!kept) return {};
  return {uniqueness::repeated, *kept};
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
