/* KaHyPar's functions on a ring of nets of three pins, whose best cuts are known. */
#include <libkahypar.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "test/partitioner/hmetis/check.h"

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

static size_t begin[n + 1];
static unsigned pin[3 * n];
static kahypar_context_t* context;

static void* partition(void* part) {
  int km1 = 0;
  kahypar_partition(n, n, 0.03, 4, NULL, NULL, begin, pin, &km1, context, part);
  return NULL;
}

static void configure(const char* folder, const char* text) {
  char name[4096];
  FILE* file;
  snprintf(name, sizeof name, "%s/kahypar.ini", folder);
  file = fopen(name, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
  kahypar_configure_context_from_file(context, name);
}

int main(int count, char** arguments) {
  static unsigned part[4][n], better[n];
  int value = 0, most, i;
  pthread_t thread[4];
  CHECK(count == 2);
  for (i = 0; i != n; ++i) {
    begin[i] = 3 * (size_t)i;
    pin[3 * i] = (unsigned)i;
    pin[3 * i + 1] = (unsigned)((i + 1) % n);
    pin[3 * i + 2] = (unsigned)((i + 2) % n);
  }
  begin[n] = 3 * n;
  context = kahypar_context_new();
  configure(arguments[1], "# general\nmode=direct\nobjective=cut\nseed=-1\nvcycles=0\nc-type=ml_style\n");
  kahypar_partition(n, n, 0.03, 2, NULL, NULL, begin, pin, &value, context, part[0]);
  CHECK(value == 4 && cut_of((const int*)part[0], &most) == 4 && most <= 103);

  /* A poor partition, improved. */
  for (i = 0; i != n; ++i) part[0][i] = (unsigned)(i / 10 % 4);
  CHECK(cut_of((const int*)part[0], &most) == 40);
  kahypar_improve_partition(n, n, 0.1, 4, NULL, NULL, begin, pin, part[0], 3, &value, context, better);
  CHECK(value < 40 && cut_of((const int*)better, &most) == value && most <= 55);

  for (i = 0; i != 4; ++i) CHECK(pthread_create(&thread[i], NULL, partition, part[i]) == 0);
  for (i = 0; i != 4; ++i) CHECK(pthread_join(thread[i], NULL) == 0);
  for (i = 1; i != 4; ++i) CHECK(memcmp(part[i], part[0], sizeof part[0]) == 0);

  /* What is refused; the context and the parts stay. */
  configure(arguments[1], "objective=steiner\n");
  configure(arguments[1], "objective=km1\nseed=x\n");
  kahypar_configure_context_from_file(context, "/no/such.ini");
  kahypar_partition(n, n, 0.03, 2, NULL, NULL, begin, pin, &value, context, part[0]);
  CHECK(value == 4);
  part[1][0] = 77;
  kahypar_partition(n, n, -1, 2, NULL, NULL, begin, pin, &value, context, part[1]);
  CHECK(value == -1 && part[1][0] == 77);
  kahypar_improve_partition(n, n, 0.1, 4, NULL, NULL, begin, pin, part[1], 1, &value, context, better);
  CHECK(value == -1);
  kahypar_improve_partition(n, n, 0.1, 4, NULL, NULL, begin, pin, NULL, 1, &value, context, better);
  CHECK(value == -1);
  pin[9] = n;
  kahypar_partition(n, n, 0.03, 2, NULL, NULL, begin, pin, &value, context, part[1]);
  CHECK(value == -1 && part[1][0] == 77);
  kahypar_context_free(context);
  kahypar_context_free(NULL);
  return 0;
}
