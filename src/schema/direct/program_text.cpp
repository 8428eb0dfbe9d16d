// The public face for instances that are text. The fast pass says yes or no; why not is found out by reading
// the text into a value, so there is one place that makes errors.
#include "direct/direct.hpp"
#include "nodes/node.hpp"

#include <algorithm>
#include <utility>

#include <tenon/program.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

std::string_view plain(std::string_view text) {
  return text;
}
std::string_view plain(json::padded_view text) {
  return text.text();
}

template <class Text>
bool accepts(const program& p, Text text) {
  const json::read_limits limits;
  if (plain(text).size() > limits.max_bytes) return false;
  const auto said = direct::run(p.nodes().direct_plan.get(p.nodes()), text, {}, nullptr);
  if (said != direct::answer::unsure) return said == direct::answer::fits;
  const result<value> instance = json::read_unique(plain(text), limits);
  return instance && p.accepts(*instance);
}

template <class Text>
problems validate(const program& p, Text text, const validate_options& options,
                  const json::read_limits& limits) {
  constexpr std::size_t deepest = 1000;
  if (plain(text).size() <= limits.max_bytes) {
    const direct::session_limits allowed{std::min({deepest, options.max_depth, limits.max_depth}), options};
    const auto said = direct::run(p.nodes().direct_plan.get(p.nodes()), text, allowed, nullptr);
    if (said == direct::answer::fits) return {};
  }
  result<json::document> read = json::read(plain(text), limits);
  if (!read) return {std::move(read.error())};
  if (!read->duplicates.empty()) return std::move(read->duplicates);
  return p.validate(read->root, options);
}

}  // namespace

bool program::accepts_text(std::string_view text) const {
  return schema::accepts(*this, text);
}

bool program::accepts_text(json::padded_view text) const {
  return schema::accepts(*this, text);
}

problems program::validate_text(std::string_view text, const validate_options& options,
                                const json::read_limits& limits) const {
  return schema::validate(*this, text, options, limits);
}

problems program::validate_text(json::padded_view text, const validate_options& options,
                                const json::read_limits& limits) const {
  return schema::validate(*this, text, options, limits);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
