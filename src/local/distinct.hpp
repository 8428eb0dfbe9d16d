// Lists whose items must differ, watched while JSON is being written.
//
// A small model does not know when a list is complete: it begins to say the same items again, until some
// limit stops it. No grammar can forbid that, but whoever writes token by token can take the repeated item
// back and let the list only end there. This class sees the signs; taking back is the writer's work, so
// it is a value: a copy is a place to return to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {
inline namespace v0 {
namespace local {

class distinct_lists {
 public:
  /// Deeper lists are not watched.
  static constexpr std::size_t max_depth = 64;

  /// What new text did to watched lists. Depths count open arrays and objects, the outermost is 0.
  struct signs {
    std::uint64_t separators = 0;         // bit d: an item of the list at depth d ended, another follows
    std::optional<std::size_t> repeated;  // the list at this depth got an item that it has already
    std::optional<std::size_t> gone_on;   // the list at this depth should have ended, and goes on
  };

  /// `places` as in schema::lowered::unique_lists.
  explicit distinct_lists(std::vector<std::string> places) : places_(std::move(places)) {}

  bool watches() const noexcept { return !places_.empty(); }
  /// The output so far; only what is new is looked at.
  signs feed(std::string_view whole);
  /// From now on a separator in the list at this depth counts as gone_on.
  void must_end(std::size_t depth) { lists_[depth].how = state::ending; }
  /// Lists that must end but cannot are no longer watched.
  void let_go();
  /// Is the list at this depth open, watched and able to be taken back to its last separator?
  bool is_open(std::size_t depth) const noexcept {
    return depth < lists_.size() && lists_[depth].how == state::watched && !lists_[depth].items.empty();
  }
  /// How many lists and objects are open.
  std::size_t depth() const noexcept { return lists_.size(); }
  /// Where the list at this depth stands.
  std::string place(std::size_t depth) const;

 private:
  enum class state : std::uint8_t { unwatched, watched, ending };
  struct item {
    std::size_t begin;
    std::size_t size;
  };
  struct list {
    bool array = false;
    state how = state::unwatched;
    std::size_t start = 0;       // of the item under way
    std::size_t outer_path = 0;  // size of path_ outside
    std::vector<item> items;
  };

  void see(std::string_view whole, std::size_t at, signs& to);
  void open(std::string_view whole, std::size_t at);
  void close(std::string_view whole, std::size_t at, signs& to);
  void separate(std::string_view whole, std::size_t at, signs& to);
  bool add_item(std::string_view whole, std::size_t at);

  std::vector<std::string> places_;
  std::vector<list> lists_;
  std::size_t too_deep_ = 0;
  std::size_t seen_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  item last_string_{0, 0};
  std::string path_;
};

}  // namespace local
}  // namespace v0
}  // namespace tenon
