// Graph generators: grids, random geometric graphs, R-MAT (Chakrabarti, Zhan, Faloutsos 2004, as in Graph500), uniform
// random graphs, and clique expansions of netlists (Alpert, Kahng 1995). Each computes rows or edges independently from
// (seed, index), so that the result does not depend on the number of threads.
#include "amorph/kernels/graph/generate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "amorph/kernels/base/refuse.hpp"
#include "amorph/kernels/graph/build.hpp"
#include "amorph/kernels/graph/rows.hpp"
#include "amorph/kernels/random/random.hpp"

namespace amorph::generate {
namespace {

constexpr std::uint64_t most_vertices = std::numeric_limits<std::uint32_t>::max() - 1;

std::uint32_t checked(unsigned __int128 vertices) {
  if (vertices > most_vertices) refuse("a graph has at most " + std::to_string(most_vertices) + " vertices");
  return static_cast<std::uint32_t>(vertices);
}

std::size_t checked_edges(std::uint64_t vertices, std::uint64_t degree) {
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  if (degree > most / std::max<std::uint64_t>(1, vertices))
    refuse("a graph has at most " + std::to_string(most) + " edges");
  return static_cast<std::size_t>(vertices * degree);
}

// Refuses graphs that cannot fit before allocating, because an exhausted machine ends other processes too.
void need(const cpu_exec& exec, double bytes) {
  if (bytes > static_cast<double>(exec.memory().limit())) exec.memory().exhausted(static_cast<std::uint64_t>(bytes));
}

host_graph taken(cpu_exec& exec, const csr_buffers<cpu_exec>& from) {
  host_graph g;
  g.vertices = from.vertices;
  g.begin.resize(from.begin.size());
  g.to.resize(from.to.size());
  g.edge_weight.resize(from.weight.size());
  exec.copy_out(from.begin.span(), span<std::uint64_t>(g.begin));
  exec.copy_out(from.to.span(), span<std::uint32_t>(g.to));
  exec.copy_out(from.weight.span(), span<std::int32_t>(g.edge_weight));
  return g;
}

// A bijection of 0 .. 2^bits - 1 chosen by the seed; each of its steps is one (odd factor, addition, xor of a shift).
std::uint32_t renamed(std::uint64_t x, unsigned bits, const random_stream& keys) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (unsigned round = 0; round != 4; ++round) {
    x = (x * (keys(2 * round) | 1) + keys(2 * round + 1)) & mask;
    x ^= x >> (bits + 1) / 2;
  }
  return static_cast<std::uint32_t>(x);
}

}  // namespace

host_graph grid(cpu_exec& exec, std::uint64_t x, std::uint64_t y, std::uint64_t z, stencil neighbours) {
  if (x == 0 || y == 0 || z == 0) refuse("each side of a grid has at least one vertex");
  if (x > most_vertices || y > most_vertices || z > most_vertices) checked(most_vertices + 1);
  const std::uint32_t n = checked(static_cast<unsigned __int128>(x) * y * z);
  const auto nx = static_cast<std::uint32_t>(x), ny = static_cast<std::uint32_t>(y), nz = static_cast<std::uint32_t>(z);
  const std::uint32_t plane = nx * ny;
  need(exec, 8.0 * n + 4.0 * n * (neighbours == stencil::star ? 2 * ((x > 1) + (y > 1) + (z > 1)) : z > 1 ? 26 : 8));
  if (neighbours == stencil::star)
    return build_rows(exec, n, [=](std::uint32_t v, auto put) {
      const std::uint32_t i = v % nx, j = v / nx % ny, k = v / nx / ny;
      if (k != 0) put(v - plane);
      if (j != 0) put(v - nx);
      if (i != 0) put(v - 1);
      if (i + 1 != nx) put(v + 1);
      if (j + 1 != ny) put(v + nx);
      if (k + 1 != nz) put(v + plane);
    });
  return build_rows(exec, n, [=](std::uint32_t v, auto put) {
    const std::uint32_t i = v % nx, j = v / nx % ny, k = v / nx / ny;
    for (std::uint32_t c = k - (k != 0); c <= k + 1 && c != nz; ++c)
      for (std::uint32_t b = j - (j != 0); b <= j + 1 && b != ny; ++b)
        for (std::uint32_t a = i - (i != 0); a <= i + 1 && a != nx; ++a)
          if (const std::uint32_t u = (c * ny + b) * nx + a; u != v) put(u);
  });
}

