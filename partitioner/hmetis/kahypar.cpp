// KaHyPar's five functions.
#include <algorithm>
#include <cstdio>
#include <new>

#include "partitioner/hmetis/caller_netlist.hpp"
#include "partitioner/hmetis/configuration.hpp"
#include "partitioner/hmetis/libkahypar.h"

struct kahypar_context_s {
  amorph::hmetis::configuration configuration;
};

namespace {

using namespace amorph;
using namespace amorph::hmetis;

struct call {
  unsigned vertices, nets;
  double epsilon;
  unsigned parts;
  const int *vertex_weight, *net_weight;
  const std::size_t* begin;
  const unsigned* pin;
  const unsigned* start;  // null: from scratch
  std::size_t vcycles;
  int* objective;
  const kahypar_context_s* context;
  unsigned* part;
};

void divide(const call& c) {
  require(c.objective, "objective");
  const configuration& asked = require(c.context, "the context")->configuration;
  if (c.vertices != 0) require(c.part, "partition");
  const caller_netlist all(c.vertices, c.nets, c.vertex_weight, c.net_weight, c.begin, c.pin);
  hypergraph::options o;
  read_environment(o);
  o.parts = c.parts;
  o.imbalance = c.epsilon;
  o.objective = asked.objective;
  o.seed = asked.seed;
  o.vcycles = asked.vcycles;
  std::vector<std::int32_t> start;
  if (c.start != nullptr) {
    for (unsigned v = 0; v != c.vertices; ++v) {
      if (c.start[v] >= c.parts)
        refuse("vertex " + std::to_string(v) + " is in part " + std::to_string(c.start[v]) + " of " +
               std::to_string(c.parts));
      start.push_back(static_cast<std::int32_t>(c.start[v]));
    }
    o.start = start;
    o.vcycles = static_cast<std::int32_t>(std::min<std::size_t>(c.vcycles, 1000000));
  }
  const hypergraph::result r = hypergraph::divide(all.view(), o);
  std::copy(r.part.begin(), r.part.end(), c.part);
  *c.objective = static_cast<int>(std::min<std::int64_t>(r.measured.of(o.objective), 0x7fffffff));
}

void run_call(const char* function, const call& c) {
  if (!hmetis::run(function, [&] { divide(c); }) && c.objective != nullptr) *c.objective = -1;
}

}  // namespace

extern "C" {

kahypar_context_t* kahypar_context_new(void) { return new (std::nothrow) kahypar_context_s; }
void kahypar_context_free(kahypar_context_t* kahypar_context) { delete kahypar_context; }

void kahypar_configure_context_from_file(kahypar_context_t* kahypar_context, const char* ini_file_name) {
  (void)hmetis::run("kahypar_configure_context_from_file", [&] {
    std::string ignored;
    require(kahypar_context, "the context")->configuration =
        read_configuration(require(ini_file_name, "the file's name"), ignored);
    if (!ignored.empty()) std::fprintf(stderr, "libamorph_kahypar: %s: ignored %s\n", ini_file_name, ignored.c_str());
  });
}

void kahypar_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges, double epsilon,
                       kahypar_partition_id_t num_blocks, const kahypar_hypernode_weight_t* vertex_weights,
                       const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                       const kahypar_hyperedge_id_t* hyperedges, kahypar_hyperedge_weight_t* objective,
                       kahypar_context_t* kahypar_context, kahypar_partition_id_t* partition) {
  run_call("kahypar_partition", {num_vertices, num_hyperedges, epsilon, num_blocks, vertex_weights, hyperedge_weights,
                                 hyperedge_indices, hyperedges, nullptr, 0, objective, kahypar_context, partition});
}

void kahypar_improve_partition(kahypar_hypernode_id_t num_vertices, kahypar_hyperedge_id_t num_hyperedges,
                               double epsilon, kahypar_partition_id_t num_blocks,
                               const kahypar_hypernode_weight_t* vertex_weights,
                               const kahypar_hyperedge_weight_t* hyperedge_weights, const size_t* hyperedge_indices,
                               const kahypar_hyperedge_id_t* hyperedges, const kahypar_partition_id_t* input_partition,
                               size_t num_improvement_iterations, kahypar_hyperedge_weight_t* objective,
                               kahypar_context_t* kahypar_context, kahypar_partition_id_t* improved_partition) {
  if (input_partition == nullptr) {
    std::fputs("kahypar_improve_partition: input_partition is NULL\n", stderr);
    if (objective != nullptr) *objective = -1;
    return;
  }
  run_call("kahypar_improve_partition",
           {num_vertices, num_hyperedges, epsilon, num_blocks, vertex_weights, hyperedge_weights, hyperedge_indices,
            hyperedges, input_partition, num_improvement_iterations, objective, kahypar_context, improved_partition});
}

}  // extern "C"
