// Matching and contraction, sequential (Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning
// irregular graphs", 1998, section 3.1).
//
// Vertices are visited by degree; among equal degrees in random order, but in blocks, which keeps neighbours near each
// other in memory. (In their own order they would be matched in rows on a grid.) Each is matched along the edge of the
// highest weight per weight of the neighbour; a hash decides among equal ones. If that contracts too little, vertices
// that share a neighbour are matched, as in METIS.
#include <algorithm>
#include <bit>

#include "partitioner/ordering/separator/separator.hpp"

namespace amorph::ordering {
namespace {

constexpr vertex unmatched = ~vertex{0};
constexpr vertex block = 256;

void order_by_degree(const level_graph& g, random_numbers& random, separator_scratch& scratch) {
  constexpr std::uint32_t classes = 32;
  const vertex n = g.vertices();
  std::array<vertex, classes + 1> begin{};
  const auto class_of = [&](vertex v) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(g.begin[v + std::size_t{1}] - g.begin[v], classes - 1));
  };
  for (vertex v = 0; v != n; ++v) ++begin[class_of(v) + 1];
  for (std::uint32_t c = 0; c != classes; ++c) begin[c + 1] += begin[c];
  scratch.order.resize(n);
  const vertex blocks = (n + block - 1) / block;
  scratch.pairs.resize(blocks);
  for (vertex b = 0; b != blocks; ++b) {
    const vertex other = random.below(b + 1);
    scratch.pairs[b] = scratch.pairs[other];
    scratch.pairs[other] = b;
  }
  std::array<vertex, block> shuffled;
  for (vertex b = 0; b != blocks; ++b) {
    const vertex first = scratch.pairs[b] * block, size = std::min(n - first, block);
    for (vertex i = 0; i != size; ++i) {
      const vertex other = random.below(i + 1);
      shuffled[i] = shuffled[other];
      shuffled[other] = first + i;
    }
    for (vertex i = 0; i != size; ++i) scratch.order[begin[class_of(shuffled[i])]++] = shuffled[i];
  }
}

constexpr vertex poll_period = 1 << 16;  // vertices between two reads of the stop token

void match_edges(const level_graph& g, std::int64_t heaviest, const separator_options& options, std::uint32_t salt,
                 separator_scratch& scratch) {
  const bool random_matching = options.random_matching;
  const vertex n = g.vertices();
  vertex polled = 0;
  host_array<vertex>& partner = scratch.partner;
  host_array<float>& inverse = scratch.inverse;
  inverse.resize(n);  // of the weight; 0 for matched vertices
  for (vertex v = 0; v != n; ++v) inverse[v] = 1.0f / static_cast<float>(std::max(1, g.vertex_weight[v]));
  for (const vertex v : scratch.order) {
    if (++polled % poll_period == 0) options.check_stop();
    if (partner[v] != unmatched) continue;
    const std::int64_t capacity = heaviest - g.vertex_weight[v];
    if (capacity <= 0) continue;
    const float lightest = 1.0f / static_cast<float>(capacity);
    vertex best = unmatched;
    std::uint64_t best_key = 0;  // without branches, which no processor could predict
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const vertex u = g.to[e];
      const float weight = random_matching ? 1.0f : static_cast<float>(g.edge_weight[e]);
      const float rating = weight * (random_matching ? 1.0f : inverse[u]);
      const std::uint64_t tie = ((u ^ salt) * 0x9e3779b1u) | 1u;
      // Positive floats are ordered as their bits are.
      const std::uint64_t key = std::uint64_t{std::bit_cast<std::uint32_t>(rating)} << 32 | tie;
      const bool better = (inverse[u] >= lightest) & (key > best_key);
      best = better ? u : best;
      best_key = better ? key : best_key;
    }
    if (best == unmatched) continue;
    partner[v] = best;
    partner[best] = v;
    inverse[v] = inverse[best] = 0;
  }
}