host_graph geometric(cpu_exec& exec, std::uint64_t vertices, double degree, std::uint64_t seed) {
  const std::uint32_t n = checked(vertices);
  if (!(degree >= 0) || !std::isfinite(degree)) refuse("expected a mean degree of 0 or more");
  const double radius = std::min(2.0, std::sqrt(degree / (std::numbers::pi * std::max(1.0, static_cast<double>(n)))));
  const std::uint32_t cells =
      static_cast<std::uint32_t>(std::clamp(1 / std::max(radius, 1e-9), 1.0, std::min(20000.0, 1 + std::sqrt(n))));
  need(exec, n * (32 + 4 * std::min<double>(degree, n)));
  const random_stream xs(seed, 1), ys(seed, 2);
  auto cell_of = [=](double at) { return static_cast<std::uint32_t>(at * cells); };

  // Points are ordered by cell, within a cell by index.
  struct point {
    double x, y;
  };
  host_array<std::uint32_t> cell(n), order(n);
  exec.for_each(n, [&, cells](std::size_t i) {
    cell[i] = cell_of(ys.unit(i)) * cells + cell_of(xs.unit(i));
    order[i] = static_cast<std::uint32_t>(i);
  });
  sort_pairs(exec, span<std::uint32_t>(cell), span<std::uint32_t>(order));
  host_array<point> points(n);
  exec.for_each(n, [&](std::size_t i) { points[i] = {xs.unit(order[i]), ys.unit(order[i])}; });
  const std::size_t all = std::size_t{cells} * cells;
  host_array<std::uint32_t> first(all + 1);
  exec.for_each(n + std::size_t{1}, [&](std::size_t i) {
    std::size_t c = i == 0 ? 0 : cell[i - 1] + std::size_t{1};
    for (const std::size_t last = i == n ? all : cell[i]; c <= last; ++c) first[c] = static_cast<std::uint32_t>(i);
  });
  return build_rows(exec, n, [&, cells, radius](std::uint32_t v, auto put) {
    const point p = points[v];
    const std::uint32_t a = cell[v] % cells, b = cell[v] / cells;
    const std::uint32_t left = a - (a != 0), right = std::min(a + 1, cells - 1);
    for (std::uint32_t row = b - (b != 0); row <= b + 1 && row != cells; ++row) {
      const std::size_t base = std::size_t{row} * cells;
      for (std::uint32_t u = first[base + left]; u != first[base + right + 1]; ++u) {
        const double dx = p.x - points[u].x, dy = p.y - points[u].y;
        if (u != v && dx * dx + dy * dy < radius * radius) put(u);
      }
    }
  });
}

host_graph rmat(cpu_exec& exec, unsigned scale, std::uint64_t degree, std::uint64_t seed, direction arcs) {
  if (scale > 31) refuse("expected a scale of 31 at most");
  const std::uint32_t n = std::uint32_t{1} << scale;
  const std::size_t edges = checked_edges(n, degree);
  const random_stream draws(seed, 3), names(seed, 4);
  const auto arc = [=](std::size_t i) {
    std::uint64_t from = 0, to = 0;
    for (unsigned level = 0; level != scale; ++level) {
      // One of the quadrants a, b, c, d by 32 random bits.
      const std::uint32_t r = static_cast<std::uint32_t>(draws(std::uint64_t{i} * 16 + level / 2) >> 32 * (level % 2));
      constexpr double unit = 4294967296.0;
      const bool a = r < static_cast<std::uint32_t>(0.57 * unit), b = r < static_cast<std::uint32_t>(0.76 * unit),
                 c = r < static_cast<std::uint32_t>(0.95 * unit);
      from = from << 1 | (b ? 0 : 1);
      to = to << 1 | (a || (c && !b) ? 0 : 1);
    }
    return edge_ends{renamed(from, scale, names), renamed(to, scale, names)};
  };
  return taken(exec, build_csr(exec, n, edges, arc, {.symmetrise = arcs == direction::undirected}));
}

host_graph uniform(cpu_exec& exec, std::uint64_t vertices, std::uint64_t degree, std::uint64_t seed, direction arcs) {
  const std::uint32_t n = checked(vertices);
  const std::size_t edges = checked_edges(n, degree);
  const random_stream draws(seed, 5);
  const auto arc = [=](std::size_t i) {
    return edge_ends{static_cast<std::uint32_t>(draws.below(2 * std::uint64_t{i}, n)),
                     static_cast<std::uint32_t>(draws.below(2 * std::uint64_t{i} + 1, n))};
  };
  return taken(exec, build_csr(exec, n, edges, arc, {.symmetrise = arcs == direction::undirected}));
}

