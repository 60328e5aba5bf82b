// Strongly connected components: one search on a thread (tarjan.hpp), propagation of minima
// (min_propagation.hpp), or the giant component first by two searches (pivot_search.hpp) and the rest by one of these.
#pragma once

#include <optional>

#include "amorph/kernels/primitives/reduce.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/scc/core.hpp"
#include "solver/graph/scc/min_propagation.hpp"
#include "solver/graph/scc/min_worklist.hpp"
#include "solver/graph/scc/pivot_search.hpp"
#include "solver/graph/scc/scc.hpp"
#include "solver/graph/scc/tarjan.hpp"

namespace amorph::scc {

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  core(Exec& exec, const scc::problem& problem, run_request& run)
      : exec_(exec),
        device_(exec, {problem.graph.graph, weight_kind::none, nullptr, problem.graph.undirected}),
        graph_(device_.graph()),
        strategy_(static_cast<strategy>(run.strategy)),
        label_(exec, graph_.vertices),
        changed_(exec, 3) {
    if (Exec::on_device && strategy_ == strategy::tarjan) strategy_ = strategy::min_worklist;
    if (strategy_ == strategy::automatic) strategy_ = fastest();
    run.strategy = static_cast<std::uint32_t>(strategy_);
    if (strategy_ == strategy::min_worklist) transpose_ = device_.transpose();
  }

  void solve() {
    if (graph_.vertices == 0) return;
    switch (strategy_) {
      case strategy::tarjan:
        exec_.fill(label_.span(), unlabelled);
        search_depth_first();
        break;
      case strategy::min_propagation: {
        buffer<std::uint64_t> arcs(exec_, graph_.edges());
        for_each_edge(exec_, graph_, balance::edge, store_arc{arcs.data()});
        propagate(std::move(arcs));
        break;
      }
      case strategy::min_worklist: with_worklists(); break;
      default: with_pivot();
    }
  }

  void finish(answer& answer) {
    exec_.template copy_out<std::uint32_t>(label_.span(), span<std::uint32_t>(answer.label, graph_.vertices));
  }

 private:
  [[nodiscard]] strategy fastest() {
    constexpr strategy for_long_paths = Exec::on_device ? strategy::min_worklist : strategy::tarjan;
    const std::optional<std::uint32_t> pivot = find_pivot();
    if (!pivot) return for_long_paths;
    const buffer<std::uint32_t> source(exec_, span<const std::uint32_t>(&*pivot, 1));
    return has_long_paths(exec_, graph_, source.span()) ? for_long_paths : strategy::forward_backward;
  }

  // The vertex with the maximum product of degrees; none if all are 0.
  std::optional<std::uint32_t> find_pivot() {
    constexpr std::uint64_t samples = 1 << 20;
    const std::uint64_t n = graph_.vertices, m = graph_.edges();
    if (m == 0) return std::nullopt;
    buffer<std::uint32_t> heads(exec_, n);
    buffer<std::uint64_t> key(exec_, 1);
    exec_.fill(heads.span(), 0);
    const std::uint64_t step = (m + samples - 1) / samples;
    exec_.for_each((m + step - 1) / step, count_sampled_heads{graph_.to.data(), step, heads.data()});
    reduce_into<std::uint64_t>(exec_, n, pivot_key{graph_.begin.data(), heads.data()}, key.data(), 0,
                               maximum<std::uint64_t>{});
    const std::uint64_t best = exec_.read(key.data());
    if (best >> 32 == 0) return std::nullopt;
    return ~static_cast<std::uint32_t>(best);
  }

  // The pivot's component, then the others.
  void with_pivot() {
    const std::uint32_t n = graph_.vertices;
    const std::size_t words = (n + std::size_t{31}) / 32;
    buffer<std::uint32_t> bits[2] = {buffer<std::uint32_t>(exec_, words), buffer<std::uint32_t>(exec_, words)};
    for (auto& set : bits) exec_.fill(set.span(), 0);
    const vertex_bits forward{bits[0].data()}, backward{bits[1].data()};
    if (const auto pivot = find_pivot()) search_both_ways(*pivot, forward, backward);
    buffer<std::uint32_t> name(exec_, 1);
    reduce_into<std::uint32_t>(exec_, words, first_vertex{bits[1].data()}, name.data(), unlabelled,
                               minimum<std::uint32_t>{});
    const label_component label{backward, exec_.read(name.data()), !Exec::on_device, label_.data()};
    if constexpr (Exec::on_device) {
      propagate(remaining_arcs(forward, backward));
      exec_.for_each(n, label);
    } else {
      exec_.for_each(n, label);
      search_depth_first();
    }
  }

  void search_both_ways(std::uint32_t pivot, vertex_bits forward, vertex_bits backward) {
    const std::uint32_t n = graph_.vertices;
    exec_.single(add_vertex{forward, pivot});
    exec_.single(add_vertex{backward, pivot});
    frontier<Exec> front(exec_, n), next(exec_, n);
    front.assign(pivot);
    for (std::uint64_t level = 0; !front.empty(); ++level) {
      exec_.report("level", level);
      advance(exec_, graph_, front, next, balance::edge, reach{forward});
      front.swap(next);
    }
    compact(exec_, n, is_candidate{forward, backward}, front);
    for (;;) {
      exec_.for_each_team(front.size(), join_backward{graph_, front.vertices().data(), backward});
      const std::uint64_t left =
          select(exec_, front.vertices(), has_not_joined{backward}, span<std::uint32_t>(next.data(), next.capacity()));
      if (left == front.size()) return;
      next.written(left);
      front.swap(next);
    }
  }

