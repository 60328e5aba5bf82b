// A folder of results that can be made again, each found by a hash of what it was made from.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MemoryBuffer;
}

namespace amorph::pta {

// 128 bits of a text, as 32 hexadecimal digits.
[[nodiscard]] std::string digest(llvm::StringRef text);

class content_store {
 public:
  // `folder` is made when the first entry is stored; empty: nothing is kept. `limit`: bytes that all entries may take; none is
  // larger than an eighth of it.
  explicit content_store(std::string folder, std::uint64_t limit = std::uint64_t{4} << 30);
  // Where something was stored: removes the entries, and nothing else in the folder, that were used longest ago, until the rest
  // is no more than the limit.
  ~content_store();
  content_store(const content_store&) = delete;
  content_store& operator=(const content_store&) = delete;
  // $XDG_CACHE_HOME/amorph/units, or ~/.cache/amorph/units; empty where neither is known.
  [[nodiscard]] static std::string default_folder();
  [[nodiscard]] bool keeps() const { return !folder_.empty(); }
  [[nodiscard]] bool has_failed() const { return failed_; }  // something could not be written
  [[nodiscard]] const std::string& folder() const { return folder_; }

  // Both may be called from many threads, and by many processes. `kind` says in one line what the entry holds, and `made_from`
  // all that it depends on but this program: what another build of it has kept is not found. A file that cannot be read, or is
  // damaged, is no entry, and one that cannot be written is left out: neither is an error. What find() returns stays mapped as
  // long as it is held.
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef kind, llvm::StringRef made_from) const;
  void store(llvm::StringRef kind, llvm::StringRef made_from, llvm::StringRef text) const;

 private:
  [[nodiscard]] std::string path_of(llvm::StringRef kind, llvm::StringRef made_from) const;
  void prune() const;

  std::string folder_;
  std::uint64_t limit_;
  std::string program_;  // which build of this program runs
  mutable std::atomic<bool> stored_{false}, failed_{false};
};

// The end of a buffer, from `begin`.
[[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> rest_of(std::unique_ptr<llvm::MemoryBuffer> whole, std::size_t begin);

}  // namespace amorph::pta
