/* A ring of eight vertices in two halves, then with other weights, through the installed C interface. */
#include <amorph.h>
#include <stdio.h>

enum { vertices = 8 };

int main(void) {
  uint64_t begin[vertices + 1];
  uint32_t to[2 * vertices], part[vertices], v;
  int32_t start[vertices], weight[vertices] = {1, 1, 1, 1, 1, 1, 1, 1};
  amorph_partition_graph g = {.size = sizeof g};
  amorph_partition_options o = {.size = sizeof o};
  amorph_partition_figures figures = {.size = sizeof figures};
  amorph_context* context = NULL;
  for (v = 0; v <= vertices; ++v) begin[v] = 2 * v;
  for (v = 0; v != vertices; ++v) {
    to[2 * v] = (v + 1) % vertices;
    to[2 * v + 1] = (v + vertices - 1) % vertices;
  }
  g.vertices = vertices;
  g.begin = begin;
  g.to = to;
  o.parts = 2;
  if (amorph_context_create(NULL, &context) != AMORPH_OK ||
      amorph_partition(context, &g, &o, part, &figures) != AMORPH_OK) {
    fprintf(stderr, "%s\n", amorph_last_error());
    return 1;
  }
  printf("%d edges between the halves, balance %.2f\n", (int)figures.cut, figures.balance);
  /* One vertex becomes heavier: few leave their part. */
  for (v = 0; v != vertices; ++v) start[v] = (int32_t)part[v];
  weight[0] = 3;
  g.vertex_weight = weight;
  if (amorph_repartition(context, &g, &o, start, NULL, part, &figures) != AMORPH_OK) {
    fprintf(stderr, "%s\n", amorph_last_error());
    return 1;
  }
  printf("%u moved, balance %.2f\n", (unsigned)figures.moved, figures.balance);
  amorph_context_destroy(context);
  return 0;
}
