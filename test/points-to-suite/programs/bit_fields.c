// Pointers beside bit-fields, in packed structures, and in vectors of bytes that stand for them.
#include <assert.h>
#include <string.h>
struct flags { unsigned a : 3, b : 5; int *p; unsigned c : 1; int *q; };
struct __attribute__((packed)) tight { char tag; int *p; int *q; };
static int x, y;
static struct tight tight = {'t', &x, &y};
int main(void) {
  struct flags f = {.p = &x, .q = &y};
  f.a = 5;
  f.b = 9;
  f.c = 1;
  struct flags *to = &f;
  int *p = to->p;  //@ points-to p: x
  int *q = to->q;  //@ points-to q: y
  int *r = tight.p;  //@ may r: x
  int *s = tight.q;  //@ may s: y
  struct tight other = tight;
  int *t;
  memcpy(&t, (char *)&other + 9, sizeof t);  //@ may t: y
  assert(p == &x && q == &y && r == &x && s == &y && t == &y && to->a == 5);
  //@ alias p q: no
  return 0;
}
