#include "batch.hpp"

#include "asking.hpp"
#include "progress.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>

#include <tenon/reader.hpp>
#include <tenon/writer.hpp>

namespace tenon::cli {

namespace {

/// FNV-1a, 64 bits: tells what a line was made for, no secret.
class fingerprint {
 public:
  fingerprint& add(std::string_view text) {
    for (const char c : text) step(static_cast<unsigned char>(c));
    step(0);  // "ab", "c" is not "a", "bc"
    return *this;
  }
  std::string hex() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(state_));
    return text;
  }

 private:
  void step(unsigned char byte) noexcept { state_ = (state_ ^ byte) * 1099511628211ULL; }
  std::uint64_t state_ = 14695981039346656037ULL;
};

/// A file that lines are added to, each in one write.
class line_file {
 public:
  line_file() = default;
  line_file(const line_file&) = delete;
  line_file& operator=(const line_file&) = delete;
  ~line_file() {
    if (fd_ >= 0) ::close(fd_);
  }

  bool is_open() const noexcept { return fd_ >= 0; }

  std::optional<fault> open(const std::string& path) {
    path_ = path;
    fd_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd_ < 0) return file_fault(path, errno);
    return std::nullopt;
  }

  std::optional<fault> put(const value& line) const {
    if (const int error = write_all(fd_, json::write(line) + "\n"); error != 0)
      return file_fault(path_, error);
    return std::nullopt;
  }

 private:
  int fd_ = -1;
  std::string path_;
};

/// Where the values go, and which inputs need none any more.
class value_lines {
 public:
  /// A last line without its end was cut off by a crash: it goes, and its input is asked for again.
  std::optional<fault> open(const std::string& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) {
      auto before = read_file(path);
      if (!before) return before.error();
      const auto whole = before->text.rfind('\n') + 1;  // 0 if there is none
      for (std::string_view rest = std::string_view(before->text).substr(0, whole); !rest.empty();) {
        const auto end = rest.find('\n');
        note(rest.substr(0, end));
        rest.remove_prefix(end + 1);
      }
      if (whole != before->text.size()) std::filesystem::resize_file(path, whole, error);
      if (error) return file_fault(path, error.value());
    }
    return file_.open(path);
  }

  bool done(const std::string& input, const std::string& key) const { return done_.contains({input, key}); }

  std::optional<fault> put(const value& line, const session& out) const {
    return file_.is_open() ? file_.put(line) : out.put(json::write(line) + "\n");
  }

 private:
  void note(std::string_view line) {
    const auto read = json::read(line);
    if (!read || read->root.find("value") == nullptr) return;
    const auto* input = read->root.find("input");
    const auto* key = read->root.find("key");
    if (input != nullptr && input->is_string() && key != nullptr && key->is_string())
      done_.emplace(input->string(), key->string());
  }

  line_file file_;
  std::set<std::pair<std::string, std::string>> done_;
};

class batch {
 public:
  batch(const arguments& args, const settings& set, const shape& what, std::span<const std::string> inputs,
        session& out)
      : args_(args), set_(set), what_(what), inputs_(inputs), out_(out), line_(out) {}

  result<status, fault> run() {
    if (const auto path = args_.text("--output"))
      if (auto bad = lines_.open(*path)) return *bad;
    if (const auto path = args_.text("--report"))
      if (auto bad = reports_.open(*path)) return *bad;
    line_.stage("loading the model");
    auto who = asked_model_from(args_, set_);
    if (!who) return who.error();
    salt_ =
        fingerprint()
            .add(what_.code.compact())
            .add(who->model->name())
            .add(args_.text("--mode").value_or(set_.what.mode ? std::string(to_string(*set_.what.mode)) : ""))
            .add(args_.text("--system").value_or(""))
            .add(args_.text("--reading")
                     .value_or(set_.what.reading ? std::string(to_string(*set_.what.reading)) : ""))
            .hex();
    asker_.emplace(who->model, std::move(who->how));
    show();
    const auto jobs = std::min<std::size_t>(args_.whole("--jobs").value_or(1), inputs_.size());
    std::vector<std::jthread> workers;
    for (std::size_t i = 1; i < jobs; ++i) workers.emplace_back([this] { work(); });
    work();
    workers.clear();
    if (broken_) return *broken_;
    if (out_.stop().stop_requested()) return from_problem(cancelled());
    if (!out_.quiet()) say_sum();
    return failed_ == 0 ? status::done : status::failed;
  }

