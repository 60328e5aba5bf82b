// What the ways of lowering distances share: the graph, its lengths, a label a vertex that only falls.
#pragma once

#include "amorph/operators/advance.hpp"
#include "amorph/paths.hpp"
#include "lengths.hpp"

namespace amorph::paths {

template <class Exec, class Length> struct sssp_state {
  using label = typename Length::label;
  Exec& exec;
  csr graph;
  Length length;
  span<const std::uint32_t> source;  // at least one
  label window;
  span<label> at;  // 0 at the sources, unreached elsewhere, when a way starts
};

// A strategy, with what memory it needs.
class sssp_way {
 public:
  virtual ~sssp_way() = default;
  virtual void run() = 0;
};

struct mark_source {
  const std::uint32_t* source;
  std::uint32_t* mark;
  AMORPH_BODY void operator()(std::size_t i) const { mark[source[i]] = 1; }
};

// Whether this arc lowered its end's label. The read before the atomic spares most atomics.
template <class Length>
AMORPH_BODY bool lowers(const Length& length, typename Length::label* at, std::uint32_t from, std::uint64_t e,
                        std::uint32_t to, typename Length::label& sum) {
  return length(atomic_load(&at[from]), e, sum) && sum < atomic_load(&at[to]) && atomic_min(&at[to], sum) > sum;
}

}  // namespace amorph::paths
