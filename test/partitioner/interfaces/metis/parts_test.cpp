// What stands behind METIS's interface, held against plain definitions on random inputs.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/exec/cpu.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "partitioner/interfaces/metis/caller_graph.hpp"
#include "partitioner/interfaces/metis/mesh.hpp"
#include "tools/commands/metis/quality.hpp"
#include "tools/commands/metis/target_weights.hpp"

namespace amorph::metis {
namespace {

using random_bits = std::mt19937;
std::uint32_t below(random_bits& r, std::uint32_t n) { return static_cast<std::uint32_t>(r() % n); }

struct stored_mesh {
  std::vector<std::uint64_t> begin{0};
  std::vector<std::uint32_t> node;
  mesh view;
};

// Elements of 0 to 5 nodes, now and then one twice.
stored_mesh random_mesh(random_bits& r) {
  stored_mesh m;
  const std::uint32_t elements = below(r, 12), nodes = 1 + below(r, 14);
  for (std::uint32_t e = 0; e != elements; ++e) {
    for (std::uint32_t i = below(r, 6); i != 0; --i) m.node.push_back(below(r, nodes));
    m.begin.push_back(m.node.size());
  }
  m.view = {elements, nodes, m.begin, m.node};
  return m;
}

std::vector<std::set<std::uint32_t>> node_sets(const stored_mesh& m) {
  std::vector<std::set<std::uint32_t>> sets(m.view.elements);
  for (std::size_t e = 0; e != sets.size(); ++e)
    sets[e].insert(m.node.begin() + static_cast<long>(m.begin[e]), m.node.begin() + static_cast<long>(m.begin[e + 1]));
  return sets;
}

std::vector<std::uint32_t> row(const host_graph& g, std::uint32_t v) {
  return {g.to.begin() + static_cast<long>(g.begin[v]), g.to.begin() + static_cast<long>(g.begin[v + 1])};
}

TEST(mesh, graphs_are_what_their_definitions_say) {
  for (const unsigned threads : {1u, 4u}) {
    cpu_exec exec(threads);
    for (unsigned seed = 0; seed != 400; ++seed) {
      random_bits r(seed);
      const stored_mesh m = random_mesh(r);
      const auto sets = node_sets(m);
      const std::uint32_t common = 1 + below(r, 4);
      const host_graph dual = dual_graph(exec, m.view, common);
      for (std::uint32_t e = 0; e != m.view.elements; ++e) {
        std::vector<std::uint32_t> expected;
        for (std::uint32_t f = 0; f != m.view.elements; ++f) {
          std::vector<std::uint32_t> shared;
          std::set_intersection(sets[e].begin(), sets[e].end(), sets[f].begin(), sets[f].end(),
                                std::back_inserter(shared));
          const std::size_t least = std::min({std::size_t{common}, std::max<std::size_t>(1, sets[e].size() - 1),
                                              std::max<std::size_t>(1, sets[f].size() - 1)});
          if (f != e && !shared.empty() && shared.size() >= least) expected.push_back(f);
        }
        EXPECT_EQ(row(dual, e), expected) << "seed " << seed;
      }
      const host_graph nodal = nodal_graph(exec, m.view);
      std::vector<std::set<std::uint32_t>> expected(m.view.nodes);
      for (const auto& nodes : sets)
        for (const std::uint32_t a : nodes)
          for (const std::uint32_t b : nodes)
            if (a != b) expected[a].insert(b);
      for (std::uint32_t v = 0; v != m.view.nodes; ++v)
        EXPECT_EQ(row(nodal, v), std::vector<std::uint32_t>(expected[v].begin(), expected[v].end())) << "seed " << seed;
    }
  }
}

// A rigid element over every other node joins these, and so does a triangle at either end; its node appears twice.
TEST(mesh, a_rigid_element_joins_all_its_nodes) {
  constexpr std::uint32_t nodes = 1000;
  std::vector<std::uint32_t> node;
  for (std::uint32_t v = 0; v != nodes; v += 2) node.push_back(v);
  node.push_back(0);
  const std::uint64_t rigid = node.size();
  for (const std::uint32_t v : {0u, 1u, 2u, 997u, 998u, 999u}) node.push_back(v);
  const std::vector<std::uint64_t> begin{0, rigid, rigid + 3, rigid + 6};
  mesh m;
  m.elements = 3;
  m.nodes = nodes;
  m.begin = begin;
  m.node = node;
  cpu_exec exec(1);
  const host_graph g = nodal_graph(exec, m);
  for (std::uint32_t v = 0; v != nodes; ++v) {
    std::set<std::uint32_t> expected;
    if (v % 2 == 0)
      for (std::uint32_t u = 0; u != nodes; u += 2) expected.insert(u);
    if (v < 3) expected.insert({0, 1, 2});
    if (v > 996) expected.insert({997, 998, 999});
    expected.erase(v);
    EXPECT_EQ(row(g, v), std::vector<std::uint32_t>(expected.begin(), expected.end())) << "node " << v;
  }
}

TEST(mesh, induced_parts_follow_the_columns) {
  for (unsigned seed = 0; seed != 400; ++seed) {
    random_bits r(seed);
    const stored_mesh m = random_mesh(r);
    const std::uint32_t parts = 1 + below(r, 4);
    std::vector<std::uint32_t> node_part(m.view.nodes);
    for (auto& p : node_part) p = below(r, parts);
    const auto part = induce(m.begin, m.node, node_part, parts, {});
    for (std::uint32_t e = 0; e != m.view.elements; ++e) {
      std::set<std::uint32_t> around;
      for (std::uint64_t i = m.begin[e]; i != m.begin[e + 1]; ++i) around.insert(node_part[m.node[i]]);
      EXPECT_TRUE(around.empty() ? part[e] < parts : around.count(part[e]) == 1) << "seed " << seed;
    }
  }
  // Rows without columns even out what the others left.
  const std::vector<std::uint64_t> begin{0, 1, 1, 1, 1};
  const std::vector<std::uint32_t> column{0};
  EXPECT_EQ(induce(begin, column, {1}, 2, {}), (std::vector<std::uint32_t>{1, 0, 0, 1}));
}

// What a program may hand over: directed entries with weights from 0, loops, repetitions.
struct handed {
  idx_t n = 0;
  std::vector<idx_t> begin{0}, to, weight, vertex_weight;
};

handed random_graph(random_bits& r) {
  handed g;
  g.n = static_cast<idx_t>(1 + below(r, 9));
  std::map<std::pair<idx_t, idx_t>, idx_t> entries;
  const bool undirected = below(r, 2) == 0;
  for (std::uint32_t i = below(r, 25); i != 0; --i) {
    const auto u = static_cast<idx_t>(below(r, static_cast<std::uint32_t>(g.n)));
    const auto v = static_cast<idx_t>(below(r, static_cast<std::uint32_t>(g.n)));
    const auto w = static_cast<idx_t>(below(r, 4));
    entries[{u, v}] = w;
    if (undirected) entries[{v, u}] = w;
  }
  for (idx_t v = 0; v != g.n; ++v) {
    for (const auto& [ends, w] : entries)
      if (ends.first == v) g.to.push_back(ends.second), g.weight.push_back(w);
    g.begin.push_back(static_cast<idx_t>(g.to.size()));
  }
  const bool weightless = below(r, 3) == 0;
  for (idx_t v = 0; v != 2 * g.n; ++v)
    g.vertex_weight.push_back(weightless && v % 2 == 0 ? 0 : static_cast<idx_t>(below(r, 3)));
  return g;
}

using edges = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t>;

edges edges_of(const partition::graph& g) {
  edges all;
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + std::size_t{1}]; ++e)
      all[{v, g.to[e]}] += g.edge_weight.empty() ? 1 : g.edge_weight[e];
  return all;
}

