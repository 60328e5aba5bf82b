// A cache folder: results that can be recomputed, each found by a hash of its inputs.
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
  // `folder` is created when the first entry is stored; empty: nothing is stored. `limit`: maximum size of all entries
  // in bytes; a single entry may have an eighth of it.
  explicit content_store(std::string folder, std::uint64_t limit = std::uint64_t{4} << 30);
  // If something was stored: removes the least recently used entries, and nothing else in the folder, until the limit
  // holds.
  ~content_store();
  content_store(const content_store&) = delete;
  content_store& operator=(const content_store&) = delete;
  // $XDG_CACHE_HOME/amorph/units, or ~/.cache/amorph/units; empty if neither is known.
  [[nodiscard]] static std::string default_folder();
  [[nodiscard]] bool keeps() const { return !folder_.empty(); }
  [[nodiscard]] bool has_failed() const { return failed_; }  // something could not be written
  [[nodiscard]] const std::string& folder() const { return folder_; }

  // Both are safe for concurrent threads and processes. `kind` names the contents in one line; `made_from` is
  // everything that the entry depends on except this program. Entries of another build of the program are not found. A
  // damaged or unreadable file is no entry, and a failed write is ignored: neither is an error. The result of find()
  // stays mapped while it exists.
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef kind, llvm::StringRef made_from) const;
  void store(llvm::StringRef kind, llvm::StringRef made_from, llvm::StringRef text) const;

 private:
  [[nodiscard]] std::string path_of(llvm::StringRef kind, llvm::StringRef made_from) const;
  void prune() const;

  std::string folder_;
  std::uint64_t limit_;
  std::string program_;  // identifies the build of this program
  mutable std::atomic<bool> stored_{false}, failed_{false};
};

// The end of a buffer, from `begin`.
[[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> rest_of(std::unique_ptr<llvm::MemoryBuffer> whole, std::size_t begin);

}  // namespace amorph::pta
