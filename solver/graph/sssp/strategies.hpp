// The choice of `auto`, and the construction of each strategy.
#pragma once

#include <memory>

#include "solver/graph/common/strategy_choice.hpp"
#include "solver/graph/sssp/lists.hpp"
#include "solver/graph/sssp/masks.hpp"
#include "solver/graph/sssp/near_far.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/common/persistent_search.cuh"
#endif

namespace amorph::sssp {

#if AMORPH_DEVICE_COMPILER
// Near-far in one launch.
template <class Length> class one_launch_search final : public search {
 public:
  explicit one_launch_search(search_state<cuda_exec, Length>& s) : s_(s), search_(s.exec, s.graph.vertices) {}
  void run() override { search_.run(s_.graph, s_.length, s_.at, s_.source, s_.window); }

 private:
  search_state<cuda_exec, Length>& s_;
  persistent_search<Length> search_;
};
#endif

// Strategies that process a window of distances at a time.
inline bool has_window(strategy s) { return s == strategy::near_far || s == strategy::persistent; }

// `auto`: the fastest strategy that fits into memory. On a device, if paths are short, a list filled by prefix sums
// takes half the time of near-far on skewed graphs, whose counters are a bottleneck there, and a tenth more at worst
// (measured on R-MAT, uniform and geometric graphs, and grids). A given window asks for near-far.
template <class Length, class Exec>
[[nodiscard]] strategy fastest(Exec& exec, const csr& graph, [[maybe_unused]] bool long_paths,
                               [[maybe_unused]] bool window_given) {
  const std::uint64_t listed = list_search<Exec, Length, plain_step<Exec, balance>>::bytes(graph);
  const candidate<strategy> near_far{strategy::near_far, near_far_search<Exec, Length>::bytes(exec, graph)},
      by_list{strategy::worklist, listed + bytes_of_lists(exec, graph)}, by_arcs{strategy::topology, 0};
#if AMORPH_DEVICE_COMPILER
  const candidate<strategy> one_launch{strategy::persistent, persistent_search<Length>::bytes(graph.vertices)},
      by_sums{strategy::prefix_sum, listed + bytes_of_lists_by_sums(exec, graph)};
  if (long_paths) return first_that_fits(exec, {one_launch, near_far, by_list, by_arcs});
  if (!window_given) return first_that_fits(exec, {by_sums, near_far, by_list, by_arcs});
#endif
  return first_that_fits(exec, {near_far, by_list, by_arcs});
}

template <class Exec, class Length>
[[nodiscard]] std::unique_ptr<search> make_search(search_state<Exec, Length>& s, strategy by) {
  using by_balance = list_search<Exec, Length, plain_step<Exec, balance>>;
  using by_insertion = list_search<Exec, Length, plain_step<Exec, insertion>>;
  switch (by) {
    case strategy::mask: return std::make_unique<mask_search<Exec, Length>>(s);
    case strategy::topology: return std::make_unique<topology_search<Exec, Length>>(s);
    case strategy::worklist: return std::make_unique<by_balance>(s, fit_balance<Exec>);
    case strategy::prefix_sum: return std::make_unique<by_insertion>(s, insertion::prefix_sum);
    case strategy::donation: return std::make_unique<by_balance>(s, balance::donate);
    case strategy::split: return std::make_unique<list_search<Exec, Length, splitting_step<Exec>>>(s);
#if AMORPH_DEVICE_COMPILER
    case strategy::children: return std::make_unique<list_search<cuda_exec, Length, children_step>>(s);
    case strategy::persistent: return std::make_unique<one_launch_search<Length>>(s);
#endif
    default: return std::make_unique<near_far_search<Exec, Length>>(s);
  }
}

}  // namespace amorph::sssp
