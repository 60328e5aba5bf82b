#include "partitioner/hypergraph/refinement/gain_table.hpp"

#include <gtest/gtest.h>

#include <random>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/hypergraph/level.hpp"
#include "partitioner/hypergraph/refinement/gains_on_demand.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"

namespace amorph::test {
namespace {

using hypergraph::gain_table;

TEST(gain_table, agrees_with_recounted_objectives_and_gains_on_demand) {
  constexpr hypergraph::objective_weights objectives[] = {{0, 1}, {1, 0}, {1, 1}};
  for (std::uint64_t seed = 0; seed != 12; ++seed) {
    SCOPED_TRACE(seed);
    const random_netlist n(40, 90, seed % 2 == 1, seed);
    cpu_exec exec(1);
    hypergraph::level<cpu_exec> l;
    l.pins = n.pin.size();
    l.view.vertices = n.vertices;
    l.view.nets = n.nets();
    l.view.net_begin = n.begin.data();
    l.view.pin = n.pin.data();
    hypergraph::transpose(exec, l);
    const auto parts = static_cast<std::uint32_t>(2 + seed % 4);
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> part(n.vertices), home(n.vertices);
    std::vector<std::int32_t> move_cost(n.vertices);
    for (std::uint32_t& p : part) p = static_cast<std::uint32_t>(random() % parts);
    for (std::uint32_t& p : home) p = static_cast<std::uint32_t>(random() % parts);
    for (std::int32_t& c : move_cost) c = static_cast<std::int32_t>(random() % 4);
    const bool moves_cost = seed >= 6;
    const hypergraph::core_hypergraph h{n.vertices,
                                        n.nets(),
                                        n.begin.data(),
                                        n.pin.data(),
                                        l.view.vertex_begin,
                                        l.view.net,
                                        n.net_weight.empty() ? nullptr : n.net_weight.data(),
                                        nullptr,
                                        nullptr,
                                        moves_cost ? home.data() : nullptr,
                                        moves_cost ? move_cost.data() : nullptr};
    gain_table moving(h, parts, objectives[seed % 3], part.data());
    for (int i = 0; i != 300; ++i) {
      const auto v = static_cast<std::uint32_t>(random() % n.vertices),
                 to = static_cast<std::uint32_t>(random() % parts);
      if (to == part[v]) continue;
      const std::int64_t before = moving.objective(), gain = moving.gain(v, to);
      moving.move(v, to);
      ASSERT_EQ(before - moving.objective(), gain);
      std::vector<std::uint32_t> copy = part;
      const gain_table fresh(h, parts, objectives[seed % 3], copy.data());
      hypergraph::gains_on_demand on_demand(h, parts, objectives[seed % 3], copy.data());
      for (std::uint32_t u = 0; u != n.vertices; ++u)
        for (std::uint32_t p = 0; p != parts; ++p)
          if (p != part[u]) {
            ASSERT_EQ(moving.gain(u, p), fresh.gain(u, p)) << u << " to " << p;
            ASSERT_EQ(on_demand.gain(u, p), fresh.gain(u, p)) << u << " to " << p;
          }
    }
  }
}

}  // namespace
}  // namespace amorph::test