  // The arcs outside of the pivot's component that can be within another one.
  buffer<std::uint64_t> remaining_arcs(vertex_bits forward, vertex_bits backward) {
    const std::uint32_t n = graph_.vertices;
    frontier<Exec> rows(exec_, n);
    compact(exec_, n, is_outside{backward}, rows);
    buffer<std::uint64_t> shift(exec_, n), all(exec_, rows.edges(graph_));
    if (all.empty()) return all;
    exec_.for_each(rows.size(),
                   place_row{rows.vertices().data(), rows.places(graph_), graph_.begin.data(), shift.data()});
    for_each_edge(exec_, graph_, rows, balance::edge, store_remaining_arc{forward, backward, shift.data(), all.data()});
    shift.release();
    buffer<std::uint64_t> arcs(exec_, all.size());
    arcs.resize_discard(select(exec_, all.span(), is_arc{}, arcs.span()));
    return arcs;
  }

  void search_depth_first() {
    if constexpr (!Exec::on_device) depth_first_search<Exec>(exec_, graph_).run(label_.data());
  }

  // Labels all vertices, of which these arcs alone are on cycles.
  void propagate(buffer<std::uint64_t> arcs) {
    const std::uint32_t n = graph_.vertices;
    buffer<std::uint32_t> words(exec_, 2 * std::size_t{n});
    buffer<std::uint64_t> next(exec_, arcs.size());
    const signatures sig{words.data()};
    auto keep = [&](auto wanted) {
      next.resize_discard(arcs.size());
      next.resize_discard(select(exec_, arcs.span(), wanted, next.span()));
      arcs.swap(next);
    };
    exec_.for_each(n, start_signature{sig, true});
    trim(arcs, keep);
    while (!arcs.empty()) {
      exec_.report("remaining arcs", arcs.size());
      exec_.fill(changed_.span(), 0);
      persistent_over(exec_, arcs.size(), propagate_minima<Exec>{arcs.data(), arcs.size(), {sig}, changed_.data()});
      keep(is_within{sig});
      exec_.for_each(n, start_signature{sig, false});
    }
    exec_.for_each(n, take_label{sig, label_.data()});
  }

  void with_worklists() {
    const std::uint32_t n = graph_.vertices;
    buffer<std::uint64_t> of_class(exec_, n);
    buffer<std::uint32_t> lowest[2], turns[2], items[2][2], live(exec_, n);
    for (unsigned d = 0; d != 2; ++d) {
      lowest[d] = buffer<std::uint32_t>(exec_, n);
      turns[d] = buffer<std::uint32_t>(exec_, n);
      exec_.fill(turns[d].span(), 0);
      for (auto& list : items[d]) list = buffer<std::uint32_t>(exec_, n);
    }
    exec_.fill(of_class.span(), 1);
    const trim_alone trim{{graph_, transpose_}, of_class.data()};
    for (;;) {
      exec_.for_each(n, start_minimum{of_class.data(), lowest[0].data(), lowest[1].data()});
      for (unsigned k = 0; k != trims; ++k) exec_.for_each(n, trim);
      const std::uint64_t left = select_indices(exec_, n, is_unfinished{of_class.data()}, live.span());
      if (left == 0) break;
      exec_.report("remaining vertices", left);
      const rotating_lists<Exec> forward(exec_), backward(exec_);
      for (auto& set : turns) exec_.fill(set.span(), 0);
      persistent_over(
          exec_, left,
          lower_minima<Exec>{{graph_, transpose_},
                             of_class.data(),
                             {{lowest[0].data(), turns[0].data()}, {lowest[1].data(), turns[1].data()}},
                             {{items[0][0].data(), items[0][1].data()}, {items[1][0].data(), items[1][1].data()}},
                             {forward.view(), backward.view()},
                             1,
                             live.data(),
                             left});
      exec_.for_each(n, next_class{lowest[0].data(), lowest[1].data(), of_class.data()});
    }
    exec_.fill(label_.span(), unlabelled);
    exec_.for_each(n, offer_name{lowest[0].data(), label_.data()});
    exec_.for_each(n, take_name{lowest[0].data(), label_.data()});
  }

  // Repeated while it removes at least a sixteenth of the arcs.
  template <class Keep> void trim(const buffer<std::uint64_t>& arcs, Keep keep) {
    const std::size_t words = (graph_.vertices + std::size_t{31}) / 32;
    buffer<std::uint32_t> entered(exec_, words), left(exec_, words);
    for (std::uint64_t before = 0; !arcs.empty();) {
      before = arcs.size();
      exec_.fill(entered.span(), 0);
      exec_.fill(left.span(), 0);
      exec_.for_each(before, flag_ends{arcs.data(), entered.data(), left.data()});
      keep(can_be_on_cycle{entered.data(), left.data()});
      if (arcs.size() + before / 16 >= before) return;
    }
  }

  static constexpr unsigned trims = 3;
  static constexpr std::uint32_t unlabelled = depth_first_search<Exec>::unlabelled;

  Exec& exec_;
  device_graph<Exec> device_;
  csr graph_, transpose_;
  strategy strategy_;
  buffer<std::uint32_t> label_, changed_;
};

}  // namespace amorph::scc
