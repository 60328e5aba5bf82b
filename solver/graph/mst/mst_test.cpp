// The minimum spanning forest is unique (ties are broken by position), so every strategy and backend, transactions too,
// must give the one that the checker accepts.
#include <algorithm>

#include "solver/graph/mst/mst.hpp"
#include "solver/graph/mst/mst_check.hpp"
#include "test/solver/graph/shapes.hpp"

namespace amorph::test {
namespace mst_tests {

using mst::strategy;

const std::vector<strategy> every = {strategy::automatic,    strategy::propagate,       strategy::components,
                                     strategy::edges,        strategy::filter,          strategy::stm,
                                     strategy::stm_priority, strategy::stm_pessimistic, strategy::stm_block};

std::vector<strategy> every_on(const std::vector<machine>& machines) {
  std::vector<strategy> all = every;
  const auto is_cpu = [](const machine& m) { return m.run.backend == backend::cpu; };
  if (std::all_of(machines.begin(), machines.end(), is_cpu)) all.push_back(strategy::kruskal);
  return all;
}

void verify(const shape& s, const std::vector<strategy>& strategies, const std::vector<machine>& machines) {
  std::vector<std::uint64_t> forest;
  bool first = true;
  for (const machine& m : machines)
    for (const strategy requested : strategies) {
      SCOPED_TRACE(s.name + ", " + m.name + ", " + std::string(mst::to_string(requested)));
      const auto r = mst::solve(s.graph.view(), {m.run, requested});
      ASSERT_TRUE(ran_requested_strategy(m, requested, r.stats.strategy));
      if (first) {
        ASSERT_EQ(check::forest_fault(s.graph.view(), r.arcs), "");
        ASSERT_TRUE(std::is_sorted(r.arcs.begin(), r.arcs.end()));
        forest = r.arcs;
      }
      first = false;
      ASSERT_EQ(r.arcs, forest);  // the forest is unique
      ASSERT_EQ(r.components, s.graph.vertices - forest.size());
      ASSERT_EQ(r.transactions.has_value(), requested >= strategy::stm);
      if (r.transactions) {
        ASSERT_EQ(r.transactions->commits, forest.size());  // each joins two trees
        ASSERT_EQ(r.transactions->items, 2 * forest.size());
        ASSERT_EQ(r.transactions->max_items, forest.empty() ? 0u : 2u);
        ASSERT_EQ(r.transactions->nested_aborts, 0u);
        ASSERT_LE(r.transactions->alone, r.transactions->rounds) << "what runs alone ends";
      }
    }
}

std::vector<shape> with_signs(std::vector<shape> all) {
  for (shape& s : all) {
    for (auto& w : s.graph.weight32) w = w < 1000 ? 50 - w : w;
    for (auto& w : s.graph.weight64) w = w < 1000 ? 50 - w : w;
    for (auto& w : s.graph.weight_float) w = 50 - w;
    for (auto& w : s.graph.weight_double) w = 50 - w;
    s.name += ", of both signs";
  }
  return all;
}

void on_small(const std::vector<machine>& machines) {
  const std::vector<strategy> all = every_on(machines);
  for (const shape& s : small_shapes(machines)) verify(s, all, machines);
  for (const shape& s : with_signs(small_shapes(machines))) verify(s, all, machines);
}
bool locks_what_it_reads(strategy requested) {
  return requested == strategy::stm_priority || requested == strategy::stm_pessimistic;
}
shape star_of(std::uint32_t n) {
  std::vector<arc> star;
  for (std::uint32_t v = 1; v != n; ++v) star.push_back({n / 2, v == n / 2 ? 0 : v, static_cast<double>(v % 1000)});
  return {"star of " + std::to_string(n), graph_of(n, star, weight_kind::int32, true)};
}
void on_large(const std::vector<machine>& machines) {
  for (const shape& s : large_shapes()) {
    // Transactions that lock the star's middle go one by one, a million of them some seconds on a device: there a
    // smaller one.
    std::vector<strategy> quick = every_on(machines);
    if (s.name == "star" && !machines.empty() && machines[0].run.backend == backend::cuda) {
      std::erase_if(quick, locks_what_it_reads);
      std::vector<strategy> slow = {strategy::automatic};  // the first one is verified
      std::copy_if(every.begin(), every.end(), std::back_inserter(slow), locks_what_it_reads);
      verify(star_of(20000), slow, once(machines));
    }
    verify(s, quick, machines);
  }
}

TEST(mst, small) { on_small(cpus()); }
TEST(mst, large) { on_large(cpus({1, 5})); }
TEST(mst_cuda, small) { on_small(once(devices())); }
TEST(mst_cuda, large) { on_large(once(devices())); }

void fits(const machine& m) {
  std::vector<shape> all = shapes_for_memory();
  all.push_back(with_weights(all[0], weight_kind::int64));
  for (const shape& s : all) {
    SCOPED_TRACE(s.name + ", " + m.name);
    default_fits_if_any_does(every, [&](strategy requested, std::uint64_t limit) {
      mst::options o{m.run, requested};
      o.run.memory_limit = limit;
      const auto r = mst::solve(s.graph.view(), o);
      EXPECT_EQ(check::forest_fault(s.graph.view(), r.arcs), "");
      return r.stats;
    });
  }
}
// On 24 threads `auto` does not choose `kruskal`, which may need more or less than the others, by the weights.
TEST(mst, default_fits_if_any_does) { fits(cpu(24)); }
TEST(mst_cuda, default_fits_if_any_does) {
  for (const machine& m : once(devices())) fits(m);
}

// A key of a transaction has 31 bits; refused before the rows are read.
TEST(mst, transactions_are_limited) {
  weighted_csr huge{};
  huge.graph.vertices = 0x7fffffff;
  for (const strategy requested :
       {strategy::stm, strategy::stm_priority, strategy::stm_pessimistic, strategy::stm_block})
    try {
      (void)mst::solve(huge, {{}, requested});
      ADD_FAILURE() << "taken";
    } catch (const error& refused) {
      EXPECT_EQ(refused.code(), status::bad_input);
      EXPECT_STREQ(refused.what(), "expected fewer than 2147483647 vertices for transactions, found 2147483647");
    }
}

TEST(mst, weighs_exactly) {
  constexpr double huge = 4611686018427387904.0;
  const auto r =
      mst::solve(graph_of(4, {{0, 1, huge}, {1, 2, huge}, {2, 3, huge}}, weight_kind::int64, true).view(), {});
  EXPECT_TRUE(std::get<__int128>(r.weight) == __int128{3} << 62);
  EXPECT_EQ(r.components, 1u);
}

}  // namespace mst_tests
}  // namespace amorph::test
