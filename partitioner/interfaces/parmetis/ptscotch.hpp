// PT-Scotch's distributed graphs: partitions and orderings (Chevalier and Pellegrini, "PT-Scotch: A tool
// for efficient parallel graph ordering", 2008). All functions are collective and throw on all processes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "partitioner/common/partition.hpp"
#include "partitioner/interfaces/parmetis/distributed_graph.hpp"

namespace amorph::parmetis {

class scotch_graph {
 public:
  // `g` must outlive this. bad_input: an edge at one end only or with two weights, or weights whose sum exceeds 32
  // bits. Self-loops and edges of weight 0 are left out.
  scotch_graph(const communicator& c, const distributed_graph& g);
  ~scotch_graph();
  scotch_graph(const scotch_graph&) = delete;
  scotch_graph& operator=(const scotch_graph&) = delete;

  // Writes the part of each vertex here, by PT-Scotch's default strategy.
  void divide(const partition::options& o, std::uint64_t seed, idx_t* part);

  // The position of each vertex here in a fill-reducing ordering. `sizes`: as ParMETIS_V3_NodeND's, for `domains` (a
  // power of two); if PT-Scotch's separator tree has another shape, all vertices are in sizes[0].
  [[nodiscard]] std::vector<idx_t> order(std::uint64_t seed, int domains, std::vector<idx_t>& sizes);

 private:
  struct state;
  std::unique_ptr<state> s_;
};

}  // namespace amorph::parmetis
