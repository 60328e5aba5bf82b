/* hMETIS's functions on a ring of nets of three pins, whose best cuts are known. */
#include <hmetis.h>
#include <pthread.h>
#include <string.h>

#include "test/support/check.h"

enum { n = 200 };

static int cut_of(const int* part, int* most) {
  int v, cut = 0, weight[64] = {0};
  for (v = 0; v != n; ++v) {
    cut += part[v] != part[(v + 1) % n] || part[v] != part[(v + 2) % n];
    ++weight[part[v]];
  }
  for (*most = v = 0; v != 64; ++v)
    if (weight[v] > *most) *most = weight[v];
  return cut;
}

static int eptr[n + 1], eind[3 * n + 3];

static void* partition(void* part) {
  int options[9] = {1, 2, 1, 1, 1, 0, 0, 7, 0}, cut = 0;
  HMETIS_PartRecursive(n, n, NULL, eptr, eind, NULL, 4, 5, options, part, &cut);
  return NULL;
}

int main(void) {
  static int part[4][n];
  int weight[n], cost[n], options[9] = {1, 1, 1, 2, 0, 0, 0, -1, 0}, cut = 0, most, i;
  pthread_t thread[4];
  for (i = 0; i != n; ++i) {
    eptr[i] = 3 * i;
    eind[3 * i] = i;
    eind[3 * i + 1] = (i + 1) % n;
    eind[3 * i + 2] = (i + 2) % n;
    weight[i] = 1;
    cost[i] = 2;
  }
  eptr[n] = 3 * n;

  HMETIS_PartRecursive(n, n, NULL, eptr, eind, NULL, 2, 5, NULL, part[0], &cut);
  CHECK(cut == 4 && cut_of(part[0], &most) == 4 && most <= 110);
  HMETIS_PartKway(n, n, weight, eptr, eind, cost, 4, 5, options, part[0], &cut);
  CHECK(cut_of(part[0], &most) == 8 && cut == 2 * 2 * 8 && most <= 52);

  /* Vertices assigned before. */
  for (i = 0; i != n; ++i) part[0][i] = -1;
  part[0][0] = 3;
  part[0][100] = 2;
  options[3] = 1;
  options[6] = 1;
  HMETIS_PartRecursive(n, n, weight, eptr, eind, NULL, 4, 10, options, part[0], &cut);
  CHECK(part[0][0] == 3 && part[0][100] == 2 && cut_of(part[0], &most) == cut);

  /* Several threads, the same answer. */
  for (i = 0; i != 4; ++i) CHECK(pthread_create(&thread[i], NULL, partition, part[i]) == 0);
  for (i = 0; i != 4; ++i) CHECK(pthread_join(thread[i], NULL) == 0);
  for (i = 1; i != 4; ++i) CHECK(memcmp(part[i], part[0], sizeof part[0]) == 0);

  /* What is refused; the parts stay. */
  part[1][0] = 77;
  HMETIS_PartRecursive(n, n, NULL, eptr, eind, NULL, 2, 50, NULL, part[1], &cut);
  CHECK(cut == -1 && part[1][0] == 77);
  HMETIS_PartRecursive(n, n, NULL, eptr, eind, NULL, (1 << 20) + 1, 5, NULL, part[1], &cut);
  CHECK(cut == -1);
  HMETIS_PartRecursive(n, n, NULL, eptr, eind, NULL, n + 1, 5, NULL, part[2], &cut);
  CHECK(cut == n);
  eind[5] = n;
  HMETIS_PartKway(n, n, NULL, eptr, eind, NULL, 2, 5, NULL, part[1], &cut);
  CHECK(cut == -1);
  eind[5] = -1;
  HMETIS_PartKway(n, n, NULL, eptr, eind, NULL, 2, 5, NULL, part[1], &cut);
  CHECK(cut == -1);
  HMETIS_PartKway(n, n, NULL, NULL, eind, NULL, 2, 5, NULL, part[1], &cut);
  CHECK(cut == -1 && part[1][0] == 77);
  HMETIS_PartKway(n, n, NULL, eptr, eind, NULL, 2, 5, NULL, part[1], NULL);
  return 0;
}
