#include "prompts.hpp"

namespace tenon::cli {

result<prompt::prompt_file, fault> prompt_for(const shape& what) {
  const std::string_view name = what.type == "IncidentExtraction" ? "extract" : "read";
  const prompt::prompt_file* const found = prompt::find_prompt(name);
  if (found == nullptr) return usage_fault("this build lacks the prompt '" + std::string(name) + "'");
  return *found;
}

}  // namespace tenon::cli
