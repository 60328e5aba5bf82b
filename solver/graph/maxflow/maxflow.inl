// Maximum flow by push-relabel (Goldberg, Tarjan, JACM 1988), in two phases that both move excess to a root:
//   1. to the sink, which gives the value of the flow and the minimum cut;
//   2. back to the source, of the excess that cannot reach the sink: the preflow becomes a flow.
// A phase is a sequence of rounds: a global relabelling, then pulses (pulse.hpp) until the heights are worth computing
// again. It ends when no vertex with excess can reach the root.
//
// How this differs from the IIIT report, section IX: see README.md.
#pragma once

#include <memory>
#include <optional>

#include "solver/graph/common/strategy_choice.hpp"
#include "solver/graph/maxflow/arc_flow.hpp"
#include "solver/graph/maxflow/mask_rounds.hpp"
#include "solver/graph/maxflow/maxflow.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/maxflow/pulse_round.cuh"
#else
#include "solver/graph/maxflow/highest_label.hpp"
#include "solver/graph/maxflow/list_rounds.hpp"
#include "solver/graph/maxflow/ordered_rows.hpp"
#include "solver/graph/maxflow/search_trees.hpp"
#endif

namespace amorph::maxflow {

struct can_reach_root {
  const std::uint32_t* height;
  std::uint32_t top;
  unsigned char* flag;
  AMORPH_BODY void operator()(std::size_t v) const { flag[v] = height[v] < top ? 1 : 0; }
};

template <class Exec> class core {
 public:
  core(Exec& exec, const maxflow::problem& problem, run_request& run)
      : exec_(exec),
        problem_(problem),
        run_(&run),
        strategy_(static_cast<strategy>(run.strategy)),
        sink_side_(exec, problem.graph.graph.vertices) {
#if !AMORPH_DEVICE_COMPILER
    if (takes_trees()) {
      set(strategy::trees);
      trees_ = make_trees();
      if (trees_ != nullptr) return;
      strategy_ = strategy::automatic;
    }
#endif
    prepare_preflow();
  }

  void solve() {
#if !AMORPH_DEVICE_COMPILER
    if (trees_ != nullptr) {
      if (trees_->run()) return;
      trees_ = nullptr;
      ordered_ = nullptr;
      strategy_ = strategy::automatic;
      prepare_preflow();
    }
#endif
    const std::uint32_t source = problem_.source, sink = problem_.sink;
    flow_->start();
    move_excess(sink, source);
    exec_.for_each(flow_->vertices(), can_reach_root{flow_->height.data(), flow_->state.top(), sink_side_.data()});
    move_excess(source, sink);
  }

  void finish(answer& answer) {
#if !AMORPH_DEVICE_COMPILER
    if (trees_ != nullptr) {
      finish_trees(answer);
      return;
    }
    highest_ = nullptr;  // its memory is reused
#endif
    // The sink's excess: arrivals in pulses, and flow directly from the source.
    const std::uint32_t sink = problem_.sink;
    answer.flow = exec_.read(flow_->excess.data() + sink) + exec_.read(flow_->arrived.data() + sink);
    answer.pulses = flow_->pulses;
    answer.global_relabels = flow_->global_relabels;
    exec_.template copy_out<unsigned char>(sink_side_.span(), span<unsigned char>(answer.sink_side, sink_side_.size()));
    if (answer.arc_flow == nullptr) return;
    if (flow_->graph.kind() == weight_kind::int64)
      copy_arc_flow<std::int64_t>(*flow_, answer.arc_flow);
    else
      copy_arc_flow<std::int32_t>(*flow_, answer.arc_flow);
  }

 private:
  void set(strategy chosen) {
    strategy_ = chosen;
    run_->strategy = static_cast<std::uint32_t>(chosen);
  }
  void prepare_preflow() {
    if (Exec::on_device && (strategy_ == strategy::highest || strategy_ == strategy::trees))
      throw error(status::bad_input, "the strategies 'highest' and 'trees' run on the CPU only");
    flow_.emplace(exec_, problem_);
    set(strategy_ == strategy::automatic ? fastest() : strategy_ == strategy::trees ? strategy::highest : strategy_);
#if !AMORPH_DEVICE_COMPILER
    if (strategy_ == strategy::highest) highest_ = std::make_unique<highest_label_run>(exec_, flow_->vertices());
#endif
  }
#if !AMORPH_DEVICE_COMPILER
  [[nodiscard]] bool takes_trees() {
    if (strategy_ == strategy::trees) return search_trees::suits(problem_);
    const csr& g = problem_.graph.graph;
    const std::uint64_t bytes = search_trees::bytes(g) + (problem_.rows_ascend != 0 ? 0 : ordered_rows::bytes(g));
    return strategy_ == strategy::automatic && search_trees::suits(problem_) && bytes <= available_memory(exec_);
  }
  // Null if there are parallel arcs.
  [[nodiscard]] std::unique_ptr<search_trees> make_trees() {
    if (problem_.rows_ascend != 0) return std::make_unique<search_trees>(exec_, problem_);
    ordered_ = std::make_unique<ordered_rows>(exec_, problem_.graph);
    if (ordered_->has_parallel_arcs()) {
      ordered_ = nullptr;
      return nullptr;
    }
    maxflow::problem ordered = problem_;
    ordered.graph = ordered_->view();
    return std::make_unique<search_trees>(exec_, ordered);
  }
  void finish_trees(answer& answer) {
    answer.flow = trees_->value();
    answer.pulses = trees_->paths();
    answer.global_relabels = 0;
    exec_.for_each(problem_.graph.graph.vertices, [&](std::size_t v) {
      answer.sink_side[v] = trees_->on_sink_side(static_cast<std::uint32_t>(v)) ? 1 : 0;
    });
    if (answer.arc_flow == nullptr) return;
    for (const std::uint64_t e : trees_->flow().arcs())
      if (const std::int64_t amount = trees_->flow()[e]; amount > 0)
        answer.arc_flow[ordered_ == nullptr ? e : ordered_->given_arc(e)] = amount;
  }
#endif

  // The fastest strategy for all graphs that fits into memory.
  [[nodiscard]] strategy fastest() {
#if AMORPH_DEVICE_COMPILER
    return strategy::pulse;  // also has the smallest footprint
#else
    const std::uint32_t n = flow_->vertices();
    const candidate<strategy> by_height{strategy::highest, highest_label_run::bytes(n)},
        by_list{strategy::pulse, scratch_for(n)}, by_mask{strategy::mask, 0};
    return first_that_fits(exec_, {by_height, by_list, by_mask});
#endif
  }

  // A phase: excess flows to `root`, and never through `other`.
  void move_excess(std::uint32_t root, std::uint32_t other) {
    flow_->state.root = root;
    flow_->state.other = other;
    switch (strategy_) {
      case strategy::highest:
#if !AMORPH_DEVICE_COMPILER
        highest_->run(flow_->state, flow_->pulses, flow_->global_relabels);
#endif
        return;
      case strategy::mask:
        while (mask_round(*flow_)) {}
        return;
      default:
        while (list_round(*flow_)) {}
    }
  }

  Exec& exec_;
  maxflow::problem problem_;
  run_request* run_;
  maxflow::strategy strategy_;
  std::optional<preflow<Exec>> flow_;
  typename Exec::template buffer<unsigned char> sink_side_;
#if !AMORPH_DEVICE_COMPILER
  std::unique_ptr<ordered_rows> ordered_;  // for the trees, if the graph's rows do not ascend
  std::unique_ptr<search_trees> trees_;
  std::unique_ptr<highest_label_run> highest_;
#endif
};

}  // namespace amorph::maxflow
