// Converters: what to say in the prompt, and what to make of the text that comes back.
//
// Anything with these parts can be asked for:
//
//   using value_type = …;
//   std::string format() const;                                       instructions for the prompt
//   result<value_type, problems> convert(std::string_view text) const;
//   std::optional<value> json_schema() const;                         optional: the shape, if it is JSON
//   result<value_type, problems> convert(std::string_view text, const reply::read_options&) const;
//                                                                     optional: honours the client's reading
//
// With a schema, native mode and correction work as for any typed call. Without one both are switches
// without effect, and the report says so (S2-22). A converter needs no client: send `format()` along
// with a question and give `convert` the text of the reply (S2-23).
//
// The trap of text formats: a comma-separated list cannot be told from prose with commas for certain.
// `list` refuses what looks like prose; a JSON array (`ask<std::vector<std::string>>`) is never in doubt.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/program.hpp>
#include <tenon/prompt.hpp>
#include <tenon/reply.hpp>
#include <tenon/result.hpp>
#include <tenon/value.hpp>

namespace tenon {
inline namespace v0 {

template <class C>
concept converter = requires(const C& how, std::string_view text) {
  typename C::value_type;
  { how.format() } -> std::convertible_to<std::string>;
  { how.convert(text) } -> std::convertible_to<result<typename C::value_type, problems>>;
};

template <class C>
concept converter_with_schema = converter<C> && requires(const C& how) {
  { how.json_schema() } -> std::convertible_to<std::optional<value>>;
};

template <class C>
concept reading_converter =
    converter<C> && requires(const C& how, std::string_view text, const reply::read_options& reading) {
      { how.convert(text, reading) } -> std::convertible_to<result<typename C::value_type, problems>>;
    };

namespace converters {

/// Reads a text and validates it. Errors as reply::read, or schema_invalid.
result<value, problems> read_by(const schema::program& shape, std::string_view text,
                                const reply::read_options& how = {});

template <class T>
struct typed_options {
  reading_level reading = reading_level::clean;
  /// In place of the standard cleaners; an empty list removes nothing.
  std::optional<std::vector<reply::cleaner>> cleaners = {};
  /// In place of bind<T>: makes the object from a valid value.
  std::function<result<T, problems>(const value&)> mapper = {};
};

/// A C++ type by its own schema: what ask<T> uses, with cleaners and a mapper of one's own (S2-24).
template <class T>
class typed {
 public:
  using value_type = T;

  typed() = default;
  explicit typed(typed_options<T> how) : how_(std::move(how)) {}

  std::string format() const {
    const auto& shape = program_of<T>();
    return shape ? prompt::json_instructions(*shape) : std::string();
  }
  std::optional<value> json_schema() const { return schema_of<T>(); }

  result<T, problems> convert(std::string_view text) const {
    return convert(text, {.level = how_.reading, .cleaners = std::nullopt, .limits = {}});
  }
  /// The cleaners of this converter, where it has any, win over those of `reading`.
  result<T, problems> convert(std::string_view text, const reply::read_options& reading) const {
    const auto& shape = program_of<T>();
    if (!shape) return problems{shape.error()};
    auto root = read_by(*shape, text, reading_for(reading));
    if (!root) return std::move(root).error();
    return map(*root);
  }

  /// From a value that is valid by json_schema().
  result<T, problems> map(const value& valid) const {
    return how_.mapper ? how_.mapper(valid) : bind<T>(valid);
  }
  reply::read_options reading_for(reply::read_options reading) const {
    if (how_.cleaners) reading.cleaners = how_.cleaners;
    return reading;
  }

 private:
  typed_options<T> how_ = {};
};

/// Any JSON object as a map by name (S2-20). Who needs the order of the reply asks for a `value`.
class map {
 public:
  using value_type = std::map<std::string, value, std::less<>>;

  std::string format() const;
  std::optional<value> json_schema() const;  // {"type":"object"}
  result<value_type, problems> convert(std::string_view text) const { return convert(text, {}); }
  result<value_type, problems> convert(std::string_view text, const reply::read_options& reading) const;
};

/// One line of comma-separated values (S2-19). Items are trimmed; one in double quotes may hold commas,
/// and a doubled quote stands for itself. A JSON array of strings is read as the list it is. Everything
/// else is an error (kind bind_failed, code "not_a_list", place "/index" where one item is to blame):
/// an object, several lines, a sentence, an empty item. From the level `wrapper` on, a bullet list is
/// read too.
class list {
 public:
  using value_type = std::vector<std::string>;

  static constexpr std::size_t max_items = 10'000;
  /// An unquoted item of more words is taken for prose.
  static constexpr std::size_t max_words = 5;

  std::string format() const;
  result<value_type, problems> convert(std::string_view text) const { return convert(text, {}); }
  result<value_type, problems> convert(std::string_view text, const reply::read_options& reading) const;
};

}  // namespace converters
}  // namespace v0
}  // namespace tenon
