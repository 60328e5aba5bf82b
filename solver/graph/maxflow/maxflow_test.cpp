// Flows: all strategies on all backends, each verified by conservation and by a cut of equal capacity.
#include "solver/graph/maxflow/maxflow.hpp"
#include "solver/graph/maxflow/maxflow_check.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "amorph/kernels/base/error.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace maxflow_tests {

using maxflow::strategy;

// Sanitizers run about thirty times slower; then each code path once is enough.
#if defined(AMORPH_SANITIZED)
constexpr std::uint32_t large = 150;
#else
constexpr std::uint32_t large = 1000000;
#endif

const std::vector<strategy> everywhere = {strategy::automatic, strategy::pulse, strategy::mask};

void verify(const shape& s, std::uint32_t source, std::uint32_t sink, bool undirected, maxflow::options o,
            const std::vector<strategy>& strategies, const std::vector<machine>& machines) {
  maxflow::result first;
  std::map<std::string, std::vector<std::int64_t>> flows;  // by the strategy that ran
  for (const machine& m : machines)
    for (const strategy requested : strategies) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(maxflow::to_string(requested)) + ", " +
                   std::to_string(source) + " to " + std::to_string(sink) + (undirected ? ", undirected" : ""));
      o.run = m.run;
      o.strategy = requested;
      o.undirected = undirected;
      const auto r = maxflow::solve(s.graph.view(), source, sink, o);
      ASSERT_EQ(check::flow_fault(s.graph.view(), {source, sink, undirected, r.flow}, r.arc_flow, r.sink_side), "");
      ASSERT_EQ(r.cut, r.flow);
      ASSERT_TRUE(ran_requested_strategy(m, requested, r.stats.strategy));
      if (first.sink_side.empty()) first = r;
      ASSERT_EQ(r.flow, first.flow);
      if (!o.any_cut) {
        ASSERT_EQ(r.sink_side, first.sink_side);  // the smallest one is the same for every maximum flow
        ASSERT_EQ(r.cut_arcs, first.cut_arcs);
      }
      const auto [known, is_new] = flows.emplace(r.stats.strategy, r.arc_flow);
      ASSERT_TRUE(is_new || r.arc_flow == known->second);
    }
}

void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines)) {
    const std::uint32_t n = s.graph.vertices;
    if (n < 2 || is_real(s.graph.kind) || s.name.find("2^62") != std::string::npos) continue;
    if (n > large && s.name.find("32-bit") == std::string::npos) continue;
    for (const bool undirected : {false, true}) {
      verify(s, 0, n - 1, undirected, {}, everywhere, machines);
      verify(s, n - 1, n / 2, undirected, {}, everywhere, machines);
    }
  }
}

// A road between two far corners; a path and a star of a million; hubs.
void on_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes()) {
    const std::uint32_t n = s.graph.vertices;
    verify(s, 1, n - 2, false, {}, {strategy::automatic, strategy::pulse}, machines);
  }
}

// m and k of the report, in all combinations.
void with_parameters(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines)) {
    if (s.graph.vertices < 50 || s.graph.vertices > 400 || s.graph.kind != weight_kind::int32) continue;
    for (const std::uint32_t pushes : {1u, 2u, 7u})
      for (const std::uint32_t relabels : {1u, 3u, 1000u}) {
        maxflow::options o;
        o.pushes = pushes;
        o.relabels = relabels;
        SCOPED_TRACE(std::to_string(pushes) + " pushes, " + std::to_string(relabels) + " relabels");
        verify(s, 0, s.graph.vertices - 1, false, o, {strategy::pulse, strategy::mask}, machines);
      }
  }
}

// Without the smallest sink side, searches may end earlier.
void with_any_cut(const std::vector<machine>& machines) {
  maxflow::options o;
  o.any_cut = true;
  for (const shape& s : small_shapes(machines)) {
    const std::uint32_t n = s.graph.vertices;
    if (n < 2 || n > large || is_real(s.graph.kind) || s.name.find("2^62") != std::string::npos) continue;
    verify(s, 0, n - 1, false, o, everywhere, machines);
    verify(s, n - 1, n / 2, false, o, everywhere, machines);
  }
}

