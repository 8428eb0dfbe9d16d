// From a reader's events to a value.
#pragma once

#include <string_view>
#include <vector>

#include <tenon/reader.hpp>

namespace tenon {
inline namespace v0 {
namespace json {

/// Give it to a reader; when the reader has finished, take the document. `read` is this for a text that
/// is whole. One thread at a time; may be used again after take() or reset().
class builder final : public handler {
 public:
  bool on_null(source_span where) override;
  bool on_boolean(bool b, source_span where) override;
  bool on_number(std::string_view literal, source_span where) override;
  bool on_string(std::string_view text, source_span where) override;
  bool on_name(std::string_view text, source_span where) override;
  bool on_begin_array(std::uint64_t at) override;
  bool on_end_array(source_span where) override;
  bool on_begin_object(std::uint64_t at) override;
  bool on_end_object(source_span where) override;

  /// What was built, with its repeated names. Precondition: the reader that fed it has finished.
  document take();
  /// The value that ended last. Precondition: one did since reset() or take(), and no container has begun and
  /// no name come since.
  const value& last() const noexcept;
  /// Forgets what was built so far.
  void reset() noexcept;

 private:
  /// An open container and where its children begin among those that wait.
  struct frame {
    std::size_t first;
    bool is_object;
  };

  bool put(value v, source_span where);

  // What belongs to an open container waits here, so that each gets its exact size when it closes.
  std::vector<value> items_;
  std::vector<member> members_;
  std::vector<frame> open_;
  value root_;
  std::vector<std::string_view> names_;  // of one object, while they are compared
  bool repeated_ = false;
};

}  // namespace json
}  // namespace v0
}  // namespace tenon
