// Breadth-first search: levels by one of the strategies, then the tree that they determine.
#pragma once

#include <memory>

#include "solver/graph/bfs/core.hpp"
#include "solver/graph/bfs/direction.hpp"
#include "solver/graph/bfs/duplicates.hpp"
#include "solver/graph/bfs/lists.hpp"
#include "solver/graph/bfs/masks.hpp"
#include "solver/graph/common/device_graph.hpp"
#include "solver/graph/common/long_paths.hpp"
#include "solver/graph/common/tight_tree.hpp"
#if AMORPH_DEVICE_COMPILER
#include "solver/graph/bfs/one_launch_direction.cuh"
#include "solver/graph/common/persistent_search.cuh"
#endif

namespace amorph::bfs {

#if AMORPH_DEVICE_COMPILER
// One launch for all steps. A window of 64 levels costs two grid barriers, and few vertices are processed twice.
class one_launch_search final : public search {
 public:
  explicit one_launch_search(search_state<cuda_exec>& s) : s_(s), search_(s.exec, s.graph.vertices) {}
  void run() override { search_.run(s_.graph, unit_length{}, s_.level, s_.source, 64); }

 private:
  search_state<cuda_exec>& s_;
  persistent_search<unit_length> search_;
};
template <class Exec> using direction_of = one_launch_direction;
#else
template <class Exec> using direction_of = direction_search<Exec>;
#endif

template <class Exec> class core {
  template <class T> using buffer = typename Exec::template buffer<T>;
  using state = search_state<Exec>;

 public:
  core(Exec& exec, const bfs::problem& problem, run_request& run)
      : device_(exec, problem.graph),
        parents_(problem.parents != 0),
        source_(exec, span<const std::uint32_t>(problem.source, problem.sources)),
        level_(exec, problem.graph.graph.vertices),
        asked_(run.strategy) {
    chosen_ = choose(exec, static_cast<strategy>(asked_));
    run.strategy = static_cast<std::uint32_t>(chosen_);
    s_ = std::make_unique<state>(state{exec, device_.graph(), source_.span(), level_.span()});
    if (!source_.empty()) search_ = make(chosen_);  // else the graph has no vertices
  }

  // From other sources.
  bool again(const bfs::problem& problem, run_request& run) {
    if (!device_.is_resident(problem.graph) || run.strategy != asked_ || path_length_ == path_length::unknown ||
        problem.sources == 0)
      return false;
    parents_ = problem.parents != 0;
    source_.resize_discard(problem.sources);
    s_->exec.template copy_in<std::uint32_t>(span<const std::uint32_t>(problem.source, problem.sources),
                                             source_.span());
    s_->source = source_.span();
    if (search_ == nullptr) search_ = make(chosen_);
    run.strategy = static_cast<std::uint32_t>(chosen_);
    return true;
  }

  void solve() {
    if (search_ == nullptr) return;
    if (!search_->sets_first_levels()) {
      s_->exec.fill(level_.span(), unreached);
      s_->exec.for_each(source_.size(), store_at_listed<std::uint32_t>{source_.data(), level_.data(), 0});
    }
    search_->run();
  }

  void finish(answer& answer) {
    Exec& exec = s_->exec;
    const std::size_t n = s_->graph.vertices;
    exec.template copy_out<std::uint32_t>(level_.span(), span<std::uint32_t>(answer.level, n));
    if (!parents_) return;
    search_ = nullptr;  // its memory is reused
    buffer<std::uint32_t> parent(exec, n);
    tight_tree(exec, s_->graph, unit_length{}, level_.span(), source_.span(), parent.span());
    exec.template copy_out<std::uint32_t>(parent.span(), span<std::uint32_t>(answer.parent, n));
  }
  void leave(answer& answer) { answer.backend_level = level_.data(); }

 private:
  strategy choose(Exec& exec, strategy chosen) {
    if (chosen == strategy::automatic) return fastest(exec);
    if (!Exec::on_device && (chosen == strategy::persistent || chosen == strategy::local_queues))
      chosen = strategy::worklist;
    if (!Exec::on_device && chosen == strategy::children) chosen = strategy::donation;
    if (chosen == strategy::direction && !direction_of<Exec>::serves(device_.graph())) chosen = strategy::worklist;
    return chosen;
  }
  strategy fastest(Exec& exec) {
    const csr& graph = device_.graph();
    const candidate<strategy> by_list{strategy::worklist, bytes_of_lists(exec, graph)},
        by_levels{strategy::compacted, compaction_search<Exec>::bytes(exec, graph)};
    path_length_ = path_length_of(exec, graph, source_.span());
    if (path_length_ != path_length::high && !direction_of<Exec>::serves(graph))
      return first_that_fits(exec, {by_list, by_levels});
    if (path_length_ != path_length::high)
      return first_that_fits(exec,
                             {{strategy::direction, direction_of<Exec>::bytes(device_, exec)}, by_list, by_levels});
#if AMORPH_DEVICE_COMPILER
    return first_that_fits(
        exec, {{strategy::persistent, persistent_search<unit_length>::bytes(graph.vertices)}, by_list, by_levels});
#else
    return first_that_fits(exec, {by_list, by_levels});
#endif
  }

  std::unique_ptr<search> make(strategy chosen) {
    using by_balance = list_search<Exec, plain_step<Exec, balance>>;
    using by_insertion = list_search<Exec, plain_step<Exec, insertion>>;
    switch (chosen) {
      case strategy::mask: return std::make_unique<mask_search<Exec>>(*s_);
      case strategy::compacted: return std::make_unique<compaction_search<Exec>>(*s_);
      case strategy::duplicates: return std::make_unique<duplicates_search<Exec>>(*s_, false);
      case strategy::unique: return std::make_unique<duplicates_search<Exec>>(*s_, true);
      case strategy::split: return std::make_unique<list_search<Exec, splitting_step<Exec>>>(*s_);
      case strategy::prefix_sum: return std::make_unique<by_insertion>(*s_, insertion::prefix_sum);
      case strategy::scatter_gather: return std::make_unique<by_insertion>(*s_, insertion::scatter_gather);
      case strategy::local_queues: return std::make_unique<by_insertion>(*s_, insertion::local_queues);
      case strategy::donation: return std::make_unique<by_balance>(*s_, balance::donate);
      case strategy::direction: return std::make_unique<direction_of<Exec>>(*s_, device_.transpose());
#if AMORPH_DEVICE_COMPILER
      case strategy::children: return std::make_unique<list_search<cuda_exec, children_step>>(*s_);
      case strategy::persistent: return std::make_unique<one_launch_search>(*s_);
#endif
      default: return std::make_unique<by_balance>(*s_, fit_balance<Exec>);
    }
  }

  device_graph<Exec> device_;
  bool parents_;
  buffer<std::uint32_t> source_, level_;
  std::uint32_t asked_;
  strategy chosen_{};
  path_length path_length_ = path_length::low;
  std::unique_ptr<state> s_;
  std::unique_ptr<search> search_;
};

}  // namespace amorph::bfs
