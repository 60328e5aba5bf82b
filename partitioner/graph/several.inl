// Multilevel k-way partitioning with several weights per vertex: the hierarchy and the refinement of multilevel.inl,
// with a maximum and a limit for each weight (Karypis and Kumar, "Multilevel algorithms for multi-constraint graph
// partitioning", 1998). Edges are rated by the sum of the weights, each as a share of its total.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "partitioner/coarsening/match.hpp"
#include "partitioner/graph/hierarchy.hpp"
#include "partitioner/refinement/demands.hpp"
#include "partitioner/refinement/refiner.hpp"
#include "partitioner/refinement/several_balance.hpp"

namespace amorph::partition {

// A vertex's shares of the totals, at least 1; over all vertices they sum to about 2^30.
struct sum_shares {
  const int32_t* weights;
  uint32_t count;
  const int64_t* total;
  int32_t* sum;
  AMORPH_BODY void operator()(size_t v) const {
    int64_t shares = 0;
    for (uint32_t c = 0; c != count; ++c)
      if (const int64_t w = weights[v * count + c]; w != 0) shares += (w << 30) / total[c];
    shares /= count;
    sum[v] = static_cast<int32_t>(shares > 1 ? shares : 1);
  }
};

template <class Exec> class multilevel_several : public hierarchy<Exec> {
  using base = hierarchy<Exec>;
  template <class T> using buffer = typename Exec::template buffer<T>;

 public:
  multilevel_several(Exec& exec, const problem& problem, run_request&)
      : base(exec, problem),
        total_(totals()),
        scale_(exec, span<const int64_t>(scales())),
        above_limits_(exec, problem.weights),
        memory_(exec, problem.parts, {problem.target, entries()}, {problem.limit, entries()}, scaled_total(),
                several_balance{nullptr, nullptr, nullptr, 0, problem.weights, scale_.data(), above_limits_.data()}) {}

 private:
  using base::copy_in, base::report, base::entries;
  using base::exec_, base::in_, base::problem_, base::levels_, base::refined_, base::stats_;

  [[nodiscard]] std::vector<int64_t> totals() const {
    std::vector<int64_t> total(problem_.weights, 0);
    for (size_t i = 0; i != entries(); ++i) total[i % total.size()] += problem_.target[i];
    return total;
  }
  // All weights count about the same.
  [[nodiscard]] std::vector<int64_t> scales() const {
    const int64_t heaviest = *std::max_element(total_.begin(), total_.end());
    std::vector<int64_t> scale;
    for (const int64_t t : total_) scale.push_back(std::max<int64_t>(1, heaviest / std::max<int64_t>(1, t)));
    return scale;
  }
  [[nodiscard]] int64_t scaled_total() const {
    const std::vector<int64_t> scale = scales();
    int64_t sum = 0;
    for (size_t c = 0; c != scale.size(); ++c) sum += scale[c] * total_[c];
    return sum;
  }

  void load() final {
    level<Exec>& finest = base::load_finest();
    const size_t n = in_.vertices;
    if constexpr (Exec::on_device) {
      finest.weights = buffer<int32_t>(exec_, in_.vertex_weight);
      finest.view.weights = finest.weights.data();
    } else {
      finest.view.weights = in_.vertex_weight.data();
    }
    finest.view.weights_per_vertex = problem_.weights;
    finest.vertex_weight = buffer<int32_t>(exec_, n);
    finest.view.vertex_weight = finest.vertex_weight.data();
    const buffer<int64_t> total = copy_in(total_.data(), total_.size());
    exec_.for_each(n, sum_shares{finest.view.weights, problem_.weights, total.data(), finest.vertex_weight.data()});
  }

  void give_weights(span<const int64_t> weight) final { base::give(memory_, weight); }

  void coarsen() final {
    base::weigh_edges();
    const uint64_t enough = std::max<uint64_t>(uint64_t{problem_.coarsest_per_part} * problem_.parts, coarsest_minimum);
    const auto maximum = [&](int64_t total) {
      return std::min<int64_t>(3 * total / static_cast<int64_t>(2 * enough) + 1, std::numeric_limits<int32_t>::max());
    };
    std::vector<int64_t> heaviest;
    for (const int64_t t : total_) heaviest.push_back(maximum(t));
    const buffer<int64_t> max_weights = copy_in(heaviest.data(), heaviest.size());
    const uint32_t seed = hash32(static_cast<uint32_t>(hash(problem_.seed)));
    const several_match_rule rule{{maximum(int64_t{1} << 30), seed, problem_.heavy_edge != 0}, max_weights.data()};
    while (levels_.back().vertices > enough) {
      report("coarsen");
      buffer<uint32_t> mate(exec_, levels_.back().vertices);
      match(exec_, levels_.back().view, levels_.back().arcs, base::of_this_level(rule), problem_.two_hop != 0,
            mate.span());
      if (!base::add_coarser(mate.span())) break;
      base::dismiss();
    }
  }

  void divide_coarsest() final { base::take(base::begin_division(problem_.parts).get()); }

  void uncoarsen() final {
    const size_t l = levels_.size() - 1;
    const level<Exec>& here = levels_.back();
    std::vector<int64_t> above(problem_.weights, 0);
    if (l != 0 && *problem_.relaxed != 0)
      for (size_t c = 0; c != above.size(); ++c) above[c] = 2 * total_[c] / here.vertices;
    exec_.copy_in(span<const int64_t>(above), above_limits_.span());
    const refine_rule rule = base::rule_of(l, problem_.parts, l == 0);
    const std::optional<span<uint32_t>> map = base::map_of_last();
    refined_ = refine(exec_, here.view, here.arcs, rule, memory_, map, refined_);
    if (l == 0) finest_demands(exec_, problem_, memory_, stats_).fulfil(here, rule, refined_);
    levels_.pop_back();
  }

  static constexpr uint64_t coarsest_minimum = 2000;

  std::vector<int64_t> total_;  // per weight
  buffer<int64_t> scale_, above_limits_;
  refine_memory<Exec, several_balance> memory_;
};

}  // namespace amorph::partition
