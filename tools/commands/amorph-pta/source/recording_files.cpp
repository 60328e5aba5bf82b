// Wraps LLVM's virtual file system, through which Clang accesses all files.
#include "tools/commands/amorph-pta/source/recording_files.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

namespace amorph::pta {
namespace {

std::uint64_t hash_of(llvm::StringRef contents) {
  const std::uint64_t hash = llvm::xxh3_64bits(llvm::arrayRefFromStringRef(contents));
  return hash > is_present ? hash : is_present + 1;
}

// Records each path once.
class memory {
 public:
  template <class Read> std::uint64_t get(const std::string& path, Read read) {
    {
      const std::lock_guard lock(guard_);
      if (const auto it = known_.find(path); it != known_.end()) return it->second;
    }
    const std::uint64_t state = read();
    const std::lock_guard lock(guard_);
    return known_.emplace(path, state).first->second;
  }

 private:
  std::mutex guard_;
  std::unordered_map<std::string, std::uint64_t> known_;
};

std::uint64_t presence(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? is_present : is_absent;
}

class recorded_file : public llvm::vfs::File {
 public:
  recorded_file(std::unique_ptr<llvm::vfs::File> file, recording_files& by, std::string path)
      : file_(std::move(file)), by_(&by), path_(std::move(path)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t size,
                                                               bool terminated, bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, is_volatile);
    if (buffer) by_->record(path_, hash_of((*buffer)->getBuffer()));
    return buffer;
  }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
  llvm::IntrusiveRefCntPtr<recording_files> by_;
  std::string path_;
};

}  // namespace

bool is_still(const std::string& path, std::uint64_t state) {
  static memory contents, presences;
  if (state <= is_present) return presences.get(path, [&] { return presence(path); }) == state;
  return contents.get(path, [&] {
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    return buffer ? hash_of((*buffer)->getBuffer()) : presence(path);
  }) == state;
}

void recording_files::record(const std::string& path, std::uint64_t state) {
  // Not simplified: ".." after a symbolic link leads elsewhere than the name suggests.
  std::uint64_t& known = recorded_[path.starts_with('/') ? path : folder_ + "/" + path];
  known = std::max(known, state);
}

llvm::ErrorOr<llvm::vfs::Status> recording_files::status(const llvm::Twine& path) {
  llvm::ErrorOr<llvm::vfs::Status> s = ProxyFileSystem::status(path);
  if (searches_ && !s) record(path.str(), is_absent);
  if (searches_ && s && !s->isDirectory()) record(path.str(), is_present);
  return s;
}

bool recording_files::exists(const llvm::Twine& path) {
  const llvm::ErrorOr<llvm::vfs::Status> s = status(path);
  return s && s->exists();
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> recording_files::openFileForRead(const llvm::Twine& path) {
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> file = ProxyFileSystem::openFileForRead(path);
  if (searches_) record(path.str(), file ? is_present : is_absent);
  if (!file) return file;
  return std::make_unique<recorded_file>(std::move(*file), *this, path.str());
}

}  // namespace amorph::pta
