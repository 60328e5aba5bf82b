/* The layout of the structs that callers were compiled with (x86-64): members are only appended. */
#include <stddef.h>

#include "test/tools/bindings/amorph/check.h"

/* Without padding behind the last member: a member that is appended makes the struct longer, so that its `size` tells
 * callers of this version from later ones. */
#define ENDS_WITH(type, member) CHECK(offsetof(type, member) + sizeof(((type*)0)->member) == sizeof(type))

int main(void) {
  ENDS_WITH(amorph_context_options, user);
  ENDS_WITH(amorph_graph, reserved);
  ENDS_WITH(amorph_graph_options, reserved);
  ENDS_WITH(amorph_array, reserved);
  ENDS_WITH(amorph_partition_graph, edge_weight);
  ENDS_WITH(amorph_partition_options, group);
  ENDS_WITH(amorph_partition_figures, reserved);
  ENDS_WITH(amorph_order_options, reserved);
  ENDS_WITH(amorph_order_figures, operations);
  ENDS_WITH(amorph_separator_options, seed);
  ENDS_WITH(amorph_separator_figures, reserved);
  ENDS_WITH(amorph_hypergraph, reserved);
  ENDS_WITH(amorph_hypergraph_options, seed);
  ENDS_WITH(amorph_hypergraph_figures, moved);
  ENDS_WITH(amorph_mesh_options, conforming);
  ENDS_WITH(amorph_points_to_options, no_overlap);
#if defined(__x86_64__)
  CHECK(sizeof(amorph_context_options) == 48 && offsetof(amorph_context_options, user) == 40);
  CHECK(sizeof(amorph_graph) == 56 && offsetof(amorph_graph, undirected) == 48);
  CHECK(sizeof(amorph_option) == 16);
  CHECK(sizeof(amorph_graph_options) == 72 && offsetof(amorph_graph_options, leave) == 60);
  CHECK(sizeof(amorph_array) == 32);
  CHECK(sizeof(amorph_partition_graph) == 56);
  CHECK(sizeof(amorph_partition_options) == 104 && offsetof(amorph_partition_options, levels) == 68);
  CHECK(sizeof(amorph_partition_figures) == 56 && offsetof(amorph_partition_figures, cost) == 40);
  CHECK(sizeof(amorph_order_options) == 56 && offsetof(amorph_order_options, seed) == 40);
  CHECK(sizeof(amorph_order_figures) == 24);
  CHECK(sizeof(amorph_separator_options) == 40 && offsetof(amorph_separator_options, seed) == 32);
  CHECK(sizeof(amorph_separator_figures) == 40 && offsetof(amorph_separator_figures, vertices) == 32);
  CHECK(sizeof(amorph_hypergraph) == 56 && offsetof(amorph_hypergraph, dimensions) == 48);
  CHECK(sizeof(amorph_hypergraph_options) == 104 && offsetof(amorph_hypergraph_options, seed) == 96);
  CHECK(sizeof(amorph_hypergraph_figures) == 56);
  CHECK(sizeof(amorph_region) == 32);
  CHECK(sizeof(amorph_domain) == 80 && offsetof(amorph_domain, hole_count) == 48);
  CHECK(offsetof(amorph_domain, regions) == 56 && offsetof(amorph_domain, point_attributes) == 72);
  CHECK(sizeof(amorph_elements) == 80 && offsetof(amorph_elements, max_area) == 72);
  CHECK(sizeof(amorph_mesh_options) == 48 && offsetof(amorph_mesh_options, max_points) == 32);
  CHECK(sizeof(amorph_formula) == 40);
  CHECK(sizeof(amorph_sat_options) == 56 && offsetof(amorph_sat_options, walkers) == 32);
  CHECK(sizeof(amorph_constraint) == 16);
  CHECK(sizeof(amorph_move) == 16 && sizeof(amorph_layout) == 24 && sizeof(amorph_block) == 8);
  CHECK(sizeof(amorph_constraints) == 184 && offsetof(amorph_constraints, count) == 32);
  CHECK(offsetof(amorph_constraints, moves) == 40 && offsetof(amorph_constraints, online_count) == 176);
  CHECK(sizeof(amorph_points_to_options) == 24);
#endif
  CHECK(amorph_version()[0] != 0);
  return 0;
}
