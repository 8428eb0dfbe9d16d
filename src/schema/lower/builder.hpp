// Makes the forms of a schema in one dialect.
//
// From the root inwards; each place (lower/conjunction.hpp) has one form. What the dialect cannot say is
// left out, and noted and said in words in the form where it is missing. A place with alternatives becomes
// one form for each of them, which holds what stands beside the alternatives as well.
//
// The trap: a form may be `pending` when something is asked of it, because the schema leads back to it.
#pragma once

#include "lower/conjunction.hpp"
#include "lower/dialects.hpp"
#include "lower/form.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/result.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {
namespace forms {

/// Places within places, forms in all, and steps in all from one subschema to the next that holds for the
/// same value. A schema beyond is unsupported_schema with this name as code.
inline constexpr std::size_t max_lowered_depth = 150;
inline constexpr std::size_t max_lowered_forms = 20'000;
inline constexpr std::size_t max_lowered_steps = 500'000;
/// A list with more places than this that differ is written as a list of any of them.
inline constexpr std::size_t max_tuple = 64;

class builder {
 public:
  /// `unrolled`: how many times a schema that leads back to itself is written out in a dialect without
  /// recursion. What lies deeper is JSON text.
  builder(const program::data& d, const dialect_rules& to, std::size_t unrolled)
      : d_(d), to_(to), unrolled_(unrolled) {}

  /// Errors: unsupported_schema.
  result<graph> run();

 private:
  /// Where in the schema something is made.
  struct context {
    std::size_t level = 0;  // times that the schema has led back to itself
    std::size_t depth = 0;
    std::size_t ways = 16;  // by so many alternatives it may still be multiplied
    bool root = false;

    context below() const { return {level, depth + 1, 16, false}; }
  };
  using leveled = std::pair<place, std::size_t>;

  // builder.cpp: places; builder_choices.cpp: choices
  use use_of(place at, context c);
  use use_of(std::vector<index> nodes, context c);
  form made(const place& at, const conjunction& all, context c);
  form by_types(const place& at, const conjunction& all, context c);
  form choose(const place& at, const conjunction& all, const std::vector<index>& selected, context c);
  std::vector<index> select(const conjunction& all, context c) const;
  bool only_refined(const conjunction& all) const;
  void wrap(graph& to) const;
  form choice_of(std::vector<use> ways, const place& at);
  use one_of(std::vector<use> ways);
  void note_choice(form& to, const choice_point& point);
  void note_open(form& to, const choice_point& point, std::uint8_t admitted);
  void note_judging(form& to, const std::vector<index>& nodes);
  void note_beside_list(form& to, const conjunction& all);
  void note_rest(form& to, const conjunction& all);
  std::uint8_t spoken_types(const conjunction& all) const;
  void describe(form& to, const place& at, const conjunction& all) const;
  form whatever(bool sentence = true) const;
  use keep(form made);
  use null_form();

  // builder_starts.cpp: alternatives that begin alike
  using positions = std::vector<std::size_t>;  // of alternatives
  void tell_apart(form& to);
  void lay_open(form& to);
  std::vector<positions> begin_alike(const std::vector<use>& ways) const;
  bool part(std::vector<use>& ways, const positions& alike, bool may_move);
  bool move_tag(std::vector<use>& ways, const positions& alike);
  bool move_names(std::vector<use>& ways, const positions& alike);
  void put_first(use& way, std::string_view name);
  void as_list(use& way);
  void merge(std::vector<use>& ways, const positions& alike);
  form joined(const std::vector<use>& ways, const positions& alike);
  form_member joined_member(std::vector<form_member> same, bool everywhere, form& whole);
  void join_rests(form& whole, const std::vector<use>& ways, const positions& alike);
  std::vector<number> bases_of(number n) const;

  // builder_settle.cpp: what turns out to fit nothing
  void settle();
  bool lose(form& f, number gone);
  bool lose_member(form& f, number gone);
  bool lose_item(form& f, number gone);
  bool only_null(number n) const;

  // builder_twins.cpp: alternatives whose images coincide
  void note_twins();
  void note_twins_of(form& f);
  void free_numbers(form& f);
  void note_lone_nulls(const use& root);

