// The converters that read JSON.
#include <tenon/converter.hpp>

namespace tenon {
inline namespace v0 {
namespace converters {

result<value, problems> read_by(const schema::program& shape, std::string_view text,
                                const reply::read_options& how) {
  auto towards = how;
  if (towards.shape == nullptr) towards.shape = &shape;
  auto read = reply::read(text, towards);
  if (!read) return std::move(read.error().errors);
  if (!shape.accepts(read->root)) return shape.validate(read->root);
  return std::move(read->root);
}

std::string map::format() const {
  return prompt::map_instructions();
}

std::optional<value> map::json_schema() const {
  return value::object({{"type", "object"}});
}

result<map::value_type, problems> map::convert(std::string_view text,
                                               const reply::read_options& reading) const {
  auto read = reply::read(text, reading);
  if (!read) return std::move(read.error().errors);
  if (!read->root.is_object()) {
    return problems{problem{.kind = failure_kind::schema_invalid,
                            .code = "type",
                            .expected = "object",
                            .found = std::string(json::to_string(read->root.kind())),
                            .message = "the reply is no JSON object"}};
  }
  value_type made;
  for (auto& [name, item, where] : read->root.members())
    made.insert_or_assign(std::move(name), std::move(item));
  return made;
}

}  // namespace converters
}  // namespace v0
}  // namespace tenon
