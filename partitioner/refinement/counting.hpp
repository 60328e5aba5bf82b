// Figures of a finished partition, and its strays, counted where it lies.
#pragma once

#include "amorph/kernels/primitives/reduce.hpp"
#include "partitioner/common/core.hpp"
#include "partitioner/refinement/components.hpp"
#include "partitioner/refinement/refine_memory.hpp"

namespace amorph::partition {

struct is_flagged {
  const unsigned char* flags;
  AMORPH_BODY bool operator()(size_t v) const { return flags[v] != 0; }
};
// Of boundary vertices: the weight of their edges to other parts, and the number of these parts.
struct count_outside {
  graph_view graph;
  const uint32_t *part, *list;
  uint32_t parts;
  tally_memory memory;
  int64_t *weight, *others;
  template <class Team> AMORPH_BODY void operator()(Team team, size_t i) const {
    const uint32_t v = list[i];
    const uint64_t degree = graph.begin[v + 1] - graph.begin[v];
    int64_t outside = 0;
    for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
      if (const arc a = graph.at(e); part[a.to] != part[v]) outside += a.weight;
    outside = team.reduce_add(outside);
    part_tally<Team> around(team, memory, degree < parts ? degree : parts, parts);
    uint32_t count = 0;
    do {
      for (uint64_t e = graph.begin[v] + team.rank(), end = graph.begin[v + 1]; e < end; e += team.size())
        if (const uint32_t p = part[graph.neighbour(e)]; p != part[v]) around.add(p, 1);
      around.for_each([&](uint32_t, int32_t) { ++count; });
    } while (around.next());
    count = team.reduce_add(count);
    if (team.rank() != 0) return;
    weight[i] = outside;
    others[i] = count;
  }
};
struct load_value {
  const int64_t* value;
  AMORPH_BODY int64_t operator()(size_t i) const { return value[i]; }
};
struct load_volume {
  const int64_t* others;
  const uint32_t* list;
  const int32_t* size;  // of vertices; null: 1
  AMORPH_BODY int64_t operator()(size_t i) const { return others[i] * (size != nullptr ? size[list[i]] : 1); }
};
struct is_joinable {
  is_stray stray;
  const uint64_t* begin;
  AMORPH_BODY bool operator()(size_t v) const { return stray(v) && begin[v] != begin[v + 1]; }
};
struct gather_roots {
  const uint32_t *list, *root;
  uint32_t* to;
  AMORPH_BODY void operator()(size_t i) const { to[i] = root[list[i]]; }
};

// `boundary` flags at least the boundary vertices; `weight` has the weights of parts. O(n + m) work, nearly. Memory: 28
// bytes per vertex.
template <class Exec>
void count_partition(Exec& exec, const graph_view& graph, uint64_t arcs, const int32_t* size,
                     span<const int64_t> weight, const tally_memory& memory, const uint32_t* part,
                     const unsigned char* boundary, counts& to) {
  using words = typename Exec::template buffer<uint32_t>;
  using sums = typename Exec::template buffer<int64_t>;
  const uint32_t n = graph.vertices, parts = static_cast<uint32_t>(weight.size());
  exec.copy_out(weight, span<int64_t>(to.weight, parts));
  {
    words list(exec, n);
    const size_t count = select_indices(exec, n, is_flagged{boundary}, list.span());
    sums outside(exec, count), others(exec, count), sum(exec, 2);
    exec.for_each_team(count, count_outside{graph, part, list.data(), parts, memory, outside.data(), others.data()});
    reduce_into<int64_t>(exec, count, load_value{outside.data()}, sum.data(), 0);
    reduce_into<int64_t>(exec, count, load_volume{others.data(), list.data(), size}, sum.data() + 1, 0);
    to.cut = exec.read(sum.data());
    to.volume = exec.read(sum.data() + 1);
  }
  const part_components<Exec> of_parts(exec, graph, arcs, parts, part);
  exec.copy_out(of_parts.main.span(), span<uint32_t>(to.main, parts));
  exec.copy_out(of_parts.heaviest.span(), span<int64_t>(to.main_weight, parts));
  const span<uint32_t> stray = of_parts.roots.span();
  to.strays = select_indices(exec, n, is_joinable{of_parts.is_beside_main(part), graph.begin}, stray);
  if (to.strays == 0) return;
  words root(exec, to.strays);
  exec.for_each(to.strays, gather_roots{stray.data(), of_parts.root.data(), root.data()});
  exec.copy_out(stray.subspan(0, to.strays), span<uint32_t>(to.stray, to.strays));
  exec.copy_out(root.span(), span<uint32_t>(to.root, to.strays));
}

}  // namespace amorph::partition
