// All pairs: all strategies on all backends give the distances of Dijkstra's algorithm.
#include "solver/graph/apsp/apsp.hpp"
#include "solver/graph/apsp/apsp_check.hpp"

#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "solver/graph/apsp/host_table.hpp"
#include "test/solver/graph/shapes.hpp"
#include "test/support/device.hpp"

namespace amorph::test {
namespace apsp_tests {

using apsp::strategy;

// Sanitizers run about thirty times slower; then each code path once is enough.
#if defined(AMORPH_SANITIZED)
constexpr std::uint32_t large = 100, small = 1, medium = 300;
const std::vector<std::uint32_t> sizes = {65, 129};
#else
constexpr std::uint32_t large = 1000000, small = 400, medium = 1100;
// About a tile and several, of the CPU's and the device's: full ones, one short, one over.
const std::vector<std::uint32_t> sizes = {2, 63, 64, 65, 127, 128, 129, 191, 256, 385};
#endif

const std::vector<strategy> every = {strategy::automatic, strategy::blocked, strategy::recursive, strategy::from_sssp,
                                     strategy::streamed};

void verify(const shape& s, const std::vector<machine>& machines, std::uint32_t sources) {
  apsp::result first;
  bool is_first = true;
  for (const machine& m : machines)
    for (const strategy requested : every) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(apsp::to_string(requested)));
      auto r = apsp::solve(s.graph.view(), {m.run, requested, true});
      ASSERT_TRUE(ran_requested_strategy(m, requested, r.stats.strategy));
      if (is_first) {
        ASSERT_EQ(check::all_pairs_fault(s.graph.view(), r.distance, sources, 3), "");
        std::uint64_t sum = 0, pairs = 0, largest = 0;
        for (const std::uint32_t d : r.distance)
          if (d != apsp::unreached) {
            ++pairs;
            sum += d;
            largest = std::max<std::uint64_t>(largest, d);
          }
        ASSERT_TRUE(r.sum == sum);
        ASSERT_EQ(r.pairs, pairs);
        ASSERT_EQ(r.largest, largest);
        first = std::move(r);
        is_first = false;
        continue;
      }
      ASSERT_TRUE(r.distance == first.distance);
      ASSERT_TRUE(r.sum == first.sum);
      ASSERT_EQ(r.pairs, first.pairs);
      ASSERT_EQ(r.largest, first.largest);
    }
}

bool has_distances_in_31_bits(const shape& s) {
  return !is_real(s.graph.kind) && s.name.find("near 2^") == std::string::npos;
}

void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes())
    // Of the larger ones one kind of weights, in both forms: the types are tried on the others.
    if (has_distances_in_31_bits(s) && s.graph.vertices < large &&
        (s.graph.vertices < small || s.name.find("32-bit") != std::string::npos))
      verify(s, machines, 20);
}

// Dense and nearly empty.
void on_sizes(const std::vector<machine>& machines) {
  cpu_exec exec(1);
  for (const std::uint32_t n : sizes)
    for (const std::uint64_t degree : {std::uint64_t{1}, std::uint64_t{n} / 4}) {
      host_graph from = generate::uniform(exec, n, degree, n);
      generate::random_edge_weights(exec, from, 1000, 5);
      shape s;
      s.name = std::to_string(n) + " vertices of degree " + std::to_string(degree);
      s.graph.vertices = n;
      s.graph.begin = from.begin;
      s.graph.to = from.to;
      s.graph.weight32 = from.edge_weight;
      s.graph.kind = from.to.empty() ? weight_kind::none : weight_kind::int32;
      verify(s, machines, n);
    }
}

TEST(apsp, small) { on_small(cpus()); }
TEST(apsp, sizes) { on_sizes(cpus()); }
TEST(apsp_cuda, small) { on_small(devices()); }
TEST(apsp_cuda, sizes) { on_sizes(devices()); }

weighted_graph random_graph(std::uint32_t n) {
  std::vector<arc> arcs;
  std::mt19937 random(n);
  for (std::uint32_t i = 0; i != 5 * n; ++i)
    arcs.push_back({static_cast<std::uint32_t>(random() % n), static_cast<std::uint32_t>(random() % n),
                    static_cast<double>(random() % 1000)});
  return graph_of(n, arcs, weight_kind::int32, false);
}

// Sums without the matrix are those with it; streamed then has a matrix of its own.
TEST(apsp, sums_alone) {
  const weighted_graph g = random_graph(333);
  const auto blocked = apsp::solve(g.view(), {cpu(2).run, strategy::blocked, true});
  for (const strategy requested : every) {
    const auto r = apsp::solve(g.view(), {cpu(2).run, requested, false});
    EXPECT_TRUE(r.distance.empty());
    EXPECT_TRUE(r.sum == blocked.sum);
    EXPECT_EQ(r.pairs, blocked.pairs);
    EXPECT_EQ(r.largest, blocked.largest);
  }
}

