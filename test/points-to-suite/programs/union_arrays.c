// An index stays in the array of the member that is accessed. The members of a union may have arrays of other lengths,
// in other places, and IR knows one member only.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static int x, y, z;
struct first { long total; unsigned state[5]; unsigned char buffer[64]; int tail, end, rest; int *many[40]; };
struct second { unsigned state[8]; long size; unsigned used; unsigned char buffer[68]; };
union context { struct first first; struct second second; };
static void put(struct second *c, unsigned i, int **p) { memcpy(c->buffer + i * 4, p, sizeof *p); }
static int *get(struct second *c, unsigned i) {
  int *p;
  memcpy(&p, c->buffer + i * 4, sizeof p);
  return p;
}

union list { struct { int *few[3]; long length; int *last; } s; int *all[6]; };
struct held { int *before; union list list; int *after; };
static int *at(int **from, int i) { return from[i]; }
static int *element(union list *l, int i) { return l->all[i]; }
static int *one_of_few(union list *l, int i) { return l->s.few[i]; }

union table { int *one; struct { long n; int *slots[60]; } many; int *all[61]; };

int main(int argc, char **argv) {
  int one = argc; // not known to the analysis
  union context c;
  memset(&c, 0, sizeof c);
  int *p = &x;
  put(&c.second, 12 + one, &p);       // the bytes from 96, beyond first.buffer
  int **q = (int **)((char *)&c + 96);
  int *r = *q;                        //@ may r: x
  int *s = get(&c.second, 12 + one);  //@ may s: x
  assert(r == &x && s == &x);

  union list l = {{{&x, &x, &x}, 0, &y}};
  int *t = element(&l, 3 + one);      //@ may t: y
  l.all[4 * one] = &z;
  int *u = l.s.last;                  //@ may u: z
  int *v = one_of_few(&l, one);       //@ may v: x
  int *w = at(&l.all[5], -one);       //@ may w: z
  assert(t == &y && u == &z && v == &x && w == &z);

  struct held *h = calloc(1, sizeof *h); //@ site h
  h->before = &x;
  h->list.all[3 + one] = &y;
  h->after = &z;
  int *in_heap = h->list.s.last;      //@ may in_heap: y
  int *before = h->before;            //@ may before: x
  assert(in_heap == &y && before == &x);

  union table *f = calloc(1, sizeof *f);
  f->many.slots[one + 30] = &x;
  f->all[2 * one] = &y;
  f->one = &z;
  int *long_one = f->all[one + 31];   //@ may long_one: x
  int *slot = f->many.slots[one];     //@ may slot: y
  int *back = at(&f->all[8], -8 * one); //@ may back: z
  assert(long_one == &x && slot == &y && back == &z);
  free(h);
  free(f);
  return 0;
}
