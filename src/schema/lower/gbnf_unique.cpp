// Where the instance has lists whose items must all differ. No grammar can say so; who writes token by
// token can hold it all the same, if it knows the places.
#include "lower/gbnf.hpp"

#include <tenon/pointer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

constexpr std::size_t most_steps = 10'000;  // a schema full of references has more ways than it is long
constexpr std::size_t deepest = 32;

class search {
 public:
  explicit search(const program::data& d) : d_(d) {}

  std::vector<std::string> run() {
    visit(0, "", 0);
    return std::move(found_);
  }

 private:
  void visit(index n, const std::string& path, std::size_t depth) {
    if (++steps_ > most_steps || depth > deepest) return;
    const node& s = d_.nodes[n];
    if (s.array != none) of_array(d_.array_rules[s.array], path, depth);
    if (s.object != none) of_object(d_.object_rules[s.object], path, depth);
    for (index i = 0; i < s.step_count; ++i) of_step(d_.steps[s.steps + i], path, depth);
  }

  void of_array(const array_rule& rule, const std::string& path, std::size_t depth) {
    if (rule.unique) found_.push_back(path);
    if (rule.items != none && rule.prefix_count == 0) visit(rule.items, path + "/*", depth + 1);
  }

  void of_object(const object_rule& rule, const std::string& path, std::size_t depth) {
    for (const name_entry& e : rule.names.entries()) {
      if (e.child == none || e.name == "*") continue;
      std::string below = path;
      json::append_token(below, e.name);
      visit(e.child, below, depth + 1);
    }
  }

  void of_step(const step& s, const std::string& path, std::size_t depth) {
    if (s.kind == step::what::ref) visit(s.a, path, depth + 1);
    if (s.kind == step::what::all_of) {
      for (index k = 0; k < s.b; ++k) visit(d_.lists[s.a + k], path, depth + 1);
    }
    if (s.kind != step::what::any_of && s.kind != step::what::one_of) return;
    // "This list, or null" says it; of two kinds of list, one may allow what the other forbids.
    const union_rule& u = d_.unions[s.a];
    index only = none;
    for (index k = 0; k < u.count; ++k) {
      const index branch = d_.lists[u.branches + k];
      if ((d_.nodes[branch].reach & (types::array | types::object)) == 0) continue;
      if (only != none) return;
      only = branch;
    }
    if (only != none) visit(only, path, depth + 1);
  }

  const program::data& d_;
  std::vector<std::string> found_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<std::string> unique_lists(const program::data& d) {
  return search(d).run();
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
