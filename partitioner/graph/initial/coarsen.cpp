// Heavy-edge matching and contraction, sequential (Karypis and Kumar 1998, 3.1).
//
// Vertices are visited in random order; each unmatched vertex is matched along its heaviest edge to an unmatched
// neighbour; ties go to the lighter neighbour. Contraction sums parallel edges, with one slot per coarse vertex.
#include <numeric>

#include "partitioner/graph/initial/bisect.hpp"

namespace amorph::partition::initial {
namespace {

constexpr vertex unmatched = ~vertex{0};

bool may_join(const wide_graph& graph, vertex v, vertex u, span<const weight> heaviest) {
  const weight *a = graph.weights(v), *b = graph.weights(u);
  for (std::uint32_t c = 0; c != graph.constraints; ++c)
    if (a[c] + b[c] > heaviest[c]) return false;
  return !graph.is_fixed(v) && !graph.is_fixed(u);
}

// With `simple`, there is one constraint, and neither a group nor a fixed vertex.
template <bool simple>
vertex preferred_neighbour(const wide_graph& graph, vertex v, span<const weight> heaviest,
                           const std::vector<vertex>& map, span<const std::uint32_t> group) {
  vertex best = v;
  weight best_edge = 0;
  for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
    const vertex u = graph.to[e];
    if (map[u] != unmatched || graph.edge_weight[e] < best_edge) continue;
    if constexpr (simple) {
      if (graph.vertex_weight[v] + graph.vertex_weight[u] > heaviest[0]) continue;
      if (graph.edge_weight[e] == best_edge && best != v && graph.vertex_weight[best] <= graph.vertex_weight[u])
        continue;
    } else {
      if (!may_join(graph, v, u, heaviest) || (!group.empty() && group[u] != group[v])) continue;
      if (graph.edge_weight[e] == best_edge && best != v && *graph.weights(best) <= *graph.weights(u)) continue;
    }
    best = u;
    best_edge = graph.edge_weight[e];
  }
  return best;
}

// Matches each vertex, in random order, with its preferred neighbour; map[v] is the matched vertex, or v.
void match(const wide_graph& graph, span<const weight> heaviest, random_numbers& random, bisect_scratch& scratch,
           std::vector<vertex>& map, span<const std::uint32_t> group) {
  const vertex n = graph.vertices();
  std::vector<vertex>& order = scratch.order;
  order.resize(n);
  std::iota(order.begin(), order.end(), vertex{0});
  random.shuffle(order);
  map.assign(n, unmatched);
  const bool simple = graph.constraints == 1 && group.empty() && graph.fixed.empty();
  for (const vertex v : order) {
    if (map[v] != unmatched) continue;
    const vertex u = simple ? preferred_neighbour<true>(graph, v, heaviest, map, group)
                            : preferred_neighbour<false>(graph, v, heaviest, map, group);
    map[v] = u;
    map[u] = v;
  }
}

// Replaces matched vertices in `map` by coarse ones; pairs[2 c] and pairs[2 c + 1] are the vertices of c. Coarse
// vertices are numbered in the order of the finer ones, to preserve locality.
void number_pairs(std::vector<vertex>& map, std::vector<vertex>& pairs) {
  pairs.clear();
  for (vertex v = 0; v != map.size(); ++v) {
    const vertex u = map[v];
    if (u < v) {
      map[v] = map[u];
      continue;
    }
    map[v] = static_cast<vertex>(pairs.size() / 2);
    pairs.push_back(v);
    pairs.push_back(u);
  }
}

// Contracts each pair; parallel edges become one of their total weight.
void contract(const wide_graph& graph, const std::vector<vertex>& map, const std::vector<vertex>& pairs,
              std::vector<std::uint32_t>& slot, wide_graph& coarse) {
  const auto coarse_n = static_cast<vertex>(pairs.size() / 2);
  coarse.begin.resize(coarse_n + std::size_t{1});
  coarse.to.resize(graph.to.size());
  coarse.edge_weight.resize(graph.to.size());
  vertex* const to = coarse.to.data();
  weight* const edge_weight = coarse.edge_weight.data();
  std::uint64_t row = 0, end = 0;
  coarse.constraints = graph.constraints;
  coarse.vertex_weight.clear();
  coarse.vertex_weight.reserve(std::size_t{coarse_n} * graph.constraints);
  coarse.total = graph.total;
  coarse.fixed.clear();
  constexpr std::uint32_t none = ~std::uint32_t{0};
  slot.assign(coarse_n, none);  // of a coarse neighbour in the current adjacency list
  for (vertex c = 0; c != coarse_n; ++c) {
    const vertex first = pairs[2 * std::size_t{c}], second = pairs[2 * std::size_t{c} + 1];
    const auto add_row = [&](vertex v) {
      for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
        const vertex d = map[graph.to[e]];
        if (d == c) continue;  // a contracted edge
        if (slot[d] == none) {
          slot[d] = static_cast<std::uint32_t>(end - row);
          to[end] = d;
          edge_weight[end++] = graph.edge_weight[e];
        } else {
          edge_weight[row + slot[d]] += graph.edge_weight[e];
        }
      }
    };
    add_row(first);
    if (second != first) add_row(second);
    if (!graph.fixed.empty()) coarse.fixed.push_back(graph.fixed[first]);  // pairs are free
    for (std::uint32_t w = 0; w != graph.constraints; ++w)
      coarse.vertex_weight.push_back(graph.weights(first)[w] + (second != first ? graph.weights(second)[w] : 0));
    for (std::uint64_t e = row; e != end; ++e) slot[to[e]] = none;
    coarse.begin[c + std::size_t{1}] = row = end;
  }
  coarse.to.resize(end);
  coarse.edge_weight.resize(end);
}

}  // namespace

void coarsen(const wide_graph& graph, span<const weight> heaviest, random_numbers& random, bisect_scratch& scratch,
             wide_graph& coarse, std::vector<vertex>& map, span<const std::uint32_t> group) {
  match(graph, heaviest, random, scratch, map, group);
  number_pairs(map, scratch.moved);
  contract(graph, map, scratch.moved, scratch.slot, coarse);
}

}  // namespace amorph::partition::initial
