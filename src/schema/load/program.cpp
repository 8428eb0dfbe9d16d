// The public face: compile, accept, validate.
#include "load/compiler.hpp"
#include "walk/walk.hpp"

#include <algorithm>
#include <utility>

#include <tenon/program.hpp>
#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// Writes the document without what a model need not see. Only members of schemas are left out, never
/// a property that happens to have such a name.
class prompt_writer {
 public:
  explicit prompt_writer(const program::data& d) {
    for (const cold& place : d.places) schemas_.emplace(place.schema, true);
  }

  void write(std::string& out, const value& v, std::size_t depth) const {
    constexpr std::size_t deepest = 1000;  // schemas end long before; this is for `default` and the like
    if (depth > deepest || (!v.is_object() && !v.is_array())) {
      json::write_to(out, v);
    } else if (v.is_array()) {
      out += '[';
      bool first = true;
      for (const value& item : v.items()) {
        if (!std::exchange(first, false)) out += ',';
        write(out, item, depth + 1);
      }
      out += ']';
    } else {
      write_object(out, v, depth);
    }
  }

 private:
  void write_object(std::string& out, const value& v, std::size_t depth) const {
    const bool is_schema = schemas_.contains(&v);
    out += '{';
    bool first = true;
    for (const json::member& m : v.members()) {
      if (is_schema && (m.name == "$schema" || m.name == "x-verbatim")) continue;
      if (!std::exchange(first, false)) out += ',';
      json::write_string(out, m.name);
      out += ':';
      write(out, m.value, depth + 1);
    }
    out += '}';
  }

  std::unordered_map<const value*, bool> schemas_;
};

}  // namespace

trail locate(const program::data& d, const value& instance, const validate_options& options) {
  constexpr std::size_t deepest = 1000;  // what the walker's recursion is made for
  validate_options granted = options;
  granted.max_depth = std::min(granted.max_depth, deepest);
  run shared(d, instance, granted);
  trail to;
  to.max_errors = std::max<std::size_t>(granted.max_errors, 1);
  walker<mode::located> walk(shared, &to);
  static_cast<void>(walk.visit(0, instance));
  return to;
}

result<program> program::compile(value schema, const compile_options& options) {
  if (options.check_metaschema) {
    problems wrong = check_schema(schema, options);
    if (!wrong.empty()) return std::move(wrong.front());
  }
  auto d = std::make_shared<data>();
  d->document = std::move(schema);
  compiler c(*d, options);
  if (!c.run()) return *std::move(c.error);
  prompt_writer(*d).write(d->compact, d->document, 0);
  return program(std::shared_ptr<const data>(std::move(d)));
}

result<program> program::compile_text(std::string_view schema_text, const compile_options& options) {
  result<value> document = json::read_unique(schema_text);
  if (!document) {
    problem p = std::move(document.error());
    const bool limit = p.code.starts_with("max_");
    p.kind = limit ? failure_kind::unsupported_schema : failure_kind::invalid_argument;
    if (limit) p.message += " (" + p.code + ")";
    return p;
  }
  return compile(*std::move(document), options);
}

bool program::accepts(const value& instance) const {
  const validate_options options;
  run shared(*data_, instance, options);
  walker<mode::verdict> walk(shared);
  return walk.visit(0, instance);
}

problems program::validate(const value& instance, const validate_options& options) const {
  return locate(*data_, instance, options).found;
}

const value& program::document() const noexcept {
  return data_->document;
}

const std::string& program::compact() const noexcept {
  return data_->compact;
}

std::span<const std::string> program::loose_formats() const noexcept {
  return data_->loose_formats;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
