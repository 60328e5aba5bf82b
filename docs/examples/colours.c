/* Colours a graph with three colours and then with two, by one solver: assumptions say which colours and edges
 * count. */
#include <ipasir.h>
#include <stdio.h>

enum { vertices = 5, edges = 5, colours = 3 };
static const int edge[edges][2] = {{3, 4}, {4, 5}, {1, 2}, {2, 3}, {1, 3}};

static int has_colour(int vertex, int colour) { return (vertex - 1) * colours + colour; }
static int counts(int e) { return vertices * colours + 1 + e; } /* edge e constrains the colouring */
static int allowed(int colour) { return vertices * colours + edges + colour; }

static void clause(void* solver, int a, int b, int c) {
  ipasir_add(solver, a);
  ipasir_add(solver, b);
  if (c != 0) ipasir_add(solver, c);
  ipasir_add(solver, 0);
}

static int solve(void* solver, int colour_count) {
  int e, c;
  for (e = 0; e != edges; ++e) ipasir_assume(solver, counts(e));
  for (c = 1; c <= colours; ++c) ipasir_assume(solver, c <= colour_count ? allowed(c) : -allowed(c));
  return ipasir_solve(solver);
}

int main(void) {
  void* solver = ipasir_init();
  int v, e, c, in_core[vertices + 1] = {0};
  for (v = 1; v <= vertices; ++v) {
    clause(solver, has_colour(v, 1), has_colour(v, 2), has_colour(v, 3));
    for (c = 1; c <= colours; ++c) clause(solver, -has_colour(v, c), allowed(c), 0);
  }
  for (e = 0; e != edges; ++e)
    for (c = 1; c <= colours; ++c) clause(solver, -counts(e), -has_colour(edge[e][0], c), -has_colour(edge[e][1], c));
  printf("3 colours: %s\n", solve(solver, 3) == 10 ? "yes" : "no");
  if (solve(solver, 2) == 20) {
    for (e = 0; e != edges; ++e)
      if (ipasir_failed(solver, counts(e))) in_core[edge[e][0]] = in_core[edge[e][1]] = 1;
    printf("2 colours: no, because of");
    for (v = 1; v <= vertices; ++v)
      if (in_core[v]) printf(" %d", v);
    printf("\n");
  }
  ipasir_release(solver);
  return 0;
}
