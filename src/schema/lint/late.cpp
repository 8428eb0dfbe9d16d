// Keywords that a stream breaks no sooner than their value ends, or the text.
#include "lint/remarks.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

void remark_on_late_keywords(remarks& to, const program& code) {
  const program::data& d = to.k.d;
  std::unordered_map<std::string_view, index> nodes;  // looking each up in the document would be quadratic
  for (index n = 0; n < d.nodes.size(); ++n) {
    if (to.wanted(n)) nodes.emplace(d.places[n].pointer, n);
  }
  const std::vector<deferred_keyword> all = deferred(code);
  for (std::size_t i = 0; i < all.size();) {
    const std::string& place = all[i].place;
    std::string names;
    std::size_t count = 0;
    for (; i < all.size() && all[i].place == place; ++i, ++count)
      names += (names.empty() ? "" : ", ") + std::string(all[i].keyword);
    const auto node = nodes.find(place);
    if (node == nodes.end()) continue;
    to.on(node->second, remark_level::note, "decided_at_end",
          names + (count == 1 ? " is" : " are") +
              " decided only when the value has ended, not while it streams");
  }
}

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
