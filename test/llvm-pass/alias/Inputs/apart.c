// The run time of instrument<amorph-alias>: counts checks and reports pairs that overlap, and appends one line to the
// file $AMORPH_APART_LOG (or the standard error) at exit. Memory is never freed, so that an address is never that of
// two blocks; link it into a program that was compiled without merging stack slots (-O0).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static uint64_t checks, violations;

void amorph_check_apart(const char *p, uint64_t p_size, const char *q, uint64_t q_size, const char *function) {
  ++checks;
  if (p >= q + q_size || q >= p + p_size) return;
  if (violations++ < 20) fprintf(stderr, "amorph-apart: in %s: %p, %d bytes, and %p, %d bytes, overlap\n", function,
                                 (const void *)p, (int)p_size, (const void *)q, (int)q_size);
}

__attribute__((destructor)) static void summary(void) {
  const char *name = getenv("AMORPH_APART_LOG");
  FILE *to = name ? fopen(name, "a") : stderr;
  if (to) fprintf(to, "amorph-apart: %llu checks, %llu violations\n", (unsigned long long)checks,
                  (unsigned long long)violations);
  if (to && name) fclose(to);
}

// Each block follows its size, in 16 bytes.
static char *next, *end;
void *malloc(size_t size) {
  size_t need = (size + 31) & ~(size_t)15;
  if (next == NULL || (size_t)(end - next) < need) {
    size_t chunk = need > (64u << 20) ? need : (64u << 20);
    next = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (next == MAP_FAILED) abort();
    end = next + chunk;
  }
  char *block = next + 16;
  *(size_t *)next = size;
  next += need;
  return block;
}
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *old, size_t size) {
  void *block = malloc(size);
  if (old == NULL) return block;
  size_t before = ((size_t *)old)[-2];
  return memcpy(block, old, before < size ? before : size);
}
size_t malloc_usable_size(void *block) { return block ? ((size_t *)block)[-2] : 0; }
