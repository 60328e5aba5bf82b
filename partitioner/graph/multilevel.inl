// Multilevel k-way partitioning: coarsen while the graph is large, partition the coarsest graph, then project and
// refine on every level ("Efficient Transactional-Memory-based Implementation of Morph Algorithms on GPU", section
// 4.4; Karypis and Kumar, "Multilevel k-way partitioning scheme for irregular graphs", 1998).
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "partitioner/coarsening/match.hpp"
#include "partitioner/coarsening/match_stm.hpp"
#include "partitioner/graph/dense_core.hpp"
#include "partitioner/graph/hierarchy.hpp"
#include "partitioner/refinement/demands.hpp"
#include "partitioner/refinement/refine_stm.hpp"
#include "partitioner/refinement/refiner.hpp"

namespace amorph::partition {

template <class Exec> class multilevel : public hierarchy<Exec> {
  using base = hierarchy<Exec>;
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  multilevel(Exec& exec, const problem& problem, run_request&)
      : base(exec, problem),
        memory_(exec, problem.parts, {problem.target, problem.parts}, {problem.limit, problem.parts}) {}

 private:
  using base::exec_, base::in_, base::problem_, base::stats_, base::levels_, base::arc_weight_, base::refined_;
  using base::report, base::dismiss;
  using typename base::coarsest_partition;

  void load() final {
    core_is_out_ = false;
    core_.reset();
    level<Exec>& finest = base::load_finest();
    if (problem_.fixed != nullptr) {
      if constexpr (Exec::on_device) finest.fixed = base::copy_in(problem_.fixed, in_.vertices);
      finest.view.fixed = Exec::on_device ? finest.fixed.data() : problem_.fixed;
    }
    if (in_.vertex_weight.empty()) return;
    if constexpr (Exec::on_device) {
      finest.vertex_weight = buffer<int32_t>(exec_, in_.vertex_weight);
      finest.view.vertex_weight = finest.vertex_weight.data();
    } else {
      finest.view.vertex_weight = in_.vertex_weight.data();
    }
  }

  void give_weights(span<const int64_t> weight) final { base::give(memory_, weight); }

  void coarsen() final {
    level<Exec>& finest = levels_.front();
    base::weigh_edges();
    const bool skewed = problem_.parts > 2 && finest.vertices > enough() && is_skewed(exec_, finest.view, finest.arcs);
    shrink(skewed);
    if (skewed && levels_.size() != 1) find_core();
    if (skewed && !core_) dismiss();
  }

  // A core that holds more edges than coarsening hid may become the last part.
  void find_core() {
    report("core");
    level<Exec>& finest = levels_.front();
    const int64_t hidden = arc_weight_ - arc_weights(exec_, levels_.back().view, levels_.back().arcs, plus<int64_t>{});
    const uint32_t others = problem_.parts - 1;
    const int64_t total = sum_of(problem_.target, problem_.parts), capacity = sum_of(problem_.limit, others);
    if (problem_.target[others] > 2 * total / problem_.parts) return;
    dense_core<Exec> found = find_dense_core(exec_, finest.view, problem_.target[others], others);
    // The remainder must fit into the other parts, and be large enough for them.
    if (found.weight != 0 && found.inside > std::max(hidden, arc_weight_ / 64) && total - found.weight <= capacity &&
        finest.vertices - found.members > enough())
      core_ = std::move(found);
  }
  [[nodiscard]] static int64_t sum_of(const int64_t* values, uint32_t count) {
    return std::accumulate(values, values + count, int64_t{0});
  }

  // Coarsens to the coarsest level. `finest_stays`: the finest graph's arcs are needed again.
  void shrink(bool finest_stays) {
    const int64_t total = sum_of(problem_.target, problem_.parts);
    const int64_t heaviest = std::max<int64_t>(1, 3 * total / static_cast<int64_t>(2 * enough()));
    const match_rule rule{std::min<int64_t>(heaviest, std::numeric_limits<int32_t>::max()),
                          hash32(static_cast<uint32_t>(hash(problem_.seed))), problem_.heavy_edge != 0};
    while (levels_.back().vertices > enough()) {
      report("coarsen");
      const level<Exec>& fine = levels_.back();
      const match_rule seeded = base::of_this_level(rule);
      buffer<uint32_t> mate(exec_, fine.vertices);
      if (problem_.match_by_transactions != 0)
        match_by_transactions(exec_, fine.view, fine.arcs, seeded, problem_.two_hop != 0, mate.span(), stats_.matching);
      else
        match(exec_, fine.view, fine.arcs, seeded, problem_.two_hop != 0, mate.span());
      if (!base::add_coarser(mate.span())) break;
      if (!finest_stays) dismiss();
    }
  }

  // The number of parts of a level: below the finest one the core, and its part, are missing.
  [[nodiscard]] uint32_t parts_of(size_t level) const {
    return level != 0 && core_is_out_ ? problem_.parts - 1 : problem_.parts;
  }

  void divide_coarsest() final {
    std::future<coarsest_partition> whole = base::begin_division(problem_.parts, Exec::on_device && core_);
    if (!core_) return base::take(whole.get());
    base::take(better_with_or_without_core(std::move(whole)));
    dismiss();
    core_.reset();
  }

  [[nodiscard]] int64_t excess_of(const coarsest_partition& found) const {
    int64_t excess = 0;
    for (uint32_t p = 0; p != problem_.parts; ++p) excess += std::max<int64_t>(0, found.weight[p] - problem_.limit[p]);
    return excess;
  }

  // The levels become those of the remainder, or stay those of the whole graph: they are made again, which takes less
  // memory than two hierarchies and is rare. A device divides both at the same time, a CPU the remainder only if that
  // can be better, since the edges out of the core are cut.
  coarsest_partition better_with_or_without_core(std::future<coarsest_partition> division) {
    coarsest_partition whole;
    if constexpr (!Exec::on_device) {
      whole = division.get();
      if (2 * core_->crossing >= whole.cut) return whole;
    }
    core_is_out_ = true;
    levels_.resize(1);
    levels_.push_back(contract(exec_, levels_.front(), core_->mate.span(), true));
    shrink(true);
    coarsest_partition remainder = base::begin_division(parts_of(levels_.size() - 1)).get();
    remainder.weight.back() = core_->weight;
    remainder.cut += 2 * core_->crossing;
    if constexpr (Exec::on_device) whole = division.get();
    if (2 * core_->crossing < whole.cut &&
        std::pair(excess_of(remainder), remainder.cut) < std::pair(excess_of(whole), whole.cut))
      return remainder;
    core_is_out_ = false;
    levels_.resize(1);
    shrink(false);
    if (problem_.match_by_transactions == 0) return whole;
    return base::begin_division(problem_.parts).get();  // others match other pairs
  }

  void uncoarsen() final {
    const size_t l = levels_.size() - 1;
    level<Exec>& here = levels_.back();
    const bool finest = l == (core_is_out_ ? 1 : 0);
    const refine_rule rule = base::rule_of(l, parts_of(l), finest);
    const std::optional<span<uint32_t>> map = base::map_of_last();
    refined_ = problem_.refine_by_transactions != 0 ? refine_by_transactions(exec_, here.view, here.arcs, rule, memory_,
                                                                             map, refined_, stats_.refinement)
                                                    : refine(exec_, here.view, here.arcs, rule, memory_, map, refined_);
    if (l == 0) finest_demands(exec_, problem_, memory_, stats_).fulfil(here, rule, refined_);
    if (parts_of(l) != problem_.parts && l == 1) refined_.boundary.reset();  // it ignores the edges to the core
    levels_.pop_back();
  }

  [[nodiscard]] uint64_t enough() const {
    const uint64_t parts = problem_.parts;
    return std::max(coarsest_per_part() * parts, std::clamp<uint64_t>(32 * parts, 700, 2000));
  }
  // Vertices per part of the coarsest graph if there are many parts; fewer if there are very many, to bound the host's
  // time.
  [[nodiscard]] uint64_t coarsest_per_part() const { return problem_.parts < 4096 ? 20 : 15; }

  refine_memory<Exec> memory_;
  std::optional<dense_core<Exec>> core_;  // until the coarsest level is divided
  bool core_is_out_ = false;
};

}  // namespace amorph::partition
