// The searches of initial/kway.cpp on a small graph: the vertices near the boundary, and one for the remainder of each
// part, which does not move (Chevalier and Pellegrini, "PT-Scotch: A tool for efficient parallel graph ordering", 2008,
// for the band).
#include "partitioner/graph/constraints/band.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "amorph/kernels/graph/host_graph.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/initial/kway.hpp"

namespace amorph::partition {
namespace {

using namespace initial;

// Vertices at most this far from the boundary may move.
constexpr std::size_t quality_depth = 40, bisection_depth = 10, several_depth = 3, connections_depth = 4,
                      mapping_depth = 3;

class band {
 public:
  // Empty if more than `most` vertices are that near.
  band(cpu_exec& exec, const graph& g, const options& o, std::size_t depth, std::vector<std::uint32_t>& part,
       std::size_t most = ~std::size_t{0})
      : g_(g), o_(o), parts_(o.parts), constraints_(o.constraints), part_(part), number_(g.vertices) {
    small_.constraints = constraints_;
    collect(exec, depth, most);
    if (!empty()) build();
  }

  [[nodiscard]] bool empty() const { return vertex_.empty(); }
  [[nodiscard]] const wide_graph& graph() const { return small_; }
  [[nodiscard]] vertex vertices() const { return static_cast<vertex>(vertex_.size()); }
  [[nodiscard]] std::vector<part_id> parts() const {
    std::vector<part_id> of;
    of.reserve(vertex_.size() + parts_);
    for (const std::uint32_t v : vertex_) of.push_back(part_[v]);
    for (part_id p = 0; p != parts_; ++p)
      if (remainder_[p] != outside) of.push_back(p);
    return of;
  }
  // The costs of moves for the searches' rules, which refer to this.
  void add_costs(const options& o, kway_rules& rules) {
    if (o.move_cost.empty()) return;
    old_part_.assign(small_.vertices(), outside);
    move_cost_.assign(small_.vertices(), 0);
    for (std::size_t i = 0; i != vertex_.size(); ++i) {
      old_part_[i] = static_cast<std::uint32_t>(o.start[vertex_[i]]);
      move_cost_[i] = o.move_cost[vertex_[i]];
    }
    rules.old_part = old_part_;
    rules.move_cost = move_cost_;
  }
  void apply(const std::vector<part_id>& of) {
    for (std::size_t i = 0; i != vertex_.size(); ++i) part_[vertex_[i]] = of[i];
  }

 private:
  static constexpr std::uint32_t outside = ~std::uint32_t{0};

  // Boundary vertices in ascending order, then those at distance 1, and so on.
  void collect(cpu_exec& exec, std::size_t depth, std::size_t most) {
    exec.ranges(g_.vertices, 4096, [&](std::size_t first, std::size_t last, unsigned) {
      for (std::size_t v = first; v != last; ++v) {
        bool boundary = false;
        for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + 1] && !boundary; ++e)
          boundary = part_[g_.to[e]] != part_[v];
        number_[v] = boundary && may_move(v) ? 0 : outside;
      }
    });
    for (std::uint32_t v = 0; v != g_.vertices; ++v)
      if (number_[v] == 0) add(v);
    for (std::size_t first = 0, distance = 0; distance != depth && first != vertex_.size(); ++distance) {
      const std::size_t last = vertex_.size();
      for (; first != last; ++first)
        for (std::uint64_t e = g_.begin[vertex_[first]]; e != g_.begin[vertex_[first] + std::size_t{1}]; ++e)
          if (number_[g_.to[e]] == outside && may_move(g_.to[e])) add(g_.to[e]);
      if (vertex_.size() > most) return vertex_.clear();
    }
  }
  // Fixed vertices and groups belong to the remainders.
  [[nodiscard]] bool may_move(std::size_t v) const {
    return (o_.fixed.empty() || o_.fixed[v] == -1) && (o_.group.empty() || o_.group[v] == -1);
  }
  void add(std::uint32_t v) {
    number_[v] = static_cast<std::uint32_t>(vertex_.size());
    vertex_.push_back(v);
  }

  [[nodiscard]] weight weight_of(std::uint32_t v, std::uint32_t c) const {
    return g_.vertex_weight.empty() ? 1 : g_.vertex_weight[std::size_t{v} * constraints_ + c];
  }

  // Numbers the vertices that stand for the remainders of parts; parts without one may lose all but one vertex.
  void find_remainders() {
    remainder_.assign(parts_, outside);
    remainder_weight_.assign(std::size_t{parts_} * constraints_, 0);
    std::vector<std::uint8_t> has(parts_, 0);
    for (std::uint32_t v = 0; v != g_.vertices; ++v) {
      small_.total += weight_of(v, 0);
      if (number_[v] != outside) continue;
      has[part_[v]] = 1;
      for (std::uint32_t c = 0; c != constraints_; ++c)
        remainder_weight_[std::size_t{part_[v]} * constraints_ + c] += weight_of(v, c);
    }
    vertex next = vertices();
    for (part_id p = 0; p != parts_; ++p)
      if (has[p] != 0) remainder_[p] = next++;
  }