// Blocks of one tile to blocks of all of them, verified by the checker itself: as little memory as takes the smallest,
// and more.
void streams(const machine& m, std::uint32_t n) {
  const weighted_graph g = random_graph(n);
  for (const std::uint64_t limit : {std::uint64_t{2} << 20, std::uint64_t{6} << 20, std::uint64_t{0}}) {
    SCOPED_TRACE(m.name + ", " + std::to_string(limit) + " bytes");
    apsp::options o{m.run, strategy::streamed, true};
    o.run.memory_limit = limit;
    const auto r = apsp::solve(g.view(), o);
    EXPECT_EQ(r.stats.strategy, "streamed");
    if (limit != 0) {
      EXPECT_LE(r.stats.peak_bytes, limit);
    }
    ASSERT_EQ(check::all_pairs_fault(g.view(), r.distance, 60, 3), "");
  }
}
TEST(apsp, streams) { streams(cpu(2), medium); }
TEST(apsp_cuda, streams) {
  for (const machine& m : devices()) streams(m, 900);
}

void fits(const machine& m) {
  // Of few arcs (searches come first), of many, and of a size that fills its tiles; of one tile and of two.
  for (const auto& [n, full] : {std::pair(medium, false), std::pair(medium, true), std::pair(medium / 128 * 128, true),
                                std::pair(60u, true), std::pair(120u, true)}) {
    const weighted_graph g = full ? random_graph(n) : graph_of(n, {{0, 1, 5}, {1, 7, 3}}, weight_kind::int32, false);
    for (const bool distances : {true, false}) {
      SCOPED_TRACE(m.name + ", " + std::to_string(n) + (full ? "" : ", few arcs") + (distances ? "" : ", sums"));
      std::optional<__int128> sum;
      default_fits_if_any_does(every, [&](strategy requested, std::uint64_t limit) {
        apsp::options o{m.run, requested, distances};
        o.run.memory_limit = limit;
        const auto r = apsp::solve(g.view(), o);
        if (distances) {
          EXPECT_EQ(check::all_pairs_fault(g.view(), r.distance, 10, 3), "");
        }
        if (!sum) sum = r.sum;
        EXPECT_TRUE(r.sum == *sum);
        return r.stats;
      });
    }
  }
}
TEST(apsp, default_fits_if_any_does) { fits(cpu(2)); }
TEST(apsp_cuda, default_fits_if_any_does) {
  for (const machine& m : once(devices())) fits(m);
}

// Loops over the host's matrix are run by as many threads as were asked for, at most.
TEST(apsp, host_threads) {
  for (const unsigned asked : {1u, 2u, 3u, 20u}) {
    EXPECT_EQ(apsp::host_threads(asked), asked);
    std::mutex one;
    std::set<std::thread::id> who;
    std::vector<int> rows(5000);
    std::set<unsigned> parts;
    apsp::for_rows_on_host(rows.size(), asked, [&](std::size_t first, std::size_t last, unsigned part) {
      for (std::size_t i = first; i != last; ++i) ++rows[i];
      const std::lock_guard<std::mutex> lock(one);
      who.insert(std::this_thread::get_id());
      EXPECT_TRUE(parts.insert(part).second);
      EXPECT_LT(part, asked);
    });
    EXPECT_LE(who.size(), asked);
    EXPECT_EQ(rows, std::vector<int>(5000, 1));
  }
  EXPECT_GE(apsp::host_threads(0), 1u);
  EXPECT_LE(apsp::host_threads(0), 8u);
}

TEST(apsp, bytes_of_a_matrix) {
  EXPECT_EQ(apsp::matrix_bytes(0, 128), 0u);
  EXPECT_EQ(apsp::matrix_bytes(3), 36u);
  EXPECT_EQ(apsp::matrix_bytes(129, 128), 4u * 256 * 256);
  EXPECT_EQ(apsp::matrix_bytes(0x7fffffff), 4u * std::uint64_t{0x7fffffff} * 0x7fffffff);
  for (const std::uint64_t tile : {1, 64, 128})
    for (const std::uint64_t n :
         {std::uint64_t{0x80000000}, std::uint64_t{0xffffff80}, std::uint64_t{0xffffff81}, std::uint64_t{0xfffffffd}})
      try {
        (void)apsp::matrix_bytes(n, tile);
        FAIL() << n << " by " << n << " in tiles of " << tile;
      } catch (const error& e) {
        EXPECT_EQ(e.code(), status::out_of_memory);
        EXPECT_EQ(e.what(),
                  "the distances of " + std::to_string(n) + " vertices take more memory than can be addressed");
      }
}

// A matrix of 16 MB where 12 are allowed: blocks of it pass by.
TEST(apsp_cuda, streams_when_memory_is_short) {
  AMORPH_NEEDS_DEVICE();
  const weighted_graph g = random_graph(2000);
  const auto blocked = apsp::solve(g.view(), {cpu(2).run, strategy::blocked, true});
  for (machine m : devices()) {
    m.run.memory_limit = 12 << 20;
    for (const strategy requested : {strategy::automatic, strategy::blocked}) {
      const auto r = apsp::solve(g.view(), {m.run, requested, true});
      EXPECT_EQ(r.stats.strategy, "streamed");
      EXPECT_LE(r.stats.peak_bytes, m.run.memory_limit);
      EXPECT_TRUE(r.distance == blocked.distance);
    }
  }
}

