// Random numbers as a function of a key and a counter (the finaliser of SplitMix64), independent of the order of
// execution.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "amorph/kernels/random/hash.hpp"

namespace amorph::partition::initial {

inline std::uint64_t derive(std::uint64_t key, std::uint64_t index) { return hash(hash(key) + index); }

class random_numbers {
 public:
  explicit random_numbers(std::uint64_t key) : key_(hash(key)) {}
  // In 0 .. n-1; n > 0. The bias is below n / 2^32.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((hash(key_ + counter_++) >> 32) * n) >> 32);
  }
  template <class T> void shuffle(std::vector<T>& a) {
    for (auto i = static_cast<std::uint32_t>(a.size()); i > 1; --i) std::swap(a[i - 1], a[below(i)]);
  }

 private:
  std::uint64_t key_, counter_ = 0;
};

}  // namespace amorph::partition::initial
