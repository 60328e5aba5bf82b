// Lowered units on the disk, keyed by content: a unit is found again as long as its command, the versions of this program
// and of Clang, and the contents of every file that it was made from are the same, and nothing has appeared where Clang looked
// for a file in vain.
#pragma once

#include <optional>
#include <string>

#include "lower.hpp"

namespace amorph::pta {

class unit_cache {
 public:
  // `folder` is made when the first unit is stored; empty: nothing is kept. `limit`: bytes that prune() leaves.
  explicit unit_cache(std::string folder, std::uint64_t limit = std::uint64_t{4} << 30)
      : folder_(std::move(folder)), limit_(limit) {}
  // $XDG_CACHE_HOME/amorph/units, or ~/.cache/amorph/units; empty where neither is known.
  [[nodiscard]] static std::string default_folder();

  // Both may be called from many threads, and by many processes. A file that cannot be read or is damaged is no entry;
  // one that cannot be written is left out: neither is an error.
  [[nodiscard]] std::optional<unit> find(const unit_command& c) const;
  void store(const unit_command& c, const unit& u) const;
  // Removes the entries, and nothing else in the folder, that were used longest ago, until the rest is no more than the limit.
  void prune() const;

 private:
  [[nodiscard]] std::string path_of(const unit_command& c) const;

  std::string folder_;
  std::uint64_t limit_;
};

}  // namespace amorph::pta
