// A value ends: what could not be told before, and what is judged on the whole of it.
#include "walk/leaves.hpp"
#include "walk/numbers.hpp"
#include "walk/walk.hpp"
#include "watch/machine.hpp"

#include <string>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {
constexpr std::uint64_t hash_of_null = 0x2545f4914f6cdd1d;
constexpr std::uint64_t hash_of_true = 0x9fb21c651e98df25;
constexpr std::uint64_t hash_of_false = 0xc2b2ae3d27d4eb4f;
}  // namespace

bool watch_machine::on_null(json::source_span where) {
  now_ = where.end - 1;
  if (building_ > 0) static_cast<void>(builder_.on_null(where));
  const frame& f = frames_.back();
  if (f.valued && !judge_wholes(f, value())) return false;
  if (f.hashed) tape_.mark('n');
  return close_value(hash_of_null);
}

bool watch_machine::on_boolean(bool b, json::source_span where) {
  now_ = where.end - 1;
  if (building_ > 0) static_cast<void>(builder_.on_boolean(b, where));
  const frame& f = frames_.back();
  if (f.valued && !judge_wholes(f, value(b))) return false;
  if (f.hashed) tape_.mark(b ? 't' : 'f');
  return close_value(b ? hash_of_true : hash_of_false);
}

bool watch_machine::on_string(std::string_view text, json::source_span where) {
  now_ = where.end - 1;
  if (building_ > 0) static_cast<void>(builder_.on_string(text, where));
  if (!end_text(text)) return false;
  const frame& f = frames_.back();
  if (f.valued && !judge_wholes(f, value(text))) return false;
  if (!f.hashed) return close_value(0);
  tape_.mark('"', text);
  return close_value(hash_text(text));
}

bool watch_machine::on_number(std::string_view literal, json::source_span where) {
  now_ = where.end;
  if (building_ > 0) static_cast<void>(builder_.on_number(literal, where));
  const frame& f = frames_.back();
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::number) != 0 && alive(c) && !end_number(self, literal)) return false;
  }
  if (f.valued && !judge_wholes(f, value::from_literal(std::string(literal)))) return false;
  if (!f.hashed) return close_value(0);
  tape_.mark('0', literal);
  return close_value(hash_number(literal));
}

bool watch_machine::end_number(index self, std::string_view literal) {
  const cursor& c = cursors_[self];
  const node& s = d_.nodes[c.node];
  if ((s.types & types::number) != types::number) {
    if ((s.types & number_type(literal, (s.flags & flags::lexical) != 0)) == 0) {
      return kill(c.branch, because(reason::what::type, c, literal));
    }
  }
  if (c.literals != none && !d_.literal_sets[c.literals].contains_number(literal)) {
    return kill(c.branch, because(reason::what::literal, c, literal));
  }
  if (s.number == none || c.from.via == link::same) return true;
  for (index i = s.number;; ++i) {
    bool undecided = false;
    if (violates(d_.number_checks[i], literal, undecided)) {
      reason why = because(reason::what::number, c, literal);
      why.detail = i;
      return kill(c.branch, why);
    }
    if (d_.number_checks[i].last) return true;
  }
}

bool watch_machine::on_end_array(json::source_span where) {
  now_ = where.end - 1;
  const frame& f = frames_.back();
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::items) != 0 && alive(c) && !end_items(self, f)) return false;
  }
  if (f.unique && f.crowded && !end_crowded_items(f)) return false;
  if (building_ > 0) static_cast<void>(builder_.on_end_array(where));
  return end_container();
}

bool watch_machine::on_end_object(json::source_span where) {
  now_ = where.end - 1;
  const frame& f = frames_.back();
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::members) != 0 && alive(c) && !end_members(self, f)) return false;
  }
  if (f.crowded && !end_crowded_names(f)) return false;
  if (building_ > 0) static_cast<void>(builder_.on_end_object(where));
  return end_container();
}

bool watch_machine::end_container() {
  const frame& f = frames_.back();
  if (building_ > 0) {
    --building_;
    if (f.valued && !judge_wholes(f, builder_.last())) return false;
    if (building_ == 0) builder_.reset();
  }
  const bool array = f.kind == frame::what::array;
  if (f.hashed) tape_.mark(array ? ']' : '}');
  return close_value(mix(f.hash + f.count + (array ? 17 : 19)));
}

bool watch_machine::end_items(index self, const frame& f) {
  const cursor& c = cursors_[self];
  const array_rule& rule = d_.array_rules[d_.nodes[c.node].array];
  if (f.count < rule.min_items) return kill(c.branch, because(reason::what::min_items, c));
  // Where contains is opaque, `fitting` may be too high, so this stays sound.
  const bool few = rule.contains != none && c.fitting < rule.min_contains;
  return !few || kill(c.branch, because(reason::what::few_contained, c));
}

/// What asks for the value itself.
bool watch_machine::judge_wholes(const frame& f, const value& v) {
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    constexpr std::uint16_t any = looks::literal | looks::whole | looks::document;
    if ((c.looks & any) == 0 || !alive(c)) continue;
    if (!judge_whole(self, v)) return false;
  }
  return true;
}

bool watch_machine::judge_whole(index self, const value& v) {
  const cursor& c = cursors_[self];
  std::uint64_t work = 0;
  if ((c.looks & looks::literal) != 0) {
    const bool listed = d_.literal_sets[c.literals].contains(v, work);
    return charge(work) && (listed || kill(c.branch, because(reason::what::literal, c)));
  }
  judged_ = &v;
  const bool fits = (c.looks & looks::document) != 0 ? code_.accepts(v) : fits_node(c.node, v, work);
  const bool go_on = charge(work) && (fits || kill(c.branch, because(reason::what::whole, c)));
  judged_ = nullptr;
  return go_on;
}

bool watch_machine::fits_node(index n, const value& v, std::uint64_t& work) const {
  const validate_options granted;
  run shared(d_, v, granted);
  walker<mode::verdict> walk(shared);
  const bool fits = walk.visit(n, v);
  work += shared.work();
  return fits;
}

bool watch_machine::close_value(std::uint64_t hash) {
  const frame& f = frames_.back();
  if (junctions_.size() > f.junctions && !judge_junctions(f)) return false;
  if (f.unique && --recording_ == 0) tape_.clear();
  const bool hashed = f.hashed;
  const std::uint64_t begin = f.begin;
  drop_frame();
  if (frames_.empty()) {
    ended_ = true;
    return true;
  }
  frame& up = frames_.back();
  up.named = false;
  if (!hashed) return true;
  if (up.kind == frame::what::object) {
    up.hash += mix(up.name_hash ^ mix(hash));  // a sum: order does not matter
    return true;
  }
  up.hash = mix(up.hash ^ hash);
  return !up.unique || note_item(hash, begin);
}

/// Everything that the frame owns leaves the stacks with it.
void watch_machine::drop_frame() {
  const frame& f = frames_.back();
  cursors_.drop_to(f.cursors);
  branches_.drop_to(f.branches);
  junctions_.drop_to(f.junctions);
  bits_.drop_to(f.bits);
  places_.drop_to(f.places);
  seen_.drop_to(f.seen);
  letters_.resize(f.letters);
  frames_.pop();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
