// Components of parts, by concurrent union-find (Anderson, Woll, STOC 1991). Of each part the heaviest one, and of
// equally heavy ones that of the lowest vertex, is its main component; the others are strays.
#pragma once

#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/sync/atomic.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"
#include "partitioner/common/rows.hpp"

namespace amorph::partition {

struct make_sets {
  disjoint_sets sets;
  AMORPH_BODY void operator()(size_t v) const { sets.make(static_cast<uint32_t>(v)); }
};
struct unite_within_parts {
  graph_view graph;
  const uint32_t* part;
  disjoint_sets sets;
  template <class Team> AMORPH_BODY void operator()(Team team, uint32_t v) const {
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      if (const uint32_t u = graph.neighbour(e); u < v && part[u] == part[v]) sets.unite(u, v);
  }
};
struct find_roots {
  disjoint_sets sets;
  uint32_t* root;
  AMORPH_BODY void operator()(size_t v) const { root[v] = sets.root(static_cast<uint32_t>(v)); }
};
struct is_root {
  const uint32_t* root;
  AMORPH_BODY bool operator()(size_t v) const { return root[v] == v; }
};
// Weights of components, by runs of vertices: neighbouring vertices mostly belong to one component, and adding each of
// them to its sum would make all threads wait for a few words.
struct weigh_components {
  static constexpr uint32_t run = 64;
  graph_view graph;
  const uint32_t* root;
  int64_t* weight;  // of roots
  AMORPH_BODY void operator()(size_t i) const {
    const size_t first = i * run, last = first + run < graph.vertices ? first + run : graph.vertices;
    int64_t sum = 0;
    for (size_t v = first; v != last; ++v) {
      sum += graph.weight(v);
      if (v + 1 != last && root[v + 1] == root[v]) continue;
      atomic_add(&weight[root[v]], sum);
      sum = 0;
    }
  }
};
struct find_heaviest {
  const uint32_t *roots, *part;
  const int64_t* weight;
  int64_t* heaviest;  // per part
  AMORPH_BODY void operator()(size_t i) const { atomic_max(&heaviest[part[roots[i]]], weight[roots[i]]); }
};
// Of components of equal weight, the one of the lowest vertex.
struct find_main {
  const uint32_t *roots, *part;
  const int64_t *weight, *heaviest;
  uint32_t* main;  // per part: the root of its main component
  AMORPH_BODY void operator()(size_t i) const {
    const uint32_t v = roots[i], p = part[v];
    if (weight[v] == heaviest[p]) atomic_min(&main[p], v);
  }
};
struct is_stray {
  const uint32_t *root, *part, *main;
  AMORPH_BODY bool operator()(size_t v) const { return main[part[v]] != root[v]; }
};

// O(n + m) work, nearly. 20 bytes per vertex.
template <class Exec> struct part_components {
  using words = typename Exec::template buffer<uint32_t>;
  using sums = typename Exec::template buffer<int64_t>;

  words root;             // per vertex: the lowest vertex of its component
  words roots;            // the first `count` words: the roots, in ascending order
  sums weight, heaviest;  // of roots' components; of parts' main ones
  words main;             // per part: the root of its main component, or none
  size_t count;

  part_components(Exec& exec, const graph_view& graph, uint64_t arcs, uint32_t parts, const uint32_t* part)
      : root(exec, graph.vertices),
        roots(exec, graph.vertices),
        weight(exec, graph.vertices),
        heaviest(exec, parts),
        main(exec, parts) {
    const uint32_t n = graph.vertices;
    const disjoint_sets sets{roots.data()};
    exec.for_each(n, make_sets{sets});
    for_each_row(exec, nullptr, n, are_short(arcs, n), unite_within_parts{graph, part, sets});
    exec.for_each(n, find_roots{sets, root.data()});
    count = select_indices(exec, n, is_root{root.data()}, roots.span());
    exec.template fill<int64_t>(weight.span(), 0);
    exec.template fill<int64_t>(heaviest.span(), 0);
    exec.template fill<uint32_t>(main.span(), none);
    exec.for_each((n + size_t{weigh_components::run} - 1) / weigh_components::run,
                  weigh_components{graph, root.data(), weight.data()});
    exec.for_each(count, find_heaviest{roots.data(), part, weight.data(), heaviest.data()});
    exec.for_each(count, find_main{roots.data(), part, weight.data(), heaviest.data(), main.data()});
  }
  // Of vertices.
  [[nodiscard]] is_stray is_beside_main(const uint32_t* part) const { return {root.data(), part, main.data()}; }
};

}  // namespace amorph::partition
