// Where the rules of lint put what they have found.
#pragma once

#include "lint/knowledge.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/lint.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace lint_rules {

/// Remarks on nodes of other documents are dropped: each document is for its own lint.
class remarks {
 public:
  explicit remarks(knowledge& known) : k(known) {}

  knowledge& k;

  bool wanted(index n) const {
    // The endless one only borrows its place.
    return n != k.d.endless && !k.d.resources[k.d.places[n].resource].foreign;
  }
  /// On the subschema.
  void on(index n, remark_level level, std::string_view code, std::string message);
  /// On a keyword of it, or what stands below one; on the subschema if it has no such keyword.
  void at(index n, std::string_view keyword, remark_level level, std::string_view code, std::string message);
  /// On a member of it that has been found already: looking for each would be quadratic.
  void at(index n, const json::member& there, remark_level level, std::string_view code, std::string message);
  void at(index n, std::string_view keyword, std::string_view token, const value& below, remark_level level,
          std::string_view code, std::string message);
  /// On a place of the main document, by its pointer.
  void at(const std::string& pointer, remark_level level, std::string_view code, std::string message);

  /// In the order of the document. Of more than `most` the least important are left out.
  std::vector<remark> take(std::size_t most, std::size_t& left_out);

 private:
  struct ordered {
    std::uint32_t ordinal;
    std::size_t number;  // in the order in which they were made, for those at one place
    remark what;
  };
  void add(std::string place, const value& anchor, remark_level level, std::string_view code,
           std::string message);
  std::vector<ordered> all_;
};

// The rules, one file each.
void remark_on_contradictions(remarks& to);
void remark_on_branches(remarks& to);
void remark_on_values(remarks& to);
void remark_on_members(remarks& to);
void remark_on_keywords(remarks& to);
void remark_on_growth(remarks& to);
void remark_on_strings(remarks& to);
void remark_on_references(remarks& to);
void remark_on_late_keywords(remarks& to, const program& code);

/// The way to a place, for a sentence: its pointer, "the root" for the root.
std::string place_text(const program::data& d, index n);

}  // namespace lint_rules
}  // namespace schema
}  // namespace v0
}  // namespace tenon
