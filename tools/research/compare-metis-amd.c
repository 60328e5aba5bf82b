// compare-metis-amd GRAPH IPERM: orders a graph in METIS's format, without weights, by SuiteSparse's AMD. Writes
// the position of each vertex, from 0, and prints the seconds.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <suitesparse/amd.h>

int main(int argc, char** argv) {
  if (argc != 3) return 254;
  FILE* in = fopen(argv[1], "r");
  int n, edges;
  if (in == NULL || fscanf(in, "%d %d", &n, &edges) != 2) return 254;
  int *begin = malloc(sizeof(int) * (n + 1)), *to = malloc(sizeof(int) * 2 * edges), *order = malloc(sizeof(int) * n);
  int c = fgetc(in), m = 0, v = 0;
  while (c != '\n') c = fgetc(in);
  for (begin[0] = 0; v != n; begin[++v] = m)
    for (c = fgetc(in); c != '\n' && c != EOF; c = fgetc(in)) {
      if (c == ' ') continue;
      ungetc(c, in);
      if (fscanf(in, "%d", &to[m++]) != 1) return 254;
      --to[m - 1];
    }
  const clock_t start = clock();
  if (amd_order(n, begin, to, order, NULL, NULL) < 0) return 1;
  printf("%.3f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
  int* position = malloc(sizeof(int) * n);
  for (v = 0; v != n; ++v) position[order[v]] = v;
  FILE* out = fopen(argv[2], "w");
  for (v = 0; v != n; ++v) fprintf(out, "%d\n", position[v]);
  return fclose(out) == 0 ? 0 : 1;
}