host_graph orient(cpu_exec& exec, const host_graph& graph, std::uint64_t seed) {
  const random_stream draws(seed, 8);
  // One of the two arcs between u and v stays: both ends draw the same random bit.
  const auto stays = [=](std::uint64_t v, std::uint64_t u) {
    const bool upwards = draws.below(std::min(u, v) << 32 | std::max(u, v), 2) == 0;
    return upwards == (v < u);
  };
  host_graph g = build_rows(exec, graph.vertices, [&](std::uint32_t v, auto put) {
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + std::size_t{1}]; ++e)
      if (stays(v, graph.to[e])) put(graph.to[e]);
  });
  if (graph.edge_weight.empty()) return g;
  g.edge_weight.resize(g.to.size());
  exec.for_each(graph.vertices, [&](std::size_t v) {
    std::uint64_t at = g.begin[v];
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e)
      if (stays(v, graph.to[e])) g.edge_weight[at++] = graph.edge_weight[e];
  });
  return g;
}

host_graph cliques(cpu_exec& exec, const nets& list, clique weights, std::uint64_t largest, std::int32_t scale) {
  const std::size_t count = list.begin.empty() ? 0 : list.begin.size() - 1;
  // Pins without repetition, and how many pairs the nets before this one have.
  host_array<std::uint32_t> pin(list.pin.begin(), list.pin.end());
  host_array<std::uint32_t> pins(count);
  host_array<std::uint64_t> pairs(count + 1);
  pairs[0] = 0;
  exec.for_each(count, [&](std::size_t i) {
    std::uint32_t *first = pin.data() + list.begin[i], *last = pin.data() + list.begin[i + 1];
    std::sort(first, last);
    const std::uint64_t p = static_cast<std::uint64_t>(std::unique(first, last) - first);
    pins[i] = static_cast<std::uint32_t>(p);
    pairs[i + 1] = largest != 0 && p > largest ? 0 : p * (p - (p != 0)) / 2;
  });
  inclusive_scan(exec, span<const std::uint64_t>(pairs).subspan(1, count),
                 span<std::uint64_t>(pairs).subspan(1, count));
  auto net_of = [&](std::size_t pair) {
    return static_cast<std::size_t>(std::upper_bound(pairs.begin(), pairs.end(), pair) - pairs.begin() - 1);
  };
  auto ends = [&](std::size_t pair) {
    const std::size_t i = net_of(pair);
    // The pairs (a, b), a < b, ordered by b: b (b - 1) / 2 of them precede those of b.
    const std::uint64_t at = pair - pairs[i];
    auto b = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8.0 * static_cast<double>(at))) / 2);
    while (b * (b - 1) / 2 > at) --b;
    while (b * (b + 1) / 2 <= at) ++b;
    const std::uint32_t* first = pin.data() + list.begin[i];
    return edge_ends{first[at - b * (b - 1) / 2], first[b]};
  };
  const std::size_t edges = pairs[count];
  need(exec, 24.0 * static_cast<double>(edges));
  if (weights == clique::plain) return taken(exec, build_csr(exec, list.vertices, edges, ends));
  return taken(
      exec, build_csr(exec, list.vertices, edges, ends, {}, [&](std::size_t pair) {
        const std::size_t i = net_of(pair);
        const std::int64_t w = list.weight.empty() ? 1 : list.weight[i];
        if (weights == clique::count) return static_cast<std::int32_t>(w);
        const std::int64_t p = pins[i] - std::int64_t{1}, scaled = (2 * w * scale + p) / (2 * p);
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(scaled, 1, std::numeric_limits<std::int32_t>::max()));
      }));
}

void random_vertex_weights(cpu_exec& exec, host_graph& graph, std::uint32_t constraints, std::int32_t most,
                           std::uint64_t seed) {
  const random_stream draws(seed, 6);
  graph.constraints = constraints;
  graph.vertex_weight.resize(std::size_t{graph.vertices} * constraints);
  exec.for_each(graph.vertex_weight.size(), [&](std::size_t i) {
    graph.vertex_weight[i] = static_cast<std::int32_t>(1 + draws.below(i, static_cast<std::uint32_t>(most)));
  });
}

void random_edge_weights(cpu_exec& exec, host_graph& graph, std::int32_t most, std::uint64_t seed) {
  const random_stream draws(seed, 7);
  graph.edge_weight.resize(graph.to.size());
  exec.for_each(graph.vertices, [&](std::size_t v) {
    for (std::uint64_t e = graph.begin[v]; e != graph.begin[v + 1]; ++e) {
      const std::uint64_t u = graph.to[e], low = std::min<std::uint64_t>(u, v), high = std::max<std::uint64_t>(u, v);
      graph.edge_weight[e] =
          static_cast<std::int32_t>(1 + draws.below(low << 32 | high, static_cast<std::uint32_t>(most)));
    }
  });
}

}  // namespace amorph::generate
