// The machine behind `watcher`: hears a token_handler's events and moves the cursors.
//
// Every event handler returns false once the text is doomed, which stops the reader. What happens within
// one event happens at one byte, `now_`; of several deaths in one piece of text, the earlier byte comes
// first, so that chunks make no difference.
//
//   watch/branches.cpp  how branches are made, die and are judged
//   watch/spawn.cpp     a value begins: which nodes follow it
//   watch/text.cpp      strings and names as they come
//   watch/objects.cpp   members
//   watch/ends.cpp      a value ends: what could not be told before
//   watch/unique.cpp    items that must differ, repeated names
//   watch/report.cpp    what doomed the text, as a problem
//   watch/words.cpp     and in words
#pragma once

#include "nodes/flat_stack.hpp"
#include "watch/cursor.hpp"
#include "watch/event_tape.hpp"
#include "watch/plan.hpp"
#include "watch/seen.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <tenon/builder.hpp>
#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

class watch_machine final : public json::token_handler {
 public:
  watch_machine(program code, const watch_options& options);

  void reset();
  /// The reader could not go on; its own problem, or a better one.
  void stop(const problem& syntax);
  bool doomed() const noexcept { return doomed_; }
  /// The value has ended.
  bool ended() const noexcept { return ended_; }
  const problem& why() const noexcept { return why_; }
  /// See watcher.
  bool listed() const noexcept;

  bool on_null(json::source_span where) override;
  bool on_boolean(bool b, json::source_span where) override;
  bool on_number(std::string_view literal, json::source_span where) override;
  bool on_string(std::string_view text, json::source_span where) override;
  bool on_name(std::string_view text, json::source_span where) override;
  bool on_begin_array(std::uint64_t at) override;
  bool on_end_array(json::source_span where) override;
  bool on_begin_object(std::uint64_t at) override;
  bool on_end_object(json::source_span where) override;
  bool on_begin_scalar(char first, std::uint64_t at) override;
  bool on_begin_name(std::uint64_t at) override;
  bool on_text(std::string_view piece, std::uint64_t at, bool escaped) override;
  bool on_escape(std::uint32_t first, std::uint32_t last, std::uint64_t at) override;
  bool on_comma(std::uint64_t at) override;

 private:
  static constexpr std::uint32_t root_branch = 0;
  static constexpr std::size_t few_rounds = 8;

  // watch/branches.cpp
  bool alive(const cursor& c) const noexcept { return branches_[c.branch].alive; }
  std::uint32_t add_branch(std::uint32_t parent, std::uint32_t junction_number);
  std::uint32_t add_junction(junction::what kind, index owner, index rule, std::uint32_t parent);
  /// False once the text is doomed; so are all below.
  bool kill(std::uint32_t b, const reason& why);
  void bury(std::uint32_t b);
  bool fails_with(junction& j, std::uint32_t dead, reason& told);
  bool judge_junctions(const frame& f);
  bool judge(const junction& j);
  bool has_trigger(const junction& j) const;
  bool must_fit(std::uint32_t b) const noexcept;
  bool doom(const reason& why);
  /// Counts work that schema and text make together, in the units of `run`; what a cursor does for a byte is
  /// not counted. Never in a way that depends on chunks. False once it is too much, and the text doomed.
  bool charge(std::uint64_t work);
  bool charge_loop(std::size_t count) { return count < few_rounds || charge(count / few_rounds); }

  // watch/spawn.cpp
  bool begin_value(frame::what kind, std::uint8_t bits, char first, std::uint64_t at);
  frame& open_frame(frame::what kind, std::uint8_t bits, char first);
  bool next_item(frame& f);
  bool spawn_pending();
  std::uint32_t branch_for(const pending& p);
  bool judge_as_whole(frame& f);
  bool spawn(index n, std::uint32_t b, const trace& from);
  index add_cursor(index n, std::uint32_t b, const trace& from);
  void look_at_string(cursor& c, const string_rule& rule);
  bool look_at_literals(index self, index set);
  bool look_at_parts(index self, const node& s);
  bool look_at_members(index self, const node& s);
  bool spawn_steps(index self);
  bool spawn_step(index self, index number, const step& s);
  bool spawn_union(index self, index rule, link via);
  bool spawn_condition(index self, index number, const step& s);
  bool spawn_dependents(index self, const object_rule& rule);

