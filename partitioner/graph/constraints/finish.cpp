// Fulfils the demands of the options in turn, on the given graph and on coarser ones.
#include "partitioner/graph/constraints/finish.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "partitioner/graph/constraints/connections.hpp"
#include "partitioner/graph/constraints/contiguity.hpp"
#include "partitioner/graph/constraints/recombine.hpp"
#include "partitioner/graph/initial/levels.hpp"

namespace amorph::partition {

using namespace initial;

std::vector<weight> constraint_scales(const wide_graph& g) {
  std::vector<weight> total = totals(g);
  const weight heaviest = *std::max_element(total.begin(), total.end());
  for (weight& t : total) t = std::max<weight>(1, heaviest / std::max<weight>(1, t));
  return total;
}

search_effort effort_on_finest(const options& o) {
  return {.rounds = std::clamp(o.refinement / 2, 1U, 10U), .patience = effort_of(o).patience};
}

namespace {

class finishing {
 public:
  finishing(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
            const stop_check& check_stop)
      : g_(g), o_(o), limit_(limit), seed_(seed), random_(derive(seed, 0x66696e697368)), check_stop_(check_stop) {
    if (!o.move_cost.empty())
      for (const std::int32_t p : o.start) old_part_.push_back(static_cast<part_id>(p));
  }

  std::vector<part_id> run(const wide_graph& finest, std::vector<part_id> part) {
    part = repaired(finest, std::move(part));
    if (o_.refinement == 0) return part;
    // On the finest graph, few moves of single vertices remove a connection.
    if (o_.minimise_connections) part = better(finest, part, by_levels(finest, part));
    part = refined(finest, finest_rules(), std::move(part));
    return recombines() ? recombined(finest, std::move(part)) : part;
  }

 private:
  [[nodiscard]] kway_rules finest_rules() const {
    kway_rules r{limit_, scales_, o_.objective, g_.vertex_size, o_.contiguous, o_.minimise_connections};
    if (!old_part_.empty()) {
      r.old_part = old_part_;
      r.move_cost = o_.move_cost;
    }
    return r;
  }

  // On coarse levels the cut stands for any objective: others take far longer to evaluate. Moves have no costs there.
  [[nodiscard]] kway_rules coarse_rules(span<const std::int64_t> limit) const {
    return {limit, scales_, objective::cut, {}, o_.contiguous, o_.minimise_connections};
  }

  std::vector<part_id> repaired(const wide_graph& finest, std::vector<part_id> part) {
    scales_ = constraint_scales(finest);
    std::optional<kway_partition> p(std::in_place, finest, finest_rules(), std::move(part));
    fill_empty_parts(*p);
    if (o_.contiguous) connect_parts(*p);
    if (recombines() && p->excess() != 0) p.emplace(finest, finest_rules(), recombined(finest, p->take()));
    restore_balance(*p, o_.refinement == 0);
    return p->take();
  }

  // Moves of single vertices cost far more of the cut, as on road maps.
  [[nodiscard]] bool recombines() const { return o_.contiguous && o_.constraints == 1; }
  [[nodiscard]] std::vector<part_id> recombined(const wide_graph& g, std::vector<part_id> part) const {
    recombine(g, limit_, seed_, check_stop_, part);
    return part;
  }

  void restore_balance(kway_partition& p, bool last) const {
    if (p.excess() == 0) return;
    rebalance(p, check_stop_, false);
    push_excess(p);
    if (last) rebalance(p, check_stop_);
  }

  std::vector<part_id> refined(const wide_graph& g, const kway_rules& rules, std::vector<part_id> part) {
    kway_partition p(g, rules, std::move(part));
    search_effort effort;
    if (g.vertices() == g_.vertices || effort_of(o_).thorough) effort = effort_on_finest(o_);
    restore_balance(p, false);
    refine(p, effort, random_, check_stop_);
    if (o_.minimise_connections) {
      reduce_connections(p, check_stop_);
      refine(p, effort, random_, check_stop_);
    }
    restore_balance(p, true);
    return p.take();
  }

  // Refines on coarser graphs, of which the given partition is one too.
  std::vector<part_id> by_levels(const wide_graph& finest, std::vector<part_id> part) {
    bisect_scratch scratch;
    std::vector<host_level> levels =
        coarsened(finest, enough_for_refinement(finest, o_.parts), random_, scratch, check_stop_, part);
    for (const host_level& l : levels) part = restricted(l, part);
    while (!levels.empty()) {
      const wide_graph& g = levels.back().graph;
      const std::vector<std::int64_t> limit = level_limits(g, limit_, false);
      part = projected(levels.back().map, refined(g, coarse_rules(limit), std::move(part)));
      levels.pop_back();
    }
    return repaired(finest, std::move(part));
  }

  // Coarse levels know the objective only roughly, and relax the limits.
  std::vector<part_id> better(const wide_graph& finest, const std::vector<part_id>& a, std::vector<part_id> b) const {
    const auto rank = [&](const std::vector<part_id>& part) {
      const kway_partition p(finest, finest_rules(), part);
      return std::tuple(p.excess(), o_.minimise_connections ? p.connections() : 0, p.cost());
    };
    return rank(b) < rank(a) ? b : a;
  }

  const graph& g_;
  const options& o_;
  span<const std::int64_t> limit_;
  std::uint64_t seed_;
  random_numbers random_;
  const stop_check& check_stop_;
  std::vector<weight> scales_;
  std::vector<part_id> old_part_;  // as of kway_rules
};

}  // namespace

void finish(const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
            const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  part = finishing(g, o, limit, seed, check_stop).run(widened(g, o), std::move(part));
}

}  // namespace amorph::partition
