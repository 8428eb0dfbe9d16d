// RapidJSON and valijson, both as Debian has them: text to a document, validated.
#include "measure.hpp"

#include <memory>
#include <rapidjson/document.h>
#include <stdexcept>
#include <valijson/adapters/rapidjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace bench {
namespace {

using valijson::adapters::RapidJsonAdapter;

struct inputs {
  std::vector<std::string> texts;
  std::vector<rapidjson::Document> ready;
  valijson::Schema schema;
  valijson::Validator validator;
};

bool valid(inputs& all, const rapidjson::Value& v) {
  const RapidJsonAdapter adapted(v);
  return all.validator.validate(all.schema, adapted, nullptr);
}

}  // namespace

std::vector<contender> valijson_contenders(const std::vector<std::string>& documents,
                                           const std::string& schema) {
  auto all = std::make_shared<inputs>();
  rapidjson::Document parsed;
  parsed.Parse(schema.c_str());
  if (parsed.HasParseError()) throw std::runtime_error("RapidJSON does not read the schema");
  const RapidJsonAdapter adapted(parsed);
  valijson::SchemaParser().populateSchema(adapted, all->schema);
  for (const std::string& one : documents) {
    all->texts.push_back(one);
    all->ready.emplace_back().Parse(one.c_str());
  }
  return {{"RapidJSON + valijson, text, validated",
           [all](std::size_t d) {
             rapidjson::Document made;
             made.Parse<rapidjson::kParseValidateEncodingFlag>(all->texts[d].data(), all->texts[d].size());
             return !made.HasParseError() && valid(*all, made);
           }},
          {"valijson, a ready document", [all](std::size_t d) { return valid(*all, all->ready[d]); }}};
}

}  // namespace bench
