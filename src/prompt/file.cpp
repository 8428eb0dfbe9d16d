// Prompt files: a header of two lines, then the parts. Small on purpose: what is not name, version,
// system or user text is an error that names its line, so that a slip is not sent to a model.
#include "embedded.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <tenon/prompt.hpp>

namespace tenon {
inline namespace v0 {
namespace prompt {

namespace {

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// Hands out lines and knows their numbers.
class lines {
 public:
  lines(std::string_view text, std::string_view file) : rest_(text), file_(file) {}

  std::optional<std::string_view> next() noexcept {
    if (done_) return std::nullopt;
    ++number_;
    const auto end = rest_.find('\n');
    const auto line = rest_.substr(0, end);
    done_ = end == std::string_view::npos;
    rest_ = done_ ? std::string_view() : rest_.substr(end + 1);
    return line;
  }

  problem wrong(std::string message, std::string expected, std::string_view found = {}) const {
    problem p;
    p.kind = failure_kind::invalid_argument;
    p.code = "prompt_file";
    p.place = std::string(file_) + ":" + std::to_string(number_);
    p.message = std::move(message);
    p.expected = std::move(expected);
    p.found = excerpt(found);
    return p;
  }

 private:
  std::string_view rest_;
  std::string_view file_;
  std::size_t number_ = 0;
  bool done_ = false;
};

std::optional<problem> read_header(lines& from, prompt_file& to) {
  auto line = from.next();
  if (!line || trimmed(*line) != "---")
    return from.wrong("the header is missing", "a line ---", line.value_or(""));
  while ((line = from.next()) && trimmed(*line) != "---") {
    if (trimmed(*line).empty()) continue;
    const auto colon = line->find(':');
    const auto name = trimmed(line->substr(0, colon));
    const bool known = colon != std::string_view::npos && (name == "name" || name == "version");
    if (!known) return from.wrong("the header has an unknown line", "name: … or version: …", *line);
    auto& member = name == "name" ? to.name : to.version;
    if (!member.empty()) return from.wrong("the header says it twice", "one " + std::string(name), *line);
    member = trimmed(line->substr(colon + 1));
  }
  if (!line) return from.wrong("the header does not end", "a line ---");
  if (to.name.empty()) return from.wrong("the header has no name", "name: …");
  if (to.version.empty()) return from.wrong("the header has no version", "version: …");
  return std::nullopt;
}

/// The part that a line opens, in `of`; null for a line that opens none.
std::string* part_of(std::string_view line, prompt_file& of) {
  const auto heading = trimmed(line);
  if (heading == "## system") return &of.system;
  if (heading == "## user") return &of.user;
  if (heading == "## example") return &of.examples.emplace_back().input;
  if (heading == "## answer" && !of.examples.empty()) return &of.examples.back().output;
  return nullptr;
}

bool has_empty_example(const prompt_file& made) {
  return std::any_of(made.examples.begin(), made.examples.end(),
                     [](const worked_example& e) { return e.input.empty() || e.output.empty(); });
}

}  // namespace

result<prompt_file> parse_prompt(std::string_view text, std::string_view file) {
  prompt_file made;
  lines from(text, file);
  if (auto wrong = read_header(from, made)) return std::move(*wrong);
  std::string* part = nullptr;
  while (const auto line = from.next()) {
    if (auto* next = part_of(*line, made)) {
      if (!next->empty()) return from.wrong("the part is there twice", "one of each part", *line);
      part = next;
    } else if (part != nullptr) {
      *part += *line;
      *part += '\n';
    } else if (!trimmed(*line).empty()) {
      return from.wrong("text outside of a part", "## system or ## user", *line);
    }
  }
  made.system = trimmed(made.system);
  made.user = trimmed(made.user);
  for (auto& [input, output] : made.examples) {
    input = trimmed(input);
    output = trimmed(output);
  }
  if (made.user.empty()) return from.wrong("the prompt has no user part", "## user");
  if (has_empty_example(made))
    return from.wrong("an example or its answer is empty", "## example and ## answer");
  return made;
}

std::span<const prompt_file> shipped() {
  static const auto all = [] {
    std::vector<prompt_file> good;
    // One that does not parse is left out; a test sees to it that all do.
    for (const auto& [name, text] : embedded_files())
      if (auto one = parse_prompt(text, name)) good.push_back(std::move(*one));
    return good;
  }();
  return all;
}

const prompt_file* find_prompt(std::string_view name) {
  for (const auto& one : shipped())
    if (one.name == name) return &one;
  return nullptr;
}

}  // namespace prompt
}  // namespace v0
}  // namespace tenon
