// Small graphs with one kind of trouble each (no vertices, self-loops, parallel edges, labels that fall many times,
// weights near the limits), and large ones that differ in parallelism (a path, a star, roads, R-MAT).
#include "test/solver/graph/shapes.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "test/support/device.hpp"
#include "test/support/sanitized.hpp"
#include "test/support/whole.hpp"

namespace amorph::test {
namespace {

#if defined(AMORPH_SANITIZED)
constexpr std::uint32_t large = 20000;
#else
constexpr std::uint32_t large = 1000000;
#endif

using arcs = std::vector<arc>;

void add_kinds(std::vector<shape>& all, const std::string& name, std::uint32_t n, const arcs& list) {
  const std::pair<weight_kind, const char*> kinds[] = {{weight_kind::none, "ones"},
                                                       {weight_kind::int32, "32-bit"},
                                                       {weight_kind::int64, "64-bit"},
                                                       {weight_kind::float32, "float"},
                                                       {weight_kind::float64, "double"}};
  for (const auto& [kind, what] : kinds)
    for (const bool both : {true, false})
      all.push_back({name + ", " + what + (both ? "" : ", directed"), graph_of(n, list, kind, both)});
}

weighted_graph taken(host_graph&& from) {
  weighted_graph g;
  g.vertices = from.vertices;
  g.begin = std::move(from.begin);
  g.to = std::move(from.to);
  g.kind = weight_kind::int32;
  g.weight32 = std::move(from.edge_weight);
  g.undirected = true;
  return g;
}

}  // namespace

weighted_graph graph_of(std::uint32_t n, const arcs& list, weight_kind kind, bool both_ways) {
  weighted_graph g;
  g.vertices = n;
  g.kind = list.empty() ? weight_kind::none : kind;
  g.begin.assign(n + std::size_t{1}, 0);
  std::vector<arc> all;
  for (const arc& a : list) {
    all.push_back(a);
    if (both_ways && a.from != a.to) all.push_back({a.to, a.from, a.weight});
  }
  std::stable_sort(all.begin(), all.end(), [](const arc& a, const arc& b) { return a.from < b.from; });
  for (const arc& a : all) {
    ++g.begin[a.from + std::size_t{1}];
    g.to.push_back(a.to);
    if (g.kind == weight_kind::int32) g.weight32.push_back(static_cast<std::int32_t>(a.weight));
    if (g.kind == weight_kind::int64) g.weight64.push_back(static_cast<std::int64_t>(a.weight));
    if (g.kind == weight_kind::float32) g.weight_float.push_back(static_cast<float>(a.weight));
    if (g.kind == weight_kind::float64) g.weight_double.push_back(a.weight);
  }
  for (std::uint32_t v = 0; v != n; ++v) g.begin[v + std::size_t{1}] += g.begin[v];
  cpu_exec exec(1);
  g.undirected = is_undirected(exec, g.view());
  return g;
}

std::vector<shape> small_shapes() {
  std::vector<shape> all;
  std::mt19937_64 random(11);
  auto weight = [&] { return static_cast<double>(random() % 100); };
  add_kinds(all, "empty", 0, {});
  add_kinds(all, "one vertex", 1, {});
  add_kinds(all, "no edges", 70, {});
  add_kinds(all, "one loop", 1, {{0, 0, 5}});
  arcs path, zeros, star, complete, apart, odd, sparse, dense, ladder;
  for (std::uint32_t v = 1; v != 700; ++v) {
    path.push_back({v - 1, v, weight()});
    zeros.push_back({v, v - 1, v % 50 == 0 ? 1.0 : 0.0});
    star.push_back({350, v == 350 ? 0 : v, weight()});
  }
  for (std::uint32_t v = 0; v != 90; ++v)
    for (std::uint32_t u = 0; u != v; ++u) complete.push_back({u, v, weight()});
  // Two parts and single vertices: the other part cannot be reached.
  for (std::uint32_t i = 0; i != 300; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % 100), b = static_cast<std::uint32_t>(random() % 100);
    apart.push_back({a, b, weight()});
    apart.push_back({200 + a, 200 + b, weight()});
  }
  // Self-loops and parallel edges of different and of equal weights.
  for (int i = 0; i != 400; ++i)
    odd.push_back({static_cast<std::uint32_t>(random() % 20), static_cast<std::uint32_t>(random() % 20),
                   static_cast<double>(random() % 4)});
  for (int i = 0; i != 3000; ++i) {
    sparse.push_back(
        {static_cast<std::uint32_t>(random() % 2000), static_cast<std::uint32_t>(random() % 2000), weight()});
    const std::uint64_t r = random() % 1000;
    dense.push_back(
        {static_cast<std::uint32_t>(r * r * r / 1000000), static_cast<std::uint32_t>(random() % 1000), weight()});
  }
  // Long detours of lower weight: labels fall many times.
  for (std::uint32_t v = 1; v != 300; ++v) {
    ladder.push_back({v - 1, v, 1});
    ladder.push_back({0, v, 1000.0 - v});
  }
  add_kinds(all, "path", 700, path);
  add_kinds(all, "zero weights", 700, zeros);
  add_kinds(all, "star", 700, star);
  add_kinds(all, "complete", 90, complete);
  add_kinds(all, "disconnected", 310, apart);
  add_kinds(all, "loops and parallel edges", 20, odd);
  add_kinds(all, "sparse", 2000, sparse);
  add_kinds(all, "skewed", 1000, dense);
  add_kinds(all, "detours", 300, ladder);
  // Near the limits of the types: sums exceed 32 bits, and stay within 64.
  constexpr double most = 2147483647.0, huge = 4611686018427387904.0;
  const arcs heavy = {{0, 1, most}, {1, 2, most}, {2, 3, most}, {3, 4, 1},
                      {0, 4, most}, {4, 5, most}, {0, 6, 0},    {6, 1, most - 1}};
  const arcs vast = {{0, 1, huge}, {1, 2, huge}, {0, 2, huge + 4096}, {2, 3, huge - 8192}, {1, 3, huge}};
  for (const bool both : {true, false}) {
    const std::string direction = both ? "" : ", directed";
    all.push_back({"near 2^31" + direction, graph_of(7, heavy, weight_kind::int32, both)});
    all.push_back({"near 2^31 in 64 bits" + direction, graph_of(7, heavy, weight_kind::int64, both)});
    all.push_back({"near 2^62" + direction, graph_of(4, vast, weight_kind::int64, both)});
    for (const weight_kind kind : {weight_kind::float32, weight_kind::float64})
      all.push_back({"reals, wide range" + direction,
                     graph_of(5, {{0, 1, 1e30}, {1, 2, 1e-30}, {0, 2, 1e30}, {2, 3, 3e38}, {3, 4, 3e38}}, kind, both)});
  }
  return all;
}