TEST(maxflow, any_cut) { with_any_cut(cpus({1, 5})); }
TEST(maxflow_cuda, any_cut) { with_any_cut(devices()); }
TEST(maxflow, small) { on_small(cpus()); }
TEST(maxflow, large) { on_large(cpus({1, 5})); }
TEST(maxflow, parameters) { with_parameters(cpus({1, 5})); }
TEST(maxflow_cuda, small) { on_small(once(devices())); }
TEST(maxflow_cuda, large) { on_large(once(devices())); }
TEST(maxflow_cuda, parameters) { with_parameters(devices()); }

void fits(const machine& m, const std::vector<strategy>& strategies) {
  for (const shape& s : shapes_for_memory()) {
    SCOPED_TRACE(s.name + ", " + m.name);
    const std::uint32_t sink = s.graph.vertices - 1;
    default_fits_if_any_does(strategies, [&](strategy requested, std::uint64_t limit) {
      maxflow::options o;
      o.run = m.run;
      o.strategy = requested;
      o.run.memory_limit = limit;
      const auto r = maxflow::solve(s.graph.view(), 0, sink, o);
      EXPECT_EQ(check::flow_fault(s.graph.view(), {0, sink, false, r.flow}, r.arc_flow, r.sink_side), "");
      return r.stats;
    });
  }
}
TEST(maxflow, default_fits_if_any_does) {
  std::vector<strategy> all = everywhere;
  all.insert(all.end(), {strategy::highest, strategy::trees});
  fits(cpu(2), all);
}
TEST(maxflow_cuda, default_fits_if_any_does) {
  for (const machine& m : once(devices())) fits(m, everywhere);
}

// The device's flows are the CPU's, arc by arc.
TEST(maxflow_cuda, same_as_cpu) {
  std::vector<machine> both = devices();
  if (both.empty()) return;
  both.push_back(cpu(2));
  for (const shape& s : large_shapes()) verify(s, 1, s.graph.vertices - 2, true, {}, {strategy::pulse}, both);
}

std::int64_t value_of(std::uint32_t n, const std::vector<arc>& arcs, weight_kind kind, bool undirected = false) {
  maxflow::options o;
  o.run.backend = backend::cpu;
  o.undirected = undirected;
  const weighted_graph g = graph_of(n, arcs, kind, false);
  const auto r = maxflow::solve(g.view(), 0, n - 1, o);
  EXPECT_EQ(check::flow_fault(g.view(), {0, n - 1, undirected, r.flow}, r.arc_flow, r.sink_side), "");
  return r.flow;
}

TEST(maxflow, known_values) {
  EXPECT_EQ(value_of(2, {}, weight_kind::none), 0);
  EXPECT_EQ(value_of(2, {{0, 1, 0}}, weight_kind::int32), 0);
  EXPECT_EQ(value_of(2, {{0, 1, 3}, {0, 1, 4}, {1, 0, 9}}, weight_kind::int32), 7);
  EXPECT_EQ(value_of(2, {{1, 0, 9}}, weight_kind::int32), 0);
  EXPECT_EQ(value_of(2, {{1, 0, 9}, {0, 0, 4}}, weight_kind::int32, true), 9);
  EXPECT_EQ(value_of(4, {{0, 1, 3}, {0, 2, 2}, {1, 2, 5}, {1, 3, 2}, {2, 3, 3}}, weight_kind::int32), 5);
  EXPECT_EQ(value_of(4, {{0, 1, 3}, {2, 1, 2}, {2, 3, 5}}, weight_kind::int32, true), 2);
  // Wide arcs after narrow ones, and the reverse: sums beyond 64 bits, the flow within.
  const double huge = 9223372036854774784.0;
  EXPECT_EQ(value_of(3, {{0, 1, huge}, {0, 1, huge}, {1, 2, 5}}, weight_kind::int64), 5);
  EXPECT_EQ(value_of(3, {{0, 1, 5}, {1, 2, huge}, {1, 2, huge}}, weight_kind::int64), 5);
  const std::int64_t most = std::int64_t{1} << 60;
  EXPECT_EQ(value_of(3, {{0, 1, static_cast<double>(most)}, {1, 2, huge}}, weight_kind::int64), most);
  // Many wide arcs at the source and at the sink; the arcs between them decide: none at first, then nearly 2^62.
  for (const bool undirected : {false, true}) {
    std::vector<arc> wide;
    for (std::uint32_t v = 1; v != 9; ++v) {
      wide.push_back({0, v, huge});
      wide.push_back({v + 8, 17, huge});
    }
    EXPECT_EQ(value_of(18, wide, weight_kind::int64, undirected), 0);
    wide.push_back({3, 12, 7});
    wide.push_back({4, 12, 5});
    EXPECT_EQ(value_of(18, wide, weight_kind::int64, undirected), 12);
    for (std::uint32_t v = 1; v != 4; ++v) wide.push_back({v, v + 8, static_cast<double>(most)});
    EXPECT_EQ(value_of(18, wide, weight_kind::int64, undirected), 3 * most + 12);
  }
}

