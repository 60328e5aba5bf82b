/* A library that divides a ring of 24 vertices in 4 parts; compiled for either width of METIS's numbers. */
#include "partitioner/interfaces/metis/metis.h"

#if IDXTYPEWIDTH == 64
#define NAME(function) function##_64
#else
#define NAME(function) function##_32
#endif

enum { n = 24 };

/* The width of idx_t in bits if METIS's answer is right, otherwise a negative number. */
__attribute__((visibility("default"))) int NAME(divide_ring)(void) {
  idx_t vertices = n, constraints = 1, parts = 4, cut = -1, xadj[n + 1], adjncy[2 * n], vwgt[n], part[n];
  idx_t options[METIS_NOPTIONS], perm[n], iperm[n];
  real_t targets[4] = {0.125, 0.125, 0.25, 0.5}, tolerance = 1.01;
  for (idx_t v = 0; v < n; ++v) {
    xadj[v] = 2 * v + 1;
    adjncy[2 * v] = (v + n - 1) % n + 1;
    adjncy[2 * v + 1] = (v + 1) % n + 1;
    vwgt[v] = 1;
    part[v] = -1;
  }
  xadj[n] = 2 * n + 1;
  if (METIS_SetDefaultOptions(options) != METIS_OK) return -1;
  options[METIS_OPTION_NUMBERING] = 1;
  if (METIS_PartGraphKway(&vertices, &constraints, xadj, adjncy, vwgt, 0, 0, &parts, targets, &tolerance, options, &cut,
                          part) != METIS_OK)
    return -2;
  idx_t weight[4] = {0, 0, 0, 0}, counted = 0;
  for (idx_t v = 0; v < n; ++v) {
    if (part[v] < 1 || part[v] > 4) return -3;
    ++weight[part[v] - 1];
    counted += part[v] != part[(v + 1) % n];
  }
  if (cut != counted || cut != 4) return -4;
  if (weight[0] != 3 || weight[1] != 3 || weight[2] != 6 || weight[3] != 12) return -5;
  if (METIS_NodeND(&vertices, xadj, adjncy, 0, options, perm, iperm) != METIS_OK) return -6;
  for (idx_t v = 0; v < n; ++v)
    if (perm[v] < 1 || perm[v] > n || iperm[perm[v] - 1] != v + 1) return -7;
  for (idx_t v = 0; v < n; ++v) part[v] = v < 9 ? 0 : v % 3 + 1;
  const real_t balance = libmetis__ComputeElementBalance(n, 4, part);
  if (balance < 1.499 || balance > 1.501) return -8;
  return 8 * (int)sizeof(idx_t);
}
