// Sums over adjacency lists in a fixed order on every backend: a list of up to `short_row` arcs from first to last; a
// longer one in pieces of `piece_arcs`, each by 32 partial sums (member r adds arcs r, r + 32, ...) that are then
// combined by halving; the pieces are added in order, in double precision. The members are the lanes of a warp, or one
// CPU thread processes all: eight at a time, which fit into registers, in four passes over a piece.
//
// Why not the operator neighbor_reduce: it stores one sum per vertex, in its own order within tiles. Here the sum
// of a vertex is consumed at once by update_tile, whose new share would otherwise take another pass over memory, and
// whose own sums (change, dangling rank) need the tile as a unit.
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
template <class Real>
AMORPH_BODY inline Real sum_in_order(const std::uint32_t* to, std::uint64_t n, const Real* share) {
  Real sum = 0;
  for (std::uint64_t i = 0; i != n; ++i) sum += share[to[i]];
  return sum;
}

// The same on a CPU, where a branch at the end of a row would be mispredicted for most vertices: the last arcs, up to
// four, are added together with the entries that follow them, whose share is that of `nobody`, 0. Reads to[n + 3].
template <class Real>
inline Real sum_of_padded(const std::uint32_t* to, std::uint64_t n, const Real* share, std::uint32_t nobody) {
  Real sum = 0;
  for (; n > 4; n -= 4, to += 4)
    for (unsigned i = 0; i != 4; ++i) sum += share[to[i]];
  for (unsigned i = 0; i != 4; ++i) {
    const std::uint32_t is_in_row = i < n ? ~std::uint32_t{0} : 0;  // a mask: compilers turn a choice into a branch
    sum += share[nobody ^ ((nobody ^ to[i]) & is_in_row)];
  }
  return sum;
}

// The sum of 32 partial sums, member r taking that of member r + 16, then r + 8, ...: at the front, or for member 0.
template <class Real> inline void combine_halves(Real (&sum)[lanes]) {
  for (unsigned d = lanes / 2; d != 0; d /= 2)
    for (unsigned r = 0; r != d; ++r) sum[r] += sum[r + d];
}
template <class Team, class Real> AMORPH_BODY Real combine_halves(Team team, Real sum) {
  for (unsigned d = lanes / 2; d != 0; d /= 2) sum += team.broadcast(sum, (team.rank() + d) % lanes);
  return sum;
}

// The partial sums of members 0 .. 7 over `rounds` times 32 arcs.
template <class Real>
inline void add_eight(const std::uint32_t* to, std::uint64_t rounds, const Real* share, Real* partial) {
  Real sum[8] = {};
  for (; rounds != 0; --rounds, to += lanes)
    for (unsigned r = 0; r != 8; ++r) sum[r] += share[to[r]];
  for (unsigned r = 0; r != 8; ++r) partial[r] = sum[r];
}

// The sum over a piece, by a team. Every member gets a value; that of member 0 is the sum.
template <class Team, class Real>
AMORPH_BODY Real sum_of_piece(Team team, const std::uint32_t* to, std::uint64_t n, const Real* share) {
  if constexpr (Team::size() == 1) {
    Real sum[lanes];
    for (unsigned r = 0; r != lanes; r += 8) add_eight(to + r, n / lanes, share, sum + r);
    to += n / lanes * lanes;
    for (unsigned r = 0; r != n % lanes; ++r) sum[r] += share[to[r]];
    combine_halves(sum);
    return sum[0];
  } else {
    Real sum = 0;
    for (std::uint64_t i = team.rank(); i < n; i += lanes) sum += share[to[i]];
    return combine_halves(team, sum);
  }
}

// A row of more than `short_row` arcs, by one thread.
template <class Team, class Real>
AMORPH_BODY Real sum_of_long_row(Team thread, const std::uint32_t* to, std::uint64_t degree, const Real* share) {
  static_assert(Team::size() == 1);
  double sum = 0;
  for (std::uint64_t first = 0; first < degree; first += piece_arcs)
    sum += static_cast<double>(
        sum_of_piece(thread, to + first, degree - first < piece_arcs ? degree - first : piece_arcs, share));
  return static_cast<Real>(sum);
}

}  // namespace amorph::pagerank
