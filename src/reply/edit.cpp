#include <tenon/edit.hpp>

namespace tenon {
inline namespace v0 {

std::string_view to_string(edit_kind k) noexcept {
  switch (k) {
    case edit_kind::dropped:
      return "dropped";
    case edit_kind::replaced:
      return "replaced";
    case edit_kind::supplied:
      return "supplied";
  }
  return {};
}

}  // namespace v0
}  // namespace tenon