// A symmetric grid of random capacities between its corners: search trees lose and find branches many times.
weighted_graph grid_of(std::uint32_t side, std::uint32_t max_capacity) {
  std::vector<arc> arcs;
  std::uint32_t random = 12345;
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    random = random * 1664525 + 1013904223;
    arcs.push_back({a, b, static_cast<double>(random / 65536 % max_capacity)});
    arcs.push_back({b, a, static_cast<double>(random / 16777216 % max_capacity)});
  };
  for (std::uint32_t y = 0; y != side; ++y)
    for (std::uint32_t x = 0; x != side; ++x) {
      if (x + 1 != side) join(y * side + x, y * side + x + 1);
      if (y + 1 != side) join(y * side + x, (y + 1) * side + x);
    }
  return graph_of(side * side, arcs, weight_kind::int32, false);
}

// Returns whether trees ran to their end, without taking longer than a method for all graphs would.
bool finds_by_trees(const weighted_graph& g, std::uint32_t source, std::uint32_t sink) {
  bool ended = true;
  for (const bool any_cut : {false, true}) {
    maxflow::options o;
    o.run.backend = backend::cpu;
    o.any_cut = any_cut;
    o.strategy = strategy::highest;
    const auto expected = maxflow::solve(g.view(), source, sink, o);
    o.strategy = strategy::trees;
    const auto r = maxflow::solve(g.view(), source, sink, o);
    ended = ended && r.stats.strategy == "trees";
    EXPECT_EQ(r.flow, expected.flow);
    EXPECT_EQ(check::flow_fault(g.view(), {source, sink, false, r.flow}, r.arc_flow, r.sink_side), "");
    EXPECT_TRUE(any_cut || r.sink_side == expected.sink_side);  // the smallest
  }
  return ended;
}
TEST(maxflow, trees) {
  for (const std::uint32_t side : {2u, 3u, 10u, 40u})
    for (const std::uint32_t max_capacity : {2u, 3u, 100u}) {
      const weighted_graph g = grid_of(side, max_capacity);
      for (const std::uint32_t source : {0u, side / 2 * side}) (void)finds_by_trees(g, source, side * side - 1);
    }
}

