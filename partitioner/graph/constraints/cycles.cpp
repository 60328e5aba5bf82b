// V-cycles (Walshaw, "Multilevel refinement for combinatorial optimisation problems", 2004): the graph is coarsened
// without matching vertices of different parts, so that the partition is one of all levels, and the searches of
// initial/kway.cpp move clusters of each level's size, which single vertices of the finest graph cannot.
//
// Two partitions are combined (Sanders and Schulz, "Distributed evolutionary graph partitioning", 2012) by a cycle that
// matches only vertices that share their parts in both: the better one is where it starts, and what the other one has
// better is a few moves of clusters away.
#include "partitioner/graph/constraints/cycles.hpp"

#include <algorithm>
#include <utility>

#include "partitioner/graph/constraints/band.hpp"
#include "partitioner/graph/constraints/finish.hpp"
#include "partitioner/graph/initial/levels.hpp"

namespace amorph::partition {
namespace {

using namespace initial;

constexpr std::size_t largest = std::size_t{1} << 25;  // vertices and adjacency entries

// Other partitions to combine with; fewer for large graphs, to bound the time.
constexpr unsigned combinations(std::size_t size) { return size < std::size_t{1} << 22 ? 6 : 2; }

// Vertices of different groups, of which each lies in one part, are not matched.
std::vector<part_id> refine_levels(const wide_graph& finest, const options& o, span<const std::int64_t> limit,
                                   random_numbers& random, const stop_check& check_stop,
                                   const std::vector<std::uint32_t>& group, std::vector<part_id> part) {
  bisect_scratch scratch;
  const auto levels = coarsened(finest, enough_for_refinement(finest, o.parts), random, scratch, check_stop, group);
  for (const host_level& l : levels) part = restricted(l, part);
  const search_effort effort{.rounds = o.refinement, .patience = long_patience, .least_gain = 1000};
  for (std::size_t l = levels.size(); l != 0; --l) {
    kway_partition p(levels[l - 1].graph, kway_rules{limit}, std::move(part));
    refine(p, effort, random, check_stop);
    part = projected(levels[l - 1].map, p.take());
  }
  return part;
}

std::pair<weight, weight> cost_of(const wide_graph& g, span<const std::int64_t> limit,
                                  const std::vector<part_id>& part) {
  const kway_partition p(g, kway_rules{limit}, part);
  return {p.excess(), p.cut()};
}

}  // namespace

void refine_in_cycles(cpu_exec& exec, const graph& g, const options& o, span<const std::int64_t> limit,
                      std::uint64_t seed, const stop_check& check_stop, const another_partition& another,
                      std::vector<std::uint32_t>& part) {
  if (o.refinement == 0 || !o.move_cost.empty() || g.vertices + g.to.size() > largest) return;
  const wide_graph finest = widened(g, o);
  random_numbers random(derive(seed, 0x6379636c6573));
  const auto cycle = [&](const std::vector<std::uint32_t>& group) {
    part = refine_levels(finest, o, limit, random, check_stop, group, std::move(part));
    refine_band(exec, g, o, limit, seed, check_stop, part);
  };
  constexpr std::uint32_t most_parts = 1U << 16;  // pairs of parts are groups
  for (unsigned i = 0; another && o.parts < most_parts && i != combinations(g.vertices + g.to.size()); ++i) {
    std::vector<std::uint32_t> other = another(derive(seed, i + 1)), group(part.size());
    refine_band(exec, g, o, limit, seed, check_stop, other);
    for (std::size_t v = 0; v != part.size(); ++v) group[v] = part[v] * o.parts + other[v];
    if (cost_of(finest, limit, other) < cost_of(finest, limit, part)) part.swap(other);
    cycle(group);
  }
  cycle(std::vector<std::uint32_t>(part));
}

}  // namespace amorph::partition