std::vector<shape> small_unweighted_shapes() {
  std::vector<shape> all = small_shapes();
  std::erase_if(all,
                [](const shape& s) { return s.graph.kind != weight_kind::none && s.graph.kind != weight_kind::int32; });
  return all;
}

std::vector<shape> large_low_diameter_shapes() {
  std::vector<shape> all = large_shapes();
  std::erase_if(all, [](const shape& s) { return s.name == "path"; });
  return all;
}

std::vector<shape> large_shapes() {
  std::vector<shape> all;
  arcs path, star;
  constexpr std::uint32_t length = large / 4;  // a level costs a device some microseconds
  for (std::uint32_t v = 1; v != length; ++v) path.push_back({v - 1, v, static_cast<double>(v % 7)});
  for (std::uint32_t v = 1; v != large; ++v)
    star.push_back({large / 2, v == large / 2 ? 0 : v, static_cast<double>(v % 1000)});
  all.push_back({"path", graph_of(length, path, weight_kind::int32, true)});
  all.push_back({"star", graph_of(large, star, weight_kind::int32, true)});
  cpu_exec exec(2);
  all.push_back({"road", taken(generate::road(exec, large / 5000, 200, 0.7, 3))});
  host_graph skewed = generate::rmat(exec, large < 100000 ? 10 : 15, 16, 3);
  generate::random_edge_weights(exec, skewed, 255, 3);
  all.push_back({"rmat", taken(std::move(skewed))});
  return all;
}

