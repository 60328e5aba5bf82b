// The totals of a distance matrix.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/graph/apsp/core.hpp"

namespace amorph::apsp {

struct matrix_totals {
  std::uint64_t pairs = 0;  // with a finite distance
  unsigned __int128 sum = 0;
  std::uint32_t largest = 0;

  void add(const matrix_totals& other) {
    pairs += other.pairs;
    sum += other.sum;
    largest = std::max(largest, other.largest);
  }
  void store(answer& to) const {
    to.pairs = pairs;
    to.sum = static_cast<std::uint64_t>(sum);
    to.sum_high = static_cast<std::uint64_t>(sum >> 64);
    to.largest = largest;
  }
};

}  // namespace amorph::apsp
