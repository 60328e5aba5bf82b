// What a device counts of its partition, and what the host makes of it: figures and components beside those from the
// whole graph.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "amorph/kernels/exec/cpu.hpp"
#include "partitioner/common/measure.hpp"
#include "partitioner/graph/constraints/device_figures.hpp"
#include "partitioner/graph/constraints/part_components.hpp"
#include "partitioner/graph/constraints/strays.hpp"
#include "partitioner/refinement/counting.hpp"
#include "test/partitioner/graph/random_trial.hpp"
#include "test/support/sanitized.hpp"

namespace amorph::test {
namespace {

using partition::device_figures;
using partition::stray_components;

struct division {
  stored_graph graph;
  std::vector<std::uint32_t> part;
  std::uint32_t parts;
};

// Stripes of a grid, of a path or of random edges, with some vertices in wrong parts and some without edges.
division random_division(std::uint32_t seed) {
  std::mt19937 random(seed);
  trial t = seed % 3 == 0 ? path(300) : seed % 3 == 1 ? grid(20, 15) : rmat(8, 2, seed);
  t.vertices += 5;
  division d{store(t), {}, 2 + seed % 9};
  for (std::uint32_t v = 0; v != d.graph.vertices; ++v) {
    d.part.push_back(static_cast<std::uint32_t>(std::uint64_t{v} * d.parts / d.graph.vertices));
    if (random() % 4 == 0) d.part.back() = random() % d.parts;
    if (seed % 2 == 0) d.graph.vertex_weight.push_back(static_cast<std::int32_t>(random() % 4));
    if (seed % 5 == 0) d.graph.vertex_size.push_back(static_cast<std::int32_t>(random() % 7));
  }
  return d;
}

partition::counts& count(cpu_exec& exec, const division& d, device_figures& figures) {
  const stored_graph& g = d.graph;
  std::vector<std::int64_t> weight(d.parts, 0);
  std::vector<unsigned char> boundary(g.vertices, 0);
  for (std::uint32_t v = 0; v != g.vertices; ++v) {
    weight[d.part[v]] += g.vertex_weight.empty() ? 1 : g.vertex_weight[v];
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      if (d.part[g.to[e]] != d.part[v]) boundary[v] = 1;
  }
  const partition::graph_view view{g.vertices, g.begin.data(), g.to.data(),
                                   g.vertex_weight.empty() ? nullptr : g.vertex_weight.data(),
                                   g.edge_weight.empty() ? nullptr : g.edge_weight.data()};
  const partition::tally_scratch<cpu_exec> scratch(exec, d.parts + 1);
  count_partition(exec, view, g.to.size(), g.vertex_size.empty() ? nullptr : g.vertex_size.data(),
                  span<const std::int64_t>(weight), scratch.view(), d.part.data(), boundary.data(),
                  figures.of_device());
  figures.of_device().known = 1;
  return figures.of_device();
}

partition::result measured(const division& d) {
  partition::options o;
  o.parts = d.parts;
  partition::result r;
  r.part = d.part;
  partition::measure(d.graph.view(), o, r);
  return r;
}

TEST(figures, are_those_of_the_whole_graph) {
  for (std::uint32_t seed = 1; seed != (sanitized ? 8 : 60); ++seed) {
    const division d = random_division(seed);
    cpu_exec exec(1 + seed % 4);
    device_figures figures(d.graph.vertices, d.parts);
    partition::options o;
    o.parts = d.parts;
    partition::result counted;
    partition::measure(o, count(exec, d, figures), counted);
    const partition::result r = measured(d);
    EXPECT_EQ(counted.cut, r.cut);
    EXPECT_EQ(counted.volume, r.volume);
    EXPECT_EQ(counted.part_weight, r.part_weight);
    EXPECT_EQ(counted.balance, r.balance);
    EXPECT_EQ(counted.balanced, r.balanced);
  }
}

std::vector<std::vector<std::uint32_t>> listed(stray_components& components) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const stray_components::component& c : components.strays()) {
    const auto members = components.members(c);
    all.emplace_back(members.begin(), members.end());
    all.back().push_back(c.part);
    all.back().push_back(static_cast<std::uint32_t>(c.weight));
  }
  return all;
}

// From the whole graph, from a device's list, and after moves from the strays alone, are the same.
TEST(figures, strays_are_those_of_the_whole_graph) {
  std::size_t updates = 0;
  for (std::uint32_t seed = 1; seed != (sanitized ? 8 : 60); ++seed) {
    division d = random_division(seed);
    const partition::graph g = d.graph.view();
    cpu_exec exec(1 + seed % 4);
    device_figures figures(d.graph.vertices, d.parts);
    stray_components found(exec, g, d.parts, d.part), taken(exec, g, d.parts, d.part);
    found.find();
    taken.take(count(exec, d, figures));
    ASSERT_EQ(listed(found), listed(taken));
    std::mt19937 random(seed);
    for (unsigned pass = 0; pass != 3 && !taken.strays().empty(); ++pass) {
      for (const stray_components::component& c : taken.strays()) {
        const auto members = taken.members(c);
        const std::uint32_t v = members[random() % members.size()];
        const std::uint32_t to = d.part[d.graph.to[d.graph.begin[v]]];  // its own, or adjacent
        if (random() % 3 == 0 || d.part[v] != c.part) continue;
        for (const std::uint32_t m : members) d.part[m] = to;
      }
      taken.update();
      found.find();
      ASSERT_EQ(listed(found), listed(taken)) << seed << ", pass " << pass;
      ++updates;
    }
  }
  EXPECT_GT(updates, 8U);
}

TEST(figures, follow_strays_that_join) {
  std::size_t followed = 0, moved = 0;
  for (std::uint32_t seed = 1; seed != (sanitized ? 8 : 60); ++seed) {
    division d = random_division(seed);
    if (seed % 3 == 1) {  // few strays, so that their neighbours are few
      for (std::uint32_t v = 0; v != d.graph.vertices; ++v)
        d.part[v] = static_cast<std::uint32_t>(std::uint64_t{v} * d.parts / d.graph.vertices);
      d.part[33] = (d.part[33] + 1) % d.parts;
    }
    cpu_exec exec(2);
    device_figures figures(d.graph.vertices, d.parts);
    count(exec, d, figures);
    std::vector<std::int64_t> limit(d.parts, 10000);
    if (seed % 4 == 0)  // full parts: what joins one shifts others
      for (std::uint32_t p = 0; p + 1 != d.parts; ++p) limit[p] = figures.of_device().weight[p];
    partition::options o;
    o.parts = d.parts;
    const std::vector<std::uint32_t> before = d.part;
    std::vector<std::uint32_t> other = d.part;
    partition::join_strays(exec, d.graph.view(), o, limit, 1, {}, d.part, &figures);
    partition::join_strays(exec, d.graph.view(), o, limit, 1, {}, other);
    EXPECT_EQ(d.part, other);
    moved += d.part != before ? 1 : 0;
    if (!figures.known()) continue;
    followed += d.part != before ? 1 : 0;
    partition::result figures_now;
    partition::measure(o, figures.of_device(), figures_now);
    const partition::result r = measured(d);
    EXPECT_EQ(figures_now.cut, r.cut);
    EXPECT_EQ(figures_now.volume, r.volume);
    EXPECT_EQ(figures_now.part_weight, r.part_weight);
  }
  EXPECT_GT(moved, 3U);
  EXPECT_GT(followed, 0U);
}

}  // namespace
}  // namespace amorph::test
