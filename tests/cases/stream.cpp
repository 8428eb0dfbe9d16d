// Class e: a reply in pieces. What it holds the partial values to does not depend on how the library makes
// them (partials.hpp).
#include "asking.hpp"
#include "must.hpp"
#include "operations.hpp"
#include "stopwatch.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <tenon/pointer.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;

/// What was seen while the pieces came.
struct evidence {
  std::vector<std::optional<value>> snapshots;
  std::vector<std::vector<std::string>> complete;  // all that is complete, after each piece
  std::vector<bool> failed;                        // said so, after each piece
  observed end;
  bool same_for_each_split = true;
  double ratio = 0;  // time per byte, largest to smallest size
  double ms_98kb = 0;
};

bool is_place(std::string_view pointer, const evidence& e) {
  return !e.complete.empty() &&
         std::find(e.complete.back().begin(), e.complete.back().end(), pointer) != e.complete.back().end();
}

/// Every string in a value, also as a name.
void strings(const value& of, std::vector<std::string>& found) {
  std::vector<const value*> open = {&of};
  while (!open.empty()) {
    const value& v = *open.back();
    open.pop_back();
    if (v.is_string()) found.emplace_back(v.string());
    if (v.is_array())
      for (const value& item : v.items()) open.push_back(&item);
    if (v.is_object()) {
      for (const auto& m : v.members()) {
        found.push_back(m.name);
        open.push_back(&m.value);
      }
    }
  }
}

bool leaks(const evidence& e) {
  std::vector<std::string> all;
  for (const auto& s : e.snapshots)
    if (s) strings(*s, all);
  return std::any_of(all.begin(), all.end(), [](const std::string& s) {
    return s.find_first_of("`{}") != std::string::npos || s.find("json") != std::string::npos;
  });
}

/// Each snapshot's string at this member is a beginning of the final one.
bool grows(const evidence& e, std::string_view name) {
  const value* last = e.end.root ? e.end.root->find(name) : nullptr;
  if (last == nullptr || !last->is_string()) return false;
  return std::all_of(e.snapshots.begin(), e.snapshots.end(), [&](const std::optional<value>& s) {
    const value* part = s ? s->find(name) : nullptr;
    return part == nullptr || (part->is_string() && last->string().starts_with(part->string()));
  });
}

const std::vector<phrase<evidence>>& phrases() {
  static const std::vector<phrase<evidence>> all = {
      {"no error before the end",
       [](const evidence& e, const numbers&) {
         return std::find(e.failed.begin(), e.failed.end(), true) == e.failed.end();
       }},
      {"no error on chunk #",
       [](const evidence& e, const numbers& n) {
         return n[0] >= 1 && n[0] <= e.failed.size() && !e.failed[n[0] - 1];
       }},
      {"name is complete only after chunk #",
       [](const evidence& e, const numbers& n) {
         if (n[0] < 1 || n[0] > e.complete.size() || !is_place("/name", e)) return false;
         return std::all_of(e.complete.begin(), e.complete.begin() + static_cast<std::ptrdiff_t>(n[0] - 1),
                            [](const auto& c) { return std::find(c.begin(), c.end(), "/name") == c.end(); });
       }},
      {"final value is the same for each split",
       [](const evidence& e, const numbers&) { return e.same_for_each_split; }},
      {"no snapshot string holds a backtick, the word json or a brace",
       [](const evidence& e, const numbers&) { return !leaks(e); }},
      {"each snapshot of p is a prefix of the final p",
       [](const evidence& e, const numbers&) { return grows(e, "p"); }},
      {"time per byte at # KB is at most # times that at # KB",
       [](const evidence& e, const numbers& n) { return e.ratio <= static_cast<double>(n[1]); }},
      {"# KB in #-byte pieces takes well under # s with a snapshot on each piece read or taken on demand",
       [](const evidence& e, const numbers& n) { return e.ms_98kb < static_cast<double>(n[2]) * 1000; }},
  };
  return all;
}

