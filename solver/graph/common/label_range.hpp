// Whether the distances of a shortest-path search fit into its labels.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "solver/graph/common/lengths.hpp"

namespace amorph {

namespace detail {
// Whether an arc leads from a reached vertex to an unreached one: then its sum exceeded the range of labels. Intended
// race: all threads that set `any` set it to 1.
template <class Label> struct leads_beyond {
  const Label* at;
  std::uint32_t* any;
  AMORPH_BODY void operator()(std::uint32_t from, std::uint64_t, std::uint32_t to) const {
    if (at[from] != amorph::unreached<Label> && at[to] == amorph::unreached<Label>) atomic_store(any, 1);
  }
};
}  // namespace detail

// Whether a distance exceeded the range of labels: a label stays unreached then. O(n + m); one read-back.
template <class Label, class Exec>
[[nodiscard]] bool exceeds_range(Exec& exec, const csr& graph, span<const Label> at) {
  typename Exec::template buffer<std::uint32_t> any(exec, 1);
  exec.fill(any.span(), 0);
  for_each_edge(exec, graph, balance::edge, detail::leads_beyond<Label>{at.data(), any.data()});
  return exec.read(any.data()) != 0;
}

}  // namespace amorph
