// read_lines [LEVEL]: reads many texts in one process, at a level (coerce unless named). Standard input holds
// one JSON object a line:
//
//   {"schema": …}             what the texts behind it have to fit; null for no schema. No answer
//   {"text": "…"}             a reply to read, with "level" to read it at another one, and "complete": true
//   to
//                             complete it where it was cut off
//
// Each text is answered by one line: {"value": …, "rules": [names of the ledger's rules]}, or {"refused":
// kind, "code": …, "at": offset, "message": …}. A value that does not fit the schema is refused, as `tenon
// repair` does.
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include <tenon/program.hpp>
#include <tenon/reader.hpp>
#include <tenon/reply.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;

value refusal(const tenon::problems& errors) {
  const tenon::problem& first = errors.front();
  value line = value::object({{"refused", to_string(first.kind)}, {"code", first.code}});
  line.set("at", first.offset ? value(*first.offset) : value());
  line.set("message", explain(first));
  return line;
}

value read_one(std::string_view text, const tenon::reply::read_options& how) {
  const auto* shape = how.shape;
  const auto got = tenon::reply::read(text, how);
  if (!got) return refusal(got.error().errors);
  if (shape != nullptr && !shape->accepts(got->root)) return refusal(shape->validate(got->root));
  value rules = value::array();
  for (const auto& edit : got->ledger) rules.push_back(edit.rule);
  return value::object({{"value", got->root}, {"rules", std::move(rules)}});
}

class reading {
 public:
  explicit reading(tenon::reading_level level) : level_(level) {}

  /// False where the line is none of the known forms.
  bool take(const value& line) {
    if (const value* schema = line.find("schema")) {
      use(*schema);
      return true;
    }
    const value* text = line.find("text");
    if (text == nullptr || !text->is_string()) return false;
    const value* level = line.find("level");
    const value* complete = line.find("complete");
    tenon::reply::read_options how;
    how.level =
        (level != nullptr ? tenon::reading_level_from(level->string()) : std::nullopt).value_or(level_);
    how.shape = shape_ ? &*shape_ : nullptr;
    how.complete = complete != nullptr && *complete == value(true);
    const value answer = broken_ ? refusal({*broken_}) : read_one(text->string(), how);
    std::cout << tenon::json::write(answer) << '\n';
    return true;
  }

 private:
  void use(const value& schema) {
    shape_.reset();
    broken_.reset();
    if (schema.is_null()) return;
    auto compiled = tenon::schema::program::compile(schema);
    if (compiled)
      shape_.emplace(*std::move(compiled));
    else
      broken_.emplace(std::move(compiled.error()));
  }

  tenon::reading_level level_;
  std::optional<tenon::schema::program> shape_;
  std::optional<tenon::problem> broken_;  // why there is no schema to read by
};

int run(tenon::reading_level level) {
  reading all(level);
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    if (line.empty()) continue;
    const auto read = tenon::json::read_unique(line);
    if (!read || !all.take(*read)) {
      std::cerr << "read_lines: line " << number << " is neither a schema nor a text\n";
      return 2;
    }
  }
  return std::cout.flush() ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::ios::sync_with_stdio(false);
    const auto level = tenon::reading_level_from(argc > 1 ? argv[1] : "coerce");
    if (!level) {
      std::cerr << "read_lines: no such level: " << argv[1] << '\n';
      return 2;
    }
    return run(*level);
  } catch (const std::exception& e) {
    std::cerr << "read_lines: " << e.what() << '\n';
    return 3;
  }
}
