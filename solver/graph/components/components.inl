// Connected components. Both strategies keep a pointer per vertex to a vertex of its component that is not above it, so
// the only fixed point is the minimum of the component: the labels do not depend on the order of races.
//
// `union-find`: hooking and intermediate pointer jumping on disjoint sets (Jaiganesh, Burtscher, "A High-Performance
// Connected Components Implementation for GPUs", HPDC 2018), after sampling (Sutton, Ben-Nun, Barak, "Optimizing
// Parallel Graph Connectivity Computation via Subgraph Sampling", IPDPS 2018): the first arcs of each row are linked
// first, and the rows of the most frequent set are skipped. `label-propagation`: the minimum label
// along arcs, then pointer jumping (Shiloach, Vishkin, "An O(log n) parallel connectivity algorithm", 1982). README.md
// lists the differences.
#pragma once

#include <algorithm>
#include <array>

#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/common/steps.hpp"
#include "solver/graph/components/components.hpp"
#include "solver/graph/components/core.hpp"
#include "solver/graph/components/labels.hpp"
#include "solver/graph/components/sets.hpp"

namespace amorph::components {

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const components::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, problem.graph),
        graph_(device_.graph()),
        parent_(exec, graph_.vertices),
        changed_(exec, 1),
        sample_(exec, samples),
        strategy_(static_cast<strategy>(run.strategy)) {
    if (strategy_ == strategy::automatic) strategy_ = strategy::union_find;
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (Exec::on_device && graph_.vertices != 0) has_long_rows_ = arcs_in_long_rows(exec, graph_, long_row) != 0;
  }

  void solve() {
    if (graph_.vertices == 0) return;
    strategy_ == strategy::union_find ? join_sets() : propagate();
  }

  void finish(answer& answer) {
    exec_.template copy_out<std::uint32_t>(parent_.span(), span<std::uint32_t>(answer.label, graph_.vertices));
  }

 private:
  // Sampling pays off if rows have more than the arcs that are linked first; it needs every arc in both its rows.
  void join_sets() {
    const disjoint_sets sets{parent_.data()};
    const std::uint32_t n = graph_.vertices;
    const bool sampled = device_.undirected() && graph_.edges() >= std::uint64_t{min_arcs_to_sample} * n;
    exec_.report("arcs", 0, graph_.edges());
    exec_.for_each(n, hook_to_first{graph_, sets});
    if (sampled) {
      exec_.for_each(n, link_arcs{graph_, sets, 0, first_arcs, false});
      exec_.for_each(n, point_at_representative{sets});
      link_remaining(sets, giant());
    } else if (!Exec::on_device || !has_long_rows_) {
      exec_.for_each(n, link_arcs{graph_, sets, 0, no_bound, device_.undirected()});
    } else {
      exec_.for_each(n, link_arcs{graph_, sets, 0, long_row, device_.undirected()});
      frontier<Exec> rows(exec_, n);
      compact(exec_, n, is_long{graph_.begin.data(), long_row}, rows);
      for_each_edge(exec_, graph_, rows, balance::edge, link_arc{sets});
    }
    exec_.report("arcs", graph_.edges(), graph_.edges());
    exec_.for_each(n, point_at_representative{sets});
  }

  // The most frequent set in a sample of vertices; ties are broken by the lowest.
  std::uint32_t giant() {
    exec_.for_each(samples, sample_sets{parent_.data(), graph_.vertices, sample_.data()});
    std::array<std::uint32_t, samples> root{};
    exec_.template copy_out<std::uint32_t>(sample_.span(), span<std::uint32_t>(root));
    std::sort(root.begin(), root.end());
    std::uint32_t best = root[0];
    std::size_t most = 0;
    for (std::size_t first = 0, last = 0; first != samples; first = last) {
      while (last != samples && root[last] == root[first]) ++last;
      if (last - first > most) {
        most = last - first;
        best = root[first];
      }
    }
    return best;
  }

  // A device distributes arcs instead of rows: few rows remain, and they may be long.
  void link_remaining(disjoint_sets sets, std::uint32_t skipped) {
    const std::uint32_t n = graph_.vertices;
    if constexpr (Exec::on_device) {
      frontier<Exec> rows(exec_, n);
      compact(exec_, n, remains{graph_.begin.data(), parent_.data(), skipped, first_arcs}, rows);
      for_each_edge(exec_, graph_, rows, balance::edge, link_arc{sets});
    } else {
      exec_.for_each(n, link_unless_in{{graph_, sets, first_arcs, no_bound, false}, skipped});
    }
  }

  void propagate() {
    const std::uint32_t n = graph_.vertices;
    exec_.for_each(n, start_label{parent_.data()});
    std::uint64_t steps = 0;
    auto changes = [&](auto step) {
      exec_.report("step", ++steps);
      exec_.write(changed_.data(), 0);
      step();
      return exec_.read(changed_.data()) != 0;
    };
    while (
        changes([&] { for_each_edge(exec_, graph_, fit_balance<Exec>, offer_label{parent_.data(), changed_.data()}); }))
      while (changes([&] { exec_.for_each(n, jump{parent_.data(), changed_.data()}); })) {}
  }

  static constexpr unsigned samples = 1024, min_arcs_to_sample = 6;
  static constexpr std::uint64_t long_row = 256, no_bound = ~std::uint64_t{0};

  Exec& exec_;
  device_graph<Exec> device_;
  csr graph_;
  buffer<std::uint32_t> parent_, changed_, sample_;
  strategy strategy_;
  bool has_long_rows_ = false;
};

}  // namespace amorph::components
