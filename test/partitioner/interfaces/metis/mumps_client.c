/* MUMPS with METIS_NodeND's permutation as the user's, beside what it chooses if asked for METIS (SCOTCH, as Debian
 * builds it without): factorises a 3D Laplacian, and has
 * the residual of the solution and MUMPS's count of the factor's entries decide. */
#include <dlfcn.h>
#include <dmumps_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "metis.h"

enum { side = 24, n = side * side * side, most = 4 * n };
enum { by_user = 1, by_metis = 5 }; /* values of ICNTL(7) */

static int row[most], column[most], entries;
static double value[most];

static void add(int i, int j, double x) {
  row[entries] = i + 1;
  column[entries] = j + 1;
  value[entries++] = x;
}
static void laplacian(void) {
  for (int v = 0; v < n; ++v) {
    add(v, v, 6.01);
    if (v % side != 0) add(v, v - 1, -1);
    if (v / side % side != 0) add(v, v - side, -1);
    if (v >= side * side) add(v, v - side * side, -1);
  }
}

/* position[v], from 1: when v is eliminated. */
static int order(int* position) {
  static idx_t begin[n + 1], to[2 * most], vertex_at[n];
  idx_t vertices = n;
  for (int e = 0; e < entries; ++e)
    if (row[e] != column[e]) ++begin[row[e]], ++begin[column[e]];
  for (int v = 0; v < n; ++v) begin[v + 1] += begin[v];
  static idx_t end[n];
  for (int v = 0; v < n; ++v) end[v] = begin[v];
  for (int e = 0; e < entries; ++e) {
    if (row[e] == column[e]) continue;
    to[end[row[e] - 1]++] = column[e] - 1;
    to[end[column[e] - 1]++] = row[e] - 1;
  }
  if (METIS_NodeND(&vertices, begin, to, NULL, NULL, vertex_at, position) != METIS_OK) return 0;
  for (int v = 0; v < n; ++v) ++position[v];
  return 1;
}

/* The entries of the factor, or 0 if MUMPS failed or its solution is wrong. */
static double solve(int ordering, int* position, const char* name) {
  DMUMPS_STRUC_C m = {0};
  m.comm_fortran = -987654; /* MPI_COMM_WORLD */
  m.par = 1;
  m.sym = 1;
  m.job = -1;
  dmumps_c(&m);
  for (int i = 0; i < 4; ++i) m.icntl[i] = i == 3 ? 0 : -1; /* says nothing */
  m.icntl[6] = ordering;
  m.icntl[27] = 1; /* the ordering is sequential */
  m.n = n;
  m.nnz = entries;
  m.irn = row;
  m.jcn = column;
  m.a = value;
  m.perm_in = position;
  double* x = malloc(n * sizeof *x);
  for (int v = 0; v < n; ++v) x[v] = 1;
  m.rhs = x;
  m.job = 6;
  dmumps_c(&m);
  double* product = calloc(n, sizeof *product);
  for (int e = 0; e < entries; ++e) {
    product[row[e] - 1] += value[e] * x[column[e] - 1];
    if (row[e] != column[e]) product[column[e] - 1] += value[e] * x[row[e] - 1];
  }
  double residual = 0;
  for (int v = 0; v < n; ++v) residual = fmax(residual, fabs(product[v] - 1));
  const double size = m.infog[8] < 0 ? -1e6 * m.infog[8] : m.infog[8]; /* negative: millions */
  const int sound = m.infog[0] == 0 && residual < 1e-10;
  printf("%s: INFOG(1) %d, ordering %d, %.0f entries in the factor, %.3g operations, residual %.1e\n", name, m.infog[0],
         m.infog[6], size, m.rinfog[0], residual);
  free(x);
  free(product);
  m.job = -2;
  dmumps_c(&m);
  return sound ? size : 0;
}

int main(void) {
  if (dlsym(RTLD_DEFAULT, "amorph_metis_version") == NULL) {
    printf("METIS is not Amorph's here\n");
    return 1;
  }
  laplacian();
  static int position[n];
  if (!order(position)) return 1;
  const double ours = solve(by_user, position, "METIS_NodeND's permutation");
  (void)solve(by_metis, NULL, "if asked for METIS");
  return !(ours > 0 && ours < 2.2e6); /* SCOTCH's has 2.6 million */
}
