#include "coerce.hpp"

#include "enumerators.hpp"
#include "scan.hpp"
#include "survey.hpp"
#include "wanted.hpp"
#include "wrapped.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <tenon/decimal.hpp>
#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// Each round goes one layer deeper: a wrapper, a list in it, a number in that.
constexpr int most_rounds = 8;
constexpr std::size_t most_places = 10'000;
constexpr std::size_t most_shown = 60;
/// Listed texts compared with what was written, in all.
constexpr std::size_t most_compared = 1'000'000;

struct change {
  value becomes;
  std::vector<edit> edits;
};

edit entry(edit_kind kind, std::uint64_t begin, std::uint64_t end, std::string_view rule, std::string after,
           std::string_view reason) {
  return {kind, begin, end, rule, std::move(after), reason};
}

std::string_view trimmed(std::string_view text) {
  const auto begin = skip_space(text, 0, text.size());
  return text.substr(begin, trim_space(text, begin, text.size()) - begin);
}

/// All that can be done with the value at one place; more than one is none.
class proposal {
 public:
  proposal(const value& now, const wanted& want, std::string_view text, std::string_view own_name,
           std::string_view title)
      : now_(now), want_(want), text_(text), span_(now.source()) {
    switch (now.kind()) {
      case json::kind::string:
        from_text();
        break;
      case json::kind::number:
        from_number();
        break;
      case json::kind::boolean:
        from_boolean();
        break;
      case json::kind::array:
        from_list();
        break;
      case json::kind::object:
        from_object(own_name, title);
        break;
      case json::kind::null:
        break;
    }
    if (!now.is_array() && !now.is_null() && want_.wants(wanted::array)) to_list();
  }

  std::optional<change> take() {
    if (found_.size() != 1) return std::nullopt;
    return std::move(found_.front());
  }

 private:
  void replace(value v, std::string_view rule, std::string_view reason) {
    auto after = excerpt(json::write(v), most_shown);
    v.set_source(span_);
    change c{std::move(v), {}};
    c.edits.push_back(entry(edit_kind::replaced, span_.begin, span_.end, rule, std::move(after), reason));
    found_.push_back(std::move(c));
  }

  /// `inner` stands inside of what is here; the rest is dropped.
  void unwrap(const value& inner, std::string_view rule, std::string_view reason) {
    change c{inner, {}};
    const auto at = inner.source();
    c.edits.push_back(entry(edit_kind::dropped, span_.begin, at.begin, rule, {}, reason));
    c.edits.push_back(entry(edit_kind::dropped, at.end, span_.end, rule, {}, reason));
    found_.push_back(std::move(c));
  }

  void from_text() {
    const auto written = now_.string();
    if (const auto meant = enumerator_for(written, want_.texts)) {
      replace(value(std::string(*meant)), "enumerator", "One of the listed values, written in another way.");
    }
    if (want_.wants(wanted::string) && !want_.listed) return;
    const auto word = trimmed(written);
    if (want_.wants(wanted::number) && decimal::is_literal(word))
      replace(value::from_literal(std::string(word)), "text_to_number", "A number in quotation marks.");
    if (want_.wants(wanted::boolean)) {
      if (word == "true" || word == "True" || word == "TRUE")
        replace(value(true), "text_to_boolean", "A boolean in quotation marks.");
      if (word == "false" || word == "False" || word == "FALSE")
        replace(value(false), "text_to_boolean", "A boolean in quotation marks.");
    }
    if (want_.wants(wanted::null) && (word == "null" || word == "None" || word == "NULL"))
      replace(value(), "text_to_null", "A null in quotation marks.");
    if (want_.wants(wanted::object) || want_.wants(wanted::array)) document_in_text(word);
  }

  void document_in_text(std::string_view word) {
    if (!word.starts_with('{') && !word.starts_with('[') && !word.starts_with('"')) return;
    auto inner = json::read(word);
    if (!inner || !inner->duplicates.empty()) return;
    place_all(inner->root, span_);
    replace(std::move(inner->root), "json_in_text", "A JSON document written as a text.");
  }

  void from_number() {
    const auto literal =
        std::string(span_.empty() ? now_.literal()
                                  : text_.substr(static_cast<std::size_t>(span_.begin),
                                                 static_cast<std::size_t>(span_.end - span_.begin)));
    // A number inside of a text that was read as a document has no bytes of its own.
    const auto& spelled = literal.empty() || literal.front() == '"' ? std::string(now_.literal()) : literal;
    // Where numbers of another form are wanted as well, it can have been meant as one of those.
    if (!want_.wants(wanted::string) || want_.wants(wanted::number)) return;
    if (want_.listed && std::find(want_.texts.begin(), want_.texts.end(), spelled) == want_.texts.end())
      return;
    replace(value(spelled), "number_to_text", "A text without its quotation marks.");
  }

  void from_boolean() {
    const std::string_view spelled = now_.boolean() ? "true" : "false";
    if (const auto meant = enumerator_for(spelled, want_.texts))
      replace(value(std::string(*meant)), "enumerator", "One of the listed values, without quotation marks.");
  }

  void from_list() {
    if (now_.size() != 1 || want_.wants(wanted::array)) return;
    const auto& only = std::as_const(now_).items().front();
    unwrap(only, "list_of_one", "A list around the one value.");
  }

