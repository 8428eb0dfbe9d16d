// Strings that must stand in the source: the grammar offers the passages of the source and nothing else.
//
// A passage is a run of at most eight words of one sentence, from where a word begins to where one ends,
// white space as single spaces. (Without the end of the sentence as a border, a small model runs on: the
// name of a host went through into what the next sentence says of it.) All passages together are one choice
// that is deterministic at every character, so a model that has begun one can only go on along the source.
#include "lower/gbnf.hpp"
#include "walk/fold.hpp"

#include <algorithm>
#include <set>

#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

namespace {

constexpr std::size_t words_in_passage = 8;
constexpr std::size_t longest_passage = 160;  // code points
constexpr std::size_t most_words = 4000;      // of the source

struct letter {
  std::uint32_t code;
  bool opens = false;   // a passage may begin here
  bool closes = false;  // a passage may end behind this
  bool parts = false;   // no passage goes across this space
};

bool ends_sentence(std::uint32_t c) {
  return c == '.' || c == '!' || c == '?';
}

bool is_opening_mark(std::uint32_t c) {
  return std::u32string_view(U"\"'`([{<,;:!?.\u201c\u2018\u00ab\u201e").find(static_cast<char32_t>(c)) !=
         std::u32string_view::npos;
}
bool is_closing_mark(std::uint32_t c) {
  return std::u32string_view(U"\"'`)]}>,;:!?.\u201d\u2019\u00bb").find(static_cast<char32_t>(c)) !=
         std::u32string_view::npos;
}

/// The source with single spaces, and where passages may begin and end.
std::vector<letter> letters_of(std::string_view source, bool& cut) {
  std::vector<letter> all;
  std::size_t words = 0;
  bool gap = true;
  std::size_t line_ends = 0;  // in this gap
  while (!source.empty()) {
    const utf8::decoded d = utf8::decode(source);
    source.remove_prefix(d.length);
    if (is_white(d.code) || d.code < 0x20 || !d.valid) {
      gap = true;
      if (d.code == '\n') ++line_ends;
      continue;
    }
    if (gap && ++words > most_words) {
      cut = true;
      break;
    }
    if (gap && !all.empty()) {
      const bool parts = ends_sentence(all.back().code) || line_ends > 1;
      all.push_back({.code = ' ', .parts = parts});
    }
    gap = false;
    line_ends = 0;
    all.push_back({.code = d.code});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t c = all[i].code;
    if (c == ' ') continue;
    const std::uint32_t before = i == 0 ? U' ' : all[i - 1].code;
    const std::uint32_t after = i + 1 == all.size() ? U' ' : all[i + 1].code;
    all[i].opens = is_word(c) ? !is_word(before) : before == ' ' && !is_opening_mark(c);
    all[i].closes = is_word(c) ? !is_word(after) : after == ' ' && !is_closing_mark(c);
  }
  return all;
}

}  // namespace

std::vector<std::string> writer::passages(std::uint64_t min, std::uint64_t max, bool& cut) const {
  const std::vector<letter> all = letters_of(options_.source, cut);
  const auto longest = static_cast<std::size_t>(std::min<std::uint64_t>(max, longest_passage));
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin < all.size(); ++begin) {
    if (!all[begin].opens) continue;
    std::string text;
    std::size_t words = 1;
    for (std::size_t i = begin; i < all.size() && i - begin < longest; ++i) {
      if (all[i].code == ' ' && (all[i].parts || ++words > words_in_passage)) break;
      utf8::append(text, all[i].code);
      if (!all[i].closes || i + 1 - begin < min) continue;
      std::string escaped;
      json::write_string(escaped, text);
      found.push_back(std::move(escaped));
    }
  }
  return found;
}

std::string writer::of_verbatim(index n, std::uint64_t min, std::uint64_t max) {
  if (options_.source.empty()) {
    note(n, "x-verbatim", "no source text is given, so it is checked afterwards only");
    return "";
  }
  note(n, "x-verbatim",
       "only runs of at most " + std::to_string(words_in_passage) + " words of one sentence are offered");
  const std::string key = "verbatim " + std::to_string(min) + " " + std::to_string(max);
  const auto known = shared_.find(key);
  if (known != shared_.end()) return known->second;
  bool cut = false;
  std::vector<std::string> all = passages(min, max, cut);
  if (cut)
    note(n, "x-verbatim",
         "only the first " + std::to_string(most_words) + " words of the source are offered");
  if (all.empty()) {
    note(n, "x-verbatim", "the source has no passage that fits, so it is checked afterwards only");
    return "";
  }
  std::string name = shared("verbatim", choice(std::move(all)));
  shared_.emplace(key, name);
  return name;
}

/// The boolean member of this object on which a verbatim string among its members hangs. Only the first
/// such member is found; strings that hang on another one are held always, which is noted there.
std::string_view writer::condition_in(index n) const {
  const object_rule& rule = d_.object_rules[d_.nodes[n].object];
  std::vector<index> todo;
  for (const name_entry& e : rule.names.entries()) {
    if (e.child != none) todo.push_back(e.child);
  }
  std::set<index> seen;
  while (!todo.empty()) {
    const index at = todo.back();
    todo.pop_back();
    const node& s = d_.nodes[at];
    if ((s.flags & flags::leads_to_verbatim) == 0 || !seen.insert(at).second) continue;
    if ((s.flags & flags::verbatim_when) != 0) {
      const std::string_view sibling = d_.places[at].schema->find("x-verbatim")->string();
      index hint = 0;
      const index entry = rule.names.find(sibling, hint);
      const index child = entry == none ? none : rule.names.entries()[entry].child;
      if (child != none && d_.nodes[child].reach == types::boolean) return rule.names.entries()[entry].name;
    }
    if (s.array != none && d_.array_rules[s.array].items != none)
      todo.push_back(d_.array_rules[s.array].items);
    for (index i = 0; i < s.step_count; ++i) {
      const step& one = d_.steps[s.steps + i];
      const bool certain = one.kind == step::what::ref || (one.kind == step::what::dynamic_ref && one.c == 0);
      if (certain) todo.push_back(one.a);
      if (one.kind == step::what::all_of) todo.insert(todo.end(), &d_.lists[one.a], &d_.lists[one.a] + one.b);
      if (one.kind == step::what::any_of || one.kind == step::what::one_of) {
        const union_rule& u = d_.unions[one.a];
        todo.insert(todo.end(), &d_.lists[u.branches], &d_.lists[u.branches] + u.count);
      }
    }
  }
  return {};
}

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