TEST(caller_graph, mends_what_is_no_graph) {
  cpu_exec exec(2);
  for (unsigned seed = 0; seed != 1000; ++seed) {
    random_bits r(seed);
    handed g = random_graph(r);
    const handed before = g;
    for (const auto goal : {partition::objective::cut, partition::objective::volume}) {
      edges expected;
      for (idx_t v = 0; v != g.n; ++v)
        for (idx_t e = g.begin[static_cast<std::size_t>(v)]; e != g.begin[static_cast<std::size_t>(v) + 1]; ++e) {
          const auto at = static_cast<std::size_t>(e);
          const auto a = static_cast<std::uint32_t>(v), b = static_cast<std::uint32_t>(g.to[at]);
          if (a == b || (g.weight[at] == 0 && goal == partition::objective::cut)) continue;
          for (auto& w : {std::ref(expected[{a, b}]), std::ref(expected[{b, a}])})
            w.get() = std::max<std::int64_t>({w.get(), g.weight[at], 1});
        }
      const caller_graph clean(
          exec, {g.n, 2, g.begin.data(), g.to.data(), g.vertex_weight.data(), nullptr, g.weight.data(), 0}, goal);
      EXPECT_EQ(edges_of(clean.view()), expected) << "seed " << seed;
      EXPECT_EQ(partition::check_graph(clean.view(), 2, 0), "") << "seed " << seed;
      for (std::size_t c = 0; c != 2; ++c) {
        std::int64_t total = 0, given = 0;
        for (std::size_t i = c; i < g.vertex_weight.size(); i += 2) {
          total += clean.view().vertex_weight[i];
          given += g.vertex_weight[i];
        }
        EXPECT_EQ(total, given == 0 ? g.n : given) << "seed " << seed;
      }
    }
    EXPECT_TRUE(g.to == before.to && g.begin == before.begin && g.weight == before.weight &&
                g.vertex_weight == before.vertex_weight);
  }
}

