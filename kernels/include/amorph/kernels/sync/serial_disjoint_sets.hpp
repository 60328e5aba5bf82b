// Union-find over items 0 .. n-1 for one host thread: path halving (Tarjan, van Leeuwen 1984), linked by index, so that
// the representative of a set is its minimum item. O(log n) amortised. For many threads: disjoint_sets.hpp.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace amorph {

class serial_disjoint_sets {
 public:
  explicit serial_disjoint_sets(std::uint32_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }

  [[nodiscard]] std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  // Whether they were two sets.
  bool unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (a < b) std::swap(a, b);
    parent_[a] = b;
    return true;
  }
  // Every item's representative. Parents are smaller than their children, so one ascending pass suffices.
  [[nodiscard]] const std::vector<std::uint32_t>& representatives() {
    for (std::uint32_t& p : parent_) p = parent_[p];
    return parent_;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace amorph
