// RapidJSON and valijson, both as the system has them, as a peer of bench/schema: answers the questions of
// bench/schema/peer.hpp, one line each. A process of its own, since a schema or a text that is too much for
// it may end it.
#include <ctime>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <rapidjson/document.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <valijson/adapters/rapidjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

namespace {

using valijson::adapters::RapidJsonAdapter;

double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void parse(const std::string& text, rapidjson::Document& to) {
  to.Parse<rapidjson::kParseValidateEncodingFlag>(text.data(), text.size());
}

/// It reads drafts 4 and 7; what a later one says, it reads as 7 would.
std::unique_ptr<valijson::Schema> compile(const std::string& text) {
  rapidjson::Document parsed;
  parse(text, parsed);
  if (parsed.HasParseError()) throw std::runtime_error("RapidJSON does not read the schema");
  const bool fourth = parsed.IsObject() && parsed.HasMember("$schema") && parsed["$schema"].IsString() &&
                      std::string(parsed["$schema"].GetString()).find("draft-04") != std::string::npos;
  auto made = std::make_unique<valijson::Schema>();
  const RapidJsonAdapter adapted(parsed);
  valijson::SchemaParser(fourth ? valijson::SchemaParser::kDraft4 : valijson::SchemaParser::kDraft7)
      .populateSchema(adapted, *made);
  return made;
}

class peer {
 public:
  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word >> std::ws;
    std::string rest;
    std::getline(words, rest);
    if (word == "schema") return set_schema(rest);
    if (word == "documents") return set_documents(rest);
    if (word == "verdicts") return verdicts();
    const std::size_t times = std::stoul(rest);
    if (word == "ready") return time(times, [&](std::size_t d) { return valid(ready_[d]); });
    if (word == "text") {
      return time(times, [&](std::size_t d) {
        rapidjson::Document made;
        parse(texts_[d], made);
        return !made.HasParseError() && valid(made);
      });
    }
    if (word == "compile" && rest.ends_with(" unchecked")) return compile_times(times);
    throw std::runtime_error("it does not do that");
  }

 private:
  bool valid(const rapidjson::Value& v) {
    const RapidJsonAdapter adapted(v);
    return validator_.validate(*schema_, adapted, nullptr);
  }

  std::string set_schema(const std::string& file) {
    text_ = contents(file);
    const double begin = now();
    schema_ = compile(text_);
    return std::to_string(now() - begin);
  }

  std::string set_documents(const std::string& file) {
    texts_.clear();
    ready_.clear();
    std::istringstream lines(contents(file));
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) continue;
      texts_.push_back(line);
      parse(texts_.back(), ready_.emplace_back());
    }
    return std::to_string(texts_.size());
  }

  std::string verdicts() {
    std::string all;
    for (const rapidjson::Document& one : ready_) all += valid(one) ? '1' : '0';
    return all;
  }

  std::string time(std::size_t passes, const std::function<bool(std::size_t)>& accepts) {
    const double begin = now();
    for (std::size_t i = 0; i < passes; ++i) {
      for (std::size_t d = 0; d < texts_.size(); ++d) {
        if (!accepts(d)) throw std::runtime_error("document " + std::to_string(d) + " is not accepted");
      }
    }
    return std::to_string((now() - begin) / static_cast<double>(passes * texts_.size()));
  }

  std::string compile_times(std::size_t times) {
    const double begin = now();
    for (std::size_t i = 0; i < times; ++i) compile(text_);
    return std::to_string((now() - begin) / static_cast<double>(times));
  }

  std::string text_;
  std::unique_ptr<valijson::Schema> schema_;
  valijson::Validator validator_;
  std::vector<std::string> texts_;
  std::deque<rapidjson::Document> ready_;
};

}  // namespace

int main() {
  peer one;
  for (std::string line; std::getline(std::cin, line);) {
    std::string reply;
    try {
      reply = "ok " + one.answer(line);
    } catch (const std::exception& e) {
      reply = std::string("no ") + e.what();
    }
    std::cout << reply << std::endl;
  }
}
