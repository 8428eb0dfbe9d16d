// Strings, names and numbers as they come in, piece by piece.
#include "formats/format.hpp"
#include "walk/content.hpp"
#include "watch/machine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <tenon/utf8.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

constexpr bool begins_code_point(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// Most pieces are a few bytes of ASCII.
std::uint64_t code_points_in(std::string_view piece) noexcept {
  std::uint64_t count = piece.size();
  const char* at = piece.data();
  const char* const end = at + piece.size();
  for (; end - at >= 4; at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, at, sizeof word);
    // Of each byte the high bit, where the next is not set: what continues a code point.
    const std::uint32_t continued = word & ~(word << 1U) & 0x80808080U;
    if (continued != 0) count -= static_cast<std::uint64_t>(std::popcount(continued));
  }
  for (; at < end; ++at) count -= begins_code_point(*at) ? 0U : 1U;
  return count;
}

/// Where the code point with this number (from 0) begins. Precondition: it does, within the piece.
std::size_t begin_of_code_point(std::string_view piece, std::uint64_t number) noexcept {
  for (std::size_t i = 0;; ++i) {
    if (begins_code_point(piece[i]) && number-- == 0) return i;
  }
}

/// A pattern that cannot match any more, or that cannot tell before the end.
constexpr pattern_steps::place given_up{0xffff'fffe, 0};
constexpr pattern_steps::place not_stepped{0xffff'ffff, 0};

bool is_fixed(const pattern_steps::place& p) noexcept {
  return p.row >= given_up.row;
}

}  // namespace

bool watch_machine::on_begin_name(std::uint64_t at) {
  now_ = at;
  frame& object = frames_.back();
  object.named = object.listening = false;
  if (object.count == 0 && !room_for_member(object)) return false;
  for (index self = object.cursors; self < cursors_.size(); ++self) {
    cursor& c = cursors_[self];
    if (!alive(c)) continue;
    if ((c.looks & looks::name) != 0) {
      start_name(c);
      if (!object.listening) object.hearing = self;
      object.listening = true;
    } else if ((c.looks & looks::members) != 0) {
      const index names = d_.object_rules[d_.nodes[c.node].object].property_names;
      if (names != none) pending_.push({names, c.branch, {self, 0, link::property_name}});
    }
  }
  if (pending_.empty()) return true;
  const bool listening = object.listening;
  const std::uint32_t hearing = object.hearing;
  frame& f = open_frame(frame::what::name, types::string, '"');
  f.listening = listening;
  if (listening) f.hearing = hearing;
  return spawn_pending();
}

void watch_machine::start_name(cursor& c) {
  const cursor& owner = cursors_[c.from.parent];
  const index number = d_.nodes[c.node].object;
  const object_plan& plan = plan_.objects[number];
  const object_rule& rule = d_.object_rules[number];
  c.choice = {};
  // Most often the name that was declared behind the last one.
  if (owner.hint < plan.place.size() && may_come(owner, plan, plan.place[owner.hint])) {
    c.choice.candidate = plan.place[owner.hint];
  } else {
    c.choice.candidate = first_allowed(owner, {0, plan.names.size()});
  }
  c.no_choice = c.choice.candidate == none;
  for (index i = 0; i < rule.pattern_count; ++i) {
    const pattern_property& p = d_.pattern_properties[rule.patterns + i];
    const pattern_steps& steps = plan_.patterns[p.pattern];
    places_[c.places + i] = is_empty(d_, p.child) ? given_up : steps.possible() ? steps.start() : not_stepped;
  }
}

bool watch_machine::on_text(std::string_view piece, std::uint64_t at, bool escaped) {
  const frame& f = frames_.back();
  if (!f.listening) return true;
  const std::uint64_t before = points_;
  if (f.counting) points_ += code_points_in(piece);
  for (index self = f.hearing; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    if ((c.looks & looks::text) != 0 && alive(c)) hear(self, piece, before);
  }
  return deaths_.empty() || apply_deaths(at, escaped);
}

void watch_machine::hear(index self, std::string_view piece, std::uint64_t before) {
  cursor& c = cursors_[self];
  const node& s = d_.nodes[c.node];
  if ((c.looks & looks::length) != 0) {
    const std::uint64_t most = d_.string_rules[s.string].max_length;
    if (points_ > most) {
      deaths_.push({begin_of_code_point(piece, most - before), self, reason::what::max_length});
    }
  }
  if ((c.looks & looks::choice) != 0) {
    const auto first = [](choice_list::range r) { return r.empty() ? none : r.first; };
    const std::size_t taken = read_on(plan_.literals[c.literals].strings, c.choice, piece, first);
    if (taken < piece.size()) deaths_.push({taken, self, reason::what::literal});
  }
  if ((c.looks & looks::pattern) != 0) {
    const pattern_steps& steps = plan_.patterns[d_.string_rules[s.string].pattern];
    for (std::size_t i = 0; i < piece.size() && !steps.is_settled(c.pattern); ++i) {
      c.pattern = steps.step(c.pattern, static_cast<unsigned char>(piece[i]));
      if (!steps.is_dead(c.pattern)) continue;
      deaths_.push({i, self, reason::what::pattern});
      break;
    }
  }
  if ((c.looks & looks::name) != 0) hear_name(self, piece);
  if ((c.looks & looks::plain) != 0) {
    const std::size_t point = piece.find_first_of(".eE");
    if (point != std::string_view::npos) deaths_.push({point, self, reason::what::type});
  }
}

/// Dead where neither a declared name nor a pattern goes on, at the byte that ended the last of them.
void watch_machine::hear_name(index self, std::string_view piece) {
  cursor& c = cursors_[self];
  const cursor& owner = cursors_[c.from.parent];
  const index number = d_.nodes[c.node].object;
  std::size_t last = 0;
  if (!c.no_choice) {
    const auto allowed = [&](choice_list::range r) { return first_allowed(owner, r); };
    const std::size_t taken = read_on(plan_.objects[number].names, c.choice, piece, allowed);
    c.no_choice = taken < piece.size();
    last = taken;
  }
  const object_rule& rule = d_.object_rules[number];
  for (index i = 0; i < rule.pattern_count; ++i) {
    pattern_steps::place& at = places_[c.places + i];
    if (is_fixed(at)) {
      if (at.row == not_stepped.row) last = piece.size();
      continue;
    }
    const pattern_steps& steps = plan_.patterns[d_.pattern_properties[rule.patterns + i].pattern];
    std::size_t k = 0;
    for (; k < piece.size(); ++k) {
      at = steps.step(at, static_cast<unsigned char>(piece[k]));
      if (steps.is_dead(at)) break;
    }
    last = std::max(last, k);
    if (k < piece.size()) at = given_up;
  }
  if (last < piece.size()) deaths_.push({last, self, reason::what::other_name});
}

bool watch_machine::on_escape(std::uint32_t first, std::uint32_t last, std::uint64_t at) {
  const frame& f = frames_.back();
  if (!f.listening) return true;
  for (index self = f.hearing; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    reason::what why{};
    if ((c.looks & looks::text) == 0 || !alive(c) || can_take(c, first, last, why)) continue;
    deaths_.push({0, self, why});
  }
  return deaths_.empty() || apply_deaths(at, true);
}

/// Can a code point in [first, last] follow? Else `why` not.
bool watch_machine::can_take(const cursor& c, std::uint32_t first, std::uint32_t last,
                             reason::what& why) const {
  const node& s = d_.nodes[c.node];
  if ((c.looks & looks::length) != 0 && points_ >= d_.string_rules[s.string].max_length) {
    why = reason::what::max_length;
    return false;
  }
  if ((c.looks & looks::choice) != 0) {
    const choice_list& list = plan_.literals[c.literals].strings;
    const std::string_view read = list[c.choice.candidate].substr(0, c.choice.matched);
    why = reason::what::literal;
    if (list.after_codes(read, first, last).empty()) return false;
  }
  if ((c.looks & looks::pattern) != 0) {
    why = reason::what::pattern;
    const pattern_steps& steps = plan_.patterns[d_.string_rules[s.string].pattern];
    if (!steps.can_take(c.pattern, first, last)) return false;
  }
  why = reason::what::other_name;
  return (c.looks & looks::name) == 0 || can_take_name(c, first, last);
}

bool watch_machine::can_take_name(const cursor& c, std::uint32_t first, std::uint32_t last) const {
  const index number = d_.nodes[c.node].object;
  if (!c.no_choice) {
    const choice_list& list = plan_.objects[number].names;
    const std::string_view read = list[c.choice.candidate].substr(0, c.choice.matched);
    if (first_allowed(cursors_[c.from.parent], list.after_codes(read, first, last)) != none) return true;
  }
  const object_rule& rule = d_.object_rules[number];
  for (index i = 0; i < rule.pattern_count; ++i) {
    const pattern_steps::place& at = places_[c.places + i];
    if (is_fixed(at)) {
      if (at.row == not_stepped.row) return true;
      continue;
    }
    const index number_of_pattern = d_.pattern_properties[rule.patterns + i].pattern;
    if (plan_.patterns[number_of_pattern].can_take(at, first, last)) return true;
  }
  return false;
}

bool watch_machine::apply_deaths(std::uint64_t at, bool escaped) {
  if (deaths_.size() > 1) {
    std::sort(deaths_.begin(), deaths_.end(), [](const death& a, const death& b) {
      return a.byte != b.byte ? a.byte < b.byte : a.cursor < b.cursor;
    });
  }
  bool go_on = true;
  for (std::size_t i = 0; i < deaths_.size() && go_on; ++i) {
    const death one = deaths_[i];
    const cursor& c = cursors_[one.cursor];
    now_ = escaped ? at : at + one.byte;
    go_on = kill(c.branch, because(one.kind, c));
  }
  deaths_.drop_to(0);
  return go_on;
}

reason watch_machine::because(reason::what kind, const cursor& c, std::string_view text) const {
  reason why{.kind = kind, .node = c.node, .from = c.from, .text = text};
  if (kind == reason::what::literal) why.detail = c.literals;
  if (kind == reason::what::other_name && c.from.via == link::same) {
    why.from = cursors_[c.from.parent].from;
    if (c.choice.candidate != none) {
      const choice_list& names = plan_.objects[d_.nodes[c.node].object].names;
      why.text = names[c.choice.candidate].substr(0, c.choice.matched);
    }
  }
  return why;
}

/// A string or name has ended, and the frame's cursors judge what only its end tells.
bool watch_machine::end_text(std::string_view text) {
  const frame& f = frames_.back();
  for (index self = f.cursors; self < cursors_.size(); ++self) {
    const cursor& c = cursors_[self];
    constexpr std::uint16_t at_end =
        looks::length | looks::choice | looks::pattern | looks::whole_pattern | looks::format;
    if ((c.looks & at_end) == 0 || !alive(c)) continue;
    reason::what why{};
    if (!fits_at_end(c, text, why) && !kill(c.branch, because(why, c, text))) return false;
  }
  return true;
}

bool watch_machine::fits_at_end(const cursor& c, std::string_view text, reason::what& why) const {
  const node& s = d_.nodes[c.node];
  if ((c.looks & looks::choice) != 0) {
    const choice_list& list = plan_.literals[c.literals].strings;
    why = reason::what::literal;
    if (list[c.choice.candidate].size() != c.choice.matched && list.find(text) == none) return false;
  }
  if (s.string == none) return true;
  const string_rule& rule = d_.string_rules[s.string];
  if ((c.looks & looks::length) != 0 && points_ < rule.min_length) {
    why = reason::what::min_length;
    return false;
  }
  why = reason::what::pattern;
  if ((c.looks & looks::pattern) != 0 && !plan_.patterns[rule.pattern].accepts_at_end(c.pattern))
    return false;
  if ((c.looks & looks::whole_pattern) != 0 && !d_.patterns[rule.pattern].found_in(text)) return false;
  if ((c.looks & looks::format) == 0) return true;
  why = reason::what::content;
  if (rule.content != content::free && !broken_content(rule.content, text).empty()) return false;
  why = reason::what::format;
  return matches(rule.format, text);
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