TEST(caller_graph, takes_an_undirected_graph_as_it_is) {
  cpu_exec exec(1);
  const idx_t begin[] = {0, 1, 3, 4}, to[] = {1, 0, 2, 1};
  const caller_graph clean(exec, {3, 1, begin, to, nullptr, nullptr, nullptr, 0}, partition::objective::cut);
  EXPECT_EQ(static_cast<const void*>(clean.view().to.data()), static_cast<const void*>(to));
  EXPECT_TRUE(clean.view().edge_weight.empty());
}

TEST(quality, counts_as_measure_does_and_components_by_hand) {
  for (unsigned seed = 0; seed != 300; ++seed) {
    random_bits r(seed);
    handed h = random_graph(r);
    cpu_exec exec(1);
    const caller_graph clean(exec,
                             {h.n, 2, h.begin.data(), h.to.data(), h.vertex_weight.data(), nullptr, h.weight.data(), 0},
                             partition::objective::cut);
    const partition::graph& g = clean.view();
    partition::options o;
    o.parts = 1 + below(r, 4);
    o.constraints = 2;
    partition::result measured;
    measured.part.resize(g.vertices);
    for (auto& p : measured.part) p = below(r, o.parts);
    partition::measure(g, o, measured);
    const quality q = measure_quality(g, o, measured.part);
    EXPECT_EQ(q.cut, measured.cut);
    EXPECT_EQ(q.volume, measured.volume);
    EXPECT_NEAR(q.max_balance(), measured.balance, 1e-9);
    // Labels that spread along edges inside parts.
    std::vector<std::uint32_t> label(g.vertices);
    std::iota(label.begin(), label.end(), 0u);
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [ends, w] : edges_of(g))
        if (measured.part[ends.first] == measured.part[ends.second] && label[ends.first] < label[ends.second])
          label[ends.second] = label[ends.first], changed = true;
    }
    EXPECT_EQ(q.components, std::set<std::uint32_t>(label.begin(), label.end()).size()) << "seed " << seed;
  }
}

