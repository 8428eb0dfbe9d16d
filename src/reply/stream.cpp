// The public face of a stream, and the order in which its parts get the text: what stands in front, the
// answer, what stands behind.
//
// Invariant: all that can be seen depends on the text alone, not on how it was cut. The trap: the reader and
// the watcher count from where the answer begins, and everything that leaves this file from where the reply
// does.
#include "stream_edges.hpp"
#include "stream_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <tenon/pointer.hpp>
#include <tenon/reader.hpp>
#include <tenon/stream.hpp>
#include <tenon/watch.hpp>

namespace tenon {
inline namespace v0 {

std::string_view to_string(node_state s) noexcept {
  switch (s) {
    case node_state::pending:
      return "pending";
    case node_state::open:
      return "open";
    case node_state::done:
      return "done";
  }
  return "";
}

namespace reply {

std::string_view to_string(stream_state s) noexcept {
  switch (s) {
    case stream_state::waiting:
      return "waiting";
    case stream_state::open:
      return "open";
    case stream_state::complete:
      return "complete";
    case stream_state::doomed:
      return "doomed";
    case stream_state::undecided:
      return "undecided";
  }
  return "";
}

namespace {

/// Without a schema the watcher finds repeated names all the same.
const schema::program& anything() {
  static const schema::program code = *schema::program::compile(value(true));
  return code;
}

/// The watcher's offsets have 32 bits.
stream_options granted(stream_options options) {
  auto& most = options.reading.limits.max_bytes;
  most = std::min<std::size_t>(most, std::numeric_limits<std::uint32_t>::max());
  return options;
}

surroundings allowed_by(const read_options& reading) {
  if (reading.cleaners) return surroundings::spaces;
  return reading.level == reading_level::clean ? surroundings::clean : surroundings::prose;
}

/// What is wrong with the bytes around an answer is final: no level that mends is asked for.
bool is_final(const read_options& reading) {
  if (reading.level == reading_level::strict) return true;
  return reading.level == reading_level::clean && !reading.cleaners;
}

/// One byte: what follows it may not have come yet.
std::string byte_name(char byte) {
  if (byte >= 0x20 && byte < 0x7F) return std::string("'") + byte + "'";
  constexpr std::string_view hex = "0123456789ABCDEF";
  const auto code = static_cast<unsigned char>(byte);
  return std::string("byte 0x") + hex[code >> 4U] + hex[code & 0xFU];
}

problem trailing(std::string_view text, std::size_t at) {
  problem p;
  p.kind = failure_kind::not_json;
  p.code = "trailing_bytes";
  p.message = "there is more text after the value";
  p.expected = "nothing but white space";
  p.found = byte_name(text[at]);
  p.offset = at;
  return p;
}

}  // namespace

struct stream::machinery {
  machinery(std::optional<schema::program> code, const stream_options& how)
      : options(granted(how)),
        shape(std::move(code)),
        strict(options.reading.level == reading_level::strict),
        allowed(strict ? surroundings::spaces : allowed_by(options.reading)),
        watcher(shape ? *shape : anything(), {.max_cursors = options.max_cursors}),
        tree(watcher),
        reader(tree, options.reading.limits) {
    reset();
  }

  void reset();
  void feed(std::string_view piece);
  void advance();
  bool look_in_front();
  bool read_on();
  bool look_behind();
  void begin_answer(std::size_t at);
  bool end_number(std::size_t end);
  void stop(problem p);
  void exceed();
  std::string_view readable() const noexcept {
    return std::string_view(text).substr(0, options.reading.limits.max_bytes);
  }
  bool too_long() const noexcept { return text.size() > options.reading.limits.max_bytes; }
  bool reading() const noexcept { return where == place::inside || where == place::behind; }
  result<read_value, problems> judged();

  enum class place : std::uint8_t { front, inside, behind, over };

  const stream_options options;
  const std::optional<schema::program> shape;
  const bool strict;
  const surroundings allowed;
  schema::watcher watcher;
  growing_tree tree;
  json::reader reader;

  std::string text;
  place where = place::front;
  stream_state state = stream_state::waiting;
  problem why;
  opening front{surroundings::spaces};
  std::optional<closing> back;
  std::size_t base = 0;   // where the answer begins
  std::size_t given = 0;  // how much of the text the reader got
  bool finished = false;
  std::optional<runaway_detector> detector;
  std::optional<problem> runaway;
};

void stream::machinery::reset() {
  text.clear();
  where = place::front;
  state = stream_state::waiting;
  why = {};
  front = opening(allowed);
  back.reset();
  tree.begin(0);
  base = given = 0;
  finished = false;
  runaway.reset();
  detector.reset();
  if (options.runaway) detector.emplace(options.given, *options.runaway);
}

void stream::machinery::feed(std::string_view piece) {
  if (finished || too_long()) return;
  // One byte more than is allowed is kept, so that reading the whole sees that there is more.
  text.append(piece.substr(0, options.reading.limits.max_bytes + 1 - text.size()));
  if (detector && !runaway && detector->feed(text)) {
    runaway.emplace();
    runaway->kind = failure_kind::not_json;
    runaway->code = detector->code();
    runaway->message = detector->why();
    runaway->offset = detector->position();
  }
  advance();
  if (too_long()) exceed();
}

/// That is final at every level.
void stream::machinery::exceed() {
  if (state == stream_state::doomed) return;
  const std::size_t most = options.reading.limits.max_bytes;
  where = place::over;
  state = stream_state::doomed;
  why = {};
  why.kind = failure_kind::not_json;
  why.code = "max_bytes";
  why.message = "the text is too long";
  why.expected = "at most " + std::to_string(most) + " bytes";
  why.offset = most;
}

void stream::machinery::advance() {
  if (where == place::front && !look_in_front()) return;
  if (where == place::inside && !read_on()) return;
  if (where == place::behind) look_behind();
}

/// True once the answer has begun.
bool stream::machinery::look_in_front() {
  if (strict) {
    begin_answer(0);
    return true;
  }
  switch (front.look(readable())) {
    case opening::verdict::more:
      state = front.in_prose() ? stream_state::undecided : stream_state::waiting;
      return false;
    case opening::verdict::answer:
      begin_answer(front.begin());
      return true;
    case opening::verdict::other:
      where = place::over;
      state = stream_state::undecided;
      return false;
  }
  return false;
}

void stream::machinery::begin_answer(std::size_t at) {
  base = given = at;
  watcher.reset();
  reader.reset();
  tree.begin(at);
  where = place::inside;
  state = stream_state::waiting;
}

/// True once the answer has ended and something stands behind it.
bool stream::machinery::read_on() {
  const std::string_view piece = readable().substr(given);
  given += piece.size();
  if (reader.feed(piece)) {
    if (tree.root() != nullptr) state = tree.ended() ? stream_state::complete : stream_state::open;
    return false;
  }
  if (watcher.state() == schema::watch_state::doomed) {
    stop(watcher.why());
    return false;
  }
  const auto end = base + static_cast<std::size_t>(reader.position());
  if (reader.error().code != "trailing_bytes") {
    stop(reader.error());
    return false;
  }
  if (!tree.ended() && !end_number(end)) return false;
  state = stream_state::complete;
  back.emplace(allowed, front.fence(), end);
  where = place::behind;
  return true;
}

/// A number that is the whole answer ends where something else begins, of which the reader knows nothing.
bool stream::machinery::end_number(std::size_t end) {
  const std::string_view literal = std::string_view(text).substr(base, end - base);
  const std::size_t begin = literal.find_first_not_of(" \t\r\n");
  if (tree.on_number(literal.substr(begin), {begin, literal.size()})) return true;
  stop(watcher.why());
  return false;
}

bool stream::machinery::look_behind() {
  if (!back->look(readable())) {
    problem p = trailing(text, back->at());
    *p.offset -= base;
    stop(std::move(p));
    return false;
  }
  state = back->settled() ? stream_state::complete : stream_state::open;
  return true;
}

/// `p` counts from where the answer begins.
void stream::machinery::stop(problem p) {
  if (p.offset && where != place::front) *p.offset += base;
  where = place::over;
  why = std::move(p);
  state = is_final(options.reading) ? stream_state::doomed : stream_state::undecided;
}

result<read_value, problems> stream::machinery::judged() {
  if (where == place::inside && !reader.finish()) {
    const bool objected = watcher.state() == schema::watch_state::doomed;
    stop(objected ? watcher.why() : reader.error());
  }
  const bool whole = reading() && tree.ended();
  // A reply that is JSON as it came has been read and judged already.
  if (whole && where == place::inside && !front.dropped() && !front.fence())
    return read_value{tree.take(), {}};
  auto how = options.reading;
  if (how.shape == nullptr && shape) how.shape = &*shape;
  auto read = reply::read(text, how);
  if (!read) return std::move(read.error().errors);
  result<read_value, problems> got = std::move(*read);
  if (!shape) return got;
  if (whole && got->root.source().begin == tree.root()->source().begin) return got;
  problems wrong = shape->validate(got->root);
  if (!wrong.empty()) return wrong;
  return got;
}

stream::stream(const stream_options& options)
    : machinery_(std::make_unique<machinery>(std::nullopt, options)) {}
stream::stream(schema::program shape, const stream_options& options)
    : machinery_(std::make_unique<machinery>(std::move(shape), options)) {}
stream::~stream() = default;
stream::stream(stream&&) noexcept = default;
stream& stream::operator=(stream&&) noexcept = default;

stream_state stream::feed(std::string_view piece) {
  machinery_->feed(piece);
  return machinery_->state;
}

stream_state stream::state() const noexcept {
  return machinery_->state;
}

const problem& stream::why() const noexcept {
  return machinery_->why;
}

const problem* stream::runaway() const noexcept {
  return machinery_->runaway ? &*machinery_->runaway : nullptr;
}

const value* stream::root() const noexcept {
  return machinery_->tree.root();
}

const value* stream::find(std::string_view pointer) const {
  const value* const whole = root();
  return whole == nullptr ? nullptr : json::resolve(*whole, pointer);
}

node_state stream::state_of(std::string_view pointer) const {
  return reply::state_of(find(pointer));
}

std::vector<std::string> stream::done() const {
  const value* const whole = root();
  return whole == nullptr ? std::vector<std::string>() : done_below(*whole);
}

void stream::update(value& shown) const {
  const value* const whole = root();
  if (whole == nullptr) return;
  if (shown.is_null() && shown.source().empty()) {
    shown = *whole;
  } else if (reply::state_of(&shown) == node_state::open) {
    bring_up_to_date(shown, *whole);
  }
}

result<read_value, problems> stream::finish() {
  machinery& m = *machinery_;
  auto got = m.judged();
  m.finished = true;
  m.tree.begin(0);
  m.where = machinery::place::over;
  m.state = got ? stream_state::complete : stream_state::doomed;
  m.why = got ? problem() : got.error().front();
  return got;
}

std::string_view stream::text() const noexcept {
  return machinery_->text;
}

void stream::reset() {
  machinery_->reset();
}

}  // namespace reply
}  // namespace v0
}  // namespace tenon