  /// A name that the schema declares here is no wrapper: then the object is the answer, and incomplete.
  void from_object(std::string_view own_name, std::string_view title) {
    const auto* held = wrapped_in(now_, own_name, title);
    if (held == nullptr || want_.declares(held->name)) return;
    const auto* inner = &held->value;
    unwrap(*inner, "wrapper", "A wrapper around the answer.");
    if (!inner->is_string()) return;
    // The arguments of a tool call are a document in a text, whatever else the schema would take.
    auto document = json::read(trimmed(inner->string()));
    if (!document || !document->duplicates.empty() || document->root.size() == 0) return;
    auto& made = found_.back();
    place_all(document->root, inner->source());
    made.edits.push_back(entry(edit_kind::replaced, inner->source().begin, inner->source().end,
                               "json_in_text", excerpt(inner->string(), most_shown),
                               "A JSON document written as a text."));
    made.becomes = std::move(document->root);
  }

  /// A text that may be a list itself is left alone, `"red, green"`, and so is one that may say that there is
  /// nothing to list.
  void to_list() {
    if (now_.is_string() && (now_.string().find_first_of(",;|\n\t[{") != nowhere ||
                             blank(now_.string(), 0, now_.string().size())))
      return;
    if (!found_.empty()) return;
    if (want_.item_types != 0 && (want_.item_types & own_type()) == 0) return;
    if (now_.is_object())
      for (const auto& m : std::as_const(now_).members())
        if (!want_.item_declares(m.name)) return;
    value list = value::array();
    list.push_back(now_);
    list.set_source(span_);
    change c{std::move(list), {}};
    c.edits.push_back(entry(edit_kind::supplied, span_.begin, span_.begin, "list_around", "[",
                            "One value where a list of them is asked for."));
    c.edits.push_back(entry(edit_kind::supplied, span_.end, span_.end, "list_around", "]",
                            "One value where a list of them is asked for."));
    found_.push_back(std::move(c));
  }

  std::uint8_t own_type() const noexcept {
    switch (now_.kind()) {
      case json::kind::boolean:
        return wanted::boolean;
      case json::kind::number:
        return wanted::number;
      case json::kind::string:
        return wanted::string;
      case json::kind::object:
        return wanted::object;
      case json::kind::null:
      case json::kind::array:
        break;
    }
    return 0;
  }

  const value& now_;
  const wanted& want_;
  std::string_view text_;
  json::source_span span_;
  std::vector<change> found_;
};

/// The place that a problem asks to change: that of the object, where a member is missing or not allowed.
std::string changed_place(const problem& p) {
  if (p.code != "additionalProperties" && p.code != "unevaluatedProperties" && p.code != "false")
    return p.place;
  return p.place.substr(0, std::min(p.place.rfind('/'), p.place.size()));
}

std::string last_token(std::string_view pointer) {
  auto tokens = json::split_pointer(pointer);
  return tokens && !tokens->empty() ? tokens->back() : std::string();
}

class coercer {
 public:
  coercer(const schema::program& shape, value root, std::string_view text)
      : shape_(shape), root_(std::move(root)), text_(text) {
    const auto* title = shape.document().find("title");
    if (title != nullptr && title->is_string()) title_ = title->string();
  }

  std::optional<coercion> run() {
    for (int round = 0; round < most_rounds; ++round) {
      if (shape_.accepts(root_)) return coercion{std::move(root_), std::move(edits_)};
      if (!mend_all(shape_.validate(root_, {.max_errors = most_places}))) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  /// False if there is a place with nothing to do, or too much.
  bool mend_all(const problems& wrong) {
    if (wrong.size() >= most_places) return false;
    std::map<std::string, wanted> places;
    std::map<std::string_view, wanted> rules;
    for (const auto& p : wrong) {
      const auto known = rules.find(p.rule);
      const auto& asked = known != rules.end()
                              ? known->second
                              : rules.emplace(p.rule, wanted_at(shape_.document(), p.rule)).first->second;
      compared_ += asked.texts.size();
      if (compared_ > most_compared) return false;
      auto& all = places[changed_place(p)];
      all.types |= asked.types;
      all.item_types |= asked.item_types;
      all.listed = all.listed || asked.listed;
      all.texts.insert(all.texts.end(), asked.texts.begin(), asked.texts.end());
      all.item_members.insert(all.item_members.end(), asked.item_members.begin(), asked.item_members.end());
      all.members.insert(all.members.end(), asked.members.begin(), asked.members.end());
    }
    std::set<std::string, std::less<>> done;
    for (auto next = places.begin(); next != places.end(); ++next) {
      const auto& [place, want] = *next;
      // What is wrong inside of a value that was changed as a whole is looked at again.
      if (inside_of(done, place)) continue;
      if (mend(place, want))
        done.insert(place);
      else if (const auto inner = places.lower_bound(place + "/");
               inner == places.end() || !inner->first.starts_with(place + "/"))
        return false;
    }
    return !done.empty();
  }

  static bool inside_of(const std::set<std::string, std::less<>>& places, std::string_view place) {
    for (auto end = place.rfind('/'); end != nowhere; end = end == 0 ? nowhere : place.rfind('/', end - 1))
      if (places.contains(place.substr(0, end))) return true;
    return false;
  }

  bool mend(const std::string& place, const wanted& want) {
    auto* at = const_cast<value*>(json::resolve(root_, place));
    if (at == nullptr) return false;
    auto proposed = proposal(*at, want, text_, last_token(place), title_).take();
    if (!proposed) return false;
    value becomes = std::move(proposed->becomes);
    *at = std::move(becomes);
    for (auto& e : proposed->edits)
      if (e.begin != e.end || e.kind == edit_kind::supplied) edits_.push_back(std::move(e));
    return true;
  }

  const schema::program& shape_;
  value root_;
  std::string_view text_;
  std::string title_;
  std::vector<edit> edits_;
  std::size_t compared_ = 0;
};

}  // namespace

std::optional<coercion> coerce(const schema::program& shape, const value& root, std::string_view text) {
  return coercer(shape, root, text).run();
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
