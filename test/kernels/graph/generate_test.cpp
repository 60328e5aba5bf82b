// Generators: the properties of every family, for any seed and number of threads; netlists and their clique expansions.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>

#include "amorph/kernels/base/error.hpp"
#include "amorph/kernels/graph/generate.hpp"
#include "amorph/kernels/graph/symmetry.hpp"
#include "test/tools/formats/plain_reader.hpp"
#include "tools/formats/graph_file.hpp"

namespace amorph::test {
namespace {

using generate::clique;
using generate::stencil;
using family = std::function<host_graph(cpu_exec&, std::uint64_t seed)>;

// Undirected, no self-loops, strictly ascending rows.
void expect_simple(cpu_exec& exec, const host_graph& g) {
  ASSERT_EQ(describe(find_fault(exec, g.view(), g.edge_weight), 0), "");
  for (std::uint32_t v = 0; v != g.vertices; ++v)
    for (std::uint64_t e = g.begin[v] + 1; e < g.begin[v + 1]; ++e) ASSERT_LT(g.to[e - 1], g.to[e]) << "row " << v;
}

host_graph made(const family& make, std::uint64_t seed) {
  cpu_exec one(1), many(5);
  host_graph g = make(one, seed);
  expect_simple(many, g);
  EXPECT_TRUE(text_of(make(many, seed)) == text_of(g)) << "threads decide";
  return g;
}

TEST(generate, grids) {
  auto edges = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return (x - 1) * y * z + x * (y - 1) * z + x * y * (z - 1);
  };
  for (const auto& [x, y, z] : std::vector<std::array<std::uint64_t, 3>>{
           {1, 1, 1}, {7, 1, 1}, {1, 7, 1}, {1, 1, 7}, {3, 4, 1}, {3, 4, 5}, {2, 2, 2}, {40, 50, 60}}) {
    SCOPED_TRACE(std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z));
    auto grid = [x = x, y = y, z = z](stencil s) {
      return [=](cpu_exec& e, std::uint64_t) { return generate::grid(e, x, y, z, s); };
    };
    const host_graph star = made(grid(stencil::star), 0), box = made(grid(stencil::box), 0);
    EXPECT_EQ(star.vertices, x * y * z);
    EXPECT_EQ(star.to.size(), 2 * edges(x, y, z));
    // Pairs within one step along each side: (3x - 2)(3y - 2)(3z - 2) ordered ones, less each point with itself.
    EXPECT_EQ(box.to.size(), (3 * x - 2) * (3 * y - 2) * (3 * z - 2) - x * y * z);
    for (std::uint32_t v = 0; v != star.vertices; ++v)
      for (const std::uint32_t u : star.view().row(v)) {
        const auto apart = [&](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : a - b; };
        ASSERT_EQ(apart(u % x, v % x) + apart(u / x % y, v / x % y) + apart(u / x / y, v / x / y), 1u);
      }
  }
}

TEST(generate, geometric) {
  for (std::uint64_t seed = 1; seed != 4; ++seed) {
    const host_graph g = made([](cpu_exec& e, std::uint64_t s) { return generate::geometric(e, 20000, 12, s); }, seed);
    EXPECT_EQ(g.vertices, 20000u);
    EXPECT_NEAR(static_cast<double>(g.to.size()) / 20000, 12, 0.6);  // fewer at the border of the square
  }
  for (const auto& [mean, expected] : std::map<double, std::uint64_t>{{0.0, 0}, {2000.0, 300 * 299}}) {
    const host_graph g =
        made([mean = mean](cpu_exec& e, std::uint64_t s) { return generate::geometric(e, 300, mean, s); }, 1);
    EXPECT_EQ(g.to.size(), expected) << "the radius is 0, or more than the diagonal";
  }
  EXPECT_EQ(made([](cpu_exec& e, std::uint64_t s) { return generate::geometric(e, 0, 12, s); }, 1).vertices, 0u);
}

