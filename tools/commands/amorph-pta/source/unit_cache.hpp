// Lowered units on disk, keyed by content. A unit is valid while its command, the versions of this program and of
// Clang, and the contents of every file that it was made from are the same, and no file exists that Clang searched for
// in vain.
#pragma once

#include <optional>

#include "tools/commands/amorph-pta/source/content_store.hpp"
#include "tools/commands/amorph-pta/source/lower.hpp"

namespace amorph::pta {

// Serialises a unit, and reads it back; none if the bytes are incomplete or, with `still`, a file of it has changed.
[[nodiscard]] std::string bytes_of(const unit& u);
[[nodiscard]] std::optional<unit> unit_of(std::unique_ptr<llvm::MemoryBuffer> bytes, bool still);

// Thread safe, as content_store is.
class unit_cache {
 public:
  explicit unit_cache(const content_store& store) : store_(store) {}
  [[nodiscard]] std::optional<unit> find(const unit_command& c) const;
  void store(const unit_command& c, const std::string& bytes) const;

 private:
  const content_store& store_;
};

}  // namespace amorph::pta
