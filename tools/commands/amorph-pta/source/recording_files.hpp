// A file system that records all accesses: the files that a compilation depends on.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "llvm/Support/VirtualFileSystem.h"

namespace amorph::pta {

// The state of a path when it was accessed: a hash of the contents that were read, or one of these.
enum file_state : std::uint64_t { is_absent = 0, is_present = 1 };

// Whether the state of a path is still `state`. Thread safe; every path is read once per process.
[[nodiscard]] bool is_still(const std::string& path, std::uint64_t state);

// For one thread.
class recording_files : public llvm::vfs::ProxyFileSystem {
 public:
  // `folder`: the base of relative paths.
  recording_files(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, std::string folder)
      : ProxyFileSystem(std::move(files)), folder_(std::move(folder)) {}

  // From now on also records absent paths, and files that are only searched for.
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
