// The loop without a model: a scripted one answers badly first and well then.
#include <iostream>

#include <tenon/scripted.hpp>
#include <tenon/tenon.hpp>

struct Person {
  std::string name;
  int age = 0;
};

int main() {
  const auto model = tenon::scripted({tenon::step::reply(R"({"name":"Ada"})").used(6, 4),
                                      tenon::step::reply(R"({"name":"Ada","age":36})").used(11, 9)});
  const tenon::client reader(model, {.policy = tenon::policies::spring()});

  const auto person = reader.ask<Person>({.prompt = "Who wrote the first program?"});
  if (!person) return std::cerr << person.explain() << '\n', 1;

  std::cout << person->name << " is " << person->age << ": " << person.attempts() << " attempts, "
            << person.report().usage.tokens() << " tokens\n"
            << "The model was told: " << person.report().attempts.front().feedback << '\n';
}