TEST(generate, rmat) {
  const family make = [](cpu_exec& e, std::uint64_t s) { return generate::rmat(e, 13, 8, s); };
  const host_graph g = made(make, 1);
  EXPECT_EQ(g.vertices, 8192u);
  EXPECT_GT(g.to.size(), 2u * 8 * 8192 * 7 / 10);
  EXPECT_LE(g.to.size(), 2u * 8 * 8192);
  std::uint64_t largest = 0;
  for (std::uint32_t v = 0; v != g.vertices; ++v) largest = std::max(largest, g.view().degree(v));
  EXPECT_GT(largest, 300u) << "a few vertices have most edges";
  EXPECT_FALSE(text_of(made(make, 2)) == text_of(g));
  EXPECT_EQ(made([](cpu_exec& e, std::uint64_t s) { return generate::rmat(e, 0, 5, s); }, 1).to.size(), 0u);
}

TEST(generate, uniform) {
  const family make = [](cpu_exec& e, std::uint64_t s) { return generate::uniform(e, 10007, 6, s); };
  const host_graph g = made(make, 1);
  EXPECT_EQ(g.vertices, 10007u);
  EXPECT_NEAR(static_cast<double>(g.to.size()), 2.0 * 6 * 10007, 300);
  EXPECT_FALSE(text_of(made(make, 2)) == text_of(g));
  EXPECT_EQ(made([](cpu_exec& e, std::uint64_t s) { return generate::uniform(e, 0, 6, s); }, 1).vertices, 0u);
}

TEST(generate, weights) {
  auto make = [](cpu_exec& e, std::uint64_t s) {
    host_graph g = generate::uniform(e, 1000, 6, s);
    generate::random_vertex_weights(e, g, 2, 7, s);
    generate::random_edge_weights(e, g, 2147483647, s);
    return g;
  };
  const host_graph g = made(make, 3);
  EXPECT_EQ(g.vertex_weight.size(), 2000u);
  const auto [lowest, highest] = std::minmax_element(g.vertex_weight.begin(), g.vertex_weight.end());
  EXPECT_EQ(*lowest, 1);
  EXPECT_EQ(*highest, 7);
  EXPECT_EQ(g.edge_weight.size(), g.to.size());
  EXPECT_GT(*std::min_element(g.edge_weight.begin(), g.edge_weight.end()), 0);
}

TEST(generate, refuses_what_does_not_fit) {
  cpu_exec exec(1);
  EXPECT_THROW((void)generate::grid(exec, 70000, 70000, 1), error);
  EXPECT_THROW((void)generate::grid(exec, std::uint64_t{1} << 63, 4, 1), error);
  EXPECT_THROW((void)generate::grid(exec, 3, 0, 1), error);
  EXPECT_THROW((void)generate::rmat(exec, 32, 1, 1), error);
  EXPECT_THROW((void)generate::rmat(exec, 20, std::uint64_t{1} << 60, 1), error);
  EXPECT_THROW((void)generate::uniform(exec, std::uint64_t{1} << 32, 1, 1), error);
  EXPECT_THROW((void)generate::geometric(exec, 10, -1, 1), error);
  cpu_exec small(1, 1 << 20);
  auto code = [](auto make) {
    try {
      make();
    } catch (const error& e) {
      return e.code();
    }
    return status::ok;
  };
  EXPECT_EQ(code([&] { (void)generate::grid(small, 1000, 1000, 1); }), status::out_of_memory);
  EXPECT_EQ(code([&] { (void)generate::geometric(small, 100000, 12, 1); }), status::out_of_memory);
  EXPECT_EQ(code([&] { (void)generate::rmat(small, 20, 8, 1); }), status::out_of_memory);
  EXPECT_EQ(code([&] { (void)generate::uniform(small, 100000, 8, 1); }), status::out_of_memory);
}

