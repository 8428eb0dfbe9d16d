// A schema as an instance of its metaschema.
//
// The metaschema of a document looks at every subschema, also at a resource that is written in another
// dialect and must be judged by that. So such a resource is judged alone, and left out where it stands.
#include "load/compiler.hpp"
#include "load/metaschemas.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace schema {

namespace {

/// Compiled once for all.
template <draft D>
const program& standard(std::string_view uri) {
  static const program code =
      *program::compile(*metaschema(uri), {.assert_formats = false, .default_draft = D});
  return code;
}

const program& standard(draft d) {
  switch (d) {
    case draft::d4:
      return standard<draft::d4>("http://json-schema.org/draft-04/schema");
    case draft::d6:
      return standard<draft::d6>("http://json-schema.org/draft-06/schema");
    case draft::d7:
      return standard<draft::d7>("http://json-schema.org/draft-07/schema");
    case draft::d2019:
      return standard<draft::d2019>("https://json-schema.org/draft/2019-09/schema");
    case draft::d2020:
      break;
  }
  return standard<draft::d2020>("https://json-schema.org/draft/2020-12/schema");
}

class checker {
 public:
  checker(const value& schema, const compile_options& options)
      : options_(options), names_(read_, options_, error_) {
    read_.document = schema;
  }

  problems run() {
    const bool opened = names_.open_main();
    if (error_ && (error_->code == "$schema" || error_->code == "$vocabulary")) return {};
    // Where the identifiers are wrong, the document is judged as a whole.
    const std::size_t count = opened ? read_.resources.size() : 1;
    for (index r = 0; r < count; ++r) {
      const index around = read_.resources[r].within;
      const bool apart = around == none || names_.metaschema_of(r) != names_.metaschema_of(around);
      if (apart) apart_.emplace(read_.resources[r].root, r);
    }
    for (index r = 0; r < count; ++r) {
      if (apart_.contains(read_.resources[r].root)) check(r);
    }
    if (found_.empty() && error_) found_.push_back(*std::move(error_));
    return std::move(found_);
  }

 private:
  void check(index r) {
    const resource& self = read_.resources[r];
    const std::optional<program> own = metaschema_of(r);
    if (!own) return;
    const bool alone = apart_.size() == 1;
    for (problem& p : own->validate(alone ? *self.root : without_others(*self.root))) {
      p.kind = failure_kind::invalid_argument;
      p.place.insert(0, self.pointer);
      found_.push_back(std::move(p));
    }
  }

  /// A copy in which an empty object, which is a schema of every draft, stands for what is judged apart.
  value without_others(const value& root) const {
    value copy = root;
    std::vector<std::pair<const value*, value*>> todo{{&root, &copy}};
    while (!todo.empty()) {
      const auto [from, to] = todo.back();
      todo.pop_back();
      if (from != &root && apart_.contains(from)) {
        *to = value::object();
      } else if (from->is_array()) {
        for (std::size_t i = 0; i < from->size(); ++i) todo.emplace_back(&from->items()[i], &to->items()[i]);
      } else if (from->is_object()) {
        for (std::size_t i = 0; i < from->size(); ++i) {
          todo.emplace_back(&from->members()[i].value, &to->members()[i].value);
        }
      }
    }
    return copy;
  }

  std::optional<program> metaschema_of(index r) {
    const std::string& uri = names_.metaschema_of(r);
    if (uri.empty()) return standard(read_.resources[r].rules.draft);
    if (const std::optional<draft> d = draft_from(uri)) return standard(*d);
    const std::shared_ptr<const value> document = names_.fetch(uri, "/$schema", "$schema");
    if (document == nullptr) return std::nullopt;
    compile_options options = options_;
    options.assert_formats = false;
    options.check_metaschema = false;
    options.base_uri = uri;
    result<program> code = program::compile(*document, options);
    if (code) return *std::move(code);
    problem p = std::move(code.error());
    p.message = "the metaschema is no good: " + explain(p);
    p.place = read_.resources[r].pointer + "/$schema";
    found_.push_back(std::move(p));
    return std::nullopt;
  }

  program::data read_;
  std::optional<problem> error_;
  const compile_options& options_;
  resources names_;
  std::unordered_map<const value*, index> apart_;  // roots of what is judged by a metaschema of its own
  problems found_;
};

}  // namespace

problems check_schema(const value& schema, const compile_options& options) {
  return checker(schema, options).run();
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
