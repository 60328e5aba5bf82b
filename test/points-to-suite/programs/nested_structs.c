// Structures in structures, and arrays in them: elements are one, fields are not.
#include <assert.h>
struct point { int *x, *y; };
struct line { struct point from, to; };
struct figure { int n; struct line sides[3]; int *label; };
static int a, b, c, d, e;
int main(void) {
  struct figure f;
  f.n = 3;
  f.sides[0].from.x = &a;
  f.sides[1].from.y = &b;
  f.sides[2].to.x = &c;
  f.sides[f.n - 1].to.y = &d;
  f.label = &e;
  struct line *l = &f.sides[1];
  struct point *t = &l->to;
  int *p = f.sides[0].from.x;  //@ points-to p: a
  int *q = f.sides[1].from.y;  //@ points-to q: b
  int *r = f.label;            //@ points-to r: e
  int *s = (&f.sides[2].to)->x;  //@ points-to s: c
  assert(p == &a && q == &b && r == &e && s == &c && t == &f.sides[1].to);
  //@ points-to l->from.x: a //@ points-to t->x: c //@ points-to t->y: d //@ points-to f.sides[0].to.y: d
  //@ alias t l: may //@ points-to f.label: e //@ not l: main::f.label
  return *p + *q + *r + *s;
}
