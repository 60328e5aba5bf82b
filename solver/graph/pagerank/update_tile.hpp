// One step of a tile of vertices. Jacobi's step leads from a rank to base + damping * pulled sum; Chebyshev's leads
// from the previous iterate through that, `reach` times as far. Both work on shares, in single precision if it
// suffices.
//
// On a CPU a tile takes two loops: one over rows, whose loads and lengths are irregular, and one over vertices that
// the compiler vectorises.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "amorph/kernels/graph/csr.hpp"
#include "solver/graph/pagerank/row_sums.hpp"

namespace amorph::pagerank {

inline constexpr std::size_t tile = 256;

// The number of shares of a vertex's rank. No vertex receives the share of a vertex without outgoing arcs.
template <class Real> AMORPH_BODY inline Real shares_of(const std::uint64_t* leaves, std::size_t v) {
  const auto degree = static_cast<std::int64_t>(leaves[v + 1] - leaves[v]);
  return static_cast<Real>(degree > 1 ? degree : 1);
}

// The sum of the shares that enter v. On a device its pieces have been summed.
template <class Real> struct pull_row {
  csr enters;
  const Real* share;                 // share[vertices] is 0
  const std::uint32_t* first_piece;  // on a device only
  const Real* piece_sum;
  template <class Team> AMORPH_BODY Real operator()([[maybe_unused]] Team team, std::size_t v) const {
    const std::uint64_t begin = enters.begin[v], degree = enters.begin[v + 1] - begin;
    const std::uint32_t* to = enters.to.data() + begin;
    if constexpr (Team::size() == 1) {
      if (degree > short_row) return sum_of_long_row(team, to, degree, share);
      return begin + degree + 4 <= enters.to.size() ? sum_of_padded(to, degree, share, enters.vertices)
                                                    : sum_in_order(to, degree, share);
    } else {
      if (degree <= short_row) return sum_in_order(to, degree, share);
      double sum = 0;
      const std::uint32_t end = first_piece[v + 1];
      for (std::uint32_t p = first_piece[v]; p != end; ++p) sum += static_cast<double>(piece_sum[p]);
      return static_cast<Real>(sum);
    }
  }
};

template <class Real> struct step_rule {
  Real base, damping, reach;
  AMORPH_BODY Real jacobi(Real pulled) const { return base + damping * pulled; }
  AMORPH_BODY Real beyond(Real before, Real now) const { return before + reach * (now - before); }
};

// Writes the tile's new shares to `next`, which holds those of the iterate before; adds up its change of rank and its
// dangling rank by 32 interleaved partial sums, as in row_sums.hpp.
template <class Real> struct update_tile {
  pull_row<Real> pull;
  const std::uint64_t* leaves;  // offsets of outgoing arcs
  std::size_t n;
  step_rule<Real> rule;
  Real* next;
  double *change, *dangling;  // per tile

  [[nodiscard]] AMORPH_BODY Real dangles(std::size_t v) const { return leaves[v + 1] == leaves[v] ? Real{1} : Real{0}; }
  // Returns the new share.
  AMORPH_BODY Real step(Real pulled, Real share, Real before, Real shares, Real dangles, double& changed,
                        double& lost) const {
    const Real now = rule.jacobi(pulled);
    changed += static_cast<double>(std::fabs(now - share * shares));
    lost += static_cast<double>(dangles * now);
    return (rule.reach == 1 ? now : rule.beyond(before * shares, now)) / shares;
  }

  template <class Team> AMORPH_BODY void operator()(Team team, std::size_t t) const {
    const std::size_t begin = t * tile, size = n - begin < tile ? n - begin : tile;
    if constexpr (Team::size() == 1) {
      Real pulled[tile], shares[tile], dangling_of[tile], fresh[tile];
      for (std::size_t i = 0; i != size; ++i) {
        pulled[i] = pull(team, begin + i);
        shares[i] = shares_of<Real>(leaves, begin + i);
        dangling_of[i] = dangles(begin + i);
      }
      double changed[lanes] = {}, lost[lanes] = {};
      const Real *share = pull.share + begin, *before = next + begin;
      std::size_t first = 0;
      for (; first + lanes <= size; first += lanes)
        for (std::size_t r = 0, i = first; r != lanes; ++r, ++i)
          fresh[i] = step(pulled[i], share[i], before[i], shares[i], dangling_of[i], changed[r], lost[r]);
      for (std::size_t r = 0, i = first; i != size; ++r, ++i)
        fresh[i] = step(pulled[i], share[i], before[i], shares[i], dangling_of[i], changed[r], lost[r]);
      for (std::size_t i = 0; i != size; ++i) next[begin + i] = fresh[i];
      combine_halves(changed);
      combine_halves(lost);
      change[t] = changed[0];
      dangling[t] = lost[0];
    } else {
      double changed = 0, lost = 0;
      for (std::size_t v = begin + team.rank(); v < begin + size; v += lanes)
        next[v] = step(pull(team, v), pull.share[v], next[v], shares_of<Real>(leaves, v), dangles(v), changed, lost);
      changed = combine_halves(team, changed);
      lost = combine_halves(team, lost);
      if (team.rank() == 0) {
        change[t] = changed;
        dangling[t] = lost;
      }
    }
  }
};

}  // namespace amorph::pagerank
