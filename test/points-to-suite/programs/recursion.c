// Functions that call each other, that return functions, and state machines of functions.
#include <assert.h>
typedef struct state state;
struct state { state (*next)(int *); };
static int x, y;
static state start(int *p);
static state stop(int *p) {
  *p = 9;
  return (state){0};
}
static state middle(int *p) {
  *p = 2;
  return (state){stop};
}
static state start(int *p) { return (state){*p ? stop : middle}; }
static int *even(int n, int *p, int *q);
static int *odd(int n, int *p, int *q) { return n ? even(n - 1, q, p) : p; }
static int *even(int n, int *p, int *q) { return n ? odd(n - 1, q, p) : q; }
static int (*(*get(int n))(int))(int);
static int (*pick(int n))(int);
static int inc(int n) { return n + 1; }
static int dec(int n) { return n - 1; }
static int (*pick(int n))(int) { return n ? inc : dec; }
int main(void) {
  state s = {start};
  int steps = 0;
  while (s.next) {
    s = s.next(&x);  //@ callees: start, middle, stop
    steps++;
  }
  int *p = even(4, &x, &y);  //@ points-to p: y
  int n = pick(1)(1);        //@ callees: inc, dec
  int (*(*chooser)(int))(int) = pick;
  n += chooser(0)(5);        //@ callees: inc, dec
  assert(steps == 3 && x == 9 && p == &y && n == 6);
  return 0;
}
//@ callers stop: main //@ callers odd: even //@ callers even: odd, main //@ callers inc: main, main
