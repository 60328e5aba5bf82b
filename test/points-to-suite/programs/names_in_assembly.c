// Assembly in functions names variables and functions.
#include <assert.h>
static int x;
static int *hidden = &x;
int visible;
static int *id(void) { return &x; }
static int *with$dollar = &x;
int main(void) {
  int *p, **q, *v;
  __asm__ volatile("leaq hidden(%%rip), %0" : "=r"(q));  //@ open: may q: hidden
  __asm__ volatile("leaq visible(%%rip), %0" : "=r"(v));  //@ open: may v: visible
  p = *q;  //@ open: may p: x //@ breaks world=closed
  __asm__ volatile("call id" : "=a"(p) :: "memory");  //@ open: may p: x
  int **d;
  __asm__ volatile("leaq with$dollar(%%rip), %0" : "=r"(d));  //@ open: may d: with$dollar
  assert(p == &x && d == &with$dollar && q == &hidden && v == &visible && id() == &x);
  *p = 1;  //@ breaks world=closed
  return 0;
}
