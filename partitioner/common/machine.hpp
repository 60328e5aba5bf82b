// A machine to map the parts of a graph onto: a hierarchy of equal groups, such as 4 cores per socket, 8 sockets per
// node and 16 nodes, and the distance between cores whose lowest common group is of each level (Schulz and Traeff,
// "Better process mapping and sparse quadratic assignment", 2017). Parts are cores, numbered group by group.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace amorph::partition {

struct machine {
  std::vector<std::uint32_t> hierarchy;  // group sizes, the innermost first; empty: no machine
  std::vector<std::int32_t> distances;   // per level: between cores that share a group of this level only
  [[nodiscard]] bool empty() const { return hierarchy.empty(); }
};

// The number of cores, or 0 if it exceeds 2^28 or a group size is 0.
[[nodiscard]] constexpr std::uint32_t cores_of(const std::vector<std::uint32_t>& hierarchy) {
  std::uint64_t product = 1;
  for (const std::uint32_t size : hierarchy) {
    product *= size;
    if (product > (std::uint64_t{1} << 28)) return 0;
  }
  return static_cast<std::uint32_t>(product);
}

// Distances between parts in constant time. A part's code has a field of bits per level; the highest bit that differs
// tells the level that two parts have in common.
class distances {
 public:
  distances() = default;
  explicit distances(const machine& m) {
    const std::uint32_t parts = m.empty() ? 0 : cores_of(m.hierarchy);
    code_.assign(parts, 0);
    by_bit_.push_back(0);  // the same part
    std::uint32_t group = 1;
    std::int64_t nearer = 0;
    std::vector<std::uint32_t> sizes;
    for (std::size_t level = 0; level != m.hierarchy.size(); ++level) {
      const std::uint32_t size = m.hierarchy[level], shift = static_cast<std::uint32_t>(by_bit_.size() - 1);
      if (size == 1) continue;
      for (std::uint32_t p = 0; p != parts; ++p) code_[p] |= std::uint64_t{p / group % size} << shift;
      by_bit_.insert(by_bit_.end(), static_cast<std::size_t>(std::bit_width(size - 1)), m.distances[level]);
      steps_.push_back(m.distances[level] - nearer);
      sizes.push_back(group);
      nearer = m.distances[level];
      group *= size;
    }
    for (std::uint32_t p = 0; p != parts; ++p) {
      std::uint32_t first = 0;
      for (const std::uint32_t size : sizes) {
        group_.push_back(first + p / size);
        first += parts / size;
      }
      groups_ = first;
    }
  }
  [[nodiscard]] bool empty() const { return code_.empty(); }
  [[nodiscard]] std::int64_t operator()(std::uint32_t p, std::uint32_t q) const {
    return by_bit_[static_cast<std::size_t>(std::bit_width(code_[p] ^ code_[q]))];
  }

  // The distance of two parts is the sum of steps() over the levels on which their groups differ, from single parts to
  // the outermost groups.
  [[nodiscard]] const std::vector<std::int64_t>& steps() const { return steps_; }
  // The group of a part on each of these levels; numbers are below groups() and differ between levels.
  [[nodiscard]] const std::uint32_t* groups_of(std::uint32_t p) const { return group_.data() + p * steps_.size(); }
  [[nodiscard]] std::uint32_t groups() const { return groups_; }

 private:
  std::vector<std::int64_t> steps_;
  std::vector<std::uint32_t> group_;
  std::uint32_t groups_ = 0;
  std::vector<std::uint64_t> code_;   // per part
  std::vector<std::int64_t> by_bit_;  // by the number of the highest bit that differs, from 1
};

}  // namespace amorph::partition