// Matches vertices that share their first neighbour, or have none.
void match_two_hops(const level_graph& g, std::int64_t heaviest, separator_scratch& scratch) {
  const vertex n = g.vertices();
  host_array<vertex>& partner = scratch.partner;
  scratch.slot.assign(n + std::size_t{1}, unmatched);
  for (vertex v = 0; v != n; ++v) {
    if (partner[v] != unmatched) continue;
    const vertex hub = g.begin[v] == g.begin[v + std::size_t{1}] ? n : g.to[g.begin[v]];
    const vertex waiting = scratch.slot[hub];
    if (waiting == unmatched || g.vertex_weight[v] + std::int64_t{g.vertex_weight[waiting]} > heaviest) {
      scratch.slot[hub] = v;
      continue;
    }
    partner[v] = waiting;
    partner[waiting] = v;
    scratch.slot[hub] = unmatched;
  }
}

// Coarse vertices are numbered in the order of the finer ones, to preserve locality.
vertex number_pairs(const host_array<vertex>& partner, host_array<vertex>& map, host_array<vertex>& pairs) {
  const auto n = static_cast<vertex>(partner.size());
  map.resize(n);
  pairs.resize(2 * std::size_t{n});
  vertex count = 0;
  for (vertex v = 0; v != n; ++v) {
    const vertex u = partner[v] == unmatched ? v : partner[v];
    if (u < v) {
      map[v] = map[u];
      continue;
    }
    pairs[2 * std::size_t{count}] = v;
    pairs[2 * std::size_t{count} + 1] = u;
    map[v] = count++;
  }
  return count;
}

void contract(const level_graph& g, vertex coarse_n, const separator_options& options, separator_scratch& scratch,
              level& result) {
  level_graph& coarse = result.graph;
  const host_array<vertex>& map = result.map;
  coarse.total = g.total;
  coarse.begin.resize(coarse_n + std::size_t{1});
  coarse.to.resize(g.to.size() + 1);
  coarse.edge_weight.resize(g.to.size() + 1);
  coarse.vertex_weight.resize(coarse_n);
  // slot[d]: one more than where d is in the row that is being written; older entries lie before the row.
  host_array<vertex>& slot = scratch.slot;
  std::uint64_t end = 0;
  slot.assign(coarse_n, 0);
  coarse.begin[0] = 0;
  for (vertex c = 0; c != coarse_n; ++c) {
    if (c % poll_period == 0) options.check_stop();
    const std::uint64_t row = end;
    // The row begins with c itself, which collects the contracted edges and is overwritten at the end.
    coarse.to[end] = c;
    coarse.edge_weight[end++] = 0;
    slot[c] = static_cast<vertex>(end);
    const auto add = [&](vertex v) {
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
        const vertex d = map[g.to[e]];
        const bool seen = slot[d] > row;
        const std::uint64_t at = seen ? slot[d] - std::uint64_t{1} : end;
        coarse.edge_weight[at] = (seen ? coarse.edge_weight[at] : 0) + g.edge_weight[e];
        coarse.to[at] = d;
        slot[d] = static_cast<vertex>(at + 1);
        end += !seen;
      }
    };
    const vertex first = scratch.pairs[2 * std::size_t{c}], second = scratch.pairs[2 * std::size_t{c} + 1];
    add(first);
    coarse.vertex_weight[c] = g.vertex_weight[first];
    if (second != first) {
      add(second);
      coarse.vertex_weight[c] += g.vertex_weight[second];
    }
    --end;
    slot[coarse.to[end]] = 0;
    coarse.to[row] = coarse.to[end];
    coarse.edge_weight[row] = coarse.edge_weight[end];
    coarse.begin[c + std::size_t{1}] = end;
  }
  coarse.to.resize(end);
  coarse.edge_weight.resize(end);
}

}  // namespace

void coarsen(const level_graph& g, std::int64_t heaviest, const separator_options& options, random_numbers& random,
             separator_scratch& scratch, level& coarse) {
  scratch.partner.assign(g.vertices(), unmatched);
  order_by_degree(g, random, scratch);
  match_edges(g, heaviest, options, random.below(~std::uint32_t{0}), scratch);
  const auto left = static_cast<vertex>(std::count(scratch.partner.begin(), scratch.partner.end(), unmatched));
  if (options.two_hop && left > g.vertices() / 4) match_two_hops(g, heaviest, scratch);
  contract(g, number_pairs(scratch.partner, coarse.map, scratch.pairs), options, scratch, coarse);
}

}  // namespace amorph::ordering
