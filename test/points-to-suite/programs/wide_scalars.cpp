// Scalars of more than a word, those that begin in the middle of a word, and what is not known to be small.
#include <cassert>
struct whole { void f() {} };
struct halves { float before; float _Complex z; float after; };
struct pair { int a, b; };
struct pairs { int before; pair p; int after; };
struct unknown;
struct record { long first, second, third; };
static double _Complex z;
static void (whole::*m)();
static __int128 n;
static long double l;
static halves h;
static pairs ps;
static record r;
static record *words = new record{1, 2, 3};
static void complex_parts(double *p, double *first, double _Complex *q) {
  assert((char *)p == (char *)q + 8 && (char *)first == (char *)q);
  //@ alias p q: may //@ alias first q: may
}
static void member_pointers(long *p, void (whole::**q)()) {
  assert((char *)p == (char *)q + 8);  //@ alias p q: may
}
static void numbers(long *p, __int128 *q, long *o, long double *x) {
  assert((char *)p == (char *)q + 8 && (char *)o == (char *)x + 8);
  //@ alias p q: may //@ alias o x: may
}
static void crossing(float *im, float *after, float _Complex *q) {
  assert((char *)im == (char *)q + 4 && (char *)after == (char *)q + 8);
  //@ alias im q: may
}
static void crossing_pair(int *b, pair *q) {
  assert(b == &q->b);  //@ alias b q: may
}
static void opaque(long *p, unknown *q) {
  assert((char *)p == (char *)q + 16);  //@ alias p q: may
}
static void on_the_heap(long *second, long *third, __int128 *q) {
  assert((char *)second == (char *)q + 8 && (char *)third == (char *)q + 16);
  //@ alias second q: may //@ alias third q: no
}
static void apart(long *p, long *q, double _Complex *c) {
  assert(p != q);  //@ alias p q: no //@ alias p c: no
}
int main() {
  complex_parts((double *)&z + 1, (double *)&z, &z);
  member_pointers((long *)&m + 1, &m);
  numbers((long *)&n + 1, &n, (long *)&l + 1, &l);
  crossing((float *)&h.z + 1, &h.after, &h.z);
  crossing_pair(&ps.p.b, &ps.p);
  opaque(&r.third, (unknown *)&r);
  on_the_heap(&words->second, &words->third, (__int128 *)words);
  apart(&r.first, &r.second, &z);
}
