// The grammars that lowering writes, as llama.cpp itself reads them: what it lets pass is what the
// interpreter of the other tests generates, token by token, whatever the tokens.
#include "gbnf_interpreter.hpp"
#include "random_instance.hpp"
#include "random_schema.hpp"
#include "smollm.hpp"
#include "weights.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include <tenon/lower.hpp>
#include <tenon/reader.hpp>
#include <tenon/utf8.hpp>
#include <tenon/writer.hpp>

namespace {

using tenon::value;
using tenon::schema::program;

/// The words of a real model. Its weights are not loaded.
class vocabulary {
 public:
  vocabulary() {
    tenon::local::start_runtime();
    auto how = llama_model_default_params();
    how.vocab_only = true;
    model_.reset(llama_model_load_from_file(tenon::local::model_file(*test::smollm()).c_str(), how));
  }
  explicit operator bool() const { return model_ != nullptr; }
  const llama_vocab* words() const { return llama_model_get_vocab(model_.get()); }

  std::vector<llama_token> tokens(std::string_view text) const {
    std::vector<llama_token> all(text.size() + 1);
    const int count = llama_tokenize(words(), text.data(), static_cast<int>(text.size()), all.data(),
                                     static_cast<int>(all.size()), false, false);
    all.resize(static_cast<std::size_t>(std::max(count, 0)));
    return all;
  }

 private:
  tenon::local::weights_handle model_;
};

/// llama.cpp's acceptor of a grammar.
class acceptor {
 public:
  acceptor(const vocabulary& words, const std::string& grammar)
      : words_(words), state_(llama_sampler_init_grammar(words.words(), grammar.c_str(), "root")) {}
  explicit operator bool() const { return state_ != nullptr; }

  bool accepts(const std::vector<llama_token>& text) const {
    const tenon::local::sampler_handle at(llama_sampler_clone(state_.get()));
    for (const llama_token t : text) {
      if (!allows(at.get(), t)) return false;
      llama_sampler_accept(at.get(), t);
    }
    return allows(at.get(), llama_vocab_eos(words_.words()));
  }
  /// In the model's own tokens, and character by character.
  std::vector<bool> verdicts(std::string_view text) const {
    std::vector<llama_token> single;
    for (std::string_view rest = text; !rest.empty();) {
      const auto length = tenon::utf8::decode(rest).length;
      for (const llama_token t : words_.tokens(rest.substr(0, length))) single.push_back(t);
      rest.remove_prefix(length);
    }
    return {accepts(words_.tokens(text)), accepts(single)};
  }

 private:
  static bool allows(llama_sampler* at, llama_token t) {
    llama_token_data one{t, 1.0F, 0};
    llama_token_data_array array{&one, 1, -1, false};
    llama_sampler_apply(at, &array);
    return one.logit != -INFINITY;
  }

  const vocabulary& words_;
  tenon::local::sampler_handle state_;
};

class Acceptor : public testing::Test {
 protected:
  void SetUp() override {
    TENON_NEEDS_SMOLLM();
    ASSERT_TRUE(words_);
  }

  void agree(const program& code, const std::vector<std::string>& texts, const std::string& label) {
    const auto grammar = tenon::schema::lower(code, tenon::schema::dialect::gbnf);
    if (!grammar) return;
    ++grammars_;
    const test::gbnf ours(grammar->text);
    const acceptor theirs(words_, grammar->text);
    ASSERT_TRUE(theirs) << label << ": llama.cpp does not read\n" << grammar->text;
    for (const std::string& text : texts) {
      const bool expected = ours.generates(text);
      (expected ? accepted_ : refused_) += 1;
      for (const bool verdict : theirs.verdicts(text)) {
        ASSERT_EQ(verdict, expected) << label << ": " << text << "\n" << grammar->text;
      }
      // What the grammar does not hold is in its notes.
      if (grammar->notes.empty() && expected) {
        ASSERT_TRUE(code.accepts_text(text)) << label << ": " << text;
      }
    }
  }

  vocabulary words_;
  int grammars_ = 0;
  int accepted_ = 0;
  int refused_ = 0;
};

TEST_F(Acceptor, lets_pass_what_the_grammar_of_a_random_schema_generates) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    test::choices from(seed);
    const value schema = test::random_schema(from, tenon::schema::draft::d2020).root();
    const auto code = program::compile(schema);
    if (!code) continue;
    test::random_instance maker(from, schema);
    std::vector<std::string> texts;
    for (int n = 0; n < 6; ++n) texts.push_back(tenon::json::write(maker.make()));
    agree(*code, texts, tenon::json::write(schema));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(grammars_, 100);
  EXPECT_GT(accepted_, 100);
  EXPECT_GT(refused_, 100);
}

/// Reduced bug reports about constraints; each text is one that a grammar got wrong somewhere.
TEST_F(Acceptor, judges_the_texts_of_bug_reports_as_their_grammar_says) {
  const char* given = std::getenv("TENON_TEST_DATA");
  const std::filesystem::path data = given != nullptr ? given : TENON_SOURCE_ROOT "/../shared/data";
  std::ifstream in(data / "../cases/cases.jsonl");
  if (!in) GTEST_SKIP() << "skipped: no data";
  for (std::string line; std::getline(in, line);) {
    const auto one = tenon::json::read(line);
    ASSERT_TRUE(one);
    const value* schema = one->root.find("schema");
    if (one->root.find("class")->string() != "f" || schema == nullptr || schema->is_null()) continue;
    const auto code = program::compile(*schema);
    ASSERT_TRUE(code) << line;
    std::vector<std::string> texts;
    for (const auto* list : {"accept_texts", "reject_texts"}) {
      const value* found = one->root.find("expected")->find(list);
      if (found == nullptr) continue;
      for (const value& text : found->items()) texts.emplace_back(text.string());
    }
    agree(*code, texts, std::string(one->root.find("id")->string()));
  }
  EXPECT_GT(grammars_, 5);
}

}  // namespace