// An image's grid between two terminals, which most pixels are joined to by arcs of one direction. The terminals come
// first, last, or amid the pixels; some arcs of theirs have reverses.
TEST(maxflow, trees_in_images) {
  std::mt19937 random(7);
  for (const std::uint32_t side : {1u, 2u, 5u, 30u})
    for (const std::uint32_t max_capacity : {2u, 100u})
      for (const std::uint32_t first : {0u, 1u, side * side / 2, side * side}) {
        weighted_graph grid = grid_of(side, max_capacity);
        const std::uint32_t pixels = side * side, source = first, sink = (first + 1 + pixels / 3) % (pixels + 2);
        std::vector<std::uint32_t> place;
        for (std::uint32_t v = 0; v != pixels + 2; ++v)
          if (v != source && v != sink) place.push_back(v);
        std::vector<arc> arcs;
        for (std::uint32_t v = 0; v != pixels; ++v)
          for (std::uint64_t e = grid.begin[v]; e != grid.begin[v + 1]; ++e)
            arcs.push_back({place[v], place[grid.to[e]], static_cast<double>(grid.weight32[e])});
        for (const std::uint32_t v : place) {
          if (random() % 4 != 0) arcs.push_back({source, v, static_cast<double>(random() % (2 * max_capacity))});
          if (random() % 4 != 0) arcs.push_back({v, sink, static_cast<double>(random() % (2 * max_capacity))});
          if (random() % 8 == 0) arcs.push_back({v, source, static_cast<double>(random() % max_capacity)});
          if (random() % 8 == 0) arcs.push_back({sink, v, static_cast<double>(random() % max_capacity)});
        }
        if (random() % 2 == 0) arcs.push_back({source, sink, 3});
        std::sort(arcs.begin(), arcs.end(), [](const arc& a, const arc& b) { return a.to < b.to; });
        SCOPED_TRACE(std::to_string(side) + ", " + std::to_string(max_capacity) + ", " + std::to_string(first));
        const bool ended = finds_by_trees(graph_of(pixels + 2, arcs, weight_kind::int32, false), source, sink);
        EXPECT_TRUE(ended || side == 30);
      }
}

// Graphs in which some arcs lack their reverses: the trees find the flow or give up.
TEST(maxflow, trees_in_graphs_of_one_way_arcs) {
  const std::vector<arc> few = {{0, 3, 3}, {0, 5, 3}, {2, 3, 1}, {3, 7, 3}, {3, 8, 1}, {4, 5, 3}, {4, 8, 1},
                                {5, 2, 2}, {5, 4, 1}, {6, 8, 2}, {7, 3, 0}, {7, 4, 2}, {7, 8, 2}};
  (void)finds_by_trees(graph_of(9, few, weight_kind::int32, false), 0, 8);
  std::mt19937 random(11);
  for (int trial = 0; trial != 300; ++trial) {
    const std::uint32_t n = 3 + random() % 60;
    std::vector<arc> arcs;
    std::vector<char> taken(n * n, 0);
    for (std::uint32_t i = 0; i != 3 * n; ++i) {
      const std::uint32_t u = random() % n, v = random() % n;
      if (u == v || taken[u * n + v]++ != 0) continue;
      arcs.push_back({u, v, static_cast<double>(random() % 5)});
      if (random() % 10 != 0 && taken[v * n + u]++ == 0) arcs.push_back({v, u, static_cast<double>(random() % 5)});
    }
    SCOPED_TRACE(trial);
    (void)finds_by_trees(graph_of(n, arcs, weight_kind::int32, false), 0, n - 1);
  }
}

// Of a graph whose arcs have their reverses, and of others: which strategy runs.
std::string strategy_for(const weighted_graph& g, maxflow::options o = {}) {
  o.run.backend = backend::cpu;
  return maxflow::solve(g.view(), 0, g.vertices - 1, o).stats.strategy;
}
weighted_graph symmetric_of_ten() {
  return graph_of(10,
                  {{0, 1, 1}, {0, 5, 3}, {0, 6, 0}, {0, 7, 1}, {0, 8, 2}, {1, 0, 1}, {1, 3, 2}, {1, 6, 3}, {1, 7, 1},
                   {1, 9, 1}, {2, 4, 1}, {2, 5, 1}, {2, 7, 0}, {2, 8, 2}, {2, 9, 2}, {3, 1, 3}, {3, 5, 0}, {3, 9, 3},
                   {4, 2, 0}, {4, 8, 3}, {5, 0, 3}, {5, 2, 3}, {5, 3, 2}, {5, 6, 3}, {5, 8, 2}, {6, 0, 0}, {6, 1, 1},
                   {6, 5, 1}, {6, 7, 0}, {7, 0, 3}, {7, 1, 3}, {7, 2, 3}, {7, 6, 1}, {7, 9, 3}, {8, 0, 1}, {8, 2, 1},
                   {8, 4, 1}, {8, 5, 3}, {9, 1, 2}, {9, 2, 2}, {9, 3, 1}, {9, 7, 3}},
                  weight_kind::int32, false);
}
TEST(maxflow, trees_fall_back) {
  EXPECT_EQ(strategy_for(grid_of(10, 100)), "trees");
  // Vertices lose their parent while it is scanned, which grows to them again.
  EXPECT_EQ(strategy_for(symmetric_of_ten()), "trees");
  EXPECT_EQ(strategy_for(graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, false)), "trees");
  EXPECT_EQ(strategy_for(graph_of(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}, weight_kind::int32, false)), "highest");
  // An arc that has no reverse is missed by the sink's tree, which is complete at once.
  EXPECT_EQ(value_of(4, {{0, 1, 4}, {1, 0, 4}, {1, 2, 3}, {2, 3, 5}, {3, 2, 1}}, weight_kind::int32), 3);
  EXPECT_EQ(value_of(3, {{0, 1, 4}, {1, 0, 4}, {1, 2, 3}}, weight_kind::int32), 3);
  maxflow::options o;
  o.undirected = true;
  EXPECT_EQ(strategy_for(grid_of(10, 100), o), "highest");
}

