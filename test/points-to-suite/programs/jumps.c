// setjmp returns again, with what was stored before the jump.
#include <assert.h>
#include <setjmp.h>
struct frame { int *failed; struct frame *outer; jmp_buf env; };
static struct frame *top;
static int x, y;
static void fail(int *what) {
  top->failed = what;
  longjmp(top->env, 1);
}
static int *attempt(void (*f)(void)) {
  struct frame here;
  here.outer = top;
  here.failed = 0;
  top = &here;  //@ points-to top: attempt::here
  if (setjmp(here.env) == 0) f();  //@ callees: fails, works
  top = here.outer;
  int *failed = here.failed;  //@ points-to failed: x
  return failed;
}
static void fails(void) { fail(&x); }
static void works(void) { y = 1; }
int main(void) {
  int *volatile kept = &y;
  int *p = attempt(fails);  //@ points-to p: x
  int *q = attempt(works);
  assert(p == &x && q == 0 && y == 1 && kept == &y);
  //@ points-to kept: y //@ callers works: attempt //@ points-to top->failed: x
  return 0;
}