std::string refusal(const weighted_graph& g, apsp::options o) {
  try {
    (void)apsp::solve(g.view(), o);
  } catch (const error& e) {
    return std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  return "";
}

void refuses_long_distances(const std::vector<machine>& machines) {
  constexpr double most = 2147483646.0;
  for (const machine& m : machines)
    for (const strategy requested : every) {
      SCOPED_TRACE(m.name + ", " + std::string(apsp::to_string(requested)));
      const apsp::options o{m.run, requested, true};
      // The largest distance there is, and one more.
      const auto fits = graph_of(3, {{0, 1, most - 1}, {1, 2, 1}}, weight_kind::int32, false);
      const auto r = apsp::solve(fits.view(), o);
      EXPECT_EQ(r.row(0)[2], 2147483646u);
      EXPECT_EQ(r.row(2)[0], apsp::unreached);
      EXPECT_EQ(refusal(graph_of(3, {{0, 1, most}, {1, 2, 1}}, weight_kind::int32, false), o),
                "1: a distance exceeds 2147483646");
      EXPECT_EQ(refusal(graph_of(4, {{0, 1, most}, {1, 2, most}, {2, 3, most}}, weight_kind::int64, true), o),
                "1: a distance exceeds 2147483646");
      // Long arcs that no shortest path needs.
      const auto detour = graph_of(3, {{0, 1, most}, {1, 2, most}, {0, 2, 1}, {2, 1, 1}}, weight_kind::int64, false);
      EXPECT_EQ(apsp::solve(detour.view(), o).row(0)[1], 2u);
      // Arcs that are too long to be part of a distance, where others lead there too; loops lead nowhere.
      for (const double weight : {most + 1, 1e10, 9e18}) {
        const weight_kind kind = weight == most + 1 ? weight_kind::int32 : weight_kind::int64;
        const auto heavy =
            graph_of(4, {{0, 1, weight}, {1, 1, weight}, {0, 2, 3}, {2, 1, 4}, {3, 3, weight}}, kind, false);
        const auto found = apsp::solve(heavy.view(), o);
        EXPECT_EQ(check::all_pairs_fault(heavy.view(), found.distance, 4, 1), "");
        EXPECT_EQ(found.row(0)[1], 7u);
        EXPECT_EQ(found.row(0)[3], apsp::unreached);
        EXPECT_EQ(refusal(graph_of(3, {{0, 1, 2}, {1, 2, weight}}, kind, false), o),
                  "1: a distance exceeds 2147483646");
      }
      // A path that is too long, found before the shortest one.
      const auto late =
          graph_of(4, {{0, 1, 1}, {1, 2, most}, {0, 3, 1500000000}, {3, 2, 5}}, weight_kind::int32, false);
      EXPECT_EQ(apsp::solve(late.view(), o).row(0)[2], 1500000005u);
    }
}
TEST(apsp, refuses_long_distances) { refuses_long_distances(cpus()); }
TEST(apsp_cuda, refuses_long_distances) { refuses_long_distances(devices()); }

TEST(apsp, refuses) {
  const std::string range = ": apsp takes integer weights of 0 or more";
  apsp::options o;
  o.run.backend = backend::cpu;
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, -4}}, weight_kind::int32, false), o),
            "1: the arc from vertex 0 to vertex 1 (counted from 0) has the negative weight -4" + range);
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, 1}}, weight_kind::float32, false), o),
            "1: the weights are floating-point numbers" + range);
  // Before anything is computed: 4 bytes for each pair of 10,000,000 vertices are more than any machine has.
  const auto vast = graph_of(10000000, {}, weight_kind::none, false);
  EXPECT_EQ(refusal(vast, o).substr(0, 82),
            "2: out of host memory: the distances of 10000000 vertices take 381469726 MiB, and ");
  o.distances = false;
  o.strategy = strategy::blocked;
  EXPECT_EQ(refusal(vast, o).substr(0, 25), "2: out of host memory: 38");
  o.run.memory_limit = 1000000;
  EXPECT_EQ(refusal(graph_of(1000, {}, weight_kind::none, false), o),
            "2: out of host memory: 4 MiB more requested, 4 bytes in use, limit 977 KiB");
}

TEST(apsp, checker) {
  const auto g = graph_of(2, {{0, 1, 3}}, weight_kind::int32, false);
  EXPECT_EQ(check::all_pairs_fault(g.view(), {0, 3, apsp::unreached, 0}, 2, 1), "");
  EXPECT_EQ(check::all_pairs_fault(g.view(), {0, 4, apsp::unreached, 0}, 2, 1), "from 0 to 1 the distance is 3, not 4");
  EXPECT_NE(check::all_pairs_fault(g.view(), {0, 3, 3, 0}, 2, 1), "");
  EXPECT_NE(check::all_pairs_fault(g.view(), {0, 3, apsp::unreached}, 2, 1), "");
}

}  // namespace apsp_tests
}  // namespace amorph::test