TEST(divide, one_vertex_per_part) {
  const std::vector<std::uint64_t> begin{0, 1, 2, 2};
  const std::vector<std::uint32_t> to{1, 0};
  const std::vector<std::int32_t> weight{1, 5, 3};
  partition::options o;
  o.parts = 4;
  o.target = {0.1f, 0.5f, 0.1f, 0.3f};
  const auto r = partition::one_vertex_per_part({3, begin, to, weight, {}, {}}, o);
  EXPECT_EQ(r.part, (std::vector<std::uint32_t>{0, 1, 3}));  // heaviest where most is wanted
  EXPECT_EQ(r.cut, 1);
}

// A grid, some weights, k up to more than the vertices: all parts in use, and one answer on any number of threads.
TEST(divide, recursive_bisection_uses_every_part_and_not_the_threads) {
  for (unsigned seed = 0; seed != 60; ++seed) {
    random_bits r(seed);
    const std::uint32_t wide = 1 + below(r, 9), high = 1 + below(r, 9), n = wide * high;
    std::vector<std::uint64_t> begin{0};
    std::vector<std::uint32_t> to;
    std::vector<std::int32_t> weight(n);
    for (std::uint32_t v = 0; v != n; ++v) {
      if (v >= wide) to.push_back(v - wide);
      if (v % wide != 0) to.push_back(v - 1);
      if (v % wide + 1 != wide) to.push_back(v + 1);
      if (v + wide < n) to.push_back(v + wide);
      begin.push_back(to.size());
      weight[v] = static_cast<std::int32_t>(seed % 3 == 0 ? 1 : below(r, 4));
    }
    partition::options o;
    o.scheme = partition::scheme::recursive;
    o.parts = 2 + below(r, n + 3);
    o.imbalance = {1.001f};
    o.seed = seed;
    o.run.threads = 1;
    const partition::graph g{n, begin, to, weight, {}, {}};
    const partition::result one = partition::divide(g, o);
    EXPECT_EQ(one.stats.remark, "");
    EXPECT_EQ(std::set<std::uint32_t>(one.part.begin(), one.part.end()).size(), std::min(n, o.parts))
        << "seed " << seed;
    EXPECT_EQ(one.cut, measure_quality(g, o, one.part).cut);
    o.run.threads = 3;
    EXPECT_EQ(partition::divide(g, o).part, one.part) << "seed " << seed;
  }
}

host_graph square_grid(std::uint64_t side) {
  cpu_exec exec(1);
  return generate::grid(exec, side, side, 1);
}
partition::graph unweighted(const host_graph& g) { return {g.vertices, g.begin, g.to, {}, {}, {}}; }

// On many threads as on one, and as a flood from each vertex says.
TEST(quality, does_not_depend_on_the_threads) {
  const host_graph stored = square_grid(300);
  const partition::graph g = unweighted(stored);
  random_bits r(7);
  partition::options o;
  o.parts = 3;
  std::vector<std::uint32_t> part(g.vertices);
  for (auto& p : part) p = below(r, 10) == 0 ? below(r, 3) : 0;
  std::uint32_t components = 0;
  std::vector<bool> seen(g.vertices, false);
  for (std::uint32_t first = 0; first != g.vertices; ++first) {
    if (seen[first]) continue;
    ++components;
    std::vector<std::uint32_t> open{first};
    seen[first] = true;
    while (!open.empty()) {
      const std::uint32_t v = open.back();
      open.pop_back();
      for (const std::uint32_t u : row(stored, v))
        if (!seen[u] && part[u] == part[v]) {
          seen[u] = true;
          open.push_back(u);
        }
    }
  }
  for (const unsigned threads : {1u, 4u}) {
    o.run.threads = threads;
    partition::result measured;
    measured.part = part;
    partition::measure(g, o, measured);
    const quality q = measure_quality(g, o, part);
    EXPECT_EQ(q.components, components);
    EXPECT_EQ(q.graph_components, 1u);
    EXPECT_EQ(q.cut, measured.cut);
    EXPECT_EQ(q.volume, measured.volume);
    EXPECT_EQ(q.max_neighbours, 2u);
  }
}

