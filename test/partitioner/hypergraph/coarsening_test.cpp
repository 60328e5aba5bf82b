// Contraction keeps objectives and weights; clusters keep to guards; communities.
#include <gtest/gtest.h>

#include <numeric>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/hypergraph/coarsening/cluster.hpp"
#include "partitioner/hypergraph/coarsening/communities.hpp"
#include "partitioner/hypergraph/coarsening/contract.hpp"
#include "test/partitioner/hypergraph/random_netlist.hpp"

namespace amorph::test {
namespace {

using level = hypergraph::level<cpu_exec>;

level load(cpu_exec& exec, const random_netlist& n) {
  level l;
  l.pins = n.pin.size();
  l.view.vertices = n.vertices;
  l.view.nets = n.nets();
  l.view.net_begin = n.begin.data();
  l.view.pin = n.pin.data();
  l.view.net_weight = n.net_weight.empty() ? nullptr : n.net_weight.data();
  l.view.vertex_weight = n.vertex_weight.empty() ? nullptr : n.vertex_weight.data();
  l.view.fixed = n.fixed.empty() ? nullptr : n.fixed.data();
  hypergraph::transpose(exec, l);
  return l;
}

// The objectives of the coarse partition v mod 3, on both levels.
TEST(coarsening, keeps_objectives_and_weights) {
  for (std::uint64_t seed = 0; seed != 8; ++seed) {
    SCOPED_TRACE(seed);
    random_netlist n(500, 800, seed % 2 == 1, seed);
    n.fixed.assign(n.vertices, -1);
    for (std::uint32_t v = 0; v < n.vertices; v += 9) n.fixed[v] = static_cast<std::int32_t>(v % 2);
    cpu_exec exec(2);
    level fine = load(exec, n);
    const auto cluster = hypergraph::clustering<cpu_exec>(exec, fine.view, {8, seed, seed % 2 == 0}).run(1);
    level coarse = hypergraph::contraction<cpu_exec>(exec, fine, cluster.span()).take();
    const hypergraph::hypergraph_view& c = coarse.view;
    EXPECT_LT(c.vertices, n.vertices);
    std::vector<std::int64_t> weight(c.vertices);
    for (std::uint32_t v = 0; v != n.vertices; ++v) {
      ASSERT_LT(fine.map.data()[v], c.vertices);
      weight[fine.map.data()[v]] += n.vertex_weight.empty() ? 1 : n.vertex_weight[v];
      if (n.fixed[v] != -1) {
        EXPECT_EQ(c.fixed[fine.map.data()[v]], n.fixed[v]);
      }
    }
    for (std::uint32_t v = 0; v != c.vertices; ++v) {
      EXPECT_EQ(weight[v], c.weight(v));
      EXPECT_LE(weight[v], 8);
    }
    for (std::uint32_t e = 0; e != c.nets; ++e) EXPECT_GE(c.net_begin[e + 1] - c.net_begin[e], 2u);
    std::vector<std::uint32_t> part(c.vertices), projected(n.vertices);
    for (std::uint32_t v = 0; v != c.vertices; ++v) part[v] = v % 3;
    for (std::uint32_t v = 0; v != n.vertices; ++v) projected[v] = part[fine.map.data()[v]];
    const hypergraph::netlist view{c.vertices,
                                   c.nets,
                                   {c.net_begin, c.nets + std::size_t{1}},
                                   {c.pin, coarse.pins},
                                   {c.net_weight, c.nets},
                                   {c.vertex_weight, c.vertices}};
    const hypergraph::quality a = hypergraph::measure(view, 3, part), b = hypergraph::measure(n.view(), 3, projected);
    EXPECT_EQ(a.cut, b.cut);
    EXPECT_EQ(a.km1, b.km1);
    EXPECT_EQ(a.part_weight, b.part_weight);
    // Of identical nets one is left.
    for (std::uint32_t e = 1; e != c.nets; ++e)
      for (std::uint32_t d = 0; d != e; ++d)
        EXPECT_FALSE(std::equal(c.pin + c.net_begin[e], c.pin + c.net_begin[e + 1], c.pin + c.net_begin[d],
                                c.pin + c.net_begin[d + 1]));
  }
}

TEST(coarsening, clusters_do_not_cross_guards) {
  const random_netlist n(500, 800, false, 3);
  cpu_exec exec(2);
  level fine = load(exec, n);
  std::vector<std::uint32_t> guard(n.vertices);
  for (std::uint32_t v = 0; v != n.vertices; ++v) guard[v] = v / 50;
  fine.view.guard = guard.data();
  const auto cluster = hypergraph::clustering<cpu_exec>(exec, fine.view, {100, 1, true}).run(1);
  for (std::uint32_t v = 0; v != n.vertices; ++v) EXPECT_EQ(guard[v], guard[cluster.data()[v]]);
}

TEST(communities, are_those_of_cliques) {
  random_netlist n(60, 0, false, 0);
  for (std::uint32_t v = 0; v != 60; ++v)
    for (std::uint32_t step = 1; step != 4; ++step) n.add_net({v, v / 20 * 20 + (v + step) % 20});
  n.add_net({0, 20, 40});
  for (const bool by_size : {false, true}) {
    std::vector<std::uint32_t> one;
    for (const unsigned threads : {1u, 3u}) {
      cpu_exec exec(threads);
      const level fine = load(exec, n);
      const auto found = hypergraph::find_communities(exec, fine.view, by_size, 7);
      const std::vector<std::uint32_t> of(found.data(), found.data() + found.size());
      for (std::uint32_t v = 0; v != 60; ++v)
        for (std::uint32_t u = 0; u != v; ++u)
          if (u / 20 != v / 20) {
            EXPECT_NE(of[u], of[v]);
          }
      if (one.empty()) one = of;
      EXPECT_EQ(of, one);
    }
  }
}

}  // namespace
}  // namespace amorph::test
