// From a program to llama.cpp's grammar.
//
// One rule per subschema that is a container or a union; leaves are shared rules. Members come in the
// order of declaration, with at most one space after a colon or a comma and between the brackets of what is
// empty: a small model that may write white space as it likes runs away in it. What the grammar cannot say is
// noted, and validation holds it afterwards.
//
// The trap: llama.cpp refuses left recursion, and a repetition of something that can be empty is one; and
// it writes repetitions out, so what is repeated is always a rule of its own.
#pragma once

#include "lower/gbnf_text.hpp"
#include "nodes/node.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/lower.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace gbnf {

/// lowered::unique_lists.
std::vector<std::string> unique_lists(const program::data& d);

/// What is known about the boolean that a conditional verbatim string hangs on.
enum class condition : std::uint8_t { unknown, holds, fails };

class writer {
 public:
  writer(const program::data& d, const lower_options& options);
  lowered run();

 private:
  struct pending {
    index n;
    condition when;
    std::string name;
  };

  // gbnf.cpp: rules, and which way of writing a node
  std::string rule_for(index n, condition when);
  std::string body(index n, condition when);
  std::uint8_t reach_of(const step& s, std::uint8_t admitted) const;
  bool says_nothing(const step& s) const;
  std::string impossible(index n, std::string_view keyword);
  std::string of_types(index n, condition when);
  std::string of_type(index n, std::uint8_t type, condition when);
  std::string of_literals(index n, const literal_set& set, std::uint8_t admitted);
  std::string of_step(const step& s, index n, condition when);
  std::string of_union(const union_rule& u, index n, condition when);
  std::string shared(std::string_view hint, std::string text);
  std::string fixed(std::string_view name);
  void note(index n, std::string_view keyword, std::string reason);
  void note_beside_list(index n);
  void note_steps(index n, index from);
  void note_step(index n, const step& s, std::string reason);
  bool closes(index n) const;
  std::string unique_name(std::string name);

  // lower/gbnf_leaves.cpp
  std::string of_string(index n, condition when);
  std::string text_of_rule(index n, const string_rule& rule);
  std::string of_format(index n, format f);
  std::string any_text(index n, std::uint64_t min, std::uint64_t max);
  std::string long_text(std::uint64_t min, std::uint64_t max);
  std::string of_integer(index n);
  std::string of_number(index n);
  struct bounds;
  bounds bounds_of(index n, bool integral);
  std::string bounded_number(const bounds& b);
  std::optional<std::uint64_t> repetition_limit(index n, std::string_view keyword, std::uint64_t max);
  std::uint64_t repetition_floor(index n, std::string_view keyword, std::uint64_t min);

  // lower/gbnf_pattern.cpp: empty if the pattern cannot be said
  std::string of_pattern(index n, index pattern_number);
  std::string of_term(index n, const pattern_term& t);
  std::string of_repeat(index n, const pattern_term& t);

  // lower/gbnf_verbatim.cpp
  std::string of_verbatim(index n, std::uint64_t min, std::uint64_t max);
  std::vector<std::string> passages(std::uint64_t min, std::uint64_t max, bool& cut) const;
  std::string_view condition_in(index n) const;

  // lower/gbnf_containers.cpp
  std::string empty_of(std::string_view brackets);
  std::string of_array(index n, condition when);
  std::string of_object(index n);
  std::string of_map(index n, const object_rule& rule);
  std::string key_of(index n, const object_rule& rule);
  /// A member, by all that is said of the object.
  struct said_member {
    std::string_view name;
    std::vector<index> children = {};  // any of these fits it; none: anything
    bool certain = false;              // said without alternatives
    bool required = false;
    bool never = false;
  };
  struct said_object;
  said_object all_said(index n) const;
  bool joins_objects(index n) const;
  std::string members_of(const std::vector<said_member>& members, std::string_view deciding, condition when);
  std::string member_text(const said_member& m, std::string_view deciding, condition when);
  void note_object(index n, const object_rule& rule);

  const program::data& d_;
  const lower_options& options_;
  std::vector<lowering_note> notes_;
  std::set<std::string> noted_;
  std::vector<std::pair<std::string, std::string>> rules_;
  std::map<std::pair<index, condition>, std::string> names_;
  std::map<std::string, std::string, std::less<>> shared_;
  std::map<std::string, int, std::less<>> used_;
  std::vector<pending> todo_;
};

}  // namespace gbnf
}  // namespace schema
}  // namespace v0
}  // namespace tenon