shape with_weights(const shape& s, weight_kind kind) {
  shape t = s;
  t.graph.kind = kind;
  t.graph.weight32.clear();
  for (const std::int32_t w : s.graph.weight32) {
    if (kind == weight_kind::int32) t.graph.weight32.push_back(w);
    if (kind == weight_kind::int64) t.graph.weight64.push_back(std::int64_t{w} << 33);
    if (kind == weight_kind::float32) t.graph.weight_float.push_back(static_cast<float>(w) / 3);
    if (kind == weight_kind::float64) t.graph.weight_double.push_back(static_cast<double>(w) / 3);
  }
  t.name += (is_real(kind) ? ", reals of " : ", integers of ") + std::to_string(8 * size_of(kind)) + " bits";
  return t;
}

std::vector<shape> shapes_for_memory() {
  cpu_exec exec(1);
  std::vector<shape> all;
#if defined(AMORPH_SANITIZED)
  constexpr std::uint32_t n = 3000;
#else
  constexpr std::uint32_t n = 20000;
#endif
  all.push_back({"road", taken(generate::road(exec, n / 100, 100, 0.7, 3))});
  all.push_back({"few vertices reached", graph_of(n, {{0, 1, 3}, {1, 2, 5}}, weight_kind::int32, true)});
  std::mt19937 random(5);
  for (const std::uint32_t degree : {2u, 30u}) {
    arcs list;
    for (std::uint32_t i = 0; i != degree * n; ++i)
      list.push_back({static_cast<std::uint32_t>(random() % n), static_cast<std::uint32_t>(random() % n),
                      static_cast<double>(random() % 1000)});
    for (const bool both : {true, false})
      all.push_back({"degree " + std::to_string(degree) + (both ? "" : ", directed"),
                     graph_of(n, list, weight_kind::int32, both)});
  }
  return all;
}

machine cpu(unsigned threads) {
  run_options run;
  run.backend = backend::cpu;
  run.threads = threads;
  run.repeat = threads == 2 ? 2 : 1;  // a second run starts from what the first left behind
  return {std::to_string(threads) + " threads", run};
}

std::vector<machine> cpus(std::initializer_list<unsigned> threads) {
  if (races_are_watched) return {cpu(std::max(threads))};
  std::vector<machine> all;
  for (const unsigned t : threads) all.push_back(cpu(t));
  return all;
}

std::vector<machine> once(std::vector<machine> machines) {
  if (all_cases()) return machines;
  for (machine& m : machines) m.run.repeat = 1;
  return machines;
}

std::vector<shape> small_shapes(const std::vector<machine>& machines) {
  std::vector<shape> all = small_shapes(), some;
  if (all_cases() || machines.empty() || machines[0].run.backend == backend::cpu) return all;
  for (std::size_t i = 0; i < all.size(); i += 3) some.push_back(std::move(all[i]));
  return some;
}

std::vector<machine> devices() {
  if (!has_device()) return {};
  run_options run;
  run.backend = backend::cuda;
  run.repeat = 2;
  return {{"cuda", run}};
}

std::vector<std::vector<std::uint32_t>> starts(const weighted_graph& g) {
  if (g.vertices == 0) return {{}};
  if (g.vertices == 1) return {{0}};
  return {{0}, {g.vertices / 2}, {g.vertices - 1, 0}};
}

}  // namespace amorph::test
