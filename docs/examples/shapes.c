// A call through a pointer, two allocations by one wrapper, and a pointer to either: the questions of points-to.md.
#include <stdlib.h>
struct shape { int (*area)(struct shape *); int w, h; };
static int square(struct shape *s) { return s->w * s->h; }
static int triangle(struct shape *s) { return s->w * s->h / 2; }
static void *checked(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }
int main(int argc, char **argv) {
  struct shape *a = checked(sizeof *a), *b = checked(sizeof *b);
  *a = (struct shape){square, 2, 3};
  *b = (struct shape){triangle, 4, 5};
  struct shape *p = argc > 1 ? a : b;
  return p->area(p) + a->area(b);
}
