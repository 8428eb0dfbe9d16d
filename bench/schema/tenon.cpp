#include "incident.hpp"
#include "measure.hpp"

#include <memory>

#include <tenon/bind_text.hpp>
#include <tenon/padded.hpp>

namespace bench {
namespace {

struct inputs {
  std::vector<std::string> plain;
  std::vector<tenon::json::padded_text> padded;
  std::vector<tenon::value> values;
  Incident record;
  Incident other_record;
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
  return {{"ours: text to record, reused",
           [all](std::size_t d) { return tenon::read_into(all->record, all->padded[d]).empty(); }},
          {"ours: reused, text without padding",
           [all](std::size_t d) { return tenon::read_into(all->other_record, all->plain[d]).empty(); }},
          {"ours: text to new record",
           [all](std::size_t d) { return tenon::bind_text<Incident>(all->padded[d]).has_value(); }},
          {"ours: text, validated only",
           [all, &code](std::size_t d) { return code.accepts_text(all->padded[d]); }},
          {"ours: validated only, without padding",
           [all, &code](std::size_t d) { return code.accepts_text(all->plain[d]); }},
          {"ours: a ready value, validated only",
           [all, &code](std::size_t d) { return code.accepts(all->values[d]); }},
          {"ours: through a value, to new record", [all, &code](std::size_t d) {
             const auto value = tenon::json::read_unique(all->plain[d]);
             return value && code.accepts(*value) && tenon::bind<Incident>(*value).has_value();
           }}};
}

}  // namespace bench
