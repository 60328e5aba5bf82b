// A context that is made with more arguments than registers hold.
#include <assert.h>
#include <stdlib.h>
#include <ucontext.h>
static int x, y;
static ucontext_t back, c;
static int *got, *got2;
static void body(int *a1, int *a2, int *a3, int *a4, int *a5, int *a6, int *a7, int *a8) { got = a6; got2 = a7; }  
int main(void) {
  getcontext(&c);
  c.uc_stack.ss_sp = malloc(1 << 16);
  c.uc_stack.ss_size = 1 << 16;
  c.uc_link = &back;
  makecontext(&c, (void (*)(void))body, 8, 0, 0, 0, 0, 0, &x, &y, &y);
  swapcontext(&back, &c);
  assert(got == &x && got2 == &y);
  *got = 1;  //@ may got: x
  *got2 = 1;  //@ may got2: y
  return 0;
}
