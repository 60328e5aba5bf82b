// Structures by value: small ones in registers, large ones in memory, in and out.
#include <assert.h>
struct small { int *p; int *q; };
struct large { int *p; long fill[6]; int *q; };
struct mixed { double d; int *p; };
static int x, y, z;
static struct small exchanged(struct small s) {
  struct small r = {s.q, s.p};
  return r;
}
static struct large with(struct large l, int *q) {
  l.q = q;
  return l;
}
static int *of_mixed(struct mixed m) { return m.p; }
static int *second(struct large l) {
  int *q = l.q;  //@ may q: y, z
  return q;
}
static struct large same(struct large l, int *q) { return l; }
typedef struct large *(*by_address)(struct large *, struct large, int *);
int main(int argc, char **argv) {
  struct small s = {&x, &y}, r = exchanged(s);
  struct large l = {.p = &x, .q = &y}, m = with(l, &z);
  struct mixed mixed = {1.5, &z};
  int *p = of_mixed(mixed);  //@ points-to p: z
  int *q = second(m);        //@ may q: z
  second(l);
  struct large (*f)(struct large, int *) = argc > 9 ? same : with;
  struct large n = f(l, &x);  //@ callees: same, with
  // The address of a structure that is returned in memory is returned, too.
  volatile by_address through = (by_address)same;
  struct large given, *got = through(&given, l, &x);  //@ may got: main::given
  assert(got == &given);
  assert(r.p == &y && r.q == &x && m.p == &x && m.q == &z && p == &z && q == &z && n.q == &x && l.q == &y);
  //@ may r.p: y //@ may r.q: x //@ points-to m.p: x //@ may m.q: z //@ points-to l.q: y //@ may n.q: x
  return 0;
}
