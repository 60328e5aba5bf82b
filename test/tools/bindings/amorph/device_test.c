/* The C interface on a device: answers equal those of the CPU, from several threads at once, with answers and copies
 * that stay in device memory. Skipped without a device, unless AMORPH_REQUIRE_DEVICE is set. */
#include <pthread.h>
#include <stdint.h>

#include "test/tools/bindings/amorph/check.h"

enum { vertices = 600000, threads = 4, rounds = 5 };

static int checks;
#define CHECKED(condition) \
  do {                     \
    CHECK(condition);      \
    ++checks;              \
  } while (0)

static uint64_t begin[vertices + 1];
static uint32_t to[vertices];
static int32_t weight[vertices];

static uint32_t level_of(uint32_t v) {
  uint32_t level = 0;
  while (v != 0) {
    v = (v - 1) / 2;
    ++level;
  }
  return level;
}

/* A binary tree, its arcs away from vertex 0. */
static amorph_graph tree(void) {
  amorph_graph g = {.size = sizeof g};
  uint32_t v;
  for (v = 0; v != vertices; ++v) {
    begin[v + 1] = 2 * v + 2 < vertices ? 2 * v + 2 : vertices - 1;
    to[v] = v + 1;
  }
  g.vertices = vertices;
  g.begin = begin;
  g.to = to;
  return g;
}

static amorph_context* context_on(int32_t backend) {
  amorph_context_options o = {.size = sizeof o};
  amorph_context* c = NULL;
  o.backend = backend;
  if (amorph_context_create(&o, &c) == AMORPH_OK) return c;
  if (backend == AMORPH_CUDA && getenv("AMORPH_REQUIRE_DEVICE") == NULL) {
    printf("skipped: %s\n", amorph_last_error());
    exit(77);
  }
  CHECK(c != NULL);
  return NULL;
}

/* The answer of a search from vertex 0, left where it was computed. */
static amorph_result* search(amorph_context* c, const amorph_graph* g, const char* algorithm, const char* name,
                             amorph_array* found) {
  static const uint32_t source = 0;
  amorph_graph_options o = {.size = sizeof o};
  amorph_result* r = NULL;
  o.sources = &source;
  o.source_count = 1;
  o.leave = 1;
  CHECK(amorph_graph_run(c, g, algorithm, &o, &r) == AMORPH_OK);
  found->size = sizeof *found;
  CHECK(amorph_result_array(r, name, found) == AMORPH_OK && found->count == vertices);
  return r;
}

struct job {
  amorph_context* c;
  const amorph_graph* g;
};

static void* search_often(void* given) {
  const struct job* j = given;
  uint32_t* level = malloc(vertices * sizeof *level);
  int i;
  CHECK(level != NULL);
  for (i = 0; i != rounds; ++i) {
    amorph_array found;
    amorph_result* r = search(j->c, j->g, "bfs", "level", &found);
    uint32_t v;
    CHECK(amorph_fetch(j->c, level, found.values, vertices * sizeof *level) == AMORPH_OK);
    for (v = 0; v != vertices; ++v) CHECK(level[v] == level_of(v));
    amorph_result_destroy(r);
    CHECK(amorph_keep(j->c, level, vertices * sizeof *level, NULL) == AMORPH_OK);
    CHECK(amorph_forget(j->c, level) == AMORPH_OK);
  }
  free(level);
  return NULL;
}

/* Searches of several threads in one context, on a resident graph, while arrays come and go. */
static void from_several_threads(amorph_context* c, const amorph_graph* g) {
  pthread_t all[threads];
  struct job j;
  int i;
  j.c = c;
  j.g = g;
  CHECK(amorph_keep(c, begin, sizeof begin, NULL) == AMORPH_OK && amorph_keep(c, to, sizeof to, NULL) == AMORPH_OK);
  for (i = 0; i != threads; ++i) CHECK(pthread_create(&all[i], NULL, search_often, &j) == 0);
  for (i = 0; i != threads; ++i) CHECKED(pthread_join(all[i], NULL) == 0);
  CHECK(amorph_forget(c, begin) == AMORPH_OK && amorph_forget(c, to) == AMORPH_OK);
}

/* Levels in device memory are the copy of the weights of another search: distances must be those of the CPU. */
static void copies_of_the_caller(amorph_context* cuda, amorph_context* cpu, amorph_graph g) {
  static uint64_t there[vertices], here[vertices];
  amorph_array level, on_device, on_host;
  amorph_result* levels = search(cuda, &g, "bfs", "level", &level);
  amorph_result *device, *host;
  CHECK(amorph_fetch(cuda, weight, level.values, sizeof weight) == AMORPH_OK);
  CHECKED(amorph_keep(cuda, weight, sizeof weight, level.values) == AMORPH_OK);
  CHECKED(amorph_keep(cuda, weight, sizeof weight, to) == AMORPH_BAD_INPUT);
  g.weights = AMORPH_INT32;
  g.weight = weight;
  device = search(cuda, &g, "sssp", "distance", &on_device);
  host = search(cpu, &g, "sssp", "distance", &on_host);
  CHECK(on_device.type == AMORPH_TYPE_UINT64);
  CHECK(amorph_fetch(cuda, there, on_device.values, sizeof there) == AMORPH_OK);
  CHECK(amorph_fetch(cpu, here, on_host.values, sizeof here) == AMORPH_OK);
  CHECKED(memcmp(there, here, sizeof here) == 0);
  amorph_result_destroy(device);
  amorph_result_destroy(host);
  CHECK(amorph_forget(cuda, weight) == AMORPH_OK);
  amorph_result_destroy(levels);
}

/* With `auto`, a small search runs on the CPU while no device is started; its answer can still be fetched when one is
 * open, for the sake of a copy of the caller's there. */
struct both_sides {
  amorph_context* c;
  amorph_result* r;
  amorph_array found;
};

static struct both_sides search_on_the_cpu(const amorph_graph* g) {
  struct both_sides b;
  b.c = context_on(AMORPH_AUTO);
  b.r = search(b.c, g, "bfs", "level", &b.found);
  CHECKED(strncmp(amorph_result_backend(b.r), "cpu", 3) == 0);
  return b;
}

static void fetch_beside_the_device(struct both_sides b, amorph_context* cuda, const amorph_graph* g) {
  static uint32_t level[vertices];
  amorph_array other;
  amorph_result* elsewhere = search(cuda, g, "bfs", "level", &other);
  CHECKED(amorph_keep(b.c, weight, sizeof weight, other.values) == AMORPH_OK);
  CHECKED(amorph_fetch(b.c, level, b.found.values, sizeof level) == AMORPH_OK);
  CHECKED(level[1] == 1 && level[vertices - 1] == level_of(vertices - 1));
  CHECK(amorph_forget(b.c, weight) == AMORPH_OK);
  amorph_result_destroy(b.r);
  amorph_context_destroy(b.c);
  amorph_result_destroy(elsewhere);
}

int main(void) {
  const amorph_graph g = tree();
  const struct both_sides both = search_on_the_cpu(&g);
  amorph_context *cuda = context_on(AMORPH_CUDA), *cpu = context_on(AMORPH_CPU);
  from_several_threads(cpu, &g);
  from_several_threads(cuda, &g);
  copies_of_the_caller(cuda, cpu, g);
  fetch_beside_the_device(both, cuda, &g);
  amorph_context_destroy(cuda);
  amorph_context_destroy(cpu);
  printf("%d checks passed\n", checks);
  return 0;
}