std::vector<std::string> pieces_of(std::string_view text, std::size_t length) {
  std::vector<std::string> all;
  for (; !text.empty(); text.remove_prefix(std::min(length, text.size())))
    all.emplace_back(text.substr(0, length));
  return all;
}

struct setting {
  const tenon::schema::program& shape;
  mode how;
  const open_partial& open;
};

evidence watch(const setting& s, const std::vector<std::string>& pieces) {
  evidence e;
  const auto source = s.open(s.shape, s.how);
  for (const std::string& piece : pieces) {
    source->feed(piece);
    const value* shown = source->shown();
    e.snapshots.push_back(shown != nullptr ? std::optional(*shown) : std::nullopt);
    e.complete.push_back(source->complete());
    e.failed.push_back(source->failed());
  }
  e.end = source->finish();
  return e;
}

void judge_snapshots(const value& expected, const evidence& e, std::string_view label, verdict& v) {
  const value* wanted = expected.find("snapshots");
  if (wanted == nullptr) return;
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    const value& one = wanted->items()[i];
    const auto& got = i < e.snapshots.size() ? e.snapshots[i] : std::nullopt;
    const bool none_yet = one.is_null() && (!got || among(expected.find("snapshot_none_may_be"), *got));
    if (none_yet || (got && *got == one)) continue;
    v.object(label, "after piece " + std::to_string(i + 1) + " shows " +
                        (got ? tenon::json::write(*got) : std::string("nothing")) + " in place of " +
                        tenon::json::write(one));
  }
}

void judge_complete(const value& expected, const evidence& e, std::string_view label, verdict& v) {
  const value* wanted = expected.find("complete_after");
  if (wanted == nullptr) return;
  for (std::size_t i = 0; i < wanted->size() && i < e.complete.size(); ++i) {
    std::set<std::string> places;
    for (const value& place : wanted->items()[i].items()) places.emplace(place.string());
    if (places != std::set<std::string>(e.complete[i].begin(), e.complete[i].end()))
      v.object(label, "after piece " + std::to_string(i + 1) + " other places are complete");
  }
}

std::vector<std::string> chunks_of(const value& input) {
  std::vector<std::string> all;
  if (const value* chunks = input.find("chunks"))
    for (const value& one : chunks->items()) all.emplace_back(one.string());
  return all;
}

void run_chunks(const test_case& c, const setting& s, verdict& v) {
  const std::string_view label = to_string(s.how);
  const value& expected = c.expected(s.how);
  const auto e = watch(s, chunks_of(c.input()));
  judge(expected, e.end, label, v);
  judge_snapshots(expected, e, label, v);
  judge_complete(expected, e, label, v);
  hold<evidence>(expected, phrases(), e, label, v);
}

/// Every length of pieces gives the same end.
void run_splits(const test_case& c, const setting& s, verdict& v) {
  const std::string_view label = to_string(s.how);
  const std::string text(c.input().find("text")->string());
  evidence last;
  std::optional<std::string> first;
  for (const value& length : c.input().find("pieces")->items()) {
    auto e = watch(s, pieces_of(text, length.to_uint64().value_or(1)));
    judge(c.expected(s.how), e.end, label, v);
    const std::string end = describe(e.end);
    e.same_for_each_split = last.same_for_each_split && end == first.value_or(end);
    if (!first) first = end;
    last = std::move(e);
  }
  hold<evidence>(c.expected(s.how), phrases(), last, label, v);
}

/// The stream may stop after any byte: short of the end there is no success, unless with the whole value.
void run_cuts(const test_case& c, const setting& s, verdict& v) {
  const std::string label(to_string(s.how));
  const std::string text(c.input().find("text")->string());
  const value& expected = c.expected(s.how);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const auto e = watch(s, {text.substr(0, cut)});
    const value* wanted = expected.find("value");
    if (cut == text.size()) {
      judge(expected, e.end, label, v);
    } else if (e.end.root && (wanted == nullptr || *e.end.root != *wanted)) {
      v.silently_wrong = true;
      v.object(label, "silently wrong after " + std::to_string(cut) + " bytes: " + describe(e.end));
    }
  }
}

