#include "load/dialect.hpp"

namespace tenon {
inline namespace v0 {
namespace schema {

std::optional<draft> draft_from(std::string_view uri) noexcept {
  if (uri.starts_with("http://")) uri.remove_prefix(7);
  if (uri.starts_with("https://")) uri.remove_prefix(8);
  if (uri.ends_with("#")) uri.remove_suffix(1);
  if (uri == "json-schema.org/draft/2020-12/schema") return draft::d2020;
  if (uri == "json-schema.org/draft/2019-09/schema") return draft::d2019;
  if (uri == "json-schema.org/draft-07/schema") return draft::d7;
  if (uri == "json-schema.org/draft-06/schema") return draft::d6;
  if (uri == "json-schema.org/draft-04/schema") return draft::d4;
  return std::nullopt;
}

std::optional<vocabulary> vocabulary_from(std::string_view uri, draft d, bool required) noexcept {
  const std::string_view before = d == draft::d2019 ? "https://json-schema.org/draft/2019-09/vocab/"
                                                    : "https://json-schema.org/draft/2020-12/vocab/";
  if (!uri.starts_with(before)) return std::nullopt;
  const std::string_view name = uri.substr(before.size());
  if (name == "core") return vocabulary{vocabularies::core};
  if (name == "validation") return vocabulary{vocabularies::validation};
  if (name == "meta-data") return vocabulary{vocabularies::metadata};
  if (name == "content") return vocabulary{vocabularies::content};
  if (d == draft::d2019) {
    // 2019-09, validation, section 7.2: declared with true, the format vocabulary must be asserted.
    if (name == "applicator") return vocabulary{vocabularies::applicator | vocabularies::unevaluated};
    if (name == "format") return vocabulary{vocabularies::format, required};
    return std::nullopt;
  }
  if (name == "applicator") return vocabulary{vocabularies::applicator};
  if (name == "unevaluated") return vocabulary{vocabularies::unevaluated};
  if (name == "format-annotation") return vocabulary{vocabularies::format};
  if (name == "format-assertion") return vocabulary{vocabularies::format, true};
  return std::nullopt;
}

}  // namespace schema
}  // namespace v0
}  // namespace tenon
