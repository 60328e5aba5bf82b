// The steps of a search that keeps a list: from a frontier to the next one, by load-balance and insertion strategies. A
// step is called as step(exec, graph, front, next, f), where f is advance()'s. It is constructed with the executor and
// the graph it is for.
#pragma once

#include "amorph/kernels/operators/advance.hpp"
#include "amorph/kernels/operators/node_splitting.hpp"
#if AMORPH_DEVICE_COMPILER
#include "amorph/kernels/operators/child_kernels.hpp"
#endif
#include "solver/graph/common/strategy_choice.hpp"

namespace amorph {

// `Strategy` is a balance or an insertion.
template <class Exec, class Strategy> class plain_step {
 public:
  plain_step(Exec&, const csr&, Strategy by) : by_(by) {}
  template <class F>
  void operator()(Exec& exec, const csr& graph, const frontier<Exec>& front, frontier<Exec>& next, F f) {
    advance(exec, graph, front, next, by_, f);
  }

 private:
  Strategy by_;
};

// The fastest one in general.
template <class Exec> inline constexpr balance fit_balance = Exec::on_device ? balance::edge : balance::warp;

// The memory footprint of lists without duplicates, by `fit_balance`.
template <class Exec> std::uint64_t bytes_of_lists(const Exec& exec, const csr& graph) {
  return 2 * frontier<Exec>::bytes(exec, graph.vertices, Exec::on_device) + scratch_for(graph.vertices);
}
// The same by insertion::prefix_sum.
template <class Exec> std::uint64_t bytes_of_lists_by_sums(const Exec& exec, const csr& graph) {
  return 2 * frontier<Exec>::bytes(exec, graph.vertices, true) +
         advance_scratch<Exec>(insertion::prefix_sum, graph.edges()) + scratch_for(graph.vertices + graph.edges());
}

// IISc report, section 4.2: a thread per piece of an adjacency list.
template <class Exec> class splitting_step {
 public:
  splitting_step(Exec& exec, const csr& graph)
      : split_(exec, graph, split_bound(exec, graph)), pieces_(exec, split_.pieces().vertices) {}
  template <class F> void operator()(Exec& exec, const csr&, const frontier<Exec>& front, frontier<Exec>& next, F f) {
    split_.expand(front, pieces_);
    advance(exec, split_.pieces(), pieces_, next, balance::thread, split_.of_owner(f));
  }

 private:
  node_splitting<Exec> split_;
  frontier<Exec> pieces_;
};

#if AMORPH_DEVICE_COMPILER
// Section 4.3: a thread per vertex, and a child kernel for a long adjacency list.
class children_step {
 public:
  children_step(cuda_exec& exec, const csr& graph) : launches_(exec), bound_(split_bound(exec, graph)) {}
  template <class F>
  void operator()(cuda_exec& exec, const csr& graph, const frontier<cuda_exec>& front, frontier<cuda_exec>& next, F f) {
    advance_by_children(exec, graph, front, next, bound_, f);
  }

 private:
  child_launches launches_;
  std::uint64_t bound_;
};
#endif

}  // namespace amorph
