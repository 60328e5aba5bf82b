// Pointers that a program sends itself through a pipe, a stream and a mapping.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
static int a, b, c, d, other[4];
static volatile int zero;
static NOINLINE int race_pipe(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }
static NOINLINE int race_stream(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }
static NOINLINE int race_bytes(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }
static NOINLINE int race_map(int *x, int *y) { int v = *x; *y += 7; return v * 100 + *x; }

static void send_all(int end, FILE *f) {
  int *pa = &a, *pb = &b, *pc = &c;
  if (write(end, &pa, sizeof pa) != sizeof pa) exit(2);
  fwrite(&pb, sizeof pb, 1, f);
  for (size_t i = 0; i < sizeof pc; i++) putc(((unsigned char *)&pc)[i], f);
}

int main(void) {
  int ends[2];
  FILE *f = tmpfile();
  if (pipe(ends) != 0 || !f) return 1;
  send_all(ends[1], f);
  rewind(f);
  int *pa = other, *pb = other + 1, *pc = other + 2;
  if (read(ends[0], &pa, sizeof pa) != sizeof pa || fread(&pb, sizeof pb, 1, f) != 1) return 1;
  for (size_t i = 0; i < sizeof pc; i++) ((unsigned char *)&pc)[i] = getc(f);
  int *pd = &d;
  FILE *m = tmpfile();
  if (!m || fwrite(&pd, sizeof pd, 1, m) != 1 || fflush(m) != 0) return 1;
  int **map = mmap(0, sizeof pd, PROT_READ, MAP_PRIVATE, fileno(m), 0);
  if (map == MAP_FAILED) return 1;
  int r1 = race_pipe(&a, zero ? other : pa), r2 = race_stream(&b, zero ? other : pb);
  int r3 = race_bytes(&c, zero ? other : pc), r4 = race_map(&d, zero ? other : *map);
  printf("%d %d %d %d %d %d %d %d\n", r1, r2, r3, r4, a, b, c, d);
  return 0;
}
