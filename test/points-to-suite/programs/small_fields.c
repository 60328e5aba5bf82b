// Scalars of structures without pointers, which share a slot of the analysis: whether two pointers point to the same.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
struct mixed { char c; short s; int i; };
struct quad { int a, b, c, d; };
union either { struct pair pair; struct { short low, high; int rest; } halves; long whole; };
static struct pair g;
static struct quad all[4];
static void distinct(int n) {
  struct pair l;
  struct mixed m;
  int *p = &l.a, *q = &l.b;                   //@ alias p q: no
  int *pg = &g.a, *qg = &g.b;                 //@ alias pg qg: no
  char *mc = &m.c;
  short *ms = &m.s;
  int *mi = &m.i;                             //@ alias ms mi: no //@ alias mc ms: no
  struct pair *h = malloc(sizeof *h), *k = malloc(sizeof *k);
  int *ph = &h->a, *qh = &h->b;               //@ alias ph qh: no
  int *pc = &all[n].c, *pd = &all[n + 1].d;   //@ alias pc pd: no
  int *pa = &all[n].a, *pb = &all[0].b;       //@ alias pa pb: no
  int *chosen = n ? &h->a : &k->a, *other = n ? &k->b : &h->b, *first = NULL;   //@ alias chosen other: no
  if (n) first = &l.a;                        //@ alias first q: no
  *p = *pg = *ph = *pc = *pa = *mc = *ms = *chosen = 1;
  *q = *qg = *qh = *pd = *pb = *mi = *other = 2;
  assert(l.a == 1 && g.a == 1 && m.c == 1 && m.s == 1 && all[n].c == 1 && all[n].a == 1 && k->b == 2);
  assert(h->a == 1 && h->b == 2 && first == p);
}
static void same(int n) {
  union either u;
  int *a = &u.pair.a, *b = &u.pair.b;         //@ alias a b: no
  short *high = &u.halves.high;               //@ alias a high: may //@ alias b high: no
  long *whole = &u.whole;                     //@ alias a whole: may //@ alias b whole: may
  *a = *b = -1;
  *high = 0;
  assert(*a != -1 && *whole != -1);
  struct quad x = {1, 2, 3, 4}, *y = &x;
  int *from = &y->a, *to = &y->c, *second = &y->b, *last = &y->d;
  memcpy(to, from, 2 * sizeof *to);           //@ alias to last: may //@ alias from second: may //@ alias second last: no
  assert(*last == 2 && *second == 2);
  char *bytes = (char *)&x.a;                 //@ alias bytes second: may
  bytes[sizeof x.a] = 7;
  assert(*second == 7);
  long *both = (long *)&x.a;                  //@ alias both second: may
  assert((void *)(both + 1) == (void *)&x.c);
  int *step = &x.a;
  for (int i = 0; i < n; i++) step++;         //@ alias step second: may
  assert(step == second);
  int *ga = &all[n].a, *gb = &all[1].a;       //@ alias ga gb: may
  assert(ga == gb);
}
int main(int argc, char **argv) {
  (void)argv;
  distinct(argc);
  same(argc);
  return 0;
}
