// Divides the coarsest graph of a pass of the forest, on the threads of the host.
#pragma once

#include <cstdint>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/stop_check.hpp"
#include "partitioner/ordering/forest/core.hpp"
#include "partitioner/ordering/piece.hpp"

namespace amorph::ordering {

// The trees of all passes; filled in by divide_trees(). A place is counted from the first tree of all.
struct tree_record {
  std::vector<std::uint8_t> split;       // per place
  std::vector<std::uint64_t> key, node;  // per place: of its random numbers; in the separator tree
  std::vector<std::uint32_t> next;       // per place: the tree that divides it, or ~0
};

class coarsest_divider {
 public:
  // key, node: of the whole graph.
  coarsest_divider(cpu_exec& exec, const separator_options& options, std::uint64_t key, std::uint64_t node,
                   const partition::stop_check& check_stop);
  // A divide_function; the context is a coarsest_divider.
  static int divide(void* context, const coarse_trees* trees, std::uint32_t* place, std::uint8_t* split);
  [[nodiscard]] const tree_record& record() const { return record_; }

 private:
  struct task {
    piece part;
    std::uint32_t place;  // of the pass
  };
  void run(const coarse_trees& trees, std::uint32_t* place, std::uint8_t* split);
  std::vector<task> first_tasks(const coarse_trees& trees);
  void divide(task& t, const coarse_trees& trees, separator_scratch& scratch, std::uint32_t* place, std::uint8_t* split,
              std::vector<task>& next, const parallel_trials& trials);

  cpu_exec& exec_;
  separator_options options_;
  partition::stop_check check_stop_;
  std::vector<separator_scratch> scratch_;
  tree_record record_;
  std::uint64_t root_key_, root_node_;
};

}  // namespace amorph::ordering
