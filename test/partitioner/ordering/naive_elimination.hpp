// Elimination written out, to hold the fast counts against. O(n^3) at worst.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::test {

// For each step, the neighbours of its vertex that are eliminated later, in steps.
inline std::vector<std::set<std::uint32_t>> eliminate(const partition::graph& g,
                                                      const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(order.size());
  for (std::uint32_t k = 0; k != order.size(); ++k) place[order[k]] = k;
  std::vector<std::set<std::uint32_t>> later(order.size());
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      if (place[g.to[e]] > place[v]) later[place[v]].insert(place[g.to[e]]);
  for (std::uint32_t k = 0; k != order.size(); ++k) {
    if (later[k].empty()) continue;
    const std::uint32_t parent = *later[k].begin();  // the others need no more than to be its neighbours
    for (const std::uint32_t i : later[k])
      if (i != parent) later[parent].insert(i);
  }
  return later;
}

inline std::uint64_t fill_of(const partition::graph& g, const std::vector<std::uint32_t>& order) {
  std::uint64_t entries = 0;
  for (const auto& row : eliminate(g, order)) entries += row.size();
  return entries;
}

inline bool is_permutation(const std::vector<std::uint32_t>& order, std::uint32_t n) {
  std::vector<bool> seen(n, false);
  for (const std::uint32_t v : order) {
    if (v >= n || seen[v]) return false;
    seen[v] = true;
  }
  return order.size() == n;
}

}  // namespace amorph::test
