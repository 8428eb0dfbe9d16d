// Values to text, without recursion: a stack of places keeps the way back.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tenon/writer.hpp>

namespace tenon {
inline namespace v0 {
namespace json {
namespace {

/// An open container and the child that comes next.
struct place {
  const value* container;
  std::size_t next;
};

class text_writer {
 public:
  text_writer(std::string& out, style how) : out_(out), pretty_(how == style::pretty) {}

  void write(const value& root) {
    begin(root);
    while (!open_.empty()) {
      place& top = open_.back();
      const value& container = *top.container;
      if (top.next == container.size()) {
        open_.pop_back();
        line();
        out_ += container.is_array() ? ']' : '}';
        continue;
      }
      if (top.next != 0) out_ += ',';
      const std::size_t i = top.next++;
      line();
      begin(container.is_array() ? container.items()[i] : name(container.members()[i]));
    }
  }

 private:
  void begin(const value& v) {
    switch (v.kind()) {
      case kind::null:
        out_ += "null";
        return;
      case kind::boolean:
        out_ += v.boolean() ? "true" : "false";
        return;
      case kind::number:
        out_ += v.literal();
        return;
      case kind::string:
        write_string(out_, v.string());
        return;
      case kind::array:
      case kind::object:
        break;
    }
    if (v.size() == 0) {
      out_ += v.is_array() ? "[]" : "{}";
      return;
    }
    out_ += v.is_array() ? '[' : '{';
    open_.push_back({&v, 0});
  }

  const value& name(const member& m) {
    write_string(out_, m.name);
    out_ += pretty_ ? ": " : ":";
    return m.value;
  }

  void line() {
    if (!pretty_) return;
    out_ += '\n';
    out_.append(2 * std::min(open_.size(), max_indented_depth), ' ');
  }

  std::string& out_;
  bool pretty_;
  std::vector<place> open_;
};

/// The letter after the backslash; 'u' where there is no short form, 0 where nothing is escaped.
constexpr char escape_letter(char c) noexcept {
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return static_cast<unsigned char>(c) < 0x20 ? 'u' : '\0';
  }
}

}  // namespace

void write_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;  // start of the run that needs no escape
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = escape_letter(text[i]);
    if (letter == '\0') continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    out += '\\';
    out += letter;
    if (letter != 'u') continue;
    const auto code = static_cast<unsigned char>(text[i]);
    out += "00";
    out += hex[code >> 4U];
    out += hex[code & 0xFU];
  }
  out.append(text, plain);
  out += '"';
}

void write_to(std::string& out, const value& v, style how) {
  text_writer(out, how).write(v);
}

std::string write(const value& v, style how) {
  std::string out;
  write_to(out, v, how);
  return out;
}

}  // namespace json
}  // namespace v0
}  // namespace tenon
