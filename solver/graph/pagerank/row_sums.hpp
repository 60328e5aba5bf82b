// Sums over adjacency lists in a fixed order on every backend: a list of up to `short_row` arcs from first to last; a
// longer one in pieces of `piece_arcs`, which are added in order, each by 32 partial sums (member r adds arcs r, r +
// 32, ...) that are then combined by halving. The members are the lanes of a warp, or one CPU thread acts for all.
//
// Why not the operator neighbor_reduce: it stores one sum per vertex, in an order of its own within tiles. Here the sum
// of a vertex is consumed at once by update_tile, whose new rank and share would otherwise take another pass over
// memory, and whose own sums (change, dangling rank) need the tile as a unit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "amorph/kernels/base/config.hpp"

namespace amorph::pagerank {

inline constexpr std::uint64_t short_row = 16, piece_arcs = 1024;
inline constexpr unsigned lanes = 32;

AMORPH_HD constexpr std::uint64_t pieces_of(std::uint64_t degree) {
  return degree <= short_row ? 0 : (degree + piece_arcs - 1) / piece_arcs;
}

// The sum of share[to[i]] for i in 0 .. n-1.
template <class Share>
AMORPH_BODY inline double sum_in_order(const std::uint32_t* to, std::uint64_t n, const Share* share) {
  double sum = 0;
  for (std::uint64_t i = 0; i != n; ++i) sum += static_cast<double>(share[to[i]]);
  return sum;
}

// The same for a piece, by a team. Every member gets a value; that of member 0 is the sum.
template <class Team, class Share>
AMORPH_BODY double sum_of_piece(Team team, const std::uint32_t* to, std::uint64_t n, const Share* share) {
  if constexpr (Team::size() == 1) {
    double sum[lanes] = {};
    std::uint64_t i = 0;
    for (; i + lanes <= n; i += lanes)
      for (unsigned r = 0; r != lanes; ++r) sum[r] += static_cast<double>(share[to[i + r]]);
    for (unsigned r = 0; i + r < n; ++r) sum[r] += static_cast<double>(share[to[i + r]]);
    for (unsigned d = lanes / 2; d != 0; d /= 2)
      for (unsigned r = 0; r != d; ++r) sum[r] += sum[r + d];
    return sum[0];
  } else {
    double sum = 0;
    for (std::uint64_t i = team.rank(); i < n; i += lanes) sum += static_cast<double>(share[to[i]]);
    for (unsigned d = lanes / 2; d != 0; d /= 2) sum += team.broadcast(sum, (team.rank() + d) % lanes);
    return sum;
  }
}

// A whole row, by one thread.
template <class Team, class Share>
AMORPH_BODY double sum_of_row(Team thread, const std::uint32_t* to, std::uint64_t degree, const Share* share) {
  static_assert(Team::size() == 1);
  if (degree <= short_row) return sum_in_order(to, degree, share);
  double sum = 0;
  for (std::uint64_t first = 0; first < degree; first += piece_arcs)
    sum += sum_of_piece(thread, to + first, degree - first < piece_arcs ? degree - first : piece_arcs, share);
  return sum;
}

}  // namespace amorph::pagerank
