// Core numbers (Seidman, "Network structure and minimum degree", 1983): by peeling, or by iterated h-indices.
#pragma once

#include "amorph/kernels/primitives/select.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/kcore/core.hpp"
#include "solver/graph/kcore/h_index.hpp"
#include "solver/graph/kcore/kcore.hpp"
#include "solver/graph/kcore/peel.hpp"
#include "solver/graph/kcore/simple_graph.hpp"

namespace amorph::kcore {

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const kcore::problem& problem, run_request& run)
      : exec_(exec),
        simple_(exec, problem.graph),
        graph_(simple_.view()),
        strategy_(static_cast<strategy>(run.strategy)),
        core_(exec, graph_.vertices),
        listed_(exec, graph_.vertices) {
    if (strategy_ == strategy::automatic) strategy_ = strategy::peel;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (strategy_ == strategy::h_index) {
      flag_ = buffer<std::uint32_t>(exec, graph_.vertices);
      return;
    }
    for (auto& list : remaining_) list = buffer<std::uint32_t>(exec, graph_.vertices);
    if (row_teams<Exec>::bound < graph_.vertices)
      long_rows_ =
          buffer<std::uint32_t>(exec, arcs_in_long_rows(exec, graph_, row_teams<Exec>::bound) / row_teams<Exec>::bound);
  }

  void solve() {
    if (graph_.vertices == 0) return;
    exec_.for_each(graph_.vertices, store_degree{graph_.begin.data(), core_.data()});
    strategy_ == strategy::peel ? peel() : iterate();
  }

  void finish(answer& answer) {
    exec_.template copy_out<std::uint32_t>(core_.span(), span<std::uint32_t>(answer.core, graph_.vertices));
  }

 private:
  void peel() {
    const rotating_lists<Exec> short_rows(exec_), long_rows(exec_), remaining(exec_);
    const bool alone = !Exec::on_device && exec_.threads() == 1;
    exec_.report("vertices", 0, graph_.vertices);
    persistent_over(exec_, graph_.vertices,
                    peel_levels<Exec>{graph_,
                                      core_.data(),
                                      alone,
                                      {listed_.data(), short_rows.view()},
                                      {long_rows_.data(), long_rows.view()},
                                      {remaining_[0].data(), remaining_[1].data()},
                                      remaining.view()});
  }

  void iterate() {
    exec_.fill(flag_.span(), 1);
    for (;;) {
      const std::uint64_t n = select_indices(exec_, graph_.vertices, is_flagged{flag_.data()}, listed_.span());
      if (n == 0) return;
      exec_.report("vertices to update", n);
      exec_.for_each(n, clear_listed{listed_.data(), flag_.data()});
      exec_.for_each_team(n, take_h_index{graph_, listed_.data(), core_.data(), flag_.data()});
    }
  }

  Exec& exec_;
  simple_graph<Exec> simple_;
  csr graph_;
  strategy strategy_;
  buffer<std::uint32_t> core_, listed_, remaining_[2], long_rows_, flag_;
};

}  // namespace amorph::kcore
