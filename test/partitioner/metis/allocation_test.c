/* A partitioning call in which the n-th allocation fails, for all n that see oneTBB's start and every seventh beyond:
 * it returns METIS_ERROR_MEMORY or succeeds, and so does the next call, in time. Each n has a process of its own, since
 * libraries allocate when they are first used. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
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

enum { side = 50, vertices = side * side };
static idx_t xadj[vertices + 1], adjacent[4 * vertices], part[vertices];

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

static int divide(void) {
  idx_t n = vertices, constraints = 1, parts = 4, cut = 0;
  return METIS_PartGraphKway(&n, &constraints, xadj, adjacent, NULL, NULL, NULL, &parts, NULL, NULL, NULL, &cut, part);
}

static int is_documented(int code) { return code == METIS_OK || code == METIS_ERROR_MEMORY; }

/* What a child says of the n-th allocation. */
enum { good = 10, never_failed, first_wrong, second_wrong };

static int try_once(long n) {
  atomic_store(&until_failure, n);
  const int first = divide();
  atomic_store(&until_failure, -1);
  if (!is_documented(first)) return first_wrong;
  if (!is_documented(divide())) return second_wrong;
  return atomic_load(&failed) ? good : never_failed;
}

int main(void) {
  make_grid();
  for (long n = 0, tried = 0;; n += n < 200 ? 1 : 7, ++tried) {
    const pid_t child = fork();
    if (child == 0) {
      const struct rlimit no_core = {0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      alarm(60); /* a wait without end */
      _exit(try_once(n));
    }
    int state = 0;
    if (child < 0 || waitpid(child, &state, 0) != child) {
      perror("fork");
      return 1;
    }
    const int said = WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
    if (said == never_failed) {
      printf("%ld of %ld allocations failed, one in each process\n", tried, n);
      return n > 200 ? 0 : 1;
    }
    if (said != good) {
      printf("allocation %ld: %s (%d)\n", n,
             said == first_wrong    ? "the call returned another code"
             : said == second_wrong ? "the next call returned another code"
             : said == -SIGALRM     ? "a call did not return"
                                    : "the process ended",
             said);
      return 1;
    }
  }
}
