#include "dialects.hpp"

#include "layout.hpp"

#include <map>
#include <utility>

namespace tenon::cli {

std::vector<std::string> dialect_names() {
  std::vector<std::string> names;
  for (const schema::dialect d : schema::dialects()) names.emplace_back(to_string(d));
  return names;
}

std::string note_text(const schema::lowering_note& note) {
  return (note.place.empty() ? "(root)" : note.place) + ": " + note.keyword + ": " + note.reason;
}

std::vector<held_by> ask_dialects(const schema::program& code, std::span<const schema::dialect> which) {
  std::vector<held_by> all;
  all.reserve(which.size());
  for (const schema::dialect d : which) all.push_back({d, schema::lower(code, d)});
  return all;
}

std::string held_text(std::span<const held_by> all, std::size_t most, std::size_t width) {
  std::vector<std::string> order;
  std::map<std::string, std::string> who;
  const auto add = [&](const std::string& what, schema::dialect d) {
    const auto [at, fresh] = who.emplace(what, "");
    if (fresh) order.push_back(what);
    const std::string name(to_string(d));
    if (at->second.ends_with(name)) return;
    at->second += (fresh ? "" : ", ") + name;
  };
  for (const held_by& one : all) {
    if (!one.form) {
      add("no form for the schema (" + one.form.error().code + ")", one.to);
      continue;
    }
    for (const schema::lowering_note& note : one.form->notes) {
      std::string what = note.place.empty() ? "(root)" : excerpt(note.place, std::string::npos);
      if (!what.ends_with("/" + note.keyword)) what += ": " + note.keyword;
      add(what, one.to);
    }
  }
  std::string text;
  std::size_t lines = 0;
  for (const std::string& what : order) {
    if (most > 0 && ++lines > most) {
      text += "… and " + std::to_string(order.size() - most) + " more; --dialect lists those of one\n";
      break;
    }
    wrap(text, what + ": " + who[what], 0, 0, width);
  }
  return text.empty() ? text : "held only by validation:\n" + text;
}

value held_json(std::span<const held_by> all) {
  value out = value::array();
  for (const held_by& one : all) {
    value notes = value::array();
    if (one.form) {
      for (const schema::lowering_note& note : one.form->notes)
        notes.push_back(
            value::object({{"place", note.place}, {"keyword", note.keyword}, {"reason", note.reason}}));
    }
    value refused;
    if (!one.form)
      refused = value::object({{"code", one.form.error().code},
                               {"place", one.form.error().place},
                               {"message", one.form.error().message}});
    out.push_back(value::object(
        {{"dialect", to_string(one.to)}, {"notes", std::move(notes)}, {"refused", std::move(refused)}}));
  }
  return out;
}

}  // namespace tenon::cli