/// Elements of one list, each given out once, when it is whole.
void run_elements(const test_case& c, const setting& s, verdict& v) {
  const std::string label(to_string(s.how));
  const value& expected = c.expected(s.how);
  const value* where = c.input().find("pointer");
  const auto source = s.open(s.shape, s.how);
  const value* wanted = expected.find("elements");
  std::size_t piece = 0;
  for (const std::string& chunk : chunks_of(c.input())) {
    source->feed(chunk);
    const value given = value::array(source->take_elements(where != nullptr ? where->string() : ""));
    if (wanted != nullptr && piece < wanted->size() && given != wanted->items()[piece])
      v.object(label, "after piece " + std::to_string(piece + 1) + " gives out " + tenon::json::write(given));
    ++piece;
  }
  judge(expected, source->finish(), label, v);
}

/// {"items": [ n elements {"i": k, "t": "forty letters ..."} ]} of about this many bytes.
std::string made_text(std::size_t bytes) {
  std::string text = R"({"items": [)";
  for (std::size_t k = 0; text.size() + 2 < bytes; ++k)
    text += (k > 0 ? ", " : "") + (R"({"i": )" + std::to_string(k)) + R"(, "t": ")" + std::string(40, 'x') +
            "\"}";
  return text + "]}";
}

/// Processor time for the text in pieces of eight bytes, the value looked at after each; the best of a few.
double cpu_ms_of(const setting& s, const std::string& text, observed& end) {
  constexpr int rounds = 5;
  const auto pieces = pieces_of(text, 8);
  double best = 0;
  for (int i = 0; i < rounds; ++i) {
    const stopwatch time;
    std::size_t seen = 0;
    const auto source = s.open(s.shape, s.how);
    for (const std::string& piece : pieces) {
      source->feed(piece);
      seen += source->shown() != nullptr ? source->shown()->size() : 0;
    }
    end = source->finish();
    const double took = time.ms();
    if (i == 0 || took < best) best = took;
    if (seen == 0) end = observed::of(tenon::problem{.code = "nothing_shown"});
  }
  return best;
}

void run_made(const test_case& c, const setting& s, verdict& v) {
  const value* sizes = c.input().find("sizes_kb");
  const value* what = c.input().find("describe");
  if (sizes == nullptr || what == nullptr ||
      what->string().find(R"(n elements {"i": k, "t": "forty letters ..."})") == std::string_view::npos) {
    v.skipped = "an input of a form that is not known here";
    return;
  }
  evidence e;
  std::vector<double> per_byte;
  for (const value& size : sizes->items()) {
    const auto kb = size.to_uint64().value_or(1);
    const std::string text = made_text(kb * 1024);
    const double took = cpu_ms_of(s, text, e.end);
    if (!e.end.root) v.object(to_string(s.how), "gives " + describe(e.end));
    if (kb == 98) e.ms_98kb = took;
    per_byte.push_back(took / static_cast<double>(text.size()));
  }
  e.ratio = per_byte.back() / per_byte.front();
  hold<evidence>(c.expected(s.how), phrases(), e, to_string(s.how), v);
}

}  // namespace

void run_stream(const test_case& c, mode m, const open_partial& open, verdict& v) {
  const auto shape = shape_of(c.schema());
  if (!shape) return judge(c.expected(m), observed::of(shape.error()), to_string(m), v);
  if (open(*shape, m) == nullptr) {
    v.skipped = "streaming partials: part not there";
    return;
  }
  const setting s{*shape, m, open};
  const std::string op = c.op();
  if (op == "stream") return run_chunks(c, s, v);
  if (op == "stream_all_splits") return run_splits(c, s, v);
  if (op == "stream_all_cuts") return run_cuts(c, s, v);
  if (op == "stream_elements") return run_elements(c, s, v);
  return run_made(c, s, v);
}

}  // namespace cases
