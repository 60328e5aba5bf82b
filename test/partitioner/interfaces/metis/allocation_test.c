/* Each of METIS's functions that compute, with the n-th allocation failing: it returns its code for that or succeeds,
 * and so does the next call, in time. For k-way partitioning all n are tried that see oneTBB's start, and every seventh
 * beyond; for the others some sixty. Each n has a process of its own, since libraries allocate when they are first
 * used. The argument names the function. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "metis.h"

static atomic_long until_failure = -1; /* allocations; negative: none fails */
static atomic_bool failed;

static int fails(void) {
  if (atomic_load(&until_failure) < 0 || atomic_fetch_sub(&until_failure, 1) != 0) return 0;
  atomic_store(&failed, 1);
  errno = ENOMEM;
  return 1;
}

/* The executable's functions stand before the C library's, for operator new and for oneTBB too. */
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void* malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void** to, size_t alignment, size_t size) {
  return fails() || (*to = __libc_memalign(alignment, size)) == NULL ? ENOMEM : 0;
}

enum { side = 50, vertices = side * side, elements = (side - 1) * (side - 1) };
static idx_t xadj[vertices + 1], adjacent[4 * vertices], part[vertices], other[vertices], weight[2 * vertices];
static idx_t corner_begin[elements + 1], corner[4 * elements];

static void make_grid(void) {
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int v = y * side + x;
      idx_t e = xadj[v];
      if (y > 0) adjacent[e++] = v - side;
      if (x > 0) adjacent[e++] = v - 1;
      if (x < side - 1) adjacent[e++] = v + 1;
      if (y < side - 1) adjacent[e++] = v + side;
      xadj[v + 1] = e;
    }
}

/* The squares of the grid. */
static void make_mesh(void) {
  for (int e = 0; e < elements; ++e) {
    const int v = e / (side - 1) * side + e % (side - 1);
    const int corners[] = {v, v + 1, v + side + 1, v + side};
    for (int i = 0; i < 4; ++i) corner[4 * e + i] = corners[i];
    corner_begin[e + 1] = 4 * (e + 1);
  }
  for (int i = 0; i < 2 * vertices; ++i) weight[i] = 1 + i % 5;
}

static idx_t n = vertices, ne = elements, one = 1, two = 2, parts = 4, zero = 0, result;

static int kway(idx_t constraints, int option) {
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  if (option >= 0) options[option] = 1;
  return METIS_PartGraphKway(&n, &constraints, xadj, adjacent, constraints > 1 ? weight : NULL, NULL, NULL, &parts,
                             NULL, NULL, options, &result, part);
}
static int divide(void) { return kway(1, -1); }
static int volume(void) { return kway(1, METIS_OPTION_OBJTYPE); }
static int contiguous(void) { return kway(1, METIS_OPTION_CONTIG); }
static int few_connections(void) { return kway(1, METIS_OPTION_MINCONN); }
static int two_weights(void) { return kway(2, -1); }
static int recursive(void) {
  return METIS_PartGraphRecursive(&n, &one, xadj, adjacent, NULL, NULL, NULL, &parts, NULL, NULL, NULL, &result, part);
}
static int recursive_two_weights(void) {
  return METIS_PartGraphRecursive(&n, &two, xadj, adjacent, weight, NULL, NULL, &parts, NULL, NULL, NULL, &result,
                                  part);
}
static int order(void) { return METIS_NodeND(&n, xadj, adjacent, NULL, NULL, part, other); }
static int order_domains(void) {
  idx_t sizes[7];
  return METIS_NodeNDP(n, xadj, adjacent, NULL, 4, NULL, part, other, sizes);
}
static int separate(void) { return METIS_ComputeVertexSeparator(&n, xadj, adjacent, NULL, NULL, &result, part); }
static int refine_separator(void) {
  for (int v = 0; v < vertices; ++v) {
    const int column = v % side;
    part[v] = column < 20 ? 0 : column < 23 ? 2 : 1;
    other[v] = -1;
  }
  return METIS_NodeRefine(n, xadj, weight, adjacent, part, other, (real_t)1.3);
}
static int mesh_graph(int nodal) {
  idx_t *begin = NULL, *to = NULL;
  const int code = nodal ? METIS_MeshToNodal(&ne, &n, corner_begin, corner, &zero, &begin, &to)
                         : METIS_MeshToDual(&ne, &n, corner_begin, corner, &two, &zero, &begin, &to);
  if (code == METIS_OK) {
    METIS_Free(begin);
    METIS_Free(to);
  }
  return code;
}
static int dual_graph(void) { return mesh_graph(0); }
static int nodal_graph(void) { return mesh_graph(1); }
static int mesh_dual(void) {
  return METIS_PartMeshDual(&ne, &n, corner_begin, corner, NULL, NULL, &two, &parts, NULL, NULL, &result, part, other);
}
static int mesh_nodal(void) {
  return METIS_PartMeshNodal(&ne, &n, corner_begin, corner, NULL, NULL, &parts, NULL, NULL, &result, part, other);
}

static const struct {
  const char* name;
  int (*call)(void);
} calls[] = {{"kway", divide},
             {"volume", volume},
             {"contiguous", contiguous},
             {"few_connections", few_connections},
             {"two_weights", two_weights},
             {"recursive", recursive},
             {"recursive_two_weights", recursive_two_weights},
             {"order", order},
             {"order_domains", order_domains},
             {"separate", separate},
             {"refine_separator", refine_separator},
             {"dual_graph", dual_graph},
             {"nodal_graph", nodal_graph},
             {"mesh_dual", mesh_dual},
             {"mesh_nodal", mesh_nodal}};
static int (*call)(void);

/* Partitioning a mesh reports every failure as METIS_ERROR, as METIS does. */
static int is_documented(int code) {
  return code == METIS_OK || code == (call == mesh_dual || call == mesh_nodal ? METIS_ERROR : METIS_ERROR_MEMORY);
}

/* What a child says of the n-th allocation. */
enum { good = 10, never_failed, first_wrong, second_wrong };

static int try_once(long number) {
  atomic_store(&until_failure, number);
  const int first = call();
  atomic_store(&until_failure, -1);
  if (!is_documented(first)) return first_wrong;
  if (!is_documented(call())) return second_wrong;
  return atomic_load(&failed) ? good : never_failed;
}

/* What a process says in which allocation `number` fails; negative: the signal that ended it. */
static int in_a_process(long number) {
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    alarm(60); /* a wait without end */
    _exit(try_once(number));
  }
  int state = 0;
  if (child < 0 || waitpid(child, &state, 0) != child) {
    perror("fork");
    exit(1);
  }
  return WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
}

static const char* meaning(int said) {
  return said == first_wrong    ? "the call returned another code"
         : said == second_wrong ? "the next call returned another code"
         : said == -SIGALRM     ? "a call did not return"
                                : "the process ended";
}

int main(int argc, char** argv) {
  make_grid();
  make_mesh();
  for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
    if (argc > 1 && strcmp(argv[1], calls[i].name) == 0) call = calls[i].call;
  if (call == NULL) {
    fprintf(stderr, "expected the name of a call\n");
    return 1;
  }
  const int all = call == divide;
  long number = 0, tried = 0;
  for (;; number += all ? (number < 200 ? 1 : 7) : 1 + number / 10, ++tried) {
    const int said = in_a_process(number);
    if (said == never_failed) break;
    if (said != good) {
      printf("allocation %ld: %s (%d)\n", number, meaning(said), said);
      return 1;
    }
  }
  printf("%ld of %ld allocations failed, one in each process\n", tried, number);
  return tried > (all ? 200 : 20) ? 0 : 1;
}