std::string refusal(const weighted_graph& g, std::uint32_t source, std::uint32_t sink, maxflow::options o = {}) {
  o.run.backend = backend::cpu;
  try {
    (void)maxflow::solve(g.view(), source, sink, o);
  } catch (const error& e) {
    return std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  return "";
}

TEST(maxflow, refuses) {
  const auto g = graph_of(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::int32, false);
  EXPECT_EQ(refusal(g, 1, 1), "1: the source and the sink are the same vertex, 1");
  EXPECT_EQ(refusal(g, 0, 3), "1: there is no vertex 3 among 3");
  EXPECT_EQ(refusal(g, 3, 0), "1: there is no vertex 3 among 3");
  EXPECT_EQ(refusal({}, 0, 1), "1: there is no vertex 0 among 0");
  EXPECT_EQ(refusal(graph_of(1, {}, weight_kind::none, false), 0, 0),
            "1: the source and the sink are the same vertex, 0");
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, -4}}, weight_kind::int64, false), 0, 1),
            "1: the arc from vertex 0 to vertex 1 (counted from 0) has the negative capacity -4");
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, 1}}, weight_kind::float32, false), 0, 1), "1: expected integer capacities");
  const double huge = 4611686018427387904.0;
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, huge}, {0, 1, huge}}, weight_kind::int64, false), 0, 1),
            "1: the maximum flow is 4611686018427387903 or more");
  maxflow::options o;
  o.pushes = 0;
  EXPECT_EQ(refusal(g, 0, 2, o), "1: expected at least 1 push step per relabel step");
  o = {};
  o.run.memory_limit = 100;
  EXPECT_EQ(refusal(g, 0, 2, o).substr(0, 3), "2: ");
}

// The checker finds faults.
TEST(maxflow, checker) {
  const auto g = graph_of(3, {{0, 1, 2}, {1, 2, 1}}, weight_kind::int32, false);
  using flows = std::vector<std::int64_t>;
  using sides = std::vector<unsigned char>;
  EXPECT_EQ(check::flow_fault(g.view(), {0, 2, false, 1}, flows{1, 1}, sides{0, 0, 1}), "");
  EXPECT_NE(check::flow_fault(g.view(), {0, 2, false, 1}, flows{1, 1}, sides{0, 1, 1}), "");
  EXPECT_NE(check::flow_fault(g.view(), {0, 2, false, 0}, flows{0, 0}, sides{0, 0, 1}), "");
  EXPECT_NE(check::flow_fault(g.view(), {0, 2, false, 2}, flows{2, 2}, sides{0, 0, 1}), "");
  EXPECT_NE(check::flow_fault(g.view(), {0, 2, false, 1}, flows{2, 1}, sides{0, 0, 1}), "");
  EXPECT_NE(check::flow_fault(g.view(), {0, 2, false, 1}, flows{1, 1}, sides{0, 0, 0}), "");
  EXPECT_NE(check::flow_fault(g.view(), {2, 0, false, -1}, flows{-1, -1}, sides{1, 0, 0}), "");
}

}  // namespace maxflow_tests
}  // namespace amorph::test
