/* Vertex separators through the C interface: every answer is counted anew. */
#include <string.h>

#include "test/tools/bindings/amorph/check.h"
#include "tools/bindings/amorph/amorph.h"

enum { side = 24, n = side * side };

static uint64_t begin[n + 1];
static uint32_t to[4 * n];
static int32_t weight[n];

static uint32_t fill_row(uint32_t v, uint32_t entries) {
  const uint32_t x = v % side, y = v / side;
  if (y > 0) to[entries++] = v - side;
  if (x > 0) to[entries++] = v - 1;
  if (x + 1 < side) to[entries++] = v + 1;
  if (y + 1 < side) to[entries++] = v + side;
  return entries;
}

/* The weights of both sides and the separator; 0 if an edge joins the sides. */
static int count(const uint8_t* of, const int32_t* w, int64_t* sum, uint32_t* vertices) {
  uint32_t v;
  uint64_t e;
  sum[0] = sum[1] = sum[2] = 0;
  *vertices = 0;
  for (v = 0; v != n; ++v) {
    if (of[v] > 2) return 0;
    sum[of[v]] += w == NULL ? 1 : w[v];
    *vertices += of[v] == 2;
    for (e = begin[v]; e != begin[v + 1]; ++e)
      if (of[v] + of[to[e]] == 1) return 0;
  }
  return 1;
}
static int agrees(const uint8_t* of, const int32_t* w, const amorph_separator_figures* f) {
  int64_t sum[3];
  uint32_t vertices;
  return count(of, w, sum, &vertices) && sum[0] == f->side_weight[0] && sum[1] == f->side_weight[1] &&
         sum[2] == f->weight && vertices == f->vertices;
}

int main(void) {
  uint8_t found[n], again[n];
  int32_t may[n];
  uint32_t v;
  int64_t before;
  amorph_context* c = cpu();
  amorph_context* one_thread = NULL;
  amorph_context_options threads = {sizeof threads};
  amorph_partition_graph g = {sizeof g}, none = {sizeof none};
  amorph_separator_options o = {sizeof o};
  amorph_separator_figures f = {sizeof f};
  for (v = 0; v != n; ++v) begin[v + 1] = fill_row(v, (uint32_t)begin[v]);
  g.vertices = n;
  g.begin = begin;
  g.to = to;
  threads.threads = 1;
  CHECK(amorph_context_create(&threads, &one_thread) == AMORPH_OK);

  CHECK(amorph_separator(c, &g, NULL, found, &f) == AMORPH_OK);
  CHECK(agrees(found, NULL, &f));
  CHECK(f.weight >= 18 && f.weight <= side); /* a diagonal with 1.2 needs 18 or more, a column has 24 */
  CHECK(f.side_weight[0] <= 346 && f.side_weight[1] <= 346);
  CHECK(amorph_separator(one_thread, &g, NULL, again, NULL) == AMORPH_OK);
  CHECK(memcmp(found, again, n) == 0);

  /* Weights: the lower half of the rows weighs nine times the upper one. */
  for (v = 0; v != n; ++v) weight[v] = v < n / 2 ? 1 : 9;
  g.vertex_weight = weight;
  o.imbalance = 1.1;
  o.attempts = 2;
  o.seed = 7;
  CHECK(amorph_separator(c, &g, &o, found, &f) == AMORPH_OK);
  CHECK(agrees(found, weight, &f));
  CHECK(f.side_weight[0] <= 1584 && f.side_weight[1] <= 1584); /* 1.1 * 2880 / 2 */
  g.vertex_weight = NULL;

  /* Two columns separate more than one does; refinement finds that, unless no vertex may move. */
  o.imbalance = 1.2;
  for (v = 0; v != n; ++v) found[v] = v % side < 11 ? 0 : v % side < 13 ? 2 : 1;
  memcpy(again, found, n);
  for (v = 0; v != n; ++v) may[v] = 0;
  CHECK(amorph_separator_refine(c, &g, &o, NULL, found, &f) == AMORPH_OK);
  CHECK(agrees(found, NULL, &f));
  CHECK(f.weight <= side);
  before = f.side_weight[1];
  CHECK(amorph_separator_refine(c, &g, &o, may, again, &f) == AMORPH_OK);
  CHECK(agrees(again, NULL, &f));
  CHECK(f.weight <= side && f.side_weight[1] <= 11 * side); /* side 1 has gained nothing */
  CHECK(before >= 11 * side);

  /* What is refused leaves everything as it was. */
  memcpy(again, found, n);
  found[0] = 3;
  CHECK(amorph_separator_refine(c, &g, &o, NULL, found, &f) == AMORPH_BAD_INPUT);
  CHECK(strcmp(amorph_last_error(), "vertex 0: expected side 0, 1 or 2, found 3") == 0);
  for (v = 0; v != n; ++v) found[v] = v < n / 2 ? 0 : 1;
  CHECK(amorph_separator_refine(c, &g, &o, NULL, found, &f) == AMORPH_BAD_INPUT);
  CHECK(found[0] == 0 && found[n - 1] == 1);
  may[0] = 2;
  CHECK(amorph_separator_refine(c, &g, &o, may, again, &f) == AMORPH_BAD_INPUT);
  o.imbalance = 0.5;
  CHECK(amorph_separator(c, &g, &o, found, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_separator(NULL, &g, NULL, found, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_separator(c, NULL, NULL, found, NULL) == AMORPH_BAD_INPUT);
  CHECK(amorph_separator(c, &g, NULL, NULL, NULL) == AMORPH_BAD_INPUT);
  f.size = 1;
  CHECK(amorph_separator(c, &g, NULL, found, &f) == AMORPH_BAD_INPUT);

  f.size = sizeof f;
  CHECK(amorph_separator(c, &none, NULL, NULL, &f) == AMORPH_OK);
  CHECK(f.weight == 0 && f.vertices == 0);
  amorph_context_destroy(one_thread);
  amorph_context_destroy(c);
  return 0;
}
