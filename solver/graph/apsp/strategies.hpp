// The memory of each strategy, and the choice of `auto`.
#pragma once

#include <algorithm>

#include "solver/graph/apsp/searches.hpp"
#include "solver/graph/apsp/streamed.hpp"
#include "solver/graph/apsp/tiled_matrix.hpp"
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph::apsp {

// 32-bit elements that a strategy needs beside the matrix.
template <class Exec> [[nodiscard]] std::size_t scratch_elements(const Exec& exec, strategy by, std::size_t n) {
  constexpr std::size_t tile = min_plus<Exec>::tile;
  const std::size_t tiles = (n + tile - 1) / tile;
  switch (by) {
    case strategy::recursive: return (tiles / 2) * ((tiles + 1) / 2) * tile * tile;
    case strategy::from_sssp:
      return std::min<std::size_t>(exec.team_count(), std::max<std::size_t>(n, 1)) *
             (search_words * n + search_counters);
    default: return 2 * tiles;
  }
}

// n^3 paths of two arcs against n searches over m arcs; the factors are measured.
template <class Exec> [[nodiscard]] bool prefers_searches(const csr& graph) {
  const std::uint64_t factor = Exec::on_device ? 2000 : 200, n = graph.vertices;
  return n > 1024 && n * n > factor * (graph.edges() + n);
}

// `matrix`: bytes of the padded matrix; `returned`: whether the distances are copied to the host. By default the
// fastest strategy that fits into memory. If a device cannot hold the matrix, it stays on the host, whichever of the
// blocked strategies was asked for.
template <class Exec>
[[nodiscard]] strategy choose_strategy(Exec& exec, const csr& graph, strategy asked, std::uint64_t matrix,
                                       bool returned) {
  const std::size_t n = graph.vertices;
  const auto with = [&](strategy by) {
    const std::size_t afterwards = Exec::on_device && returned ? tiled_matrix<Exec>::copy_scratch(n) : 0;
    const std::uint64_t beside = std::max(scratch_elements(exec, by, n), afterwards) * sizeof(std::uint32_t);
    return candidate<strategy>{by, matrix + beside + scratch_for(matrix / 32)};
  };
  if (asked != strategy::automatic) {
    const bool tiled = asked == strategy::blocked || asked == strategy::recursive;
    if (!Exec::on_device || !tiled) return asked;
    return first_that_fits(exec, {with(asked), candidate<strategy>{strategy::streamed, 0}});
  }
  const candidate<strategy> blocked = with(strategy::blocked), searches = with(strategy::from_sssp);
  if (!Exec::on_device && !returned)  // the host's memory is the executor's
    return prefers_searches<Exec>(graph) ? first_that_fits(exec, {searches, blocked}) : strategy::blocked;
  // The last resort: for a few tiles, the blocks of `streamed` are larger than the whole matrix.
  const std::uint64_t matrix_alone = matrix + scratch_elements(exec, strategy::blocked, n) * sizeof(std::uint32_t);
  const bool smaller = streamed_run<Exec>::min_bytes(n) < matrix_alone;
  const candidate<strategy> smallest{smaller ? strategy::streamed : strategy::blocked, 0};
  return prefers_searches<Exec>(graph) ? first_that_fits(exec, {searches, blocked, smallest})
                                       : first_that_fits(exec, {blocked, smallest});
}

}  // namespace amorph::apsp
