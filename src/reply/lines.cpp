#include "lines.hpp"

#include "mends.hpp"
#include "scan.hpp"
#include "wanted.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <tenon/decimal.hpp>
#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace reply {

namespace {

/// More lines are no answer that was meant like this.
constexpr std::size_t most_lines = 1000;

struct span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Reads lines into one object. The schema document is asked for names and types only; the verdict is that
/// of the program.
class lines {
 public:
  lines(std::string_view text, std::size_t begin, std::size_t end, const schema::program& shape)
      : text_(text), at_(begin), end_(end), shape_(shape), root_(value::object()) {
    root_.set_source({begin, end});
    properties_ = shape.document().find("properties");
  }

  std::optional<answer> read() {
    if (properties_ == nullptr || !properties_->is_object()) return std::nullopt;
    std::size_t count = 0;
    while (at_ < end_) {
      const auto stop = std::min(text_.substr(0, end_).find('\n', at_), end_);
      const auto begin = skip_space(text_, at_, stop);
      const span line{begin, trim_space(text_, begin, stop)};
      at_ = std::min(stop + 1, end_);
      if (line.begin == line.end) continue;
      if (++count > most_lines || !take(line)) return std::nullopt;
    }
    if (root_.size() == 0 || !shape_.accepts(root_)) return std::nullopt;
    answer out{{std::move(root_), {}}, {}};
    const auto where = out.document.root.source();
    out.edits.push_back({edit_kind::replaced, where.begin, where.end, "lines", "{…}",
                         "Lines of names and values; the schema knows every name."});
    return out;
  }

 private:
  bool take(span line) {
    const auto content = text_.substr(line.begin, line.end - line.begin);
    if (content.starts_with("- ")) return take_item({line.begin + 2, line.end});
    const auto colon = content.find(':');
    if (colon == nowhere || (colon + 1 < content.size() && content[colon + 1] != ' ')) return false;
    const auto name = content.substr(0, colon);
    if (properties_->find(name) == nullptr || root_.find(name) != nullptr) return false;
    const span rest{skip_space(text_, line.begin + colon + 1, line.end), line.end};
    std::string rule = "/properties";
    json::append_token(rule, name);
    const auto want = wanted_at(shape_.document(), rule + "/type");
    open_list_ = nullptr;
    value v;
    if (rest.begin == rest.end) {
      if (want.types != wanted::array) return false;
      v = value::array();
      v.set_source({line.begin, line.end});
      item_types_ = want.item_types;
      open_list_ = &root_.set(name, std::move(v));
      return true;
    }
    if (!scalar(rest, want.types, v)) return false;
    root_.set(name, std::move(v));
    return true;
  }

  bool take_item(span item) {
    if (open_list_ == nullptr) return false;
    item.begin = skip_space(text_, item.begin, item.end);
    value v;
    if (item.begin == item.end || !scalar(item, item_types_, v)) return false;
    open_list_->push_back(std::move(v));
    return true;
  }

  /// JSON where it is JSON of a type that is asked for; else text, if only text is.
  bool scalar(span where, std::uint8_t types, value& out) const {
    const auto content = text_.substr(where.begin, where.end - where.begin);
    auto read = json::read(content);
    if (read && read->duplicates.empty() && !read->root.is_string() && types != wanted::string) {
      out = std::move(read->root);
      place_all(out, {where.begin, where.end});
      return true;
    }
    if (read && read->root.is_string())
      out = std::move(read->root);
    else if (types == wanted::string || types == (wanted::string | wanted::null))
      out = value(content);
    else
      return false;
    out.set_source({where.begin, where.end});
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t end_;
  const schema::program& shape_;
  const value* properties_ = nullptr;
  value root_;
  value* open_list_ = nullptr;
  std::uint8_t item_types_ = 0;
};

}  // namespace

std::optional<answer> read_lines(std::string_view text, std::size_t begin, std::size_t end,
                                 const read_options& options) {
  if (options.shape == nullptr) return std::nullopt;
  return lines(text, begin, end, *options.shape).read();
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