  // builder_leaves.cpp
  form scalar(const conjunction& all, std::uint8_t types, const place& at);
  void string_words(form& to, const conjunction& all);
  void count_words(form& to, bool writes_min, bool writes_max, const conjunction& all);
  struct bound {
    std::string_view literal;
    index node = none;
    number_check::what kind{};
  };
  void number_words(form& to, const conjunction& all, bool integral);
  bool write_bound(form& to, const bound& b, bool integral);
  void leave_out_bound(form& to, const bound& b, const bound& most);
  form literals(const place& at, const conjunction& all);
  static std::vector<std::string> texts_of(const std::vector<value>& literals);
  use constant(const value& v);
  void add_scalars(std::vector<use>& ways, std::vector<value> values, bool constant, const conjunction& all);

  // builder_lists.cpp
  struct list_bounds {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    bool more = false;  // something may follow the places
  };
  form list(const place& at, const conjunction& all, context c);
  form placed(const place& at, const conjunction& all, form f, std::vector<use> prefix, use rest,
              const list_bounds& bounds);
  form tuple(const place& at, std::vector<use> prefix, use rest, std::uint64_t min, std::uint64_t max);
  void note_any_item(form& to, index n) const;
  void item_counts(form& to, const conjunction& all, std::uint64_t min, std::uint64_t max);

  // builder_records.cpp: members by name; builder_maps.cpp: others
  /// What holds for members that are not named.
  struct others {
    bool open = true;                           // anything goes
    bool closed = false;                        // there are none
    bool asked = false;                         // they are admitted in so many words
    std::vector<std::vector<index>> ways = {};  // else each fits one of these
    std::vector<index> names = {};              // propertyNames
    std::vector<index> patterns = {};           // of names; each belongs to the way at its position
    bool only_patterns = false;                 // no name that matches none of them
  };
  form record(const place& at, const conjunction& all, context c);
  void note_let_in(form& to, index n) const;
  bool add_members(form& to, const conjunction& all, context c);
  bool add_member(form& to, std::string_view name, const conjunction& all, bool required, context c);
  void add_open_members(form& to, const conjunction& all, context c);
  others others_of(const place& at, const conjunction& all) const;
  bool fits_no_name(const std::vector<index>& names) const;
  bool evaluates(index n, const std::vector<form_member>& members) const;
  void add_others(form& to, const others& rest, const conjunction& all, context c);
  static void name_rest(form& to);
  form pairs(const others& rest, const conjunction& all, context c, bool alone);
  use others_use(const others& rest, context c);
  form key_form(const others& rest, const conjunction& all);
  void note_open_record(form& to, const conjunction& all, bool named);
  void record_words(form& to, const others& rest, const conjunction& all, context c, bool as_pairs);
  void make_nullable(form_member& m, form& to, index n);
  std::vector<index> member_nodes(const conjunction& all, std::string_view name) const;

  // what is known of forms and nodes
  bool accepts_null(const use& u) const;
  bool admits_null(const use& u) const;
  bool is_never(const use& u) const { return forms_[u.form].kind == form::what::never; }
  bool is_anything(const use& u) const;
  bool admits(const std::vector<index>& nodes, const value& v) const;

  bool has(std::uint32_t words) const { return (to_.words & words) == words; }
  void note(form& to, index n, std::string_view keyword, std::string reason) const;
  /// Notes that the keyword is left out, and says it in words.
  void leave_out(form& to, index n, std::string_view keyword, std::string sentence);
  const value* keyword_of(index n, std::string_view keyword) const;
  bool fail(std::string_view limit, std::size_t most, std::string_view noun, index n);
  bool within(index n);
  conjunction gathered(const place& at) const;

  const program::data& d_;
  const dialect_rules& to_;
  std::size_t unrolled_;
  std::vector<form> forms_;
  std::map<leveled, number> known_;
  std::map<std::vector<number>, number> merged_;              // by their bases
  std::map<std::pair<number, std::string>, number> fronted_;  // by the record and its new first member
  std::map<number, number> listed_;                           // by the tuple
  number null_ = no_form;
  mutable std::size_t steps_ = 0;
  std::optional<problem> error_;
};

}  // namespace forms
}  // namespace schema
}  // namespace v0
}  // namespace tenon
