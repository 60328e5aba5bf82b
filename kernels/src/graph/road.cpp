// A synthetic road network: a perturbed grid with lakes and missing edges, cut to its largest component. Every random
// choice is a function of the seed and the position, so that the map does not depend on the number of threads. The
// shape follows the degrees of the DIMACS road networks; the generator is of this project.
#include <algorithm>
#include <cmath>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/graph/rows.hpp"
#include "amorph/kernels/primitives/select.hpp"
#include "amorph/kernels/random/random.hpp"
#include "amorph/kernels/sync/disjoint_sets.hpp"

namespace amorph::generate {
namespace {

constexpr std::uint32_t most_side = 65535;

// The map before it is cut to its largest component.
class road_map {
 public:
  road_map(cpu_exec& exec, std::uint32_t x, std::uint32_t y, double keep, std::uint64_t seed)
      : x_(x), y_(y), keep_(keep), places_(seed, 8), sides_(seed, 9), land_(std::size_t{x} * y, 1) {
    const random_stream lakes(seed, 10);
    const std::size_t count = std::max<std::size_t>(1, land_.size() / 20000);
    // Lakes may overlap: threads then store the same value.
    exec.for_each(count, [&](std::size_t i) {
      const double cx = lakes.unit(3 * i) * x, cy = lakes.unit(3 * i + 1) * y, size = lakes.unit(3 * i + 2);
      const double r = 4 + 28 * size * size;
      if (4 * r * r > static_cast<double>(land_.size())) return;  // a lake covers a small part of the map only
      const auto first = static_cast<std::uint32_t>(std::max(0.0, cy - r)),
                 left = static_cast<std::uint32_t>(std::max(0.0, cx - r));
      for (std::uint32_t b = first; b < y && b < cy + r + 1; ++b)
        for (std::uint32_t a = left; a < x && a < cx + r + 1; ++a)
          if ((a - cx) * (a - cx) + (b - cy) * (b - cy) < r * r)
            __atomic_store_n(&land_[std::size_t{b} * x + a], 0, __ATOMIC_RELAXED);
    });
  }

  // put(u) for each neighbour u of v, ascending.
  template <class Put> void neighbours(std::uint32_t v, Put put) const {
    if (land_[v] == 0) return;
    const std::uint32_t a = v % x_, b = v / x_;
    if (a != 0 && b != 0 && is_joined(v - x_ - 1, 2)) put(v - x_ - 1);
    if (b != 0 && is_joined(v - x_, 1)) put(v - x_);
    if (a != 0 && is_joined(v - 1, 0)) put(v - 1);
    if (a + 1 != x_ && there_to(v, v + 1, 0)) put(v + 1);
    if (b + 1 != y_ && there_to(v, v + x_, 1)) put(v + x_);
    if (a + 1 != x_ && b + 1 != y_ && there_to(v, v + x_ + 1, 2)) put(v + x_ + 1);
  }
  [[nodiscard]] std::int32_t length(std::uint32_t u, std::uint32_t v) const {
    const double dx = place(u, 0) - place(v, 0), dy = place(u, 1) - place(v, 1);
    return std::max(1, static_cast<std::int32_t>(1000 * std::sqrt(dx * dx + dy * dy)));
  }

 private:
  // Whether the edge of this kind that starts at u exists: 0 along x, 1 along y, 2 the diagonal.
  [[nodiscard]] bool stays(std::uint32_t u, unsigned kind) const {
    return sides_.unit(3 * std::uint64_t{u} + kind) < (kind == 2 ? 0.02 : keep_);
  }
  [[nodiscard]] bool is_joined(std::uint32_t u, unsigned kind) const { return land_[u] != 0 && stays(u, kind); }
  [[nodiscard]] bool there_to(std::uint32_t u, std::uint32_t v, unsigned kind) const {
    return land_[v] != 0 && stays(u, kind);
  }
  [[nodiscard]] double place(std::uint32_t u, unsigned axis) const {
    return (axis == 0 ? u % x_ : u / x_) + 0.8 * (places_.unit(2 * std::uint64_t{u} + axis) - 0.5);
  }

  std::uint32_t x_, y_;
  double keep_;
  random_stream places_, sides_;
  host_array<unsigned char> land_;
};

// The crossings of the largest component, ascending; ties are broken by the minimum crossing.
host_array<std::uint32_t> largest_component(cpu_exec& exec, const road_map& map, std::uint32_t n) {
  host_array<std::uint32_t> parent(n), size(n, 0);
  const disjoint_sets sets{parent.data()};
  exec.for_each(n, [&](std::size_t v) { sets.make(static_cast<std::uint32_t>(v)); });
  exec.for_each(n, [&](std::size_t v) {
    map.neighbours(static_cast<std::uint32_t>(v), [&](std::uint32_t u) {
      if (u > v) sets.unite(static_cast<std::uint32_t>(v), u);
    });
  });
  exec.for_each(n, [&](std::size_t v) { atomic_add(&size[sets.find(static_cast<std::uint32_t>(v))], 1u); });
  const std::uint32_t best = static_cast<std::uint32_t>(std::max_element(size.begin(), size.end()) - size.begin());
  host_array<std::uint32_t> kept(size[best]);
  (void)select_indices(
      exec, n, [&](std::size_t v) { return sets.find(static_cast<std::uint32_t>(v)) == best; },
      span<std::uint32_t>(kept));
  return kept;
}

}  // namespace

host_graph road(cpu_exec& exec, std::uint64_t x, std::uint64_t y, double keep, std::uint64_t seed) {
  auto refuse = [](const std::string& what) { throw error(status::bad_input, what); };
  if (x == 0 || y == 0) refuse("each side of a grid has at least one vertex");
  if (x > most_side || y > most_side)
    refuse("each side of a map has at most " + std::to_string(most_side) + " crossings");
  if (!(keep >= 0 && keep <= 1)) refuse("expected a probability from 0 to 1");
  const auto n = static_cast<std::uint32_t>(x * y);
  if (const std::uint64_t bytes = 60 * std::uint64_t{n}; bytes > exec.memory().limit()) exec.memory().exhausted(bytes);
  const road_map map(exec, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), keep, seed);
  const host_array<std::uint32_t> kept = largest_component(exec, map, n);
  host_array<std::uint32_t> name(n, 0);
  exec.for_each(kept.size(), [&](std::size_t i) { name[kept[i]] = static_cast<std::uint32_t>(i); });
  host_graph g = build_rows(exec, static_cast<std::uint32_t>(kept.size()), [&](std::uint32_t v, auto put) {
    map.neighbours(kept[v], [&](std::uint32_t u) { put(name[u]); });
  });
  g.edge_weight.resize(g.to.size());
  exec.for_each(g.vertices, [&](std::size_t v) {
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e) g.edge_weight[e] = map.length(kept[v], kept[g.to[e]]);
  });
  return g;
}

}  // namespace amorph::generate
