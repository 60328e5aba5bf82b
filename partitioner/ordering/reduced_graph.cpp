// The graph without dense vertices, and with indistinguishable ones as one.
#include "partitioner/ordering/reduced_graph.hpp"

#include <algorithm>
#include <numeric>

#include "amorph/kernels/random/hash.hpp"
#include "partitioner/common/stop_check.hpp"

namespace amorph::ordering {
namespace {

constexpr vertex none = ~vertex{0};
constexpr vertex poll_period = 1 << 16;  // vertices between two reads of the stop token
constexpr double worthwhile = 0.85;      // compression is used if at most this share of the vertices remains

span<const vertex> row(const partition::graph& g, vertex v) {
  return g.to.subspan(g.begin[v], g.begin[v + std::size_t{1}] - g.begin[v]);
}

// The sum of the hashes of v and its neighbours.
std::vector<std::uint64_t> neighbourhood_hashes(const partition::graph& g, const partition::stop_check& check_stop) {
  std::vector<std::uint64_t> sum(g.vertices);
  for (vertex v = 0; v != g.vertices; ++v) {
    if (v % poll_period == 0) check_stop();
    sum[v] = hash(v);
    for (const vertex u : row(g, v)) sum[v] += hash(u);
  }
  return sum;
}

// leader[v]: the first vertex with v's neighbours.
std::vector<vertex> find_indistinguishable(const partition::graph& g, const partition::stop_check& check_stop) {
  const std::vector<std::uint64_t> sum = neighbourhood_hashes(g, check_stop);
  std::vector<vertex> leader(g.vertices, none), mark(g.vertices, none);
  for (vertex v = 0; v != g.vertices; ++v) {
    if (v % poll_period == 0) check_stop();
    if (leader[v] != none) continue;
    leader[v] = v;
    for (const vertex u : row(g, v)) {
      if (sum[u] != sum[v] || leader[u] != none || row(g, u).size() != row(g, v).size()) continue;
      if (mark[v] != v) {
        mark[v] = v;
        for (const vertex w : row(g, v)) mark[w] = v;
      }
      const auto neighbours = row(g, u);
      if (std::all_of(neighbours.begin(), neighbours.end(), [&](vertex w) { return mark[w] == v; })) leader[u] = v;
    }
  }
  return leader;
}

// The vertices with more neighbours than `o.prune` times the mean; none if that were all.
std::vector<std::uint8_t> find_dense(const partition::graph& g, const options& o) {
  std::vector<std::uint8_t> dense;
  if (o.prune <= 0 || g.vertices == 0) return dense;
  const double limit = o.prune * static_cast<double>(g.to.size()) / g.vertices;
  dense.resize(g.vertices);
  vertex kept = 0;
  for (vertex v = 0; v != g.vertices; ++v) {
    dense[v] = static_cast<double>(row(g, v).size()) > limit;
    kept += dense[v] == 0;
  }
  if (kept == 0 || kept == g.vertices) dense.clear();
  return dense;
}

// Weights whose sum is at most 2^30.
void scale_weights(span<const std::int32_t> weight, const std::vector<vertex>& number, level_graph& out) {
  std::int64_t total = 0;
  for (const std::int32_t w : weight) total += w;
  const std::int64_t divisor = (total >> 30) + 1;
  std::fill(out.vertex_weight.begin(), out.vertex_weight.end(), 0);
  for (std::size_t v = 0; v != weight.size(); ++v)
    if (number[v] != none) out.vertex_weight[number[v]] += static_cast<std::int32_t>(weight[v] / divisor);
}

// The subgraph of the vertices that have a number; all vertices of a number have the same neighbours.
level_graph quotient(const partition::graph& g, const std::vector<vertex>& number, const std::vector<vertex>& leaders) {
  level_graph q;
  const auto n = static_cast<vertex>(leaders.size());
  q.begin.resize(n + std::size_t{1});
  q.to.resize(g.to.size());
  std::vector<vertex> seen(n, none);
  std::uint64_t end = 0;
  q.begin[0] = 0;
  for (vertex c = 0; c != n; ++c) {
    for (const vertex u : row(g, leaders[c])) {
      const vertex d = number[u];
      if (d == none || d == c || seen[d] == c) continue;
      seen[d] = c;
      q.to[end++] = d;
    }
    q.begin[c + std::size_t{1}] = end;
  }
  q.to.resize(end);
  q.edge_weight.assign(end, 1);
  q.vertex_weight.resize(n);
  return q;
}

}  // namespace

level_graph with_unit_edges(const partition::graph& g) {
  level_graph l;
  l.begin.assign(g.begin.begin(), g.begin.end());
  l.to.assign(g.to.begin(), g.to.end());
  l.edge_weight.assign(g.to.size(), 1);
  l.vertex_weight.assign(g.vertices, 1);
  if (!g.vertex_weight.empty()) {
    std::vector<vertex> number(g.vertices);
    std::iota(number.begin(), number.end(), vertex{0});
    scale_weights(g.vertex_weight, number, l);
  }
  l.total = std::accumulate(l.vertex_weight.begin(), l.vertex_weight.end(), std::int64_t{0});
  return l;
}

reduced_graph reduce(const partition::graph& g, const options& o) {
  reduced_graph r;
  const std::vector<std::uint8_t> dense = find_dense(g, o);
  std::vector<vertex> leader;
  if (o.compress) leader = find_indistinguishable(g, partition::stop_check(o.run));
  vertex leaders = 0;
  for (vertex v = 0; v != leader.size(); ++v) leaders += leader[v] == v;
  if (!o.compress || leaders > worthwhile * g.vertices) leader.clear();
  if (dense.empty() && leader.empty()) {
    r.graph = with_unit_edges(g);
    r.size.assign(g.vertices, 1);
    return r;
  }

  // Vertices with the same neighbours have the same degree, so all of a group are dense or none is.
  std::vector<vertex> number(g.vertices, none), first;
  for (vertex v = 0; v != g.vertices; ++v) {
    if (!dense.empty() && dense[v] != 0) {
      r.pruned.push_back(v);
    } else if (leader.empty() || leader[v] == v) {
      number[v] = static_cast<vertex>(first.size());
      first.push_back(v);
    } else {
      number[v] = number[leader[v]];
    }
  }
  r.graph = quotient(g, number, first);
  const std::size_t n = first.size();
  r.begin.assign(n + 1, 0);
  for (const vertex c : number)
    if (c != none) ++r.begin[c + std::size_t{1}];
  r.size.resize(n);
  for (std::size_t c = 0; c != n; ++c) {
    r.size[c] = static_cast<std::int32_t>(r.begin[c + 1]);
    r.begin[c + 1] += r.begin[c];
  }
  r.of.resize(r.begin[n]);
  std::vector<std::uint32_t> next(r.begin.begin(), r.begin.end() - 1);
  for (vertex v = 0; v != g.vertices; ++v)
    if (number[v] != none) r.of[next[number[v]]++] = v;
  if (g.vertex_weight.empty())
    r.graph.vertex_weight.assign(r.size.begin(), r.size.end());
  else
    scale_weights(g.vertex_weight, number, r.graph);
  r.graph.total = std::accumulate(r.graph.vertex_weight.begin(), r.graph.vertex_weight.end(), std::int64_t{0});
  return r;
}

}  // namespace amorph::ordering
