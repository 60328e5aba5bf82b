/* KaHyPar's functions on a ring of nets of three pins, whose best cuts are known, and on the example of hMETIS's
 * manual. */
#include <libkahypar.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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

static size_t begin[n + 1];
static unsigned pin[3 * n];
static kahypar_context_t* context;

static void* partition(void* part) {
  int km1 = 0;
  kahypar_partition(n, n, 0.03, 4, NULL, NULL, begin, pin, &km1, context, part);
  return NULL;
}

/* The name of a file with this text. */
static const char* written(const char* folder, const char* file_name, const char* text) {
  static char name[4096];
  FILE* file;
  snprintf(name, sizeof name, "%s/%s", folder, file_name);
  file = fopen(name, "w");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
  return name;
}
static void configure(const char* folder, const char* text) {
  kahypar_configure_context_from_file(context, written(folder, "kahypar.ini", text));
}

/* Seven vertices and four nets: the best cut of two blocks with 2 and 5 apart from each other. */
static const size_t small_begin[] = {0, 2, 6, 9, 12};
static const unsigned small_pin[] = {0, 2, 0, 1, 3, 4, 3, 4, 6, 2, 5, 6};
static const char small_file[] = "% hMETIS's manual\n4 7 11\n2 1 3\n3 1 2 4 5\n8 4 5 7\n7 3 6 7\n5\n1\n8\n7\n3\n9\n3\n";

/* The objectives, counted here. */
static void count(const int* part, int parts, int* cut, int* km1, int* soed, double* absorption) {
  int e, p;
  size_t i;
  *cut = *km1 = *soed = 0;
  *absorption = 0;
  for (e = 0; e != 4; ++e) {
    int joined = 0;
    for (p = 0; p != parts; ++p) {
      int pins = 0;
      for (i = small_begin[e]; i != small_begin[e + 1]; ++i) pins += part[small_pin[i]] == p;
      joined += pins != 0;
      if (pins != 0) *absorption += (pins - 1) / (double)(small_begin[e + 1] - small_begin[e] - 1);
    }
    *km1 += joined - 1;
    if (joined > 1) ++*cut, *soed += joined;
  }
}

static void check_measures(kahypar_hypergraph_t* h, const int* part, int parts) {
  int cut, km1, soed;
  double absorption;
  count(part, parts, &cut, &km1, &soed, &absorption);
  CHECK(kahypar_cut_objective(h) == cut && kahypar_km1_objective(h) == km1 && kahypar_soed_objective(h) == soed);
  CHECK(fabs(kahypar_absorption_objective(h) - absorption) < 1e-9);
}

