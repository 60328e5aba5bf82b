// Numbers of parts by which most stays where it was.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "amorph/kernels/base/span.hpp"

namespace amorph::partition {

// The weight of the vertices that are in `part` and were in the old part `old`.
struct overlap {
  std::int64_t weight;
  std::uint32_t part, old;
};

// The new number of each part, all of them different: greedily, the largest overlap first, of equal ones the lowest
// parts. A part gets the number of one of its kind, as with the same target weight. O(k + overlaps, sorted).
[[nodiscard]] inline std::vector<std::uint32_t> numbers_by_overlap(std::vector<overlap> overlaps,
                                                                   span<const std::uint32_t> kind) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::sort(overlaps.begin(), overlaps.end(), [](const overlap& a, const overlap& b) {
    return std::tie(b.weight, a.part, a.old) < std::tie(a.weight, b.part, b.old);
  });
  std::vector<std::uint32_t> number(kind.size(), none);
  std::vector<bool> taken(kind.size(), false);
  for (const overlap& o : overlaps) {
    if (number[o.part] != none || taken[o.old] || kind[o.part] != kind[o.old]) continue;
    number[o.part] = o.old;
    taken[o.old] = true;
  }
  // Equally many of each kind are left.
  std::vector<std::vector<std::uint32_t>> free(kind.size());
  for (auto p = static_cast<std::uint32_t>(kind.size()); p-- != 0;)
    if (!taken[p]) free[kind[p]].push_back(p);
  for (std::size_t p = 0; p != kind.size(); ++p)
    if (number[p] == none) {
      number[p] = free[kind[p]].back();
      free[kind[p]].pop_back();
    }
  return number;
}

}  // namespace amorph::partition