TEST(divide, few_vertices_per_part) {
  const host_graph stored = square_grid(30);
  const partition::graph g = unweighted(stored);
  for (const std::uint32_t parts : {300u, 450u}) {
    partition::options o;
    o.parts = parts;
    o.imbalance = {1.03f};
    o.contiguous = true;
    EXPECT_EQ(measure_quality(g, o, partition::divide(g, o).part).broken_parts, 0u) << parts << " connected parts";
  }
  for (const std::uint32_t parts : {300u, 450u, 890u}) {
    partition::options o;
    o.parts = parts;
    o.imbalance = {1.03f};
    o.objective = partition::objective::volume;
    const partition::result a = partition::divide(g, o);
    EXPECT_TRUE(a.stats.remark.empty()) << a.stats.remark;
    std::set<std::uint32_t> used(a.part.begin(), a.part.end());
    EXPECT_EQ(used.size(), parts);
    if (parts != 300) {
      EXPECT_TRUE(a.balanced) << parts << " parts: " << a.balance;
    }
  }
}

// Shares that fractions in 32 bits do not hold: two vertices a part, and parts of next to nothing.
TEST(divide, recursive_bisection_has_whole_targets) {
  const host_graph stored = square_grid(30);
  const partition::graph g = unweighted(stored);
  for (const std::uint32_t parts : {300u, 450u}) {
    partition::options o;
    o.scheme = partition::scheme::recursive;
    o.parts = parts;
    o.imbalance = {1.001f};
    const partition::result a = partition::divide(g, o);
    EXPECT_EQ(a.stats.remark, "");
    EXPECT_DOUBLE_EQ(a.balance, 1) << parts << " parts";
  }
  partition::options tiny;
  tiny.scheme = partition::scheme::recursive;
  tiny.parts = 4;
  tiny.imbalance = {1.001f};
  tiny.target = {0.5f, 0.5f - 1e-8f, 1e-8f, 1e-8f};
  const partition::result a = partition::divide(g, tiny);
  for (std::uint32_t p = 0; p != 4; ++p) EXPECT_GE(a.part_weight[p], 1);
  EXPECT_LE(a.part_weight[0], 451);
}

TEST(target_weights, any_text_gives_fractions_or_an_error) {
  constexpr char alphabet[] = "0123 .-:=\n%e#";
  unsigned accepted = 0;
  for (unsigned seed = 0; seed != 20000; ++seed) {
    random_bits r(seed);
    std::string text;
    for (std::uint32_t i = below(r, 4); i != 0; --i) {  // lines that are mostly right
      text +=
          std::to_string(below(r, 4)) + (below(r, 3) == 0 ? " : 0" : "") + " = 0." + std::to_string(1 + below(r, 4));
      text += '\n';
    }
    for (std::uint32_t i = below(r, 3); i != 0; --i)
      text.insert(below(r, static_cast<std::uint32_t>(text.size()) + 1), 1, alphabet[below(r, sizeof alphabet - 1)]);
    try {
      const auto weights = parse_target_weights(text, "file", 3, 2);
      ++accepted;
      for (std::size_t c = 0; c != 2; ++c) {
        double sum = 0;
        for (std::size_t i = c; i < weights.size(); i += 2) {
          EXPECT_GT(weights[i], 0) << text;
          sum += double{weights[i]};
        }
        EXPECT_NEAR(sum, 1, 1e-5) << text;
      }
    } catch (const error& e) {
      EXPECT_EQ(e.code(), status::bad_input);
      EXPECT_EQ(std::string(e.what()).find("file:"), 0u) << e.what();
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    }
  }
  EXPECT_GT(accepted, 2000u);
}

}  // namespace
}  // namespace amorph::metis