/* Hypergraphs with fixed vertices, partitioned, measured, improved. */
static void check_hypergraph(void) {
  static const int fixed[] = {-1, 0, -1, -1, -1, 1, -1}, nobody[] = {-1, -1, -1, -1, -1, -1, -1}, beyond[7] = {2};
  int part[7], improved[7], value = 77, e, joined = 0, i, in_first = 0;
  kahypar_context_t* c = kahypar_context_new();
  kahypar_hypergraph_t* h = kahypar_create_hypergraph(2, 7, 4, small_begin, small_pin, NULL, NULL);
  CHECK(h != NULL && kahypar_km1_objective(h) == 0 && kahypar_hyperedge_connectivity(h, 3) == 0);
  kahypar_set_seed(c, 5);
  kahypar_supress_output(c, true);
  kahypar_configure_context_from_string(c, "objective=km1\nmode=direct\n");
  kahypar_set_fixed_vertices(h, fixed);
  kahypar_partition_hypergraph(h, 2, 0.03, &value, c, part);
  CHECK(part[1] == 0 && part[5] == 1 && value == kahypar_km1_objective(h) && value == 2);
  check_measures(h, part, 2);
  for (e = 0; e != 4; ++e) joined += kahypar_hyperedge_connectivity(h, (unsigned)e) - 1;
  CHECK(joined == value && kahypar_hyperedge_connectivity(h, 4) == -1);
  for (i = 0; i != 7; ++i) in_first += part[i] == 0;
  CHECK(fabs(kahypar_imbalance(h, c)) < 1e-9 && (in_first == 3 || in_first == 4));

  /* A vertex moved away comes back; fixed ones stay. */
  for (i = 0; i != 7; ++i) improved[i] = -7;
  part[4] = !part[4];
  kahypar_improve_hypergraph_partition(h, 2, 0.2, &value, c, part, 5, improved);
  CHECK(value == 2 && improved[1] == 0 && improved[5] == 1);
  check_measures(h, improved, 2);
  kahypar_set_fixed_vertices(h, nobody);
  kahypar_partition_hypergraph(h, 7, 0, &value, c, part);
  check_measures(h, part, 7);

  /* What is refused leaves the last partition. */
  kahypar_set_fixed_vertices(h, beyond);
  kahypar_partition_hypergraph(h, 2, 0.03, &value, c, improved);
  CHECK(value == -1);
  check_measures(h, part, 7);
  kahypar_set_fixed_vertices(h, NULL);
  kahypar_partition_hypergraph(NULL, 2, 0.03, &value, c, improved);
  CHECK(value == -1 && kahypar_cut_objective(NULL) == -1);
  kahypar_partition_hypergraph(h, -2, 0.03, &value, c, improved);
  CHECK(value == -1);
  CHECK(kahypar_create_hypergraph(2, 6, 4, small_begin, small_pin, NULL, NULL) == NULL);
  kahypar_hypergraph_free(h);
  kahypar_hypergraph_free(NULL);
  kahypar_context_free(c);
}

/* Blocks of their own sizes; and by the imbalance again. */
static void check_block_weights(void) {
  static const int most[] = {4, 1, 2};
  int part[7], value = 0, i, in[3] = {0};
  kahypar_context_t* c = kahypar_context_new();
  kahypar_hypergraph_t* h = kahypar_create_hypergraph(3, 7, 4, small_begin, small_pin, NULL, NULL);
  kahypar_set_custom_target_block_weights(3, most, c);
  for (i = 0; i != 2; ++i) {
    kahypar_partition_hypergraph(h, 3, 0, &value, c, part);
    CHECK(value >= 0);
  }
  for (i = 0; i != 7; ++i) ++in[part[i]];
  for (i = 0; i != 3; ++i) CHECK(in[i] == most[i]);
  CHECK(fabs(kahypar_imbalance(h, c)) < 1e-9);
  kahypar_partition_hypergraph(h, 2, 0, &value, c, part);
  CHECK(value == -1);
  kahypar_set_custom_target_block_weights(0, NULL, c);
  kahypar_partition_hypergraph(h, 2, 0.5, &value, c, part);
  CHECK(value >= 0);
  kahypar_set_custom_target_block_weights(-1, most, c);
  kahypar_set_custom_target_block_weights(2, NULL, c);
  kahypar_hypergraph_free(h);
  kahypar_context_free(c);
}

