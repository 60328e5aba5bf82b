// A file per entry, named by the hash of its inputs. Entries are written to a temporary file and renamed,
// and carry a hash of their contents, so that processes need no locks.
#include "tools/commands/amorph-pta/source/content_store.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string_view>
#include <tuple>
#include <vector>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace amorph::pta {
namespace {

namespace fs = std::filesystem;

class part_of_buffer : public llvm::MemoryBuffer {
 public:
  part_of_buffer(std::unique_ptr<llvm::MemoryBuffer> whole, std::size_t begin) : whole_(std::move(whole)) {
    init(whole_->getBufferStart() + begin, whole_->getBufferEnd(), /*RequiresNullTerminator=*/false);
  }
  [[nodiscard]] BufferKind getBufferKind() const override { return whole_->getBufferKind(); }

 private:
  std::unique_ptr<llvm::MemoryBuffer> whole_;
};

bool is_hexadecimal(std::string_view text, std::size_t size) {
  return text.size() == size && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The size and date of this executable: an entry must not outlive a change of the code that made it.
std::string this_program() {
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  return std::to_string(fs::file_size(self, ignored)) + " " +
         std::to_string(fs::last_write_time(self, ignored).time_since_epoch().count());
}

// The hash of a text and of its entry's name: an entry under another name counts as damaged.
std::string seal(const std::string& path, llvm::StringRef text) {
  return digest(digest(text) + fs::path(path).filename().string());
}

// The names of entries, complete and being written. Files of other names do not belong to the store.
bool is_entry(std::string_view name) { return is_hexadecimal(name, 32); }
bool is_partial(std::string_view name) {
  return name.size() == 46 && is_entry(name.substr(0, 32)) && name[32] == '.' &&
         is_hexadecimal(name.substr(33, 8), 8) && name.substr(41) == ".part";
}

}  // namespace

std::string digest(llvm::StringRef text) {
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
  return llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
}

std::unique_ptr<llvm::MemoryBuffer> rest_of(std::unique_ptr<llvm::MemoryBuffer> whole, std::size_t begin) {
  return std::make_unique<part_of_buffer>(std::move(whole), begin);
}

content_store::content_store(std::string folder, std::uint64_t limit)
    : folder_(std::move(folder)), limit_(limit), program_(this_program()) {}

content_store::~content_store() {
  if (!stored_) return;
  try {
    prune();
  } catch (const std::bad_alloc&) {
    return;  // the next run does it
  }
}

std::string content_store::default_folder() {
  const char* given = std::getenv("XDG_CACHE_HOME");
  if (given != nullptr && *given == '/') return std::string(given) + "/amorph/units";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.cache/amorph/units" : std::string();
}

std::string content_store::path_of(llvm::StringRef kind, llvm::StringRef made_from) const {
  return folder_ + "/" + digest(kind.str() + '\n' + program_ + '\n' + made_from.str());
}

// An entry consists of a line with its kind, a line with its hash, and the text.
std::unique_ptr<llvm::MemoryBuffer> content_store::find(llvm::StringRef kind, llvm::StringRef made_from) const {
  if (!keeps()) return nullptr;
  const std::string path = path_of(kind, made_from);
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return nullptr;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return nullptr;
  const auto [found, remaining] = (*buffer)->getBuffer().split('\n');
  const auto [hash, rest] = remaining.split('\n');
  if (found != kind || hash != seal(path, rest)) return nullptr;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // when it was used
  return rest_of(std::move(*buffer), found.size() + hash.size() + 2);
}

void content_store::store(llvm::StringRef kind, llvm::StringRef made_from, llvm::StringRef text) const {
  if (!keeps() || text.size() > limit_ / 8) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  const std::string path = path_of(kind, made_from);
  int descriptor = -1;
  llvm::SmallString<128> temporary;
  if (!failed) failed = llvm::sys::fs::createUniqueFile(path + ".%%%%%%%%.part", descriptor, temporary);
  if (failed) failed_ = true;
  if (failed) return;
  bool good = false;
  {
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << kind << '\n' << seal(path, text) << '\n' << text;
    out.close();
    good = !out.has_error();
    out.clear_error();
  }
  if (good) fs::rename(temporary.str().str(), path, failed);
  stored_ = true;
  if (!good || failed) failed_ = true;
  if (!good || failed) fs::remove(temporary.str().str(), failed);
}

void content_store::prune() const {
  std::error_code failed;
  std::vector<std::tuple<fs::file_time_type, std::uint64_t, fs::path>> entries;
  std::uint64_t total = 0;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;
    const auto time = at->last_write_time(gone);
    const std::uint64_t size = gone ? 0 : at->file_size(gone);
    if (gone) continue;
    const std::string name = at->path().filename().string();
    if (is_partial(name) && now - time > std::chrono::hours(1)) fs::remove(at->path(), gone);  // its run was killed
    if (!is_entry(name)) continue;
    entries.emplace_back(time, size, at->path());
    total += size;
  }
  if (total <= limit_) return;
  std::sort(entries.begin(), entries.end());
  for (const auto& [time, size, path] : entries) {
    if (total <= limit_) break;
    std::error_code gone;
    fs::remove(path, gone);
    total -= size;
  }
}

}  // namespace amorph::pta
