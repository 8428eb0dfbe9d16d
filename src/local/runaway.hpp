// Has the output run away? Small models do not stop by themselves: they say the same again and again, or
// count on ("E171", "E172", …), up to whatever cap there is.
//
// Three signs, each a matter of bytes, none of the schema:
//   stretch   the text ends in one stretch repeated;
//   element   one list holds the same element several times in a row;
//   count     a list only counts on: each element is the one before but for numbers one higher.
// A list is a JSON array, wherever it stands in the text, and outside JSON the lines.
//
// The trap is the honest list: ten zeros, the days of a month, sixteen hosts that the report names. So
// bare numbers and dates get far higher thresholds, and what stands in the given text does not count as
// counting on. Linear in the output but for that look-up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

/// "The text ends in one stretch, repeated": follows one candidate period at a time, found by the last
/// place where the same eight bytes stood.
class stretch_watcher {
 public:
  static constexpr std::size_t max_period = 4096;

  /// The byte at `at` is new. Precondition: called for 0, 1, 2, …
  void see(std::string_view text, std::size_t at);
  bool repeats() const noexcept;
  std::size_t period() const noexcept { return period_; }
  std::size_t times() const noexcept { return period_ == 0 ? 0 : (run_ + period_) / period_; }

 private:
  void look_up(std::string_view text, std::size_t at);

  std::uint64_t word_ = 0;           // the last eight bytes
  std::size_t period_ = 0;           // 0: no candidate
  std::size_t run_ = 0;              // bytes in a row that equal the byte one period before
  std::vector<std::uint32_t> last_;  // hash of eight bytes → offset after their last place
};

/// Same elements, and elements that count on, in JSON arrays and among lines.
class list_watcher {
 public:
  static constexpr std::size_t max_depth = 64;

  explicit list_watcher(std::vector<std::string_view> given) : given_(std::move(given)) {
    lists_.push_back({});
  }

  void see(std::string_view text, std::size_t at);
  bool same() const noexcept { return same_; }
  bool counts_on() const noexcept { return counts_on_; }

 private:
  struct list {
    char kind = '\n';  // '[', '{' (its members are no elements), '\n' for the lines
    std::size_t start = 0;
    std::string_view::size_type previous = 0;
    std::size_t previous_size = 0;
    unsigned same = 1;
    unsigned counted = 1;
  };
  void end_element(std::string_view text, std::size_t at);
  bool is_given(std::string_view element) const;

  std::vector<std::string_view> given_;
  std::vector<list> lists_;
  std::size_t too_deep_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool same_ = false;
  bool counts_on_ = false;
};

class runaway_detector {
 public:
  /// `given`: texts the model was given; they must outlive this.
  explicit runaway_detector(std::vector<std::string_view> given = {}) : list_(std::move(given)) {}

  /// The output so far; only what is new is looked at. True once it has run away, for good.
  bool feed(std::string_view whole);
  /// A sentence; empty until then.
  const std::string& why() const noexcept { return why_; }

 private:
  std::size_t seen_ = 0;
  stretch_watcher stretch_;
  list_watcher list_;
  std::string why_;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
