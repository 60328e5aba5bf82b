// What the strategies share: the graph, its lengths, a label a vertex that only falls.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/common/lengths.hpp"
#include "solver/graph/common/marks.hpp"
#include "solver/graph/sssp/sssp.hpp"

namespace amorph::sssp {

template <class Exec, class Length> struct search_state {
  using label = typename Length::label;
  Exec& exec;
  csr graph;
  Length length;
  span<const std::uint32_t> source;  // at least one
  label window;
  span<label> at;  // 0 at the sources, unreached elsewhere, when a search starts
};

// A strategy, with what memory it needs.
class search {
 public:
  virtual ~search() = default;
  virtual void run() = 0;
};

// Whether this arc lowered its end's label. The read before the atomic spares most atomics. Intended races: a label that is
// read may fall meanwhile. The end's was then too high to leave out what the atomic decides anyway; the start's leads to a sum
// that is too high, and whoever lowered the start has listed it (or its mask) again, and its arcs are followed once more.
template <class Length>
AMORPH_BODY bool lowers(const Length& length, typename Length::label* at, std::uint32_t from, std::uint64_t e,
                        std::uint32_t to, typename Length::label& sum) {
  return length(atomic_load(&at[from]), e, sum) && sum < atomic_load(&at[to]) && atomic_min(&at[to], sum) > sum;
}

}  // namespace amorph::sssp