TEST(netlists, expand_to_cliques) {
  graph_file::netlist list;
  std::string message;
  ASSERT_EQ(
      graph_file::parse_netlist("% c\n4 5 11\n3 1 2\n2 3 1 2 3\n1 5\n9 1 1 4\n%\n1\n2\n3\n0\n5\n", "h", list, message),
      status::ok)
      << message;
  EXPECT_EQ(list.vertices, 5u);
  EXPECT_EQ(std::vector<std::int32_t>(list.vertex_weight.begin(), list.vertex_weight.end()),
            (std::vector<std::int32_t>{1, 2, 3, 0, 5}));
  auto expand = [&](clique model, std::uint64_t largest) {
    const host_graph g = made(
        [&](cpu_exec& e, std::uint64_t) {
          return generate::cliques(e, {list.vertices, list.begin, list.pin, list.net_weight}, model, largest);
        },
        0);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t> edges;
    for (std::uint32_t v = 0; v != g.vertices; ++v)
      for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
        if (v < g.to[e]) edges[{v + 1, g.to[e] + 1}] = g.edge_weight.empty() ? 0 : g.edge_weight[e];
    return edges;
  };
  using edges = std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t>;
  EXPECT_EQ(expand(clique::plain, 0), (edges{{{1, 2}, 0}, {{1, 3}, 0}, {{2, 3}, 0}, {{1, 4}, 0}}));
  EXPECT_EQ(expand(clique::count, 0), (edges{{{1, 2}, 5}, {{1, 3}, 2}, {{2, 3}, 2}, {{1, 4}, 9}}));
  EXPECT_EQ(expand(clique::standard, 0), (edges{{{1, 2}, 4000}, {{1, 3}, 1000}, {{2, 3}, 1000}, {{1, 4}, 9000}}));
  EXPECT_EQ(expand(clique::count, 2), (edges{{{1, 2}, 3}, {{1, 4}, 9}}));
}

// All pairs of large nets occur once.
TEST(netlists, large_nets) {
  std::vector<std::uint64_t> begin{0, 0, 1};
  std::vector<std::uint32_t> pin{7};
  for (std::uint32_t v = 0; v != 700; ++v) pin.push_back(699 - v);
  begin.push_back(pin.size());
  for (std::uint32_t v = 0; v != 50; ++v) pin.push_back(v);
  begin.push_back(pin.size());
  const host_graph g = made(
      [&](cpu_exec& e, std::uint64_t) { return generate::cliques(e, {700, begin, pin, {}}, clique::count, 0); }, 0);
  EXPECT_EQ(g.to.size(), 700u * 699u);
  for (std::uint32_t v = 0; v != 700; ++v)
    for (std::uint64_t e = g.begin[v]; e != g.begin[v + 1]; ++e)
      ASSERT_EQ(g.edge_weight[e], v < 50 && g.to[e] < 50 ? 2 : 1);
}

TEST(netlists, say_what_is_wrong) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"", "h:1: expected the number of nets, found the end of the file"},
      {"1\n", "h:1: expected the number of vertices (0 .. 4294967294), found the end of the line"},
      {"1 2 2\n1 2\n", "h:1: expected a format of 0, 1, 10 or 11, found '2'"},
      {"2 2\n1 2\n", "h:3: expected the pins of net 2 of 2, found the end of the file"},
      {"1 2\n1 3\n", "h:2: expected a pin (1 .. 2), found '3'"},
      {"2 2\n1 2\n\n", "h:3: expected a pin, found the end of the line"},
      {"1 2 1\n0 2\n", "h:2: expected a net's weight (1 .. 2147483647), found '0'"},
      {"1 2 10\n1 2\n5\n", "h:4: expected the weight of vertex 2 of 2, found the end of the file"},
      {"1 2 10\n1 2\n5\n-1\n", "h:4: expected a vertex weight (0 .. 2147483647), found '-1'"},
      {"1 2\n1 2\n5\n", "h:3: expected the end of the file, found '5'"},
  };
  for (const auto& [text, expected] : wrong) {
    graph_file::netlist list;
    std::string message;
    EXPECT_EQ(graph_file::parse_netlist(text, "h", list, message), status::bad_input) << text;
    EXPECT_EQ(message, expected);
  }
}

}  // namespace
}  // namespace amorph::test
