// A correction, through the installed library: the first reply lacks a field, the second is right.
#include <cstdio>

#include <tenon/scripted.hpp>
#include <tenon/tenon.hpp>

struct Answer {
  int number;
};

int main() {
  // Linked in, with all that it needs; a name that nobody knows loads nothing.
  if (tenon::open_model("nobody:knows-this")) return std::puts("an unknown model was opened"), 1;

  const tenon::client reader(tenon::scripted({"{}", R"({"number": 42})"}));
  const auto answer = reader.ask<Answer>({.prompt = "How many?"});
  if (!answer) return std::puts(answer.explain().c_str()), 1;
  std::printf("%d after %u attempts\n", answer->number, answer.attempts());
  return 0;
}