 private:
  static problem cancelled() {
    problem p;
    p.kind = failure_kind::cancelled;
    p.code = "cancelled";
    p.message = "cancelled; what is done is written";
    return p;
  }

  void work() {
    while (!out_.stop().stop_requested() && !stopped_) {
      const auto i = next_.fetch_add(1);
      if (i >= inputs_.size()) return;
      one(inputs_[i]);
    }
  }

  void one(const std::string& path) {
    auto text = read_file(path);
    if (!text) return finish(path, {}, failure_json(text.error()), false);
    const auto key = fingerprint().add(salt_).add(text->text).hex();
    if (lines_.done(path, key)) {
      const std::lock_guard hold(lock_);
      ++skipped_;
      return;
    }
    if (auto bad = check_text(*text)) return finish(path, key, failure_json(*bad), false);
    auto asked = request_from(args_, what_, *text);
    if (!asked) return finish(path, key, failure_json(asked.error()), false);
    asked->stop = out_.stop();
    const auto got = asker_->ask(what_.code, *asked);
    // Nothing is said of an input that was only interrupted.
    if (!got && got.failure().kind == failure_kind::cancelled) return;
    auto line =
        got ? value::object({{"value", *got}}) : failure_json(from_outcome(got.failure(), got.report()));
    line.set("account", account_json(got.report()));
    if (reports_.is_open()) report(path, key, got.report());
    finish(path, key, std::move(line), got.has_value());
  }

  static value failure_json(const fault& f) { return value::object({{"failure", to_json(f)}}); }

  /// Before the line of its value: where that stands, the report does.
  void report(const std::string& path, const std::string& key, const tenon::report& spent) {
    const auto line = value::object({{"input", path}, {"key", key}, {"report", tenon::to_json(spent)}});
    const std::lock_guard hold(lock_);
    if (auto bad = reports_.put(line)) stop(*std::move(bad));
  }

  // Under the lock.
  void stop(fault bad) {
    if (!broken_) broken_ = std::move(bad);
    stopped_ = true;
  }

  void finish(const std::string& path, const std::string& key, value what, bool good) {
    auto line = value::object({{"input", path}, {"key", key}});
    for (auto& m : what.members()) line.set(m.name, std::move(m.value));
    const std::lock_guard hold(lock_);
    ++(good ? done_ : failed_);
    if (auto bad = lines_.put(line, out_)) stop(*std::move(bad));
    show();
  }

  std::string counted() const {
    auto text = std::to_string(done_) + " of " + std::to_string(inputs_.size()) + " done";
    if (skipped_ > 0) text += ", " + std::to_string(skipped_) + " there already";
    if (failed_ > 0) text += ", " + std::to_string(failed_) + " failed";
    return text;
  }
  void show() { line_.stage(counted()); }
  void say_sum() const {
    if (out_.json())
      out_.say(json::write(value::object(
          {{"inputs", inputs_.size()}, {"done", done_}, {"skipped", skipped_}, {"failed", failed_}})));
    else
      out_.say(counted());
  }

  const arguments& args_;
  const settings& set_;
  const shape& what_;
  std::span<const std::string> inputs_;
  session& out_;
  progress line_;
  value_lines lines_;
  line_file reports_;
  std::string salt_;
  std::optional<client> asker_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex lock_;  // over all below
  std::size_t done_ = 0;
  std::size_t skipped_ = 0;
  std::size_t failed_ = 0;
  std::optional<fault> broken_;
};

}  // namespace

result<status, fault> extract_all(const arguments& args, const settings& set, const shape& what,
                                  std::span<const std::string> inputs, session& out) {
  return batch(args, set, what, inputs, out).run();
}

}  // namespace tenon::cli
