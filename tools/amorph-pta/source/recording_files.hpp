// A view of the file system that keeps what was asked of it: what a compilation depends on.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "llvm/Support/VirtualFileSystem.h"

namespace amorph::pta {

// What a path held when it was asked for: a hash of the contents that were read, or one of these.
enum file_state : std::uint64_t { is_absent = 0, is_present = 1 };

// Whether a path is now as it was. Thread safe; every path is looked at once in a process.
[[nodiscard]] bool is_still(const std::string& path, std::uint64_t state);

// For one thread.
class recording_files : public llvm::vfs::ProxyFileSystem {
 public:
  // `folder`: where relative paths begin.
  recording_files(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, std::string folder)
      : ProxyFileSystem(std::move(files)), folder_(std::move(folder)) {}

  // From now on also paths that are not there, and files that are only looked for.
  void record_searches() { searches_ = true; }
  [[nodiscard]] const std::map<std::string, std::uint64_t>& recorded() const { return recorded_; }
  void record(const std::string& path, std::uint64_t state);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;

 private:
  std::string folder_;
  bool searches_ = false;
  std::map<std::string, std::uint64_t> recorded_;
};

}  // namespace amorph::pta
