// Lowered units on the disk, keyed by content: a unit is found again as long as its command, the versions of this program
// and of Clang, and the contents of every file that it was made from are the same, and nothing has appeared where Clang looked
// for a file in vain.
#pragma once

#include <optional>

#include "content_store.hpp"
#include "lower.hpp"

namespace amorph::pta {

// Thread safe, as content_store is.
class unit_cache {
 public:
  explicit unit_cache(const content_store& store) : store_(store) {}
  [[nodiscard]] std::optional<unit> find(const unit_command& c) const;
  void store(const unit_command& c, const unit& u) const;

 private:
  const content_store& store_;
};

}  // namespace amorph::pta
