// A random schema of any draft and random instances that are nearly valid for it: the walker, the direct
// driver with each machine, the watcher on any pieces, and reading into an object say the same.
//
// The bytes are the generator's decisions, so a small change of them is a small change of schema or
// instance. A schema that does not compile is refused with a kind that says why, and is no finding.
#include "drivers_agree.hpp"
#include "mutate.hpp"
#include "random_instance.hpp"
#include "random_schema.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <tenon/writer.hpp>

namespace {

void require(const std::string& broken, const tenon::value& schema, std::string_view text) {
  if (broken.empty()) return;
  std::fprintf(stderr, "broken: %s\n%s\n%s\n", broken.c_str(), tenon::json::write(schema).c_str(),
               std::string(text).c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test::choices from(std::span(data, size));
  const auto of = static_cast<tenon::schema::draft>(4 - from.pick(5));
  const tenon::value schema = test::random_schema(from, of).root();
  const auto code = tenon::schema::program::compile(schema);
  if (!code) {
    const tenon::problem& p = code.error();
    const bool known =
        p.kind == tenon::failure_kind::invalid_argument || p.kind == tenon::failure_kind::unsupported_schema;
    require(known && !p.code.empty() ? "" : "a refusal without a reason", schema, tenon::explain(p));
    return 0;
  }
  test::drivers all(*code);
  test::random_instance instances(from, schema);
  for (int i = 0; i < 4; ++i) {
    std::string text = tenon::json::write(instances.make());
    if (from.one_in(4)) text = test::mutator(from.pick(65536)).changed(text);
    require(all.broken(text, from), schema, text);
  }
  return 0;
}
