// Every strategy on every backend gives the distances of Dijkstra's algorithm, and the same tree, for integer and float
// weights and for windows from narrow to one that holds everything. The default strategy fits into any memory limit
// that one of them fits into.
#include <limits>

#include "solver/graph/sssp/sssp.hpp"
#include "solver/graph/sssp/sssp_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace sssp_tests {

using sssp::strategy;

const std::vector<strategy> every = {strategy::automatic,  strategy::mask,      strategy::topology, strategy::worklist,
                                     strategy::prefix_sum, strategy::donation,  strategy::children, strategy::split,
                                     strategy::near_far,   strategy::persistent};
const std::vector<strategy> windowed = {strategy::near_far, strategy::persistent};
// Strategies that visit every vertex, or arc, in every step.
const std::vector<strategy> slow = {strategy::mask, strategy::topology};
// Strategies that run from few sources on the long path, on a device too.
const std::vector<strategy> from_afar = {strategy::automatic, strategy::near_far, strategy::persistent};
const std::vector<stand_in<strategy>> on_cpu = {{strategy::children, strategy::donation},
                                                {strategy::persistent, strategy::near_far}};

void verify(const shape& s, const std::vector<std::uint32_t>& from, const std::vector<strategy>& strategies,
            const std::vector<machine>& machines, double window = 0) {
  std::vector<std::uint32_t> parents;
  for (const machine& m : machines)
    for (const strategy requested : strategies) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(sssp::to_string(requested)));
      sssp::options o;
      o.run = m.run;
      o.strategy = requested;
      o.window = window;
      const auto r = sssp::solve(s.graph.view(), from, o);
      ASSERT_EQ(check::sssp_fault(s.graph.view(), from, r.distance, r.real, r.parent), "");
      ASSERT_TRUE(ran_requested_strategy(m, requested, r.stats.strategy, on_cpu));
      if (parents.empty()) {
        parents = r.parent;
        ASSERT_EQ(check::sssp_fault(s.graph.view(), from, r.distance, r.real, {}),
                  "");  // compares with Dijkstra's algorithm
      }
      ASSERT_EQ(r.parent, parents);  // the same tree for all strategies
    }
}

void on_small(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines))
    for (const auto& from : starts(s.graph)) verify(s, from, every, machines);
}
// Windows from narrow, where most of the work is moving them, to one that holds everything.
void on_windows(const std::vector<machine>& machines) {
  for (const shape& s : small_shapes(machines))
    for (const double window : {1e-3, 1.0, 37.0, 1e300}) {
      if (s.graph.vertices == 0 || (window < 1 && s.name.find("wide range") != std::string::npos)) continue;
      verify(s, {0}, windowed, machines, window);
    }
}
void on_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes()) {
    for (const auto& t : trials(s, machines, every, slow, from_afar))
      verify(s, t.from, t.strategies, s.name == "path" ? once(machines) : machines);
    if (s.name != "path")
      for (const weight_kind kind : {weight_kind::float32, weight_kind::float64, weight_kind::int64})
        verify(with_weights(s, kind), {s.graph.vertices / 2}, every, once(machines));
  }
}

TEST(sssp, small) { on_small(cpus()); }
TEST(sssp, windows) { on_windows(cpus({1, 5})); }
TEST(sssp, large) { on_large(cpus({1, 5})); }
TEST(sssp_cuda, small) { on_small(once(devices())); }
TEST(sssp_cuda, windows) { on_windows(once(devices())); }
TEST(sssp_cuda, large) { on_large(once(devices())); }

void fits(const machine& m) {
  const std::vector<std::uint32_t> first = {0};
  std::vector<shape> all = shapes_for_memory();
  for (const weight_kind kind : {weight_kind::float32, weight_kind::float64, weight_kind::int64})
    all.push_back(with_weights(all[0], kind));
  // Distances that leave 32 bits on the way, so that wider labels need more memory.
  shape far = all[0];
  far.name += ", far";
  for (std::int32_t& w : far.graph.weight32) w = 2000000000 + w % 1000;
  all.push_back(std::move(far));
  for (const shape& s : all)
    for (const bool parents : {false, true}) {
      SCOPED_TRACE(s.name + ", " + m.name + (parents ? ", tree" : ""));
      default_fits_if_any_does(every, [&](strategy requested, std::uint64_t limit) {
        sssp::options o{m.run, requested, parents, 0};
        o.run.memory_limit = limit;
        const auto r = sssp::solve(s.graph.view(), first, o);
        EXPECT_EQ(check::sssp_fault(s.graph.view(), first, r.distance, r.real, r.parent), "");
        return r.stats;
      });
    }
}
TEST(sssp, default_fits_if_any_does) { fits(cpu(2)); }
TEST(sssp_cuda, default_fits_if_any_does) {
  for (const machine& m : once(devices())) fits(m);
}

