// Arrays of structures of arrays, walked by index, by pointer, backwards, in steps; small and packed fields.
#include <stdio.h>
#include <string.h>

struct small { short a; char b; int c; unsigned char d[3]; };
struct __attribute__((packed)) packed { char tag; int value; long *to; };
struct odd { int x, y, z; };
struct grid { struct odd row[4]; long sums[4]; struct odd *best; long *where; };

static long cells[6];
static struct grid grids[3];

static long *place(struct grid *g, int i) { return i & 1 ? &g->sums[i & 3] : &cells[i % 6]; }
static int *inner(struct odd *o, int i) { return i == 0 ? &o->x : i == 1 ? &o->y : &o->z; }

int main(void) {
  for (int round = 0; round < 9; round++) {
    struct grid *g = &grids[round % 3];
    for (int i = 0; i < 4; i++) {
      struct odd *o = &g->row[i];
      *inner(o, (i + round) % 3) += i + 1;
      int before = o->y;
      *(inner(o, 0) + 1) += 2;               // y again
      long *l = place(g, i + round);
      long old = g->sums[i];
      *l += before + o->y;
      g->sums[i] += old - g->sums[i] + o->z;
      if (!g->best || o->x > g->best->x) g->best = o;
      g->where = l;
    }
    for (struct odd *o = g->row + 4; o-- != g->row;) o->z += (o == g->best);
    *g->where += 1;
  }
  struct small s[4];
  memset(s, 0, sizeof s);
  for (int i = 0; i < 16; i++) {
    s[i % 4].a += (short)i;
    s[i % 4].d[i % 3] ^= (unsigned char)(i * 5);
    unsigned char *raw = (unsigned char *)&s[(i + 1) % 4];
    raw[i % sizeof *s] += 3;
    s[i % 4].c += s[(i + 1) % 4].b;
  }
  struct packed p[3] = {{1, 2, &cells[0]}, {3, 4, &cells[1]}, {5, 6, &cells[2]}};
  for (int i = 0; i < 6; i++) {
    *p[i % 3].to += p[(i + 1) % 3].value;
    p[i % 3].value += (int)cells[i % 3];
    p[i % 3].to = &cells[(i * 2) % 6];
  }
  unsigned long sum = 0;
  const unsigned char *all = (const unsigned char *)s;
  for (size_t i = 0; i < sizeof s; i++) sum = sum * 31 + all[i];
  for (int i = 0; i < 3; i++) {
    sum = sum * 31 + (unsigned long)p[i].value;
    for (int j = 0; j < 4; j++)
      sum = sum * 31 + (unsigned long)(grids[i].row[j].x + grids[i].row[j].y * 3 + grids[i].row[j].z * 7 + grids[i].sums[j]);
  }
  for (int i = 0; i < 6; i++) sum = sum * 31 + (unsigned long)cells[i];
  printf("%lu\n", sum);
  return 0;
}
