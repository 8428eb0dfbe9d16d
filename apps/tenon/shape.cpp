#include "shape.hpp"

#include <filesystem>

#include <tenon/reader.hpp>
#include <tenon/shorthand.hpp>

namespace tenon::cli {

namespace {

result<shape, fault> compile(input from, std::string_view path, const schema_reading& how) {
  auto document = json::read_unique(from.text);
  if (!document) {
    problem p = std::move(document.error());
    p.kind = failure_kind::invalid_argument;
    return schema_fault(std::move(p), from);
  }
  auto code = compile_schema(*std::move(document), from, path, how);
  if (!code) return std::move(code.error());
  return shape{*std::move(code), {}, std::move(from)};
}

result<shape, fault> compile_line(std::string_view line, const schema_reading& how) {
  const input from{"--schema", std::string(line)};
  auto document = schema::from_shorthand(line);
  if (!document) return schema_fault(std::move(document.error()), from);
  auto code = compile_schema(*std::move(document), from, {}, how);
  if (!code) return std::move(code.error());
  return shape{*std::move(code)};
}

/// A type is compiled already: how to read a schema says nothing about it.
result<shape, fault> load_known(std::string_view type, const arguments& args) {
  for (const std::string_view name : {draft_option.name, no_format_flag.name, with_option.name}) {
    if (args.has(name)) return usage_fault(std::string(name) + " is for a schema, not for --type");
  }
  return load_type(type);
}

}  // namespace

fault schema_fault(problem p, const input& from) {
  std::string at = from.name;
  if (p.offset) {
    const json::text_position where = json::locate(from.text, *p.offset);
    at += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  }
  fault f = from_problem(std::move(p));
  f.message = at + ": " + f.message;
  f.text = from.text;
  return f;
}

result<shape, fault> load_schema(std::string_view what, const schema_reading& how) {
  const std::size_t start = what.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos)
    return usage_fault("--schema is empty; " + std::string(schema_option.help));
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::path(what), error)) {
    auto file = read_file(what);
    if (!file) return file.error();
    return compile(*std::move(file), what, how);
  }
  const std::string_view text = what.substr(start);
  if (text.front() == '{' || text == "true" || text == "false")
    return compile({"--schema", std::string(what)}, {}, how);
  if (schema::looks_like_shorthand(what)) return compile_line(what, how);
  return file_fault(excerpt(what),
                    "no such file, and neither JSON nor a one-line schema such as 'name, age int'");
}

result<shape, fault> load_operand(const arguments& args, std::string_view command) {
  const auto type = args.text("--type");
  if (type && args.operand()) return usage_fault("--type and SCHEMA exclude each other: give one of them");
  if (type) return load_known(*type, args);
  if (!args.operand())
    return usage_fault(std::string(command) +
                       " needs --type TYPE or SCHEMA (a file, JSON text, or one line)");
  return load_schema(*args.operand(), reading_of(args));
}

result<shape, fault> load_shape(const arguments& args) {
  const auto schema = args.text("--schema");
  const auto type = args.text("--type");
  if (schema && type) return usage_fault("--schema and --type exclude each other: give one of them");
  if (type) return load_known(*type, args);
  if (!schema) return usage_fault("the shape is missing: give --schema SCHEMA or --type TYPE");
  return load_schema(*schema, reading_of(args));
}

}  // namespace tenon::cli
