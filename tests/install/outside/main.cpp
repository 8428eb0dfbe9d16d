// A program of somebody else: describes a type, prints its schema, and binds a reply in a fence.
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <tenon/bind.hpp>
#include <tenon/describe.hpp>
#include <tenon/program.hpp>
#include <tenon/reply.hpp>
#include <tenon/writer.hpp>

namespace weather {

enum class Sky { clear, cloudy };
struct Reading {
  std::string place;
  int degrees;
  Sky sky;
  std::optional<std::string> note;
  std::vector<int> hours;
};

constexpr auto describe(tenon::type<Reading>) {
  using namespace tenon;
  return record("One reading of a station", field<&Reading::hours>("Hours of sun", {.max_items = 3}));
}

}  // namespace weather

int main() {
  using weather::Reading;
  std::puts(tenon::json::write(tenon::schema_of<Reading>()).c_str());

  const auto read = tenon::reply::read(
      "```json\n{\"place\": \"Oslo\", \"degrees\": -4, \"sky\": \"clear\", \"note\": null, \"hours\": [9, "
      "10]}\n```");
  if (!read) return std::puts(tenon::explain(read.error().errors.front()).c_str()), 1;
  const auto& program = tenon::program_of<Reading>();
  if (!program || !program->validate(read->root).empty()) return std::puts("not valid"), 1;
  const auto bound = tenon::bind<Reading>(read->root);
  if (!bound) return std::puts(tenon::explain(bound.error().front()).c_str()), 1;
  std::printf("%s %d %d %zu\n", bound->place.c_str(), bound->degrees, static_cast<int>(bound->sky),
              bound->hours.size());
  return 0;
}