/* Files in hMETIS's format, as arrays and as hypergraphs. */
static void check_files(const char* folder) {
  static const int net_weights[] = {2, 3, 8, 7}, vertex_weights[] = {5, 1, 8, 7, 3, 9, 3};
  unsigned vertices = 1, nets = 1, *pin = NULL;
  size_t* begin = NULL;
  int *net_weight = NULL, *vertex_weight = NULL, part[7], again[7], value = 0, other = 0;
  const char* name = written(folder, "small.hgr", small_file);
  kahypar_context_t* c = kahypar_context_new();
  kahypar_hypergraph_t* h = kahypar_create_hypergraph_from_file(name, 2);
  kahypar_read_hypergraph_from_file(name, &vertices, &nets, &begin, &pin, &net_weight, &vertex_weight);
  CHECK(vertices == 7 && nets == 4 && h != NULL);
  CHECK(memcmp(begin, small_begin, sizeof small_begin) == 0 && memcmp(pin, small_pin, sizeof small_pin) == 0);
  CHECK(memcmp(net_weight, net_weights, sizeof net_weights) == 0);
  CHECK(memcmp(vertex_weight, vertex_weights, sizeof vertex_weights) == 0);
  kahypar_partition(vertices, nets, 0.1, 2, vertex_weight, net_weight, begin, pin, &value, c, part);
  kahypar_partition_hypergraph(h, 2, 0.1, &other, c, again);
  CHECK(value > 0 && value == other && memcmp(part, again, sizeof part) == 0);
  free(begin), free(pin), free(net_weight), free(vertex_weight);

  kahypar_read_hypergraph_from_file(written(folder, "plain.hgr", "1 3\n1 3\n"), &vertices, &nets, &begin, &pin,
                                    &net_weight, &vertex_weight);
  CHECK(vertices == 3 && nets == 1 && net_weight == NULL && vertex_weight == NULL && pin[1] == 2);
  free(begin), free(pin);
  name = written(folder, "bad.hgr", "1 3\n1 4\n");
  kahypar_read_hypergraph_from_file(name, &vertices, &nets, &begin, &pin, &net_weight, &vertex_weight);
  CHECK(vertices == 0 && nets == 0 && begin == NULL && pin == NULL);
  CHECK(kahypar_create_hypergraph_from_file(name, 2) == NULL);
  CHECK(kahypar_create_hypergraph_from_file(NULL, 2) == NULL);
  kahypar_read_hypergraph_from_file("/no/such.hgr", &vertices, &nets, &begin, &pin, &net_weight, &vertex_weight);
  CHECK(vertices == 0 && begin == NULL);
  kahypar_hypergraph_free(h);
  kahypar_context_free(c);
}

static void check_validation(void) {
  static const size_t good[] = {0, 2, 4}, descending[] = {0, 2, 1}, late[] = {1, 2, 4}, none[] = {0, 2, 2};
  static const unsigned pins[] = {0, 1, 0, 1}, twice[] = {0, 0, 0, 1}, beyond[] = {0, 1, 0, 2};
  static const int zero[] = {1, 0}, one[] = {1, 1};
  CHECK(kahypar_validate_input(2, 2, good, pins, NULL, NULL, true));
  CHECK(kahypar_validate_input(2, 2, good, pins, one, one, true));
  CHECK(!kahypar_validate_input(2, 2, descending, pins, NULL, NULL, true));
  CHECK(!kahypar_validate_input(2, 2, late, pins, NULL, NULL, false));
  CHECK(!kahypar_validate_input(2, 2, none, pins, NULL, NULL, false));
  CHECK(!kahypar_validate_input(2, 2, good, twice, NULL, NULL, false));
  CHECK(!kahypar_validate_input(2, 2, good, beyond, NULL, NULL, false));
  CHECK(!kahypar_validate_input(2, 2, good, pins, zero, NULL, false));
  CHECK(!kahypar_validate_input(2, 2, good, pins, NULL, zero, false));
  CHECK(!kahypar_validate_input(2, 2, NULL, pins, NULL, NULL, true));
}

int main(int count, char** arguments) {
  static int part[4][n], better[n];
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
  CHECK(value == 4 && cut_of(part[0], &most) == 4 && most <= 103);

  /* A poor partition, improved. */
  for (i = 0; i != n; ++i) part[0][i] = i / 10 % 4;
  CHECK(cut_of(part[0], &most) == 40);
  kahypar_improve_partition(n, n, 0.1, 4, NULL, NULL, begin, pin, part[0], 3, &value, context, better);
  CHECK(value < 40 && cut_of(better, &most) == value && most <= 55);

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

  check_hypergraph();
  check_block_weights();
  check_files(arguments[1]);
  check_validation();
  return 0;
}
