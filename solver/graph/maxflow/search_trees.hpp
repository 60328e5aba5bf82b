// Augmenting paths between two search trees that are kept from path to path, on one thread, on the graph's own rows:
// no residual network is built, and memory is touched only where the trees grow.
//
// Boykov, Kolmogorov, "An Experimental Comparison of Min-Cut/Max-Flow Algorithms", PAMI 2004. How it differs: the tree
// that has scanned fewer arcs grows, and the search ends when a terminal is saturated or a tree is complete.
//
// For directed graphs whose rows ascend strictly and where each arc that carries flow has its reverse arc, except
// those out of the source and into the sink, which no path uses backwards. Other arcs into a vertex are found as
// reverses of those out of it; a cut of the flow's capacity proves that none was missed.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "solver/graph/maxflow/core.hpp"
#include "solver/graph/maxflow/sparse_flow.hpp"

namespace amorph::maxflow {

class search_trees {
 public:
  search_trees(cpu_exec& exec, const problem& p);
  [[nodiscard]] static bool suits(const problem& p);
  [[nodiscard]] static std::uint64_t bytes(const csr& g);

  // False, without an answer, if arcs have no reverse, or if this takes more work than a method for all graphs.
  [[nodiscard]] bool run();

  [[nodiscard]] std::int64_t value() const { return value_; }
  [[nodiscard]] std::uint64_t paths() const { return paths_; }
  [[nodiscard]] bool on_sink_side(std::uint32_t v) const { return (state_.data()[v] & in_tree) == in_sink_tree; }
  [[nodiscard]] const sparse_flow& flow() const { return flow_; }

 private:
  enum side : std::uint8_t { source_side, sink_side };  // whose root is the source, or the sink
  static constexpr std::size_t lists = 5;               // of 32 bits per vertex
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  // The state of a vertex: its tree, and flags of the queues that hold it.
  static constexpr unsigned char in_source_tree = 1, in_sink_tree = 2, in_tree = 3, queued = 4, next_to_source = 16;

  struct ring {
    std::uint32_t* place = nullptr;
    std::uint32_t first = 0, count = 0;
    bool first_again = false;  // whether the first vertex was to be added again
  };

  [[nodiscard]] static side other(side s) { return s == source_side ? sink_side : source_side; }
  [[nodiscard]] static unsigned char tree_of(side s) { return s == source_side ? in_source_tree : in_sink_tree; }
  [[nodiscard]] std::uint32_t root_of(side s) const { return s == source_side ? problem_.source : problem_.sink; }
  [[nodiscard]] bool is_in(std::uint32_t v, side s) const { return (state_.data()[v] & in_tree) == tree_of(s); }
  [[nodiscard]] std::uint64_t end(std::uint32_t v) const { return begin_[v + std::size_t{1}]; }
  [[nodiscard]] bool is_one_way(std::uint32_t from, std::uint32_t to) const {
    return from == problem_.source || to == problem_.sink;
  }
  [[nodiscard]] std::int64_t capacity(std::uint64_t e) const {
    return std::min(capacity_of(problem_.graph, e), problem_.max_capacity);
  }
  [[nodiscard]] bool has_residual(std::uint64_t e) const { return e != none && capacity(e) - flow_[e] > 0; }
  [[nodiscard]] std::uint64_t arc(std::uint32_t from, std::uint32_t to) const;
  [[nodiscard]] std::uint64_t arc_away(side s, std::uint32_t v, std::uint32_t to, std::uint64_t place) const;
  [[nodiscard]] std::uint64_t arc_to(side s, std::uint32_t v, std::uint64_t e) const;
  [[nodiscard]] bool source_is_saturated() const { return value_ == problem_.out_capacity; }
  [[nodiscard]] bool sink_is_saturated() const { return value_ == problem_.in_capacity; }
  [[nodiscard]] bool takes_long() const { return work_[source_side] + work_[sink_side] > work_limit_; }
  template <class F> void for_each_above(std::uint32_t v, side s, F f);

  void find_sources_of_sink();
  void start();
  void saturate_paths_of_two_arcs();
  [[nodiscard]] span<const std::uint32_t> neighbours(side s, std::uint32_t v) const;
  [[nodiscard]] bool ended();
  [[nodiscard]] bool can_grow(side s);
  void enqueue(std::uint32_t v, side s);
  void dequeue(side s);
  void join(std::uint32_t v, side s, std::uint32_t parent, std::uint64_t by);
  [[nodiscard]] bool grow(side s);
  [[nodiscard]] bool augment(std::uint32_t from, std::uint64_t between, std::uint32_t to);
  [[nodiscard]] bool push(std::uint64_t e, std::uint64_t back, std::int64_t amount);
  void drop_source_tree();
  void adopt();
  void adopt(std::uint32_t v, side s);
  void set_parent(std::uint32_t v, std::uint32_t parent, std::uint64_t by, std::uint32_t distance);
  void remove(std::uint32_t v, side s);
  [[nodiscard]] bool leads_to_root(std::uint32_t u, side s);
  void mark_sink_side();
  [[nodiscard]] bool cut_equals_flow();

  cpu_exec& exec_;
  problem problem_;
  const std::uint64_t* begin_;
  const std::uint32_t* to_;
  std::uint32_t n_;
  std::uint64_t work_limit_;
  sparse_flow flow_;
  cpu_exec::buffer<unsigned char> state_;
  cpu_exec::buffer<std::uint32_t> lists_;
  cpu_exec::buffer<std::uint64_t> parent_arc_;           // none: a root or an orphan
  std::uint32_t *parent_, *distance_, *stamp_;           // stamp: when the distance to the root was exact
  ring queue_[2];                                        // of each side: the vertices that may grow
  std::vector<std::pair<std::uint32_t, side>> orphans_;  // roots of subtrees that were cut off
  std::vector<std::uint32_t> to_sink_;                   // the sources of the sink's arcs, if its row lacks some
  std::int64_t value_ = 0;
  std::uint64_t work_[2] = {0, 0}, paths_ = 0, steps_ = 0;  // work: arcs scanned
  std::uint32_t time_ = 0;
};

}  // namespace amorph::maxflow
