// Rounds around a vertex with thousands of triangles, such as the hub of a wheel. Of the candidates that share a corner
// only the leading one would run: one per round. If hardly any lead, a sample of the others runs with them in mind of
// their cavities alone; four times as many the next time if many win, and later again if few do, as where cavities fill
// the whole fan. Depends on counts of the rounds only, so that the mesh is the same on every backend.
#pragma once

#include <algorithm>
#include <cstdint>

namespace amorph::mesh::refining {

class crowd_sampler {
 public:
  // Whether it is worth counting the candidates that do not lead, of `entries` of the worklist.
  [[nodiscard]] static bool is_likely(std::uint32_t leading, std::uint32_t entries) {
    return leading < entries / ratio;
  }
  // The size of the sample in this round; 0: only leading candidates run.
  [[nodiscard]] std::uint32_t sample_of(std::uint32_t candidates, std::uint32_t leading) {
    if (candidates / ratio <= leading) return 0;
    if (pause_ != 0) {
      --pause_;
      return 0;
    }
    return sampled_ = std::min(candidates, size_);
  }
  // After each round.
  void learn(std::uint32_t winners) {
    if (sampled_ == 0) return;
    if (winners >= sampled_ / 8) {
      size_ = std::min(4 * size_, max_size);
      next_pause_ = 1;
    } else {
      size_ = first_size;
      pause_ = next_pause_;
      next_pause_ = std::min(2 * next_pause_, max_pause);
    }
    sampled_ = 0;
  }

 private:
  static constexpr std::uint32_t ratio = 16, first_size = 16, max_size = 1 << 24, max_pause = 1024;
  std::uint32_t size_ = first_size, sampled_ = 0, pause_ = 0, next_pause_ = 1;
};

}  // namespace amorph::mesh::refining
