// Members of structures in allocated memory. It has the type of what was stored last (C 6.5): memory that is used again
// as another type is no conflict, a value that is stored as one member and loaded as an unrelated one is.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct line { long length; double *points; };
struct swapped { long *first; long second; };
struct entry { long key; struct entry *next; };
struct pool { struct entry *free; };

// One site of allocation makes objects of several types.
static void *make(unsigned long bytes) {
  void *p = malloc(bytes);
  assert(p);
  return memset(p, 0, bytes);
}
static long fill_line(struct line *l, double *points) {
  l->points = points;
  return l->points != 0;
}
static long fill_swapped(struct swapped *s, long *first) {
  s->first = first;  //@ breaks types=declared
  s->second = 7;     //@ breaks types=declared
  return s->second;  //@ breaks types=declared
}
static void *take(struct pool *p) {
  struct entry *e = p->free;
  p->free = e->next;
  return e;
}
static void give_back(struct pool *p, void *memory) {
  struct entry *e = memory;
  e->next = p->free;
  p->free = e;
}
static long read_unrelated(struct line *l, struct swapped *s) {
  l->points = 0;
  return s->second;  //@ breaks types=members types=variables types=declared preset=c preset=auto
}
static long read_copy(struct line *l, struct swapped *s) {
  memcpy(s, l, sizeof *s);  // other memory, in which nothing was stored as a line
  return s->second;
}
int main(void) {
  double d = 1;
  long n = 2;
  // Different objects, then memory that is used again, by the program's own pool.
  assert(fill_line(make(sizeof(struct line)), &d) == 1);
  assert(fill_swapped(make(sizeof(struct swapped)), &n) == 7);
  struct pool pool = {make(sizeof(struct entry))};
  struct line *l = take(&pool);
  assert(fill_line(l, &d) == 1);
  give_back(&pool, l);
  assert(fill_swapped(take(&pool), &n) == 7);
  // The same memory at once.
  void *both = make(sizeof(struct line));
  assert(read_unrelated(both, both) == 0);
  struct line *from = make(sizeof *from);
  from->points = &d;
  assert(read_copy(from, make(sizeof(struct swapped))) != 0);
  double *q = from->points;  //@ not q: main::n
  (void)q;
  return 0;
}
