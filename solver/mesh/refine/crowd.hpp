// Rounds around a vertex with thousands of triangles, such as the hub of a wheel. Of the candidates that share a corner
// only the leading one would run: one per round. If hardly any candidates lead, a sample of all of them runs: four
// times as many the next time if many win, and later again if few do, as where cavities fill the whole fan. Depends on
// counts of the rounds only, so that the mesh is the same on every backend.
#pragma once

#include <algorithm>
#include <cstdint>

namespace amorph::mesh::refining {

class crowd_sampler {
 public:
  // Whether it is worth counting all candidates, of which `leading` lead, among the entries of the worklist.
  [[nodiscard]] bool wants_count(std::uint32_t leading, std::uint32_t entries) {
    if (leading >= entries / ratio) return false;
    if (wait_ == 0) return true;
    --wait_;
    return false;
  }
  // How many candidates run; 0: those that lead.
  [[nodiscard]] std::uint32_t sample_of(std::uint32_t candidates, std::uint32_t leading) {
    if (leading >= candidates / ratio) {
      wait_ = rounds_between_counts;
      return 0;
    }
    return sampled_ = std::min(candidates, size_);
  }
  // After each round.
  void learn(std::uint32_t winners) {
    if (sampled_ == 0) return;
    if (winners >= sampled_ / 8) {
      size_ = std::min(4 * size_, max_size);
      next_wait_ = 1;
    } else {
      size_ = first_size;
      wait_ = next_wait_;
      next_wait_ = std::min(2 * next_wait_, max_wait);
    }
    sampled_ = 0;
  }

 private:
  static constexpr std::uint32_t ratio = 16, rounds_between_counts = 8, first_size = 16, max_size = 1 << 24,
                                 max_wait = 1024;
  std::uint32_t size_ = first_size, sampled_ = 0, wait_ = 0, next_wait_ = 1;
};

}  // namespace amorph::mesh::refining
