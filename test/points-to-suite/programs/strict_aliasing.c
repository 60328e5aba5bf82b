// Members of structures that may be the same memory: of one structure within another, with a common beginning, in a
// union; and members of unrelated structures, which strict aliasing holds apart.
#include <assert.h>
struct header { long kind; struct header *next; };
struct node { struct header base; long value; };
struct twin { long kind; struct twin *next; double weight; };
struct line { long length; double *points; };
struct area { double size; long corners; };
union shape { struct line line; struct area area; };
struct swapped { long *first; long second; };
static long read_embedded(struct header *h, struct node *n) {
  n->base.next = h;
  h->next = 0;
  return n->base.next == 0;
}
static long read_beginning(struct header *h, struct twin *t) {
  h->kind = 1;
  t->kind = 2;
  return h->kind;
}
static long read_union(struct line *l, struct area *a) {
  l->length = 0;
  a->size = 1;
  return l->length;
}
static long read_unrelated(struct line *l, struct swapped *s) {
  l->points = 0;  //@ breaks types=members
  s->second = 3;  //@ breaks types=members types=variables types=declared preset=c preset=auto
  return l->points != 0;
}
int main(void) {
  struct node n = {{1, 0}, 2};
  struct header h = {3, 0};
  union shape u = {.line = {4, 0}};
  struct line l = {5, 0};
  assert(read_embedded(&n.base, &n) == 1);
  assert(read_beginning(&h, (struct twin *)&h) == 2);
  assert(read_union(&u.line, &u.area) != 0);
  assert(read_unrelated(&l, (struct swapped *)&l) == 1);
  struct header *q = n.base.next;  //@ may q: main::n
  (void)q;
  return 0;
}
