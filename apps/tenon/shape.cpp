#include "shape.hpp"

#include "files.hpp"

#include <filesystem>

#include <tenon/reader.hpp>
#include <tenon/shorthand.hpp>

namespace tenon::cli {

namespace {

/// Says in which text a problem lies: "file:line:column: …" for a syntax error, "file: pointer: …" for
/// what is wrong with the schema itself.
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

result<schema::program, fault> compile(const input& from) {
  auto code = schema::program::compile_text(from.text);
  if (!code) return schema_fault(std::move(code.error()), from);
  return std::move(*code);
}

result<schema::program, fault> compile_line(std::string_view line) {
  auto document = schema::from_shorthand(line);
  if (!document) return schema_fault(std::move(document.error()), {"--schema", std::string(line)});
  auto code = schema::program::compile(std::move(*document));
  if (!code) return from_problem(std::move(code.error()));
  return std::move(*code);
}

}  // namespace

result<schema::program, fault> load_schema(std::string_view what) {
  const std::size_t start = what.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos)
    return usage_fault("--schema is empty; " + std::string(schema_option.help));
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::path(what), error)) {
    auto file = read_file(what);
    if (!file) return file.error();
    return compile(*file);
  }
  const std::string_view text = what.substr(start);
  if (text.front() == '{' || text == "true" || text == "false")
    return compile({"--schema", std::string(what)});
  if (schema::looks_like_shorthand(what)) return compile_line(what);
  return file_fault(excerpt(what),
                    "no such file, and neither JSON nor a one-line schema such as 'name, age int'");
}

result<shape, fault> load_shape(const arguments& args) {
  const auto schema = args.text("--schema");
  const auto type = args.text("--type");
  if (schema && type) return usage_fault("--schema and --type exclude each other: give one of them");
  if (type) return load_type(*type);
  if (!schema) return usage_fault("the shape is missing: give --schema SCHEMA or --type TYPE");
  auto code = load_schema(*schema);
  if (!code) return code.error();
  return shape{std::move(*code), {}};
}

}  // namespace tenon::cli
