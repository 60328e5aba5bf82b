/* Breadth-first search through the installed C interface. */
#include <amorph.h>
#include <stdio.h>

int main(void) {
  const uint64_t begin[] = {0, 1, 2, 2};
  const int64_t* level;
  const uint32_t to[] = {1, 2}, source = 0;
  size_t rows, i;
  amorph_graph g = {.size = sizeof g};
  amorph_graph_options o = {.size = sizeof o};
  amorph_context* context = NULL;
  amorph_result* result = NULL;
  g.vertices = 3;
  g.begin = begin;
  g.to = to;
  o.sources = &source;
  o.source_count = 1;
  if (amorph_context_create(NULL, &context) != AMORPH_OK ||
      amorph_graph_run(context, &g, "bfs", &o, &result) != AMORPH_OK ||
      amorph_result_integers(result, "v", "level", &level, &rows) != AMORPH_OK) {
    fprintf(stderr, "%s\n", amorph_last_error());
    return 1;
  }
  printf("amorph %s:", amorph_version());
  for (i = 0; i != rows; ++i) printf(" %d", (int)level[i]);
  printf("\n");
  amorph_result_destroy(result);
  amorph_context_destroy(context);
  return 0;
}
