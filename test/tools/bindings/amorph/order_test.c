/* Fill-reducing orders, and partitions with constraints, through the C interface. */
#include <string.h>

#include "test/tools/bindings/amorph/check.h"
#include "tools/bindings/amorph/amorph.h"

enum { side = 20, n = side * side };

static uint64_t begin[n + 1];
static uint32_t to[4 * n];

static uint32_t fill_row(uint32_t v, uint32_t entries) {
  const uint32_t x = v % side, y = v / side;
  if (y > 0) to[entries++] = v - side;
  if (x > 0) to[entries++] = v - 1;
  if (x + 1 < side) to[entries++] = v + 1;
  if (y + 1 < side) to[entries++] = v + side;
  return entries;
}

int main(void) {
  uint32_t order[n], again[n], sizes[7], part[n], v;
  unsigned char seen[n] = {0};
  amorph_context* c = NULL;
  amorph_partition_graph g = {sizeof g};
  amorph_order_options o = {sizeof o};
  amorph_order_figures cost = {sizeof cost}, natural = {sizeof natural};
  amorph_partition_options p = {sizeof p};
  for (v = 0; v != n; ++v) begin[v + 1] = fill_row(v, (uint32_t)begin[v]);
  g.vertices = n;
  g.begin = begin;
  g.to = to;
  CHECK(amorph_context_create(NULL, &c) == AMORPH_OK);

  CHECK(amorph_order(c, &g, NULL, order, NULL, &cost) == AMORPH_OK);
  for (v = 0; v != n; ++v) ++seen[order[v]];
  CHECK(memchr(seen, 0, sizeof seen) == NULL);
  CHECK(cost.entries >= 760 && cost.entries < 4000); /* row by row: 7,600 */
  CHECK(cost.operations > 0);
  CHECK(amorph_order(c, &g, NULL, again, NULL, NULL) == AMORPH_OK);
  CHECK(memcmp(order, again, sizeof order) == 0);

  /* Four domains, three separators. */
  o.domains = 4;
  CHECK(amorph_order(c, &g, &o, order, sizes, &natural) == AMORPH_OK);
  CHECK(sizes[0] + sizes[1] + sizes[2] + sizes[3] + sizes[4] + sizes[5] + sizes[6] == n);
  CHECK(sizes[6] >= 15 && sizes[6] <= 30);

  o.domains = 3;
  CHECK(amorph_order(c, &g, &o, order, sizes, NULL) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "expected a power of 2 as the number of domains, found 3") == 0);
  o.domains = 0;
  o.imbalance = 0.5;
  CHECK(amorph_order(c, &g, &o, order, NULL, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_order(NULL, &g, NULL, order, NULL, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_order(c, NULL, NULL, order, NULL, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_order(c, &g, NULL, NULL, NULL, NULL) == AMORPH_BAD_INPUT);
  to[0] = n;
  CHECK(amorph_order(c, &g, NULL, order, NULL, NULL) == AMORPH_BAD_INPUT);
  to[0] = 1;

  /* Connected parts. */
  p.parts = 6;
  p.contiguous = p.few_connections = 1;
  CHECK(amorph_partition(c, &g, &p, part, NULL) == AMORPH_OK);
  {
    uint32_t pieces = 0, stack[n], height;
    memset(seen, 0, sizeof seen);
    for (v = 0; v != n; ++v) {
      if (seen[v]) continue;
      ++pieces;
      seen[v] = 1;
      stack[0] = v;
      for (height = 1; height != 0;) {
        const uint32_t u = stack[--height];
        uint64_t e;
        for (e = begin[u]; e != begin[u + 1]; ++e)
          if (!seen[to[e]] && part[to[e]] == part[v]) {
            seen[to[e]] = 1;
            stack[height++] = to[e];
          }
      }
    }
    CHECK(pieces == 6);
  }
  amorph_context_destroy(c);
  return 0;
}
