// The state that strategies share: the graph, its lengths, a label per vertex that only falls.
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

// A strategy, with the memory that it needs.
class search {
 public:
  virtual ~search() = default;
  virtual void run() = 0;
};

// Relaxation: whether this arc lowered the label of its target. The load before the atomic operation avoids most of
// these. Intended races: a label that is read may fall meanwhile. If it is the target's, the atomic decides; if it is
// the source's, the sum is too high, but the thread that lowered the source has listed it again, so its arcs are
// relaxed again.
template <class Length>
AMORPH_BODY bool lowers(const Length& length, typename Length::label* at, std::uint32_t from, std::uint64_t e,
                        std::uint32_t to, typename Length::label& sum) {
  return length(atomic_load(&at[from]), e, sum) && sum < atomic_load(&at[to]) && atomic_min(&at[to], sum) > sum;
}

}  // namespace amorph::sssp
