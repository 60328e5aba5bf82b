// Random graphs with orders to divide them, for tests, and making a failing one small.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "partitioner/common/partition.hpp"

namespace amorph::test {

struct weighted_edge {
  std::uint32_t u, v;
  std::int32_t weight = 1;
};

// A graph as a list of edges, from which things can be taken, and what is asked of divide().
struct trial {
  std::string kind;  // what sort of graph it was drawn as
  std::uint32_t vertices = 0;
  std::vector<weighted_edge> edges;  // an edge may stand there twice
  std::vector<std::int32_t> vertex_weight, vertex_size;
  bool edge_weights = false;  // false: all weigh 1, and the graph has no array of weights
  partition::options options;
};

// The same as rows.
struct stored_graph {
  std::uint32_t vertices = 0;
  std::vector<std::uint64_t> begin;
  std::vector<std::uint32_t> to;
  std::vector<std::int32_t> vertex_weight, vertex_size, edge_weight;
  [[nodiscard]] partition::graph view() const { return {vertices, begin, to, vertex_weight, vertex_size, edge_weight}; }
};
[[nodiscard]] stored_graph store(const trial& t);
// Components of the subgraphs that the parts induce.
[[nodiscard]] std::size_t components(const stored_graph& g, const std::vector<std::uint32_t>& part);
// Pairs of adjacent parts.
[[nodiscard]] std::size_t connections(const stored_graph& g, const std::vector<std::uint32_t>& part);

// Named families; sizes are numbers of vertices, rounded where the family needs it.
[[nodiscard]] trial star(std::uint32_t leaves);
[[nodiscard]] trial stars(std::uint32_t hubs, std::uint32_t leaves);  // of each; the hubs are a path
[[nodiscard]] trial clique(std::uint32_t n);
[[nodiscard]] trial path(std::uint32_t n);
[[nodiscard]] trial grid(std::uint32_t x, std::uint32_t y, std::uint32_t z = 1);
[[nodiscard]] trial rmat(unsigned scale, std::uint32_t degree, std::uint64_t seed);

// A trial from its seed; the same on every machine. Some have up to 12 vertices, some up to 700, some up to 10,000,
// which are coarsened; a shape, weights, a number of parts and options of some kind each.
[[nodiscard]] trial random_trial(std::uint64_t seed);

// Takes things out of `t` as long as `fails` holds, and returns what is left. At most some 4000 calls.
[[nodiscard]] trial shrink(trial t, const std::function<bool(const trial&)>& fails);

// The options in a line, and the graph as METIS writes graphs unless it is large.
[[nodiscard]] std::string text(const trial& t);

}  // namespace amorph::test
