// A section of a file of settings, read by a table: one row for each name that it may have.
//
// Every error is noted and reading goes on, so that a person sees all of them at once. What a message repeats
// of the file is names and words of a closed list, never a text that could be a key.
#pragma once

#include "toml_document.hpp"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/clock.hpp>
#include <tenon/policy.hpp>
#include <tenon/price.hpp>
#include <tenon/problem.hpp>

namespace tenon {
inline namespace v0 {
namespace connecting {

/// The file, and what is wrong with it so far.
class settings_file {
 public:
  settings_file(std::string_view name, problems& errors) : name_(name), errors_(errors) {}

  std::string_view name() const noexcept { return name_; }
  void refuse(std::size_t line, problem why);

 private:
  std::string_view name_;
  problems& errors_;
};

/// Closed range of a whole number.
struct whole_range {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// One value of the file and its dotted name. Each reader notes an error and returns nothing where the value
/// is of another kind.
class spot {
 public:
  spot(settings_file& file, const toml_node& node, std::string path)
      : file_(&file), node_(&node), path_(std::move(path)) {}

  const toml_node& node() const noexcept { return *node_; }
  const std::string& path() const noexcept { return path_; }
  settings_file& file() const noexcept { return *file_; }
  spot below(std::string_view name, const toml_node& node) const;

  /// `what` follows the dotted name in the message.
  void refuse(std::string code, std::string_view what, std::string expected = {}, std::string found = {},
              std::string nearest = {}) const;
  /// The same with what it is in place of what was wanted.
  void refuse_type(std::string_view wanted) const;

  std::optional<std::string> text() const;
  /// One of these words.
  std::optional<std::string> word(std::span<const std::string_view> of) const;
  std::optional<bool> flag() const;
  std::optional<std::uint64_t> whole(whole_range within) const;
  /// A string or a number: "0.05", 0.05.
  std::optional<std::string> decimal() const;
  std::optional<money> amount() const;
  /// A string with a unit: "500ms", "30s", "2m", "1.5h"; at most 24 hours.
  std::optional<duration> time() const;
  std::optional<std::vector<std::string>> texts() const;
  /// Is it a table?
  bool is_table() const;
  bool is(std::string_view text) const noexcept;

 private:
  settings_file* file_;
  const toml_node* node_;
  std::string path_;
};

template <class T>
struct row {
  std::string_view name;
  void (*read)(const spot& at, T& to);
};

/// Notes that `name` is none of `known`; for a name that is meant for a key, where keys belong.
void refuse_name(const spot& at, std::string_view name, std::span<const std::string_view> known);

/// "base_url", "\"openai:gpt-5*\"": a name as TOML writes it.
std::string quoted_name(std::string_view name);

template <class T>
void read_table(const spot& at, std::span<const row<T>> rows, T& to) {
  if (!at.is_table()) return;
  for (const auto& [name, node] : at.node().members) {
    const spot member = at.below(name, node);
    const row<T>* found = nullptr;
    for (const auto& one : rows)
      if (one.name == name) found = &one;
    if (found != nullptr) {
      found->read(member, to);
      continue;
    }
    std::vector<std::string_view> known;
    for (const auto& one : rows) known.push_back(one.name);
    refuse_name(member, name, known);
  }
}

// Readers for rows: what is of the wrong kind is noted and left as it was.

template <auto Member, class T>
void put_text(const spot& at, T& to) {
  if (auto read = at.text()) to.*Member = std::move(*read);
}

template <auto Member, class T>
void put_flag(const spot& at, T& to) {
  const auto read = at.flag();
  if (!read) return;
  const bool said = *read;
  to.*Member = said;
}

template <auto Member, class T>
void put_time(const spot& at, T& to) {
  if (const auto read = at.time()) to.*Member = *read;
}

/// The member may be a number or an optional of one.
template <auto Member, whole_range Within, class T>
void put_whole(const spot& at, T& to) {
  using to_type = std::remove_reference_t<decltype(to.*Member)>;
  if (const auto read = at.whole(Within)) {
    if constexpr (requires { typename to_type::value_type; }) {
      to.*Member = static_cast<typename to_type::value_type>(*read);
    } else {
      to.*Member = static_cast<to_type>(*read);
    }
  }
}

/// The rows of [policies.NAME] but for `base`, and of a price.
void read_policy(const spot& at, tenon::policy& to);
void read_price(const spot& at, price& to);

}  // namespace connecting
}  // namespace v0
}  // namespace tenon
