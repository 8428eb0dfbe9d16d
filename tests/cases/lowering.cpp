// Class b: a schema lowered for a provider, and what comes back lifted and validated: the way of a reply
// behind the wire. An instance counts as accepted if its image is; one that only validation refuses counts as
// refused where the notes say that something is left to it.
#include "asking.hpp"
#include "gbnf_interpreter.hpp"
#include "judge.hpp"
#include "kinds.hpp"
#include "lower_image.hpp"
#include "lower_notes.hpp"
#include "must.hpp"
#include "operations.hpp"

#include <functional>
#include <optional>
#include <set>

#include <tenon/lower.hpp>
#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace cases {

namespace {

using tenon::value;
using tenon::schema::dialect;
using tenon::schema::lowered_shape;
using tenon::schema::program;

/// "gemini" is the form that the reports are about: responseSchema.
std::vector<dialect> dialects_of(std::string_view target) {
  struct row {
    std::string_view name;
    dialect to;
  };
  static constexpr row rows[] = {{"openai_strict", dialect::openai},
                                 {"anthropic_output_format", dialect::anthropic},
                                 {"anthropic_strict_tools", dialect::anthropic_tool},
                                 {"gemini", dialect::gemini_openapi},
                                 {"gemini_json_schema", dialect::gemini},
                                 {"json_schema_plain", dialect::json_schema},
                                 {"plain", dialect::json_schema},
                                 {"mistral_strict", dialect::mistral},
                                 {"groq_strict", dialect::groq},
                                 {"ollama", dialect::llamacpp},
                                 {"llama_cpp", dialect::llamacpp},
                                 {"vllm_xgrammar", dialect::vllm},
                                 {"deepseek_strict_tools", dialect::deepseek}};
  if (target == "any") {
    std::vector<dialect> all;
    for (const dialect d : tenon::schema::dialects())
      if (d != dialect::gbnf) all.push_back(d);
    return all;
  }
  for (const row& r : rows)
    if (r.name == target) return {r.to};
  if (const auto named = tenon::schema::dialect_from(target)) return {*named};
  return {};
}

/// What a lowered schema came to, and what its replies did.
struct evidence {
  dialect to{};
  std::optional<value> schema = {};  // none: there is no form
  std::vector<observed> replies = {};
  bool refused_for_it = false;  // with unsupported_schema

  bool all(const std::function<bool(const value&)>& holds) const { return !schema || every(*schema, holds); }

  static bool every(const value& s, const std::function<bool(const value&)>& holds) {
    if (!s.is_object()) return true;
    if (!holds(s)) return false;
    for (const std::string_view word : {"properties", "$defs", "definitions", "patternProperties"}) {
      const value* some = s.find(word);
      if (some == nullptr) continue;
      for (const auto& m : some->members())
        if (!every(m.value, holds)) return false;
    }
    for (const std::string_view word : {"anyOf", "oneOf", "allOf", "prefixItems"}) {
      const value* some = s.find(word);
      if (some == nullptr) continue;
      for (const value& one : some->items())
        if (!every(one, holds)) return false;
    }
    for (const std::string_view word : {"items", "additionalProperties", "not", "if", "then", "else"}) {
      const value* one = s.find(word);
      if (one != nullptr && !every(*one, holds)) return false;
    }
    return true;
  }

