// Undirected simple graphs of any graph, and which edge of it METIS's format cannot hold.
#include "tools/formats/simple_graph.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

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

std::string shortest_text(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

// The first edge whose weight, or whose weights, METIS's format cannot hold.
std::string weight_fault(const weighted_graph& g) {
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  const auto weight = [&](std::uint64_t e) {
    if (g.kind == weight_kind::int32) return static_cast<double>(g.weight32[e]);
    return g.kind == weight_kind::int64 ? static_cast<double>(g.weight64[e]) : double{g.weight_float[e]};
  };
  const auto text = [&](std::uint64_t e) { return shortest_text(weight(e)); };
  std::vector<std::uint64_t> seen(g.vertices, 0);  // per vertex: one more than the last arc to it
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e) {
      const std::string edge = "edge (" + std::to_string(v + std::uint64_t{g.base}) + " " +
                               std::to_string(g.to[e] + std::uint64_t{g.base}) + "): ";
      if (const double w = weight(e); !(w >= 1 && w <= most) || w != std::floor(w))
        return edge + "expected an integer weight from 1 to 2147483647, found " + text(e);
      if (const std::uint64_t before = seen[g.to[e]]; before > g.begin[v])
        return edge + "expected it once, with one weight in both directions, found the weights " + text(before - 1) +
               " and " + text(e);
      seen[g.to[e]] = e + 1;
    }
  return "expected integer edge weights, not floats";
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
  if (g.kind == weight_kind::int64 || g.kind == weight_kind::float32) return weight_fault(g);
  if (!is_undirected(exec, g.view())) add_reverse_arcs(g);
  if (g.kind == weight_kind::none) {
    make_simple(exec, g);
    return "";
  }
  drop_loops(g);
  return fits_metis(exec, g) ? "" : weight_fault(g);
}

}  // namespace amorph::arc_file