std::string refusal(const weighted_graph& g) {
  const std::vector<std::uint32_t> first = {0};
  sssp::options options;
  options.run.backend = backend::cpu;
  try {
    (void)sssp::solve(g.view(), first, options);
  } catch (const error& e) {
    EXPECT_EQ(e.code(), status::bad_input);
    return e.what();
  }
  return "";
}

TEST(sssp, refuses) {
  for (const weight_kind kind : {weight_kind::int32, weight_kind::int64, weight_kind::float32, weight_kind::float64}) {
    const std::string why = refusal(graph_of(4, {{0, 1, 1}, {2, 3, -7}}, kind, false));
    EXPECT_EQ(why.substr(0, 80), "the arc from vertex 2 to vertex 3 (counted from 0) has the negative weight -7" +
                                     std::string(is_real(kind) ? ".00" : ""));
  }
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(graph_of(2, {{0, 1, infinite}}, weight_kind::float32, false)), "a weight is not a finite number");
  constexpr double most = 9223372036854774784.0;  // the largest double below 2^63
  const std::vector<arc> far = {{0, 1, most}, {1, 2, most}, {2, 3, most}};
  EXPECT_EQ(refusal(graph_of(4, far, weight_kind::int64, true)), "a distance exceeds 64 bits");
  // A sum beyond 64 bits does no harm if there is a shorter path.
  std::vector<arc> saved = far;
  saved.push_back({0, 3, 5});
  EXPECT_EQ(refusal(graph_of(4, saved, weight_kind::int64, true)), "");
}

// Whatever is promised: each arc has its reverse, as often, with the same weight.
TEST(sssp, refuses_one_way_arcs) {
  const auto found = [](std::uint32_t n, const std::vector<arc>& arcs, weight_kind kind) {
    weighted_graph g = graph_of(n, arcs, kind, false);
    g.undirected = true;
    const std::string why = refusal(g);
    const std::size_t from = why.find("from vertex");
    return from == std::string::npos ? why : why.substr(from);
  };
  const std::string from_0 = "from vertex 0 to vertex 1 (counted from 0) without its reverse";
  EXPECT_EQ(found(3, {{0, 1, 1}, {1, 2, 1}}, weight_kind::none), from_0);
  EXPECT_EQ(found(3, {{0, 1, 1}, {2, 0, 1}}, weight_kind::none), from_0);  // as many up as down
  EXPECT_EQ(found(3, {{0, 1, 1}, {1, 2, 1}, {2, 0, 1}, {0, 2, 1}, {2, 1, 1}, {1, 0, 1}}, weight_kind::none), "");
  for (const weight_kind kind : {weight_kind::int32, weight_kind::int64, weight_kind::float32, weight_kind::float64}) {
    EXPECT_EQ(found(2, {{0, 1, 1}, {1, 0, 2}}, kind), from_0);
    EXPECT_EQ(found(2, {{0, 1, 1}, {0, 1, 1}, {1, 0, 1}, {1, 0, 2}}, kind), from_0);
    EXPECT_EQ(found(2, {{0, 1, 1}, {0, 1, 1}, {1, 0, 1}}, kind), from_0);
    EXPECT_EQ(found(2, {{1, 1, 7}, {0, 1, 2}, {1, 0, 1}, {0, 1, 1}, {1, 0, 2}}, kind), "");
    EXPECT_EQ(found(2, {{0, 1, 0.0}, {1, 0, -0.0}}, kind), "");
    // The sums of hashes by one multiplication after the weight are the same.
    EXPECT_NE(found(3000, {{326, 1615, 1}, {1615, 326, 2}, {2152, 2679, 2}, {2679, 2152, 1}}, kind), "");
  }
}

}  // namespace sssp_tests
}  // namespace amorph::test