  // watch/text.cpp
  struct death {
    std::size_t byte;
    index cursor;
    reason::what kind;
  };
  void start_name(cursor& c);
  void hear(index self, std::string_view piece, std::uint64_t before);
  void hear_name(index self, std::string_view piece);
  bool can_take(const cursor& c, std::uint32_t first, std::uint32_t last, reason::what& why) const;
  bool can_take_name(const cursor& c, std::uint32_t first, std::uint32_t last) const;
  bool apply_deaths(std::uint64_t at, bool escaped);
  reason because(reason::what kind, const cursor& c, std::string_view text = {}) const;
  bool end_text(std::string_view text);
  bool fits_at_end(const cursor& c, std::string_view text, reason::what& why) const;

  // watch/objects.cpp
  bool may_come(const cursor& owner, const object_plan& plan, index place) const noexcept;
  index first_allowed(const cursor& owner, choice_list::range within) const noexcept;
  bool room_for_member(const frame& f);
  bool end_name(std::string_view text);
  index find_in_primary(frame& f, std::string_view text);
  bool trigger(index self, const frame& f, index entry);
  bool queue_member(index self, std::string_view text, index entry);
  bool has(const cursor& c, index place) const noexcept {
    return ((bits_[c.bits + place / 64] >> (place % 64)) & 1U) != 0;
  }
  bool end_members(index self, const frame& f);
  bool end_dependents(index self, const object_rule& rule);

  // watch/ends.cpp
  bool end_number(index self, std::string_view literal);
  bool end_container();
  bool end_items(index self, const frame& f);
  bool judge_wholes(const frame& f, const value& v);
  bool judge_whole(index self, const value& v);
  /// `work` grows by what it took.
  bool fits_node(index n, const value& v, std::uint64_t& work) const;
  bool close_value(std::uint64_t hash);
  void drop_frame();

  // watch/unique.cpp
  bool note_item(std::uint64_t hash, std::uint64_t begin);
  bool fail_unique(const frame& f);
  bool end_crowded_items(const frame& f);
  bool note_name(frame& f, std::uint64_t hash);
  std::string_view letters_of(const seen_stack::entry& e) const noexcept;
  bool doom_repeated(std::string_view name);
  bool end_crowded_names(const frame& f);

  // watch/report.cpp
  problem describe(const reason& why) const;
  std::string place() const;
  std::string_view name_in(const frame& f) const noexcept;
  std::string rule_of(const trace& from) const;
  void append_edge(std::string& to, const trace& t) const;
  problem judged_problem(const reason& why) const;

  // watch/words.cpp
  struct words {
    std::string_view code = {};
    std::string expected = {};
    std::string found = {};
    std::string nearest = {};
    std::string member = {};  // the place is this member of the object at hand
  };
  words words_for(const reason& why) const;
  words words_for_text(const reason& why) const;
  words words_for_items(const reason& why) const;
  words words_for_members(const reason& why) const;
  words words_for_junction(const reason& why) const;
  std::string found_so_far(const reason& why) const;
  std::string_view first_missing(const reason& why) const;

  const program code_;
  const program::data& d_;
  const watch_plan& plan_;
  const watch_options options_;

  bool doomed_ = false;
  bool ended_ = false;
  bool too_many_ = false;  // cursors at the value that begins
  std::uint64_t now_ = 0;  // offset of the byte that is being judged
  std::uint64_t work_ = 0;
  std::uint64_t values_ = 0;     // that have begun
  std::uint64_t points_ = 0;     // code points of the string or name at hand, if they are counted
  std::uint32_t building_ = 0;   // open containers that become values
  std::uint32_t recording_ = 0;  // open arrays whose items are compared

  flat_stack<frame> frames_;
  flat_stack<cursor> cursors_;
  flat_stack<branch> branches_;
  flat_stack<junction> junctions_;
  flat_stack<std::uint64_t> bits_;
  flat_stack<pattern_steps::place> places_;
  flat_stack<pending> pending_;
  flat_stack<death> deaths_;
  seen_stack seen_;
  std::string letters_;  // names: those in seen_, and the one at hand
  event_tape tape_;      // of the outermost array whose items are compared
  json::builder builder_;
  const value* judged_ = nullptr;  // what the walker is asked about
  problem why_;
};

}  // namespace schema
}  // namespace v0
}  // namespace tenon
