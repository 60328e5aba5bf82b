// The members of a union share their memory, whatever their types.
#include <assert.h>
#include <stdint.h>
union word { int *pointer; long number; uintptr_t bits; struct { int *inner; } nested; };
struct tagged { int kind; union { int *p; int (*call)(void); double d; } u; int *after; };
static int x, y;
static int answer(void) { return 42; }
int main(void) {
  union word w;
  w.pointer = &x;
  int *p = (int *)w.bits;     //@ points-to p: x
  int *q = w.nested.inner;    //@ points-to q: x
  struct tagged t[2] = {{0, {.p = &y}, &x}, {1, {.call = answer}, &y}};
  int n = t[1].u.call();      //@ may-callees: answer
  int *r = t[0].u.p;          //@ may r: y
  int *after = t[1].after;    //@ points-to after: x, y
  union word copy = w;
  int *s = copy.pointer;      //@ points-to s: x
  assert(p == &x && q == &x && n == 42 && r == &y && s == &x && after == &y);
  //@ alias p r: no //@ points-to w.number: x
  return 0;
}
