// Atomic structures of more than two words are accessed by functions of libatomic.
#include <assert.h>
#include <stdatomic.h>
static int x, y;
struct head { int *top; long count; };
struct wide { int *a, *b, *c; };
static _Atomic struct head h;
static _Atomic struct wide w;
int main(void) {
  struct head first = {&x, 1}, next = {&y, 2};
  atomic_store(&h, first);
  struct head old = atomic_load(&h);
  int *p = old.top;          //@ may p: x
  int ok = atomic_compare_exchange_strong(&h, &old, next);
  struct head now = atomic_load(&h);
  int *q = now.top;        //@ may q: y
  struct wide v = {&x, &y, &x};
  atomic_store(&w, v);
  struct wide u = atomic_load(&w);
  int *r = u.b;           //@ may r: y
  struct wide s = atomic_exchange(&w, v);
  int *t = s.c;    //@ may t: x
  assert(ok && p == &x && q == &y && r == &y);
  *p = *q = *r = *t = 1;
  return 0;
}
//@ libraries -latomic
