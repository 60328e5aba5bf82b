#include "tools/formats/simple_graph.hpp"

#include <algorithm>
#include <atomic>

#include "amorph/kernels/graph/symmetry.hpp"
#include "tools/formats/arc_rows.hpp"

namespace amorph::arc_file {
namespace {

bool repeats(host_array<std::uint32_t>& row) {
  std::sort(row.begin(), row.end());
  return std::adjacent_find(row.begin(), row.end()) != row.end();
}

// Self-loops of a graph with weights; the lists keep their order.
void drop_loops(weighted_graph& g) {
  std::uint64_t at = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    const std::uint64_t first = g.begin[v];
    g.begin[v] = at;
    for (std::uint64_t e = first; e != g.begin[v + std::size_t{1}]; ++e) {
      if (g.to[e] == v) continue;
      g.to[at] = g.to[e];
      if (g.kind == weight_kind::int32) g.weight32[at] = g.weight32[e];
      ++at;
    }
  }
  g.begin[g.vertices] = at;
  g.to.resize(at);
  if (g.kind == weight_kind::int32) g.weight32.resize(at);
}

}  // namespace

bool fits_metis(cpu_exec& exec, const weighted_graph& g) {
  if (g.kind != weight_kind::int32 || !is_undirected(exec, g.view())) return false;
  std::atomic<bool> fits{true};
  exec.ranges(g.vertices, 4096, [&](std::size_t v, std::size_t last, unsigned) {
    host_array<std::uint32_t> row;
    for (; v != last && fits.load(std::memory_order_relaxed); ++v) {
      row.assign(g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                 g.to.begin() + static_cast<std::ptrdiff_t>(g.begin[v + 1]));
      const bool loop = std::count(row.begin(), row.end(), static_cast<std::uint32_t>(v)) != 0;
      const bool weights = std::all_of(g.weight32.begin() + static_cast<std::ptrdiff_t>(g.begin[v]),
                                       g.weight32.begin() + static_cast<std::ptrdiff_t>(g.begin[v + 1]),
                                       [](std::int32_t w) { return w > 0; });
      if (loop || !weights || repeats(row)) fits = false;
    }
  });
  return fits;
}

bool make_simple(cpu_exec& exec, weighted_graph& g) {
  g.kind = weight_kind::none;
  g.weight32 = {};
  g.weight64 = {};
  host_array<std::uint64_t> degree(g.vertices);
  std::atomic<bool> loops{false};
  exec.ranges(g.vertices, 4096, [&](std::size_t v, std::size_t last, unsigned) {
    for (; v != last; ++v) {
      std::uint32_t *const from = g.to.data() + g.begin[v], *const all = g.to.data() + g.begin[v + 1];
      std::uint32_t* const to = std::remove(from, all, static_cast<std::uint32_t>(v));
      if (to != all) loops.store(true, std::memory_order_relaxed);
      std::sort(from, to);
      degree[v] = static_cast<std::uint64_t>(std::unique(from, to) - from);
    }
  });
  std::uint64_t at = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    std::copy_n(g.to.data() + g.begin[v], degree[v], g.to.data() + at);
    g.begin[v] = at;
    at += degree[v];
  }
  g.begin[g.vertices] = at;
  g.to.resize(at);
  return loops;
}

std::string make_undirected_simple(cpu_exec& exec, weighted_graph& g) {
  if (g.kind == weight_kind::int64 || g.kind == weight_kind::float32)
    return "expected edge weights from 1 to 2147483647, found others";
  if (!is_undirected(exec, g.view())) add_reverse_arcs(g);
  if (g.kind == weight_kind::none) {
    make_simple(exec, g);
    return "";
  }
  drop_loops(g);
  if (fits_metis(exec, g)) return "";
  return "expected edge weights of 1 or more, equal in both directions, and each edge once";
}

}  // namespace amorph::arc_file