  bool lacks(std::string_view keyword) const {
    return all([&](const value& s) { return s.find(keyword) == nullptr; });
  }
  bool closed() const {
    return all([](const value& s) {
      const value* more = s.find("additionalProperties");
      const bool object = s.find("properties") != nullptr;
      return !object || (more != nullptr && *more == value(false));
    });
  }
  bool all_required() const {
    return all([](const value& s) {
      const value* properties = s.find("properties");
      const value* required = s.find("required");
      return properties == nullptr || properties->size() == 0 ||
             (required != nullptr && required->size() == properties->size());
    });
  }
  bool references_resolve() const {
    return all([&](const value& s) {
      const value* ref = s.find("$ref");
      if (ref == nullptr) return true;
      const auto pointer = tenon::json::pointer_from_fragment(ref->string());
      return pointer && tenon::json::resolve(*schema, *pointer) != nullptr;
    });
  }
  bool references_alone() const {
    return all([](const value& s) { return s.find("$ref") == nullptr || s.size() == 1; });
  }
  bool is_value(std::size_t reply, std::size_t number) const {
    if (reply == 0 || reply > replies.size() || !replies[reply - 1].root) return false;
    const value& root = *replies[reply - 1].root;
    return root == value(number) ||
           (root.is_object() && root.size() == 1 && root.members().front().value == value(number));
  }
};

const std::vector<phrase<evidence>>& phrases() {
  using e = evidence;
  using n = numbers;
  static const std::vector<phrase<evidence>> all = {
      {"No node of the output has $ref beside any other keyword",
       [](const e& x, const n&) { return x.references_alone(); }},
      {"Every $ref in the output resolves inside the output",
       [](const e& x, const n&) { return x.references_resolve(); }},
      {"recursion is kept, no endless expansion", [](const e& x, const n&) { return !x.lacks("$ref"); }},
      {"every object schema anywhere has additionalProperties false",
       [](const e& x, const n&) { return x.closed(); }},
      {"additionalProperties is false on the wire", [](const e& x, const n&) { return x.closed(); }},
      {"every object schema lists all its properties in required",
       [](const e& x, const n&) { return x.all_required(); }},
      {"both members required and nullable", [](const e& x, const n&) { return x.all_required(); }},
      {"no keyword not anywhere", [](const e& x, const n&) { return x.lacks("not"); }},
      {"no keyword not", [](const e& x, const n&) { return x.lacks("not"); }},
      {"no keyword default in the request", [](const e& x, const n&) { return x.lacks("default"); }},
      {"required is absent or empty",
       [](const e& x, const n&) {
         const value* required = x.schema ? x.schema->find("required") : nullptr;
         return required == nullptr || required->size() == 0;
       }},
      {"root of the wire schema is type object without anyOf (a wrapper with one member)",
       [](const e& x, const n&) {
         return !x.schema ||
                (*x.schema->find("type") == value("object") && x.schema->find("anyOf") == nullptr &&
                 x.schema->find("properties")->size() == 1);
       }},
      {"reply # gives #; reply # gives # if strings were asked for on the wire, else schema_violation; reply "
       "# "
       "gives schema_violation at /progress",
       [](const e& x, const n& i) {
         const observed* last = i[4] > 0 && i[4] <= x.replies.size() ? &x.replies[i[4] - 1] : nullptr;
         return x.is_value(i[0], i[1]) && x.is_value(i[2], i[3]) && last != nullptr && !last->root &&
                last->errors.front().place == "/progress";
       }},
  };
  return all;
}

/// Is the place, of the user's schema, one that the notes speak of?
bool is_noted(const lowered_shape& shape, std::string_view path) {
  const auto& notes = shape.form.notes;
  return std::any_of(notes.begin(), notes.end(), [&](const tenon::schema::lowering_note& note) {
    return note.place == path || note.place.starts_with(std::string(path) + "/");
  });
}

/// Has the place become a list of pairs, as the documentation says of maps?
bool is_list_of_pairs(const value& lowered, std::string_view path) {
  const value* at = tenon::json::resolve(lowered, path);
  const value* items = at == nullptr ? nullptr : at->find("items");
  const value* members = items == nullptr ? nullptr : items->find("properties");
  return members != nullptr && members->find("key") != nullptr && members->find("value") != nullptr;
}

void judge_order(const value& expected, const value& schema, std::string_view label, verdict& v) {
  const value* orders = expected.find("property_order");
  if (orders == nullptr) return;
  for (const auto& m : orders->members()) {
    const value* at = tenon::json::resolve(schema, m.name);
    const value* properties = at == nullptr ? nullptr : at->find("properties");
    value names = value::array();
    if (properties != nullptr)
      for (const auto& one : properties->members()) names.push_back(one.name);
    if (names != m.value)
      v.object(label, "the members at " + m.name + " come as " + tenon::json::write(names));
    const value* ordering = at == nullptr ? nullptr : at->find("propertyOrdering");
    if (ordering != nullptr && *ordering != m.value) v.object(label, "propertyOrdering is another one");
  }
}

void judge_schema(const value& expected, const evidence& seen, std::string_view label, verdict& v) {
  if (const value* words = expected.find("forbid_keywords")) {
    for (const value& word : words->items())
      if (!seen.lacks(word.string())) v.object(label, "has the keyword " + std::string(word.string()));
  }
  if (const value* nodes = expected.find("forbid_nodes")) {
    for (const value& node : nodes->items())
      if (node == value("$ref_with_siblings") && !seen.references_alone())
        v.object(label, "$ref has siblings");
  }
  if (const value* pointers = expected.find("must_have_pointers")) {
    for (const value& pointer : pointers->items())
      if (pointer.is_string() && tenon::json::resolve(*seen.schema, pointer.string()) == nullptr)
        v.object(label, "has nothing at " + std::string(pointer.string()));
  }
  if (const value* checks = expected.find("check")) {
    for (const value& check : checks->items()) {
      if (check == value("refs_resolve") && !seen.references_resolve())
        v.object(label, "a $ref leads nowhere");
      if (check == value("strict_objects") && !(seen.closed() && seen.all_required()))
        v.object(label, "an object is open, or does not require all its members");
    }
  }
  judge_order(expected, *seen.schema, label, v);
}

void judge_instances(const value& expected, const program& code, const lowered_shape& shape,
                     std::string_view label, verdict& v) {
  test::image_maker images(shape.code.document(), code.document());
  if (const value* yes = expected.find("accept")) {
    for (const value& one : yes->items())
      if (!images.of(one)) v.object(label, "does not accept " + tenon::json::write(one));
  }
  const value* no = expected.find("reject");
  if (no == nullptr) return;
  for (const value& one : no->items()) {
    if (!images.of(one) || !images.extras.empty()) continue;  // there is no place for all of it
    const tenon::problems wrong = code.validate(one);
    const bool noted = std::all_of(wrong.begin(), wrong.end(), [&](const tenon::problem& p) {
      return test::is_noted(code.document(), shape.form.notes, p.rule);
    });
    if (!wrong.empty() && noted)
      v.notes.insert("an instance is refused by validation, as the notes say");
    else
      v.object(label, "lets pass " + tenon::json::write(one));
  }
}

/// The way of a reply: read, lifted, validated.
observed decoded(const program& code, const lowered_shape& shape, const value& reply) {
  auto read =
      tenon::json::read_unique(reply.is_string() ? std::string(reply.string()) : tenon::json::write(reply));
  if (!read) return observed::of(read.error());
  auto lifted = shape.form.back(*std::move(read));
  if (!lifted) return observed::of(lifted.error());
  observed got;
  got.errors = code.validate(*lifted);
  got.kind = tenon::failure_kind::schema_invalid;
  if (got.errors.empty()) got.root = *std::move(lifted);
  return got;
}

void judge_replies(const test_case& c, const value& expected, const program& code, const lowered_shape& shape,
                   evidence& seen, std::string_view label, verdict& v) {
  const auto judge_one = [&](const value& reply) {
    seen.replies.push_back(decoded(code, shape, reply));
    judge(expected, seen.replies.back(), label, v);
  };
  for (const std::string_view name : {"reply", "reply_unwrapped", "tool_input"})
    if (const value* reply = c.input().find(name)) judge_one(*reply);
  if (const value* replies = c.input().find("replies")) {
    // What each of them gives is said in a sentence; none may give what is not accepted.
    for (const value& reply : replies->items()) {
      seen.replies.push_back(decoded(code, shape, reply));
      const auto& got = seen.replies.back();
      const value* yes = expected.find("accept");
      if (got.root && yes != nullptr && !among(yes, *got.root)) {
        v.silently_wrong = true;
        v.object(label, "silently wrong: gives " + describe(got));
      }
    }
  }
  // What the provider would write of a value comes back as that value.
  test::image_maker images(shape.code.document(), code.document());
  const value* accepted = expected.find("accept_values");
  for (std::size_t i = 0; accepted != nullptr && i < accepted->size(); ++i) {
    const value& wanted = accepted->items()[i];
    const auto image = images.of(wanted);
    if (!image) {
      v.object(label, "has no form for " + tenon::json::write(wanted));
      continue;
    }
    const observed got = decoded(code, shape, *image);
    if (got.root && *got.root == wanted) continue;
    v.object(label, tenon::json::write(*image) + " gives " + describe(got));
  }
}

void run_dialect(const test_case& c, dialect to, const program& code, std::string_view label, verdict& v) {
  const value& expected = c.expected(mode::strict);
  const bool wants_error = *expected.find("kind") == value("error");
  evidence seen;
  seen.to = to;
  const auto shape = tenon::schema::lower_shape(code, to);
  if (!shape) {
    const observed got = observed::of(shape.error());
    const value* also = expected.find("accept_also_errors");
    if (wants_error) return judge(expected, got, label, v);
    if (!among(also, value("unsupported_schema"))) v.object(label, "gives " + describe(got));
    return;
  }
  seen.schema = tenon::json::read_unique((*shape)->form.text).value_or(value());
  if (const value* path = expected.find("path"); wants_error && path != nullptr) {
    if (is_list_of_pairs(*seen.schema, path->string()))
      v.notes.emplace("a list of pairs, as documented, in place of an error");
    else if (is_noted(**shape, path->string()))
      v.notes.emplace("a noted relaxation in place of an error");
    else
      v.object(label, "is lowered without a word");
    return;
  }
  judge_schema(expected, seen, label, v);
  judge_instances(expected, code, **shape, label, v);
  if (c.op() == "round_trip") judge_replies(c, expected, code, **shape, seen, label, v);
  hold<evidence>(expected, phrases(), seen, label, v);
}

/// The constraint of a local model is a grammar.
void run_grammar(const test_case& c, const program& code, verdict& v) {
  const value& expected = c.expected(mode::strict);
  const auto lowered = tenon::schema::lower(code, dialect::gbnf);
  if (!lowered) {
    if (*expected.find("kind") == value("error"))
      return judge(expected, observed::of(lowered.error()), {}, v);
    if (!among(expected.find("accept_also_errors"), value("unsupported_schema")))
      v.object({}, "gives " + describe(observed::of(lowered.error())));
    return;
  }
  const test::gbnf grammar(lowered->text);
  const auto passes = [&](const value& instance) { return grammar.generates(tenon::json::write(instance)); };
  if (const value* yes = expected.find("accept")) {
    for (const value& one : yes->items())
      if (!passes(one)) v.object({}, "does not generate " + tenon::json::write(one));
  }
  if (const value* no = expected.find("reject")) {
    for (const value& one : no->items())
      if (passes(one)) v.object({}, "lets pass " + tenon::json::write(one));
  }
  hold<evidence>(expected, {}, {}, {}, v);
}

}  // namespace

void run_lower(const test_case& c, verdict& v) {
  const value* target = c.input().find("target");
  const std::string name = target != nullptr ? std::string(target->string()) : "any";
  const auto code = shape_of(c.schema());
  if (!code) return judge(c.expected(mode::strict), observed::of(code.error()), {}, v);
  if (name == "constraint" && c.op() == "lower_schema") return run_grammar(c, *code, v);
  const std::vector<dialect> which = dialects_of(name);
  if (which.empty()) v.skipped = "lowering for " + name;
  for (const dialect to : which)
    run_dialect(c, to, *code, which.size() > 1 ? to_string(to) : std::string_view(), v);
}

}  // namespace cases
