// Sums over adjacency lists in a fixed order on every backend: a list of up to `short_row` arcs from first to last; a
// longer one in pieces of `piece_arcs`, which are added in order, each by 32 partial sums (member r adds arcs r, r +
// 32, ...) that are then combined by halving. The members are the lanes of a warp, or one CPU thread acts for all.
//
// One CPU thread adds eight members at a time, which fit into registers, passing over a piece four times.
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
#if defined(__CUDA_ARCH__)
  double sum = 0;
  for (std::uint64_t i = 0; i != n; ++i) sum += static_cast<double>(share[to[i]]);
  return sum;
#else
  // Where a row ends is hard to predict: the last one to four arcs are added without a branch, what is beyond the end
  // as the last arc times 0.
  static constexpr double keep[5][4] = {{}, {1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}};
  if (n == 0) return 0;
  double sum = 0;
  for (; n > 4; n -= 4, to += 4)
    for (unsigned i = 0; i != 4; ++i) sum += static_cast<double>(share[to[i]]);
  for (unsigned i = 0; i != 4; ++i) sum += static_cast<double>(share[to[i < n ? i : n - 1]]) * keep[n][i];
  return sum;
#endif
}

// The sum of 32 partial sums, member r taking that of member r + 16, then r + 8, ...: at the front, or for member 0.
inline void combine_halves(double (&sum)[lanes]) {
  for (unsigned d = lanes / 2; d != 0; d /= 2)
    for (unsigned r = 0; r != d; ++r) sum[r] += sum[r + d];
}
template <class Team> AMORPH_BODY double combine_halves(Team team, double sum) {
  for (unsigned d = lanes / 2; d != 0; d /= 2) sum += team.broadcast(sum, (team.rank() + d) % lanes);
  return sum;
}

// The partial sums of members 0 .. 7 over `rounds` times 32 arcs.
template <class Share>
inline void add_eight(const std::uint32_t* to, std::uint64_t rounds, const Share* share, double* partial) {
  double sum[8] = {};
  for (; rounds != 0; --rounds, to += lanes)
    for (unsigned r = 0; r != 8; ++r) sum[r] += static_cast<double>(share[to[r]]);
  for (unsigned r = 0; r != 8; ++r) partial[r] = sum[r];
}

// The same for a piece, by a team. Every member gets a value; that of member 0 is the sum.
template <class Team, class Share>
AMORPH_BODY double sum_of_piece(Team team, const std::uint32_t* to, std::uint64_t n, const Share* share) {
  if constexpr (Team::size() == 1) {
    double sum[lanes];
    for (unsigned r = 0; r != lanes; r += 8) add_eight(to + r, n / lanes, share, sum + r);
    to += n / lanes * lanes;
    for (unsigned r = 0; r != n % lanes; ++r) sum[r] += static_cast<double>(share[to[r]]);
    combine_halves(sum);
    return sum[0];
  } else {
    double sum = 0;
    for (std::uint64_t i = team.rank(); i < n; i += lanes) sum += static_cast<double>(share[to[i]]);
    return combine_halves(team, sum);
  }
}

// A whole row, by one thread.
template <class Team, class Share>
AMORPH_BODY double sum_of_long_row(Team thread, const std::uint32_t* to, std::uint64_t degree, const Share* share) {
  static_assert(Team::size() == 1);
  double sum = 0;
  for (std::uint64_t first = 0; first < degree; first += piece_arcs)
    sum += sum_of_piece(thread, to + first, degree - first < piece_arcs ? degree - first : piece_arcs, share);
  return sum;
}
template <class Team, class Share>
AMORPH_BODY inline double sum_of_row(Team thread, const std::uint32_t* to, std::uint64_t degree, const Share* share) {
  return degree <= short_row ? sum_in_order(to, degree, share) : sum_of_long_row(thread, to, degree, share);
}

}  // namespace amorph::pagerank
