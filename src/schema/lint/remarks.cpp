#include "lint/remarks.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

void remarks::add(std::string place, const value& anchor, remark_level level, std::string_view code,
                  std::string message) {
  remark r;
  r.level = level;
  r.place = std::move(place);
  r.code = code;
  r.message = std::move(message);
  if (!anchor.source().empty()) r.offset = anchor.source().begin;
  all_.push_back({k.documents.ordinal(anchor), all_.size(), std::move(r)});
}

void remarks::on(index n, remark_level level, std::string_view code, std::string message) {
  if (wanted(n)) add(k.d.places[n].pointer, *k.d.places[n].schema, level, code, std::move(message));
}

void remarks::at(index n, std::string_view keyword, remark_level level, std::string_view code,
                 std::string message) {
  if (!wanted(n)) return;
  const value* const below = k.d.places[n].schema->find(keyword);
  if (below == nullptr) return on(n, level, code, std::move(message));
  std::string place = k.d.places[n].pointer;
  json::append_token(place, keyword);
  add(std::move(place), *below, level, code, std::move(message));
}

void remarks::at(index n, const json::member& there, remark_level level, std::string_view code,
                 std::string message) {
  if (!wanted(n)) return;
  std::string place = k.d.places[n].pointer;
  json::append_token(place, there.name);
  add(std::move(place), there.value, level, code, std::move(message));
}

void remarks::at(index n, std::string_view keyword, std::string_view token, const value& below,
                 remark_level level, std::string_view code, std::string message) {
  if (!wanted(n)) return;
  std::string place = k.d.places[n].pointer;
  json::append_token(place, keyword);
  json::append_token(place, token);
  add(std::move(place), below, level, code, std::move(message));
}

void remarks::at(const std::string& pointer, remark_level level, std::string_view code, std::string message) {
  const value* const there = json::resolve(k.d.document, pointer);
  add(pointer, there == nullptr ? k.d.document : *there, level, code, std::move(message));
}

std::vector<remark> remarks::take(std::size_t most, std::size_t& left_out) {
  const auto earlier = [](const ordered& a, const ordered& b) {
    return std::tie(a.ordinal, a.number) < std::tie(b.ordinal, b.number);
  };
  std::sort(all_.begin(), all_.end(), earlier);
  left_out = all_.size() > most ? all_.size() - most : 0;
  if (left_out > 0) {
    std::sort(all_.begin(), all_.end(), [&](const ordered& a, const ordered& b) {
      return a.what.level != b.what.level ? a.what.level > b.what.level : earlier(a, b);
    });
    all_.resize(most);
    std::sort(all_.begin(), all_.end(), earlier);
  }
  std::vector<remark> out;
  out.reserve(all_.size());
  for (ordered& one : all_) out.push_back(std::move(one.what));
  return out;
}

std::string place_text(const program::data& d, index n) {
  const std::string place = place_of(d, n);
  return place.empty() ? "the root" : place;
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
