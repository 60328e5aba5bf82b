// A folder of results that can be made again, each found by a hash of what it was made from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class MemoryBuffer;
}

namespace amorph::pta {

// 128 bits of a text, as 32 hexadecimal digits.
[[nodiscard]] std::string digest(llvm::StringRef text);

class content_store {
 public:
  // `folder` is made when the first entry is stored; empty: nothing is kept. `limit`: bytes that prune() leaves.
  explicit content_store(std::string folder, std::uint64_t limit = std::uint64_t{4} << 30)
      : folder_(std::move(folder)), limit_(limit) {}
  // $XDG_CACHE_HOME/amorph/units, or ~/.cache/amorph/units; empty where neither is known.
  [[nodiscard]] static std::string default_folder();
  [[nodiscard]] bool keeps() const { return !folder_.empty(); }

  // Both may be called from many threads, and by many processes. `kind` names what the entry holds and its version, in
  // one line; `name` is a digest of what it was made from. A file that cannot be read, is damaged or of another kind is no
  // entry, and one that cannot be written is left out: neither is an error. What find() returns stays mapped as long as it is
  // held.
  [[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> find(llvm::StringRef kind, const std::string& name) const;
  void store(llvm::StringRef kind, const std::string& name, llvm::ArrayRef<llvm::StringRef> parts) const;
  // Removes the entries, and nothing else in the folder, that were used longest ago, until the rest is no more than the limit.
  void prune() const;

 private:
  std::string folder_;
  std::uint64_t limit_;
};

// The end of a buffer, from `begin`.
[[nodiscard]] std::unique_ptr<llvm::MemoryBuffer> rest_of(std::unique_ptr<llvm::MemoryBuffer> whole, std::size_t begin);

}  // namespace amorph::pta