  void build() {
    find_remainders();
    std::vector<std::vector<std::pair<vertex, weight>>> anchored(parts_);
    std::vector<std::pair<part_id, weight>> beyond;  // of edges out of the band, by part
    small_.begin.reserve(vertex_.size() + parts_ + 1);
    for (std::uint32_t i = 0; i != vertex_.size(); ++i) {
      beyond.clear();
      const std::uint32_t v = vertex_[i];
      for (std::uint64_t e = g_.begin[v]; e != g_.begin[v + std::size_t{1}]; ++e) {
        const weight w = g_.edge_weight.empty() ? 1 : g_.edge_weight[e];
        if (const std::uint32_t u = number_[g_.to[e]]; u != outside) {
          small_.to.push_back(u);
          small_.edge_weight.push_back(w);
        } else {
          const std::uint32_t p = part_[g_.to[e]];
          const auto known = std::find_if(beyond.begin(), beyond.end(), [p](const auto& b) { return b.first == p; });
          known != beyond.end() ? void(known->second += w) : void(beyond.emplace_back(p, w));
        }
      }
      for (const auto& [p, w] : beyond) {
        if (w == 0) continue;
        small_.to.push_back(remainder_[p]);
        small_.edge_weight.push_back(w);
        anchored[p].emplace_back(i, w);
      }
      small_.begin.push_back(small_.to.size());
      for (std::uint32_t c = 0; c != constraints_; ++c) small_.vertex_weight.push_back(weight_of(v, c));
    }
    for (part_id p = 0; p != parts_; ++p) {
      if (remainder_[p] == outside) continue;
      for (const auto& [i, w] : anchored[p]) {
        small_.to.push_back(i);
        small_.edge_weight.push_back(w);
      }
      small_.begin.push_back(small_.to.size());
      const auto sums = remainder_weight_.begin() + static_cast<std::ptrdiff_t>(std::size_t{p} * constraints_);
      small_.vertex_weight.insert(small_.vertex_weight.end(), sums, sums + constraints_);
    }
  }

  const partition::graph& g_;
  const options& o_;
  std::uint32_t parts_, constraints_;
  std::vector<std::uint32_t>& part_;
  host_array<std::uint32_t> number_;      // in the band, or `outside`
  std::vector<std::uint32_t> vertex_;     // the inverse
  std::vector<vertex> remainder_;         // per part: its number in the small graph, or `outside`
  std::vector<weight> remainder_weight_;  // part by part, with an entry for each constraint
  wide_graph small_;
  std::vector<part_id> old_part_;  // as of kway_rules
  std::vector<std::int32_t> move_cost_;
};

struct nearness {
  std::size_t depth, most = ~std::size_t{0};  // as of a band
};
void search_in(cpu_exec& exec, const graph& g, const options& o, nearness near, span<const std::int64_t> limit,
               const search_effort& effort, random_numbers random, const stop_check& check_stop,
               std::vector<std::uint32_t>& part) {
  if (o.refinement == 0) return;
  band b(exec, g, o, near.depth, part, near.most);
  if (b.empty()) return;
  const std::vector<weight> scales = constraint_scales(b.graph());
  kway_rules rules{limit, scales};
  rules.fixed = b.vertices();
  b.add_costs(o, rules);
  const distances distance(o.machine);
  if (!distance.empty()) rules.distance = &distance;
  kway_partition p(b.graph(), rules, b.parts());
  refine(p, effort, random, check_stop);
  b.apply(p.take());
}

}  // namespace

void refine_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit, std::uint64_t seed,
                 const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  const search_effort effort{.rounds = o.refinement, .patience = long_patience, .least_gain = 1000};
  search_in(exec, g, o, {quality_depth}, limit, effort, random_numbers(derive(seed, 0x62616e64)), check_stop, part);
}

void refine_bisection_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                           std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  const search_effort effort{.rounds = std::min(2U, o.refinement), .patience = 60, .least_gain = 200};
  const nearness near{bisection_depth, std::max<std::size_t>(1000, g.vertices / 8)};
  search_in(exec, g, o, near, limit, effort, random_numbers(derive(seed, 0x62616e64)), check_stop, part);
}

void refine_several_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  search_in(exec, g, o, {several_depth}, limit, effort_on_finest(o), random_numbers(derive(seed, 0x62616e64)),
            check_stop, part);
}

void refine_mapping_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                         std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  const search_effort effort{.rounds = std::min(2U, o.refinement), .patience = 12, .least_gain = 200};
  search_in(exec, g, o, {mapping_depth}, limit, effort, random_numbers(derive(seed, 0x6d6170)), check_stop, part);
}

// Remainders are nearly as heavy as their parts: coarsening leaves them alone, and no part has capacity for them.
bool finish_in_band(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                    std::uint64_t seed, const stop_check& check_stop, std::vector<std::uint32_t>& part) {
  band b(exec, g, o, connections_depth, part);
  const auto is_wide = [](weight w) { return w > std::numeric_limits<std::int32_t>::max(); };
  const std::vector<weight>& weights = b.graph().vertex_weight;
  if (b.empty() || std::any_of(weights.begin(), weights.end(), is_wide)) return false;
  const narrow_graph small(b.graph());
  std::vector<part_id> of = b.parts();
  const std::vector<part_id> before = of;
  finish(small.view(), o, limit, seed, check_stop, of);
  if (!std::equal(of.begin() + b.vertices(), of.end(), before.begin() + b.vertices())) return false;
  b.apply(of);
  return true;
}

}  // namespace amorph::partition
