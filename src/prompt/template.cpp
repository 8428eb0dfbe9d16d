#include <set>

#include <tenon/prompt.hpp>

namespace tenon {
inline namespace v0 {
namespace prompt {

expansion expand(std::string_view text, const arguments& args) {
  expansion made;
  std::set<std::string_view> used;
  std::size_t copied = 0;
  // Each brace is looked at twice at most: the search for a closing one ends at the next opening one.
  for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const auto close = text.find_first_of("{}", open + 1);
    if (close == std::string_view::npos) break;
    if (text[close] == '{') continue;
    const auto arg = args.find(text.substr(open + 1, close - open - 1));
    if (arg == args.end()) continue;
    made.text += text.substr(copied, open - copied);
    made.text += arg->second;
    used.insert(arg->first);
    copied = close + 1;
  }
  made.text += text.substr(copied);
  for (const auto& [name, value] : args)
    if (!used.contains(name)) made.unused.push_back(name);
  return made;
}

}  // namespace prompt
}  // namespace v0
}  // namespace tenon
