#include "contenders.hpp"
#include "incident.hpp"

#include <memory>

#include <tenon/bind_text.hpp>
#include <tenon/padded.hpp>

namespace bench {
namespace {

struct inputs {
  std::vector<std::string> plain;
  std::vector<tenon::json::padded_text> padded;
  std::vector<tenon::value> values;
  Incident report;
  Incident other_report;
};

}  // namespace

std::vector<contender> tenon_contenders(const std::vector<std::string>& documents) {
  auto all = std::make_shared<inputs>();
  for (const std::string& one : documents) {
    all->plain.push_back(one);
    all->padded.emplace_back(one);
    all->values.push_back(*tenon::json::read_unique(one));
  }
  const tenon::schema::program& code = *tenon::program_of<Incident>();
  const auto made = [&](std::string_view job, const char* name, std::function<bool(std::size_t)> run) {
    contender one = in_process(job, name, documents.size(), std::move(run));
    one.ours = true;
    return one;
  };
  return {
      made(jobs::record, "tenon: reused",
           [all](std::size_t d) { return tenon::read_into(all->report, all->padded[d]).empty(); }),
      made(jobs::record, "tenon: reused, text without padding",
           [all](std::size_t d) { return tenon::read_into(all->other_report, all->plain[d]).empty(); }),
      made(jobs::record, "tenon: new record",
           [all](std::size_t d) { return tenon::bind_text<Incident>(all->padded[d]).has_value(); }),
      made(jobs::record, "tenon: new record, through a value",
           [all, &code](std::size_t d) {
             const auto value = tenon::json::read_unique(all->plain[d]);
             return value && code.accepts(*value) && tenon::bind<Incident>(*value).has_value();
           }),
      made(jobs::verdict, "tenon", [all, &code](std::size_t d) { return code.accepts_text(all->padded[d]); }),
      made(jobs::verdict, "tenon: text without padding",
           [all, &code](std::size_t d) { return code.accepts_text(all->plain[d]); }),
      made(jobs::ready, "tenon", [all, &code](std::size_t d) { return code.accepts(all->values[d]); }),
  };
}

}  // namespace bench
