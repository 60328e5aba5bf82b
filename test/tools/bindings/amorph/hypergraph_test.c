/* Partitions of hypergraphs through the C interface. */
#include "test/tools/bindings/amorph/check.h"
#include "tools/bindings/amorph/amorph.h"

enum { n = 120 };

int main(void) {
  uint64_t begin[n + 1];
  uint32_t pin[3 * n], part[n], again[n];
  int32_t weight[2 * n], fixed[n], group[n], start[n], cost[n];
  int64_t held[4];
  double share[2] = {2, 1};
  amorph_context* c = NULL;
  amorph_hypergraph h = {sizeof h};
  amorph_hypergraph_options o = {sizeof o};
  amorph_hypergraph_figures f = {sizeof f}, g = {sizeof g};
  uint32_t v;
  for (v = 0; v != n; ++v) {
    begin[v] = 3 * v;
    pin[3 * v] = v;
    pin[3 * v + 1] = (v + 1) % n;
    pin[3 * v + 2] = (v + 2) % n;
    weight[2 * v] = 1;
    weight[2 * v + 1] = v % 2 == 0 ? 2 : 0;
    fixed[v] = group[v] = -1;
    cost[v] = 50;
  }
  begin[n] = 3 * n;
  h.vertices = h.nets = n;
  h.net_begin = begin;
  h.pin = pin;
  o.parts = 2;
  CHECK(amorph_context_create(NULL, &c) == AMORPH_OK);

  /* A ring of nets of three: two cuts of two nets each. */
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, &f) == AMORPH_OK);
  CHECK(f.cut == 4 && f.km1 == 4 && f.soed == 8 && f.cut_nets == 4 && f.balanced == 1 && f.moved == 0);
  CHECK(amorph_hypergraph_evaluate(&h, 2, part, &g, held) == AMORPH_OK);
  CHECK(g.cut == 4 && held[0] + held[1] == n && held[0] <= 61 && held[1] <= 61);

  /* Shares, fixed vertices, groups. */
  o.share = share;
  o.fixed = fixed;
  o.group = group;
  fixed[5] = 1;
  group[5] = group[70] = 9;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, &f) == AMORPH_OK);
  CHECK(amorph_hypergraph_evaluate(&h, 2, part, &g, held) == AMORPH_OK);
  CHECK(part[5] == 1 && part[70] == 1 && f.km1 == g.km1 && held[0] > 70 && held[0] <= 82);

  /* A partition to keep. */
  for (v = 0; v != n; ++v) start[v] = v < 40;
  start[3] = -1;
  o.group = o.fixed = NULL;
  o.start = start;
  o.move_cost = cost;
  CHECK(amorph_hypergraph_partition(c, &h, &o, again, &f) == AMORPH_OK);
  CHECK(f.moved == 0 && f.balanced == 1 && again[3] == 1);
  o.start = o.move_cost = NULL;
  o.share = NULL;

  /* Two weights. */
  h.vertex_weight = weight;
  h.dimensions = 2;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, &f) == AMORPH_OK);
  CHECK(amorph_hypergraph_evaluate(&h, 2, part, &g, held) == AMORPH_OK);
  CHECK(f.balanced == 1 && held[0] + held[2] == n && held[1] + held[3] == n && held[1] <= 61 && held[3] <= 61);

  /* What is refused. */
  CHECK(amorph_hypergraph_partition(NULL, &h, &o, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_hypergraph_partition(c, NULL, &o, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_hypergraph_partition(c, &h, NULL, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_hypergraph_partition(c, &h, &o, NULL, NULL) == AMORPH_BAD_INPUT);
  o.objective = 3;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "objective: expected 0 .. 2, found 3") == 0);
  o.objective = 0;
  o.parts = n + 1;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, NULL) == AMORPH_BAD_INPUT);
  o.parts = 2;
  pin[4] = n;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "net 1 has a pin on vertex 120 of 120") == 0);
  pin[4] = 1;
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "net 1 has two pins on vertex 1") == 0);
  pin[4] = 2;
  part[7] = 2;
  CHECK(amorph_hypergraph_evaluate(&h, 2, part, &g, held) == AMORPH_BAD_INPUT);
  amorph_context_stop(c);
  CHECK(amorph_hypergraph_partition(c, &h, &o, part, NULL) == AMORPH_INTERRUPTED);
  amorph_context_destroy(c);
  return 0;
}
