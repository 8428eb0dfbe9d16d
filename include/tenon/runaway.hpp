// Has a text that is being written run away? Models do not always stop by themselves: they say the same again
// and again, or count on ("E171", "E172", …), up to whatever cap there is.
//
// Three signs, each a matter of bytes, none of the schema:
//   stretch   the text ends in one stretch repeated;
//   element   one list holds the same element many times in a row;
//   count     a list only counts on: each element is the one before but for numbers one higher.
// A list is a JSON array, wherever it stands in the text, and outside JSON the lines.
//
// The trap is the honest list: zeros, the days of a year, sixteen hosts that the report names. So bare
// numbers and dates get higher limits than words, and what stands in the given text does not count as
// counting on. Linear in the text but for that look-up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {

/// From where on a repetition is no list any more. The defaults let pass what an honest list could be.
struct runaway_limits {
  /// Stretch: so many bytes and so many times. One of less than 8 bytes is as a rule padding, a rule line or
  /// a matrix of zeros, and only its bytes count; one without a blank may be encoded data; one of 64 bytes
  /// and more says the same sentence again.
  std::size_t padding_bytes = 8192;
  std::size_t encoded_bytes = 8192;
  std::size_t stretch_bytes = 2048;
  unsigned stretch_times = 32;
  unsigned long_stretch_times = 16;
  /// Element: so many in a row that are equal. Of at least 16 bytes with a letter; the same among lines;
  /// strings that are shorter or have no letter ("ok"). Numbers count as a stretch alone.
  unsigned same_elements = 32;
  unsigned same_lines = 32;
  unsigned same_short = 128;
  /// Count: so many in a row, each the one before but for numbers one higher; bare numbers and dates.
  unsigned counted = 128;
  unsigned counted_bare = 1000;

  /// For small models, which run away often: a repetition that no report of an incident has.
  static constexpr runaway_limits eager() noexcept {
    return {.padding_bytes = 600,
            .encoded_bytes = 200,
            .stretch_bytes = 200,
            .stretch_times = 6,
            .long_stretch_times = 4,
            .same_elements = 4,
            .same_lines = 6,
            .same_short = 16,
            .counted = 12,
            .counted_bare = 100};
  }

  friend bool operator==(const runaway_limits&, const runaway_limits&) = default;
};

namespace running_away {

/// "The text ends in one stretch, repeated": follows one candidate period at a time, found by the last
/// place where the same eight bytes stood.
class stretch_watcher {
 public:
  static constexpr std::size_t max_period = 4096;

  /// The byte at `at` is new. Precondition: called for 0, 1, 2, …
  void see(std::string_view text, std::size_t at);
  bool repeats(const runaway_limits& limits) const noexcept;
  std::size_t period() const noexcept { return period_; }
  std::size_t times() const noexcept { return period_ == 0 ? 0 : (run_ + period_) / period_; }

 private:
  void look_up(std::string_view text, std::size_t at);

  std::uint64_t word_ = 0;           // the last eight bytes
  std::size_t period_ = 0;           // 0: no candidate
  std::size_t run_ = 0;              // bytes in a row that equal the byte one period before
  bool has_blank_ = false;           // among them
  std::vector<std::uint32_t> last_;  // hash of eight bytes → offset after their last place
};

/// Same elements, and elements that count on, in JSON arrays and among lines.
class list_watcher {
 public:
  static constexpr std::size_t max_depth = 64;

  explicit list_watcher(std::vector<std::string_view> given) : given_(std::move(given)) {
    lists_.push_back({});
  }

  void see(std::string_view text, std::size_t at, const runaway_limits& limits);
  bool same() const noexcept { return same_; }
  bool counts_on() const noexcept { return counts_on_; }

 private:
  struct list {
    char kind = '\n';  // '[', '{' (its members are no elements), '\n' for the lines
    std::size_t start = 0;
    std::size_t previous = 0;
    std::size_t previous_size = 0;
    unsigned same = 1;
    unsigned counted = 1;
  };
  void see_outside(std::string_view text, std::size_t at, const runaway_limits& limits);
  void end_element(std::string_view text, std::size_t at, const runaway_limits& limits);
  bool is_given(std::string_view element) const;

  std::vector<std::string_view> given_;
  std::vector<list> lists_;
  std::size_t too_deep_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool same_ = false;
  bool counts_on_ = false;
};

}  // namespace running_away

/// One text, as it is written. Can be copied, to go back to where it was.
class runaway_detector {
 public:
  /// `given`: texts the model was given; they must outlive this. Of a text longer than 4 GiB, the rest is not
  /// looked at.
  explicit runaway_detector(std::vector<std::string_view> given = {}, const runaway_limits& limits = {})
      : limits_(limits), list_(std::move(given)) {}

  /// The text so far; only what is new is looked at. True once it has run away, for good.
  bool feed(std::string_view whole);
  /// A sentence; empty until then.
  const std::string& why() const noexcept { return why_; }
  /// "runaway_stretch", "runaway_element", "runaway_count"; empty until then.
  std::string_view code() const noexcept { return code_; }
  /// How much of the text was looked at: where it was seen to run away.
  std::size_t position() const noexcept { return seen_; }

 private:
  runaway_limits limits_;
  std::size_t seen_ = 0;
  running_away::stretch_watcher stretch_;
  running_away::list_watcher list_;
  std::string_view code_;
  std::string why_;
};

}  // namespace v0
}  // namespace tenon
